//! The model, integrator and step size that produced a table.
//!
//! Tables of other programs do not record them. If users name a scenario for such a table, this
//! module checks that the scenario reproduces it. A title must not name an integrator that did not
//! produce the table.

use super::Run;
use crate::scenario::Scenario;
use crate::simulation::{Plant, Simulator, State, admit};

/// The number of rows to reproduce, and the maximum number of steps to do so.
const ROWS: usize = 6;
const MOST_STEPS: f64 = 10_000.0;

/// Returns `Sleigh, Mla, step 0.02` if a scenario reproduces the beginning of a table bit for bit.
pub(super) fn origin(scenario: &Scenario, run: &Run) -> Option<String> {
    let plant = Plant::new(&scenario.ast, &scenario.integrator.1, &scenario.signals).ok()?;
    let plant = plant.with_multipliers(&scenario.multipliers);
    let simulator = scenario.simulator(&plant, scenario.grid.step).ok()?;
    let start = |project| {
        admit(
            &simulator,
            &scenario.q,
            &scenario.v,
            project,
            &scenario.path,
        )
    };
    let (initial, _) = start(false).or_else(|_| start(true)).ok()?;
    let state = simulator.start(&initial.q, &initial.v).ok()?;
    makes(&simulator, state, run)?.then(|| {
        let (name, step) = (&scenario.integrator.0, scenario.grid.step);
        format!("{}, {name}, step {step:?}", scenario.ast.name())
    })
}

/// Returns true if the steps from a state reproduce the first rows.
fn makes(simulator: &Simulator<'_>, mut state: State, run: &Run) -> Option<bool> {
    let row = |k: usize, names: &[String]| -> Option<Vec<f64>> {
        let values = names.iter().map(|name| Some(run.table.column(name)?[k]));
        values.collect()
    };
    let (coordinates, velocities) = (simulator.configuration_names(), simulator.velocity_names());
    let mut done = 0.0;
    for (k, time) in run.table.column("t")?.iter().enumerate().take(ROWS) {
        let steps = (time / simulator.step_size()).round();
        if !(0.0..=MOST_STEPS).contains(&steps) {
            return Some(false);
        }
        while done < steps {
            state = simulator.step(&state).ok()?;
            done += 1.0;
        }
        let sample = simulator.sample(&state).ok()?;
        let (q, v) = (row(k, coordinates)?, row(k, velocities)?);
        if sample.t != *time || sample.q != q || sample.v != v {
            return Some(false);
        }
    }
    Some(true)
}
