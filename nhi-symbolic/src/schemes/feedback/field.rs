//! The extended field, and the field of the paper: minus the gradient of the Lyapunov function.

use super::super::prelude::*;
use super::attraction::Attraction;
use super::extension::momentum_rate;
use super::off_constraints::OffConstraints;

/// Returns `(K Ht_p, ad*_{Ht_p} p - K^T Ht_q + A^T lt + f)`; in coordinates `K` is the identity and
/// there is no `ad*`. Forces are those at the velocity `Ht_p`.
pub(super) fn extended_field<'m>(state: &OffConstraints<'m>) -> [Vector<'m>; 2] {
    let (system, held) = (state.system, &state.held);
    let (graph, frame) = (system.graph(), &system.mechanics.frame);
    let turned = frame.coadjoint(graph, &held.v.entries(), &state.p.entries());
    let turning = frame.along(graph, &state.turning_constraints().entries());
    let driving = held.applied_force() + system.vector(turned) + system.vector(turning);
    [held.rates(), momentum_rate(state, &driving)]
}

/// Returns the extended field minus the gradient of the Lyapunov function in the plane of `(q, p)`.
pub(super) fn descending_field<'m>(attraction: &Attraction<'m>) -> Vector<'m> {
    let slope = attraction.gradient();
    let [q, p] = extended_field(&attraction.state);
    (q - &slope.q).chain(&(p - &slope.p))
}
