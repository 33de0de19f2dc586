//! The quantities that are attracted to their levels, their gains, and the Lyapunov function of all
//! of them.

use super::super::prelude::*;
use super::gains::Gains;
use super::off_constraints::{Gradient, OffConstraints};

/// The constraint momenta and integrals of a state that are attracted to their levels.
pub(super) struct Attraction<'m> {
    pub(super) state: OffConstraints<'m>,
    pub(super) gains: Gains,
    /// `Ht`, then the integrals of the model that are fed back.
    pub(super) integrals: Vec<Integral<'m>>,
    /// The symbols of the levels of the integrals.
    pub(super) targets: Vector<'m>,
}

/// An integral with its gradient, and its gain.
pub(super) struct Integral<'m> {
    pub(super) value: Scalar<'m>,
    pub(super) gradient: Gradient<'m>,
    pub(super) gain: Rational,
}

impl<'m> Attraction<'m> {
    pub(super) fn new(state: OffConstraints<'m>, gains: Gains) -> Self {
        let integrals = integrals(&state, &gains);
        let labels: Vec<_> = (0..integrals.len()).map(|i| i.to_string()).collect();
        let labels = labels.iter().map(String::as_str);
        Self {
            targets: state.system.symbols("target", labels, Role::Variable),
            state,
            gains,
            integrals,
        }
    }

    /// Returns `V = kJ/2 J^T C^-1 J + sum of kX/2 (X - X_0)^2 + k0/4 |R^T R - Id|^2`.
    pub(super) fn lyapunov(&self) -> Expr {
        let violation = self.state.violation().expr();
        let mut terms = vec![(violation, &self.gains.constraint * &Rational::HALF)];
        for (i, integral) in self.integrals.iter().enumerate() {
            let distance = integral.value - self.targets.scalar(i);
            terms.push((distance.powi(2).expr(), &integral.gain * &Rational::HALF));
        }
        terms.extend(self.rotation_terms());
        self.state.system.graph().linear(&terms)
    }

    /// Returns the gradient of `V`.
    pub(super) fn gradient(&self) -> Gradient<'m> {
        let system = self.state.system;
        let graph = system.graph();
        let rotations = graph.linear(&self.rotation_terms());
        let violation = self.state.violation_gradient();
        let gain = system.number(self.gains.constraint.clone());
        let mut total = Gradient {
            q: gain * violation.q + system.vector(graph.gradient(rotations, &system.mechanics.q)),
            p: gain * violation.p,
        };
        for (i, integral) in self.integrals.iter().enumerate() {
            let distance = (integral.value - self.targets.scalar(i)).times(&integral.gain);
            total.q = total.q + distance * &integral.gradient.q;
            total.p = total.p + distance * &integral.gradient.p;
        }
        total
    }

    /// Returns the squares of the deviations from rotations, with their weights in `V`.
    fn rotation_terms(&self) -> Vec<(Expr, Rational)> {
        let mechanics = self.state.system.mechanics;
        let graph = self.state.system.graph();
        let defects = mechanics.frame.defects(graph, &mechanics.q).into_iter();
        let quarter = &(&Rational::HALF * &Rational::HALF) * &self.gains.rotation;
        let term = |(defect, times): (Expr, i64)| (graph.powi(defect, 2), &quarter * &times.into());
        defects.map(term).collect()
    }
}

/// Returns the energy, and the integrals of the model that have a gain.
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
