//! The functions of the extended system over `(q, p)`, and its field.

use super::super::prelude::*;
use super::Gains;
use super::gain_check::{Attracted, stiffness};

/// The extended field and its Lyapunov function, over the model's coordinates and the symbols `p`.
pub(super) struct ExtendedSystem<'m> {
    pub(super) system: System<'m>,
    pub(super) p: Vector<'m>,
    /// The symbols of the levels that the integrals are attracted to.
    pub(super) targets: Vector<'m>,
    /// The integrals themselves: `Ht`, then those of the model that are fed back.
    pub(super) integrals: Vec<Expr>,
    pub(super) lyapunov: Expr,
    pub(super) stiffness: Expr,
    pub(super) field: Vector<'m>,
}

impl<'m> ExtendedSystem<'m> {
    pub(super) fn new(system: System<'m>, p: &Vector<'m>, gains: &Gains, order: i64) -> Self {
        let (mechanics, graph) = (system.mechanics, system.graph());
        let half = Rational::fraction(1, 2).expect("two is not zero");
        let velocity = system.solve(&mechanics.lagrangian.mass_factor, p);
        let moving = system.start().with_velocity(&velocity);
        let momenta = moving.constraint_residual();
        let square = momenta.dot(&system.solve(mechanics.constraints.gram_factor(graph), &momenta));
        let square = graph.simplify(square.expr(), RoleSet::PREPARED);
        let hamiltonian = moving.value(mechanics.lagrangian.energy).expr();
        let energy = graph.linear(&[(hamiltonian, Rational::ONE), (square, -&half)]);

        let known = &mechanics.model.integrals;
        let known = moving.values(&known.iter().map(|x| x.expr).collect::<Vec<_>>());
        let known = known.entries().into_iter().zip(gains.integrals.clone());
        let (integrals, strengths): (Vec<_>, Vec<_>) =
            core::iter::once((energy, gains.energy.clone()))
                .chain(known.filter(|(_, gain)| !gain.is_zero()))
                .unzip();
        let labels: Vec<_> = (0..integrals.len()).map(|i| i.to_string()).collect();
        let labels = labels.iter().map(String::as_str);
        let targets = system.symbols("target", labels, Role::Variable);

        let defects = mechanics.frame.defects(graph, &mechanics.q);
        let attracted = Attracted {
            momenta: &momenta.entries(),
            constraint_gain: &gains.constraint,
            integrals: &integrals,
            gains: &strengths,
            rotations: (defects.len(), &gains.rotation),
        };
        let mut terms = vec![(square, &gains.constraint * &half)];
        for (defect, times) in defects {
            let weight = &(&half * &half) * &gains.rotation;
            terms.push((graph.powi(defect, 2), &weight * &times.into()));
        }
        let distances = system.vector(&integrals[..]) - &targets;
        let distances = distances.entries().into_iter().zip(&strengths);
        terms.extend(distances.map(|(distance, k)| (graph.powi(distance, 2), k * &half)));
        let lyapunov = graph.linear(&terms);
        Self {
            stiffness: stiffness(system, &attracted, p, order),
            field: feedback_field(system, p, energy, &momenta, lyapunov),
            system,
            p: p.clone(),
            targets,
            integrals,
            lyapunov,
        }
    }
}

/// `(K Ht_p - V_q, ad*_{Ht_p} p - K^T Ht_q + A^T lt + f - V_p)`: the gradient is that in the plane of
/// `(q, p)`; in coordinates `K` is the identity and there is no `ad*`. Forces are those at the velocity
/// `Ht_p`.
fn feedback_field<'m>(
    system: System<'m>,
    p: &Vector<'m>,
    energy: Expr,
    momenta: &Vector<'m>,
    lyapunov: Expr,
) -> Vector<'m> {
    let (mechanics, graph) = (system.mechanics, system.graph());
    let (frame, constraints) = (&mechanics.frame, &mechanics.constraints);
    let gradients =
        |of: Expr| [&mechanics.q, &p.entries()].map(|by| system.vector(graph.gradient(of, by)));
    let along = |slope: &Vector<'m>| system.vector(frame.along(graph, &slope.entries()));
    let [energy_q, energy_p] = gradients(energy);
    let force = system.start().with_velocity(&energy_p).forces();
    let turned = frame.coadjoint(graph, &energy_p.entries(), &p.entries());
    let pushed = along(&energy_q) - system.vector(turned);
    let brackets = momenta.entries().into_iter().map(|j| {
        let [j_q, j_p] = gradients(j);
        let bracket = pushed.dot(&j_p) - energy_p.dot(&along(&j_q)) - force.dot(&j_p);
        bracket.expr()
    });
    let brackets = system.column(brackets);
    let multipliers = system.solve(constraints.gram_factor(graph), &brackets);
    let reaction = graph.matrix(&constraints.matrix).transpose() * multipliers;
    let [slope_q, slope_p] = gradients(lyapunov);
    // Not of `moving`: a product with the ones of `K` draws out factors that others share.
    let rates = system.vector(frame.rates(graph, &energy_p.entries()));
    (rates - slope_q).chain(&(reaction + force - pushed - slope_p))
}
