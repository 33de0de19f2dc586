//! A system that rolls, and what is asked of it.

use nhi_machine::Sample;

use crate::support::by_hand::ByHand;
use crate::support::methods::{EXACT, Method};
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;

/// A system: model and scenario by name, and its equations by hand.
pub(crate) struct System {
    pub(crate) name: &'static str,
    pub(crate) by_hand: fn(&Scenario) -> ByHand,
    pub(crate) energy: Energy,
    /// The integrators that take the model.
    pub(crate) methods: &'static [Method],
}

/// What becomes of the energy.
pub(crate) enum Energy {
    Constant,
    /// It is constant where these parameters are 0, those of motors.
    ConstantWithout(&'static [&'static str]),
    /// The constraints are not linear, and do work.
    Changes,
}

impl Energy {
    /// The parameters of motors.
    pub(crate) fn motors(&self) -> &'static [&'static str] {
        match self {
            Self::ConstantWithout(motors) => motors,
            Self::Constant | Self::Changes => &[],
        }
    }

    /// Whether the energy is constant where these parameters are 0.
    pub(crate) fn is_constant_without_motors(&self) -> bool {
        !matches!(self, Self::Changes)
    }
}

/// How far the end may be from that of the equations by hand, relative to the largest number of the
/// end and to one.
const SAME_END: f64 = 1e-11;

/// How far an integral may leave its first value, relative to its largest.
const CONSTANT: f64 = 1e-11;

/// How far samples may be off the constraints, relative to the size of the terms.
const ON_CONSTRAINTS: f64 = 1e-13;

/// The least and the largest number of steps with which orders are measured, as powers of two.
const POWERS: core::ops::Range<u32> = 3..16;

impl System {
    /// The run of the scenario ends where the equations by hand end.
    pub(crate) fn ends_where_the_equations_by_hand_end(&self) {
        let scenario = Scenario::of(self.name);
        let run = self.fine_run(&scenario);
        let error = distance(run.last(), &self.end_by_hand(&scenario));
        println!("{}: {error:.1e} off at the end", self.name);
        assert!(error < SAME_END, "{}: {error:e}", self.name);
    }

    /// What the exact motion keeps is constant, and samples are on the constraints.
    pub(crate) fn keeps_its_integrals(&self) {
        let scenario = Scenario::of(self.name);
        let run = self.fine_run(&scenario);
        let mut changes = run.changes_of_integrals();
        let energy = self.energy.is_constant_without_motors().then(|| {
            let motors = self.energy.motors();
            match motors.is_empty() {
                true => run.change_of_energy(),
                false => self.fine_run(&scenario.without(motors)).change_of_energy(),
            }
        });
        changes.extend(energy.map(|change| ("energy".to_owned(), change)));
        for (name, change) in changes {
            println!("{}: {name} changes by {change:.1e}", self.name);
            assert!(change < CONSTANT, "{}: {name} by {change:e}", self.name);
        }
        let residual = run.largest_residual();
        println!("{}: on constraints to {residual:.1e}", self.name);
        assert!(residual < ON_CONSTRAINTS, "{}: {residual:e}", self.name);
    }

    /// The error at the end falls with the order of each integrator.
    pub(crate) fn converges_with_every_integrator(&self) {
        let scenario = Scenario::of(self.name);
        let end = self.end_by_hand(&scenario);
        let mut others = Vec::new();
        for method in self.methods {
            let measured = self.measured_order(method, &scenario, &end);
            println!("{}: {} has order {measured:.3}", self.name, method.name);
            let off = (measured - f64::from(method.order)).abs();
            if off.is_nan() || off > method.tolerance() {
                others.push((method.name, measured));
            }
        }
        assert!(others.is_empty(), "{}: {others:?}", self.name);
    }

    /// The order between the first number of steps at which the leading term of the error rules and
    /// twice as many; not a number where none of [`POWERS`] is enough.
    fn measured_order(&self, method: &Method, scenario: &Scenario, end: &[f64]) -> f64 {
        let integrator = Integrator::of(self.name, method.name);
        let mut above = f64::INFINITY;
        for power in POWERS {
            let steps = 1 << power;
            let error = integrator
                .end(scenario, steps)
                .map_or(f64::INFINITY, |sample| distance(&sample, end));
            if above < method.error_of_leading_term() {
                return (above / error).log2();
            }
            above = error;
        }
        println!("{}: {} errs by {above:e}", self.name, method.name);
        f64::NAN
    }

    /// The run of the scenario with the method that stands for the exact motion.
    fn fine_run(&self, scenario: &Scenario) -> Run {
        let steps = (scenario.end() / scenario.step()).round() as u32;
        let integrator = Integrator::of(self.name, EXACT);
        Run::try_new(&integrator, scenario, steps).expect("the motion exists")
    }

    /// Configuration and velocity at the end by the equations by hand.
    fn end_by_hand(&self, scenario: &Scenario) -> Vec<f64> {
        (self.by_hand)(scenario).at(scenario.end())
    }
}

/// How far a sample is from configuration and velocity `end`, relative to the largest
/// number there and to one.
fn distance(sample: &Sample, end: &[f64]) -> f64 {
    let numbers = [&sample.q[..], &sample.v].concat();
    assert_eq!(numbers.len(), end.len(), "configuration and velocity");
    let size = end.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    let differences = numbers.iter().zip(end).map(|(a, b)| (a - b).abs() / size);
    differences.fold(0.0, f64::max)
}
