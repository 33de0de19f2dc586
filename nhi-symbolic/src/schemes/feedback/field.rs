//! The functions of the extended system over `(q, p)`, and its field.

use super::super::prelude::*;
use super::Gains;
use super::extension::momentum_rate;
use super::gain_check::{Attracted, stiffness};
use super::off_constraints::{Gradient, OffConstraints};

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

/// An integral with its gradient, and how strongly it is attracted to its level.
pub(super) struct Integral<'m> {
    value: Scalar<'m>,
    pub(super) gradient: Gradient<'m>,
    pub(super) gain: Rational,
}

impl<'m> ExtendedSystem<'m> {
    pub(super) fn new(system: System<'m>, p: &Vector<'m>, gains: &Gains, order: i64) -> Self {
        let state = OffConstraints::new(system, p);
        let integrals = integrals(&state, gains);
        let labels: Vec<_> = (0..integrals.len()).map(|i| i.to_string()).collect();
        let labels = labels.iter().map(String::as_str);
        let targets = system.symbols("target", labels, Role::Variable);
        let attracted = Attracted {
            state: &state,
            constraint_gain: &gains.constraint,
            integrals: &integrals,
            rotation_gain: &gains.rotation,
        };
        let slope = lyapunov_gradient(&state, gains, &integrals, &targets);
        Self {
            stiffness: stiffness(&attracted, order),
            lyapunov: lyapunov(&state, gains, &integrals, &targets),
            field: feedback_field(&state, &slope),
            integrals: integrals.iter().map(|x| x.value.expr()).collect(),
            p: p.clone(),
            targets,
            system,
        }
    }
}

/// The energy, and the integrals of the model that have a gain.
fn integrals<'m>(state: &OffConstraints<'m>, gains: &Gains) -> Vec<Integral<'m>> {
    let energy = Integral {
        value: state.energy(),
        gradient: state.energy_gradient(),
        gain: gains.energy.clone(),
    };
    let known = state.system.mechanics.model.integrals.iter();
    let fed_back = known
        .zip(&gains.integrals)
        .filter(|(_, gain)| !gain.is_zero());
    let fed_back = fed_back.map(|(integral, gain)| Integral {
        value: state.free.value(integral.expr),
        gradient: state.gradient_of(integral.expr),
        gain: gain.clone(),
    });
    core::iter::once(energy).chain(fed_back).collect()
}

/// `V = kJ/2 J^T C^-1 J + sum of kX/2 (X - X_0)^2 + k0/4 |R^T R - Id|^2`.
fn lyapunov<'m>(
    state: &OffConstraints<'m>,
    gains: &Gains,
    integrals: &[Integral<'m>],
    targets: &Vector<'m>,
) -> Expr {
    let graph = state.system.graph();
    let mut terms = vec![(
        state.violation().expr(),
        &gains.constraint * &Rational::HALF,
    )];
    for (i, integral) in integrals.iter().enumerate() {
        let distance = integral.value - targets.scalar(i);
        terms.push((distance.powi(2).expr(), &integral.gain * &Rational::HALF));
    }
    terms.extend(rotation_terms(state.system, &gains.rotation));
    graph.linear(&terms)
}

/// The squares of what keeps rotations from being rotations, with their weights in `V`.
fn rotation_terms(system: System<'_>, gain: &Rational) -> Vec<(Expr, Rational)> {
    let (graph, mechanics) = (system.graph(), system.mechanics);
    let defects = mechanics.frame.defects(graph, &mechanics.q).into_iter();
    let quarter = &(&Rational::HALF * &Rational::HALF) * gain;
    let term = |(defect, times): (Expr, i64)| (graph.powi(defect, 2), &quarter * &times.into());
    defects.map(term).collect()
}

/// The gradient of `V`.
fn lyapunov_gradient<'m>(
    state: &OffConstraints<'m>,
    gains: &Gains,
    integrals: &[Integral<'m>],
    targets: &Vector<'m>,
) -> Gradient<'m> {
    let (system, graph) = (state.system, state.system.graph());
    let rotations = graph.linear(&rotation_terms(system, &gains.rotation));
    let violation = state.violation_gradient();
    let gain = system.number(gains.constraint.clone());
    let mut total = Gradient {
        q: gain * violation.q + system.vector(graph.gradient(rotations, &system.mechanics.q)),
        p: gain * violation.p,
    };
    for (i, integral) in integrals.iter().enumerate() {
        let distance = (integral.value - targets.scalar(i)).times(&integral.gain);
        total.q = total.q + distance * &integral.gradient.q;
        total.p = total.p + distance * &integral.gradient.p;
    }
    total
}

/// `(K Ht_p - V_q, ad*_{Ht_p} p - K^T Ht_q + A^T lt + f - V_p)`: the gradient is that in the plane of
/// `(q, p)`; in coordinates `K` is the identity and there is no `ad*`. Forces are those at the velocity
/// `Ht_p`.
fn feedback_field<'m>(state: &OffConstraints<'m>, slope: &Gradient<'m>) -> Vector<'m> {
    let (system, held) = (state.system, &state.held);
    let (graph, frame) = (system.graph(), &system.mechanics.frame);
    let turned = frame.coadjoint(graph, &held.v.entries(), &state.p.entries());
    let turning = frame.along(graph, &state.turning_constraints().entries());
    let driving = held.applied_force() + system.vector(turned) + system.vector(turning);
    (held.rates() - &slope.q).chain(&(momentum_rate(state, &driving) - &slope.p))
}
