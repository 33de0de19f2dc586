//! Poles of charts: values of an angle at which the mass matrix is singular, everything else
//! arbitrary.
//!
//! At the pole of Euler angles two of them turn about the same axis, so a velocity of the body
//! belongs to many rates of the angles. Near the pole the rates grow as one over the distance.

use crate::expr::{Expr, Function, Graph, Node, PrimeValues};

use super::{MassKind, Mechanics};

impl Mechanics {
    /// Returns the distance of each angle, in radians, from the nearest value at which the mass
    /// matrix is singular. Angles without such a value among the multiples of a right angle are
    /// left out.
    ///
    /// If the constraints make a motion regular although the mass matrix is singular, there is no
    /// pole, except for integrators that need the mass matrix itself.
    #[must_use]
    pub fn distances_from_poles(&self, needs_mass: bool) -> Vec<Expr> {
        if self.lagrangian.mass_kind != MassKind::Configuration {
            return Vec::new();
        }
        let graph = &self.model.graph;
        let arguments = angles(graph, self.lagrangian.mass.entries());
        let turning = graph.symbols_of(&arguments);
        let coordinates = self.model.coordinates.iter().map(|x| x.symbol);
        let coordinates = coordinates.filter(|q| turning.contains(q));
        let bordered;
        let matrix = if needs_mass || !self.may_have_singular_mass() {
            &self.lagrangian.mass
        } else {
            bordered = self.bordered_mass();
            &bordered
        };
        let mass = PrimeValues::new(graph, matrix);
        coordinates.flat_map(|q| self.poles_of(q, &mass)).collect()
    }

    /// Returns the distances of one angle from zero and half a turn, and from a right angle to
    /// either side.
    fn poles_of(&self, q: Expr, mass: &PrimeValues<'_>) -> Vec<Expr> {
        let is_pole = |right_angles| {
            let relations = mass.row_relations_at(q, right_angles);
            relations.is_some_and(|relations| !relations.dependent.is_empty())
        };
        let distances = [0, 1].into_iter().filter_map(|first| {
            let (here, opposite) = (is_pole(first), is_pole(first + 2));
            // A coordinate that is not an angle does not come back after a turn.
            if !(here || opposite) || is_pole(first + 4) != here {
                return None;
            }
            let pole = if here { first } else { first + 2 };
            let half_turns = if here && opposite { 1 } else { 2 };
            Some(self.distance(q, pole, half_turns))
        });
        distances.collect()
    }

    /// Returns the distance of an angle from the given number of right angles, which repeats after
    /// the given number of half turns: one or two.
    fn distance(&self, q: Expr, right_angles: i64, half_turns: i64) -> Expr {
        let graph = &self.model.graph;
        let part =
            |numerator, denominator, expr| graph.mul(graph.fraction(numerator, denominator), expr);
        let away = graph.sub(q, part(right_angles, 2, Graph::PI));
        let sine = graph.sin(part(1, half_turns, away));
        part(half_turns, 1, graph.call(Function::Asin, &[sine]))
    }
}

/// Returns the arguments of sines and cosines, which other trigonometric functions are made of.
pub(crate) fn angles(graph: &Graph, roots: &[Expr]) -> Vec<Expr> {
    let mut angles = Vec::new();
    for expr in graph.reachable(roots) {
        if let Node::Call(Function::Sin | Function::Cos, arguments) = &*graph.node(expr) {
            angles.extend(arguments);
        }
    }
    angles
}
