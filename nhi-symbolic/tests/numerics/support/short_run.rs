//! Short runs of a system, from a state on the constraints, and what they measure.

use super::compiled::{Compiled, Run};
use super::dynamics::State;
use super::runge_kutta;
use super::sampling::{Random, on_constraints};
use super::systems::{Case, case};

/// Smooth controls of order one.
pub(crate) fn controls(case: &Case) -> impl Fn(f64) -> Vec<f64> + use<> {
    let count = case.controls;
    move |t| (0..count).map(|i| (3.0 * t + i as f64).cos()).collect()
}

/// A random state on the constraints.
pub(crate) fn initial(case: &Case, seed: u64) -> State {
    let state = Random::new(seed).state(case.coordinates, case.controls);
    on_constraints(&case.system, &case.parameters, &state)
}

/// A short run from a state on the constraints, with its end by Runge-Kutta as the reference.
pub(crate) struct ShortRun {
    pub(crate) case: Case,
    pub(crate) start: State,
    pub(crate) end: State,
}

pub(crate) const END_TIME: f64 = 0.8;

impl ShortRun {
    pub(crate) fn new(model: &str) -> Self {
        let case = case(model);
        let mut start = initial(&case, 1);
        start.t = 0.3;
        start = on_constraints(&case.system, &case.parameters, &start);
        let steps = 800;
        let h = END_TIME / f64::from(steps);
        let (system, parameters) = (&case.system, &case.parameters);
        let signal = controls(&case);
        let end = runge_kutta::integrate(system, parameters, &start, h, steps as usize, signal);
        Self { case, start, end }
    }

    /// The orders measured in `q` and `v` at the end, over three halvings.
    pub(crate) fn end_orders(&self, integrator: &str, fewest_steps: u32) -> [[f64; 3]; 2] {
        let compiled = Compiled::of_file(self.case.model, integrator);
        let errors = [1, 2, 4, 8].map(|factor| {
            let steps = fewest_steps * factor;
            let h = END_TIME / f64::from(steps);
            let run = Run::new(&compiled, &self.case.parameters, h);
            let run = run.with_controls(controls(&self.case));
            let (q0, v0) = (&self.start.q, &self.start.v);
            let nodes = run.trajectory(q0, v0, self.start.t, steps as usize);
            let last = &nodes[steps as usize];
            [
                distance(&last.q, &self.end.q),
                distance(&run.sample(last).v, &self.end.v),
            ]
        });
        [0, 1].map(|i| core::array::from_fn(|k| (errors[k][i] / errors[k + 1][i]).log2()))
    }
}

pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}
