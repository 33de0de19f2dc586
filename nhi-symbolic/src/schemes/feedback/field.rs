//! The functions of the extended system over `(q, p)`, and its field.

use crate::expr::{Expr, Rational};
use crate::mechanics::subtract;

use super::super::builder::{SchemeBuilder, half};
use super::Gains;

/// `M^-1 p`.
pub(super) fn velocity_of(builder: &SchemeBuilder<'_>, p: &[Expr]) -> Vec<Expr> {
    let mechanics = &*builder.mechanics;
    mechanics
        .lagrangian
        .mass_factor
        .solve(&mechanics.model.graph, p)
}

/// `J = A M^-1 p`.
pub(super) fn constraint_momentum(builder: &SchemeBuilder<'_>, velocity: &[Expr]) -> Vec<Expr> {
    let mechanics = &*builder.mechanics;
    mechanics
        .constraints
        .residual_of(&mechanics.model.graph, velocity)
}

/// `Ht = H - 1/2 J^T C^-1 J`.
pub(super) fn energy(builder: &SchemeBuilder<'_>, velocity: &[Expr], square: Expr) -> Expr {
    let energy = builder.mechanics.lagrangian.energy;
    let v = builder.mechanics.v.clone();
    let replacements: Vec<_> = v.into_iter().zip(velocity.iter().copied()).collect();
    let graph = builder.graph();
    let hamiltonian = graph.substitute(&[energy], &replacements)[0];
    graph.linear(&[(hamiltonian, Rational::ONE), (square, -&half())])
}

/// The integrals with a gain, over `(q, p)`, and their gains; the energy first.
pub(super) fn fed_back(
    builder: &SchemeBuilder<'_>,
    velocity: &[Expr],
    energy: Expr,
    gains: &Gains,
) -> (Vec<Expr>, Vec<Rational>) {
    let v = builder.mechanics.v.clone();
    let replacements: Vec<_> = v.into_iter().zip(velocity.iter().copied()).collect();
    let integrals: Vec<_> = builder
        .mechanics
        .model
        .integrals
        .iter()
        .map(|x| x.expr)
        .collect();
    let integrals = builder.graph().substitute(&integrals, &replacements);
    let asked = integrals.into_iter().zip(gains.integrals.iter().cloned());
    let asked = asked.filter(|(_, gain)| !gain.is_zero());
    core::iter::once((energy, gains.energy.clone()))
        .chain(asked)
        .unzip()
}

/// `(K Ht_p - V_q, ad*_{Ht_p} p - K^T Ht_q + A^T lt + f - V_p)`: the gradient is that in the plane of
/// `(q, p)`; in coordinates `K` is the identity and there is no `ad*`. Forces are those at the velocity
/// `Ht_p`.
pub(super) fn feedback_field(
    builder: &SchemeBuilder<'_>,
    p: &[Expr],
    energy: Expr,
    momentum: &[Expr],
    lyapunov: Expr,
) -> Vec<Expr> {
    let mechanics = &*builder.mechanics;
    let (q, frame) = (&mechanics.q, &mechanics.frame);
    let forces = mechanics.model.forces.clone();
    let graph = &mechanics.model.graph;
    let (energy_q, energy_p) = (graph.gradient(energy, q), graph.gradient(energy, p));
    let velocities = mechanics.v.iter().copied().zip(energy_p.iter().copied());
    let force = graph.substitute(&forces, &velocities.collect::<Vec<_>>());
    let energy_q = frame.along(graph, &energy_q);
    let turned = frame.coadjoint(graph, &energy_p, p);
    let pushed = subtract(graph, &energy_q, &turned);
    let brackets: Vec<_> = momentum
        .iter()
        .map(|&j| {
            let (j_q, j_p) = (graph.gradient(j, q), graph.gradient(j, p));
            let j_q = frame.along(graph, &j_q);
            let left = graph.dot(&pushed, &j_p);
            let right = graph.dot(&energy_p, &j_q);
            let work = graph.dot(&force, &j_p);
            let bracket = graph.sub(left, right);
            graph.sub(bracket, work)
        })
        .collect();
    let multipliers = mechanics.constraints.gram_factor.solve(graph, &brackets);
    let reaction = mechanics
        .constraints
        .matrix
        .apply_transposed(graph, &multipliers);
    let (slope_q, slope_p) = (graph.gradient(lyapunov, q), graph.gradient(lyapunov, p));
    let rates = frame.rates(graph, &energy_p);
    let mut field = subtract(graph, &rates, &slope_q);
    for i in 0..p.len() {
        let minus = Rational::MINUS_ONE;
        field.push(graph.linear(&[
            (reaction[i], Rational::ONE),
            (force[i], Rational::ONE),
            (pushed[i], minus.clone()),
            (slope_p[i], minus),
        ]));
    }
    field
}
