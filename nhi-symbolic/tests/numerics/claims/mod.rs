//! What the papers say about their systems: closed forms, integrals, errors of energy.

mod chaplygin_sleigh;
mod heisenberg;
mod knife_edge;
mod nonholonomic_oscillator;
mod nonholonomic_particle;
mod perturbed_knife_edge;
mod roller_racer;
mod rolling_disk;
mod snakeboard;

use crate::support::compiled::{Compiled, Run};
use crate::support::dynamics::{Dynamics, State};
use crate::support::systems::Case;

/// Where and how fast a run starts.
struct Start<'a> {
    q: &'a [f64],
    v: &'a [f64],
}

impl Case {
    /// The samples of a run from time 0, with the multipliers.
    fn simulate(&self, integrator: &str, start: &Start<'_>, h: f64, steps: usize) -> Vec<Sampled> {
        self.simulate_driven(integrator, start, h, steps, |_| vec![0.0; self.controls])
    }

    /// The same with controls.
    fn simulate_driven(
        &self,
        integrator: &str,
        start: &Start<'_>,
        h: f64,
        steps: usize,
        controls: impl Fn(f64) -> Vec<f64>,
    ) -> Vec<Sampled> {
        let compiled = Compiled::of_file(self.model, integrator);
        let run = Run::new(&compiled, &self.parameters, h).with_controls(controls);
        samples(&run, start, steps)
    }

    fn dynamics(&self, state: &State) -> Dynamics {
        self.system.at(&self.parameters, state)
    }

    /// The largest change of the energy in each quarter of a run.
    fn energy_errors(&self, run: &[Sampled]) -> [f64; 4] {
        let first = self.dynamics(&run[0].state).energy;
        let quarter = run.len().div_ceil(4);
        core::array::from_fn(|i| {
            let part = run.iter().skip(i * quarter).take(quarter);
            let errors = part.map(|sample| (self.dynamics(&sample.state).energy - first).abs());
            errors.fold(0.0, f64::max)
        })
    }

    /// The powers of the step size in the largest change of the energy up to `end`, from four step
    /// sizes that are halved.
    fn energy_orders(&self, integrator: &str, start: &Start<'_>, end: f64, steps: u32) -> [f64; 3] {
        let errors = [1, 2, 4, 8].map(|factor| {
            let steps = steps * factor;
            let run = self.simulate(integrator, start, end / f64::from(steps), steps as usize);
            self.energy_errors(&run).into_iter().fold(0.0, f64::max)
        });
        println!("{} {integrator}: energy errors {errors:?}", self.model);
        core::array::from_fn(|k| (errors[k] / errors[k + 1]).log2())
    }
}

fn samples(run: &Run<'_>, start: &Start<'_>, steps: usize) -> Vec<Sampled> {
    let nodes = run.trajectory(start.q, start.v, 0.0, steps).into_iter();
    nodes
        .map(|node| {
            let sample = run.sample(&node);
            let t = run.time(&node);
            Sampled {
                state: State {
                    v: sample.v,
                    u: run.controls_at(t),
                    t,
                    q: node.q,
                },
                lambda: sample.lambda,
            }
        })
        .collect()
}

/// A sample with its time, and the multipliers.
struct Sampled {
    state: State,
    lambda: Vec<f64>,
}

/// Asserts that measured orders are `expected` within `tolerance`.
#[track_caller]
fn assert_order(what: &str, orders: &[f64], expected: f64, tolerance: f64) {
    println!("{what}: orders {orders:.3?}");
    assert!(
        orders
            .iter()
            .all(|order| (order - expected).abs() < tolerance),
        "{what}: {orders:?} instead of {expected}"
    );
}
