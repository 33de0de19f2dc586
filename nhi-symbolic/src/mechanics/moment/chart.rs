//! The chart of the Cayley map around a configuration: `q = m cay(y)`, in coordinates `m + y`.

use crate::expr::formula::Vector;
use crate::mechanics::group::Retraction;

use super::node::Node;
use super::system::System;

impl<'m> System<'m> {
    /// Returns the configuration `m cay(y)`.
    pub(crate) fn at_chart(self, centre: &Vector<'m>, y: &Vector<'m>) -> Vector<'m> {
        let (graph, group) = (self.graph(), &self.mechanics.frame.group);
        let element = group.retract(graph, Retraction::Cayley, &y.entries());
        self.vector(group.compose(graph, &centre.entries(), &element))
    }

    /// Returns the velocity of a motion that passes `m cay(y)` with the rate `dy/dt`:
    /// `dcay_(-y) dy/dt`.
    pub(crate) fn chart_velocity(self, y: &Vector<'m>, rate: &Vector<'m>) -> Vector<'m> {
        let (graph, group) = (self.graph(), &self.mechanics.frame.group);
        let differential = group.cayley_differential(graph, &(-y).entries());
        graph.matrix(&differential) * rate
    }
}

impl<'m> Node<'m> {
    /// Returns `ad*_v L_v`: the change of the momentum because the frame turns with the body. Zero
    /// in coordinates.
    pub(crate) fn turned_momentum(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let (graph, frame) = (self.system.graph(), &mechanics.frame);
        self.values(&frame.coadjoint(graph, &mechanics.v, &mechanics.lagrangian.momentum))
    }
}
