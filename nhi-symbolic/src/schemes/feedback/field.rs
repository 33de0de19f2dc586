//! The extended field, which the base method integrates, minus the gradient of the Lyapunov function.

use super::super::prelude::*;
use super::attraction::Attraction;
use super::extension::momentum_rate;

/// `(K Ht_p - V_q, ad*_{Ht_p} p - K^T Ht_q + A^T lt + f - V_p)`: the gradient is that in the plane of
/// `(q, p)`; in coordinates `K` is the identity and there is no `ad*`. Forces are those at the velocity
/// `Ht_p`.
pub(super) fn feedback_field<'m>(attraction: &Attraction<'m>) -> Vector<'m> {
    let (state, slope) = (&attraction.state, attraction.gradient());
    let (system, held) = (state.system, &state.held);
    let (graph, frame) = (system.graph(), &system.mechanics.frame);
    let turned = frame.coadjoint(graph, &held.v.entries(), &state.p.entries());
    let turning = frame.along(graph, &state.turning_constraints().entries());
    let driving = held.applied_force() + system.vector(turned) + system.vector(turning);
    (held.rates() - &slope.q).chain(&(momentum_rate(state, &driving) - &slope.p))
}
