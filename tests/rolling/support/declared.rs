//! What is declared about integrators, on systems that roll.

use crate::support::methods::Method;
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;
use crate::support::system::System;

/// The number of steps to the end of a scenario.
const STEPS: u32 = 256;

/// How far samples may be off the constraints of integrators that keep them, relative to the size of the
/// terms; off those of positions in metres.
const ON_CONSTRAINTS: f64 = 1e-14;

/// How far rotations may be from being orthogonal.
const ORTHOGONAL: f64 = 1e-14;

/// How far the energy may leave its first value, relative to its largest.
const SAME_ENERGY: f64 = 1e-13;

/// How far from the start a symmetric method may end after steps there and back: equations are solved
/// to round-off, which unstable motions magnify.
const SAME_START: f64 = 1e-11;

impl System {
    /// Each integrator is on the constraints, keeps the energy, and is undone by `-h`, where this is
    /// declared; rotations stay orthogonal. Motors are off: they change the energy,
    /// and what they damp grows on the way back.
    pub(crate) fn has_what_is_declared(&self) {
        let mut others = Vec::new();
        for method in self.methods {
            for (what, error, bound) in self.declared(method) {
                println!("{}: {} is {what} to {error:.1e}", self.name, method.name);
                if error.is_nan() || error > bound {
                    others.push((method.name, what, error));
                }
            }
        }
        assert!(others.is_empty(), "{}: {others:?}", self.name);
    }

    /// What is declared about a method, how far it fails, and how far it may.
    fn declared(&self, method: &Method) -> Vec<(&'static str, f64, f64)> {
        let scenario = Scenario::of(self.name).without(self.energy.motors());
        let integrator = Integrator::of(self.name, method.name);
        let traits = integrator.traits();
        assert_eq!(traits.order, method.order, "{}", method.name);
        let run = Run::try_new(&integrator, &scenario, STEPS).expect("the motion exists");
        let mut declared = Vec::new();
        if !method.adds_matrices() {
            let distance = run.largest_distance_from_rotations();
            declared.push(("orthogonal", distance, ORTHOGONAL));
        }
        if traits.exact_constraints {
            declared.push(("on constraints", run.largest_residual(), ON_CONSTRAINTS));
        }
        let positions = run.largest_distance_from_positions();
        declared.extend(positions.map(|off| ("on position constraints", off, ON_CONSTRAINTS)));
        if traits.exact_energy && self.energy.is_constant_without_motors() {
            declared.push(("of constant energy", run.change_of_energy(), SAME_ENERGY));
        }
        if traits.symmetric && !method.reflects() {
            let distance = integrator.distance_there_and_back(&scenario, STEPS);
            declared.push((
                "symmetric",
                distance.expect("the motion exists"),
                SAME_START,
            ));
        }
        declared
    }
}
