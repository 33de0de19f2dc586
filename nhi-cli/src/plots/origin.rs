//! Which model, integrator and step a table is from.
//!
//! A table of numbers does not tell; a line for it in the file would be read as numbers by other
//! programs. So who plots names the scenario, and it is tried whether the scenario makes the table: a
//! title is not to name an integrator that had no part in it.

use super::Run;
use crate::scenario::Scenario;
use crate::simulate::{Machine, State, Stepper, admit};

/// Rows that are made again, and steps that this may take at most.
const ROWS: usize = 6;
const MOST_STEPS: f64 = 10_000.0;

/// `Sleigh, Mla, step 0.02` where a scenario makes the beginning of a table bit by bit, else nothing.
pub(super) fn origin(scenario: &Scenario, run: &Run) -> Option<String> {
    let machine = Machine::new(&scenario.ast, &scenario.integrator.1, &scenario.signals).ok()?;
    let machine = machine.with_multipliers(&scenario.multipliers);
    let stepper = scenario.stepper(&machine, scenario.grid.step).ok()?;
    let start = |project| admit(&stepper, &scenario.q, &scenario.v, project, &scenario.path);
    let (initial, _) = start(false).or_else(|_| start(true)).ok()?;
    let state = stepper.start(&initial.q, &initial.v).ok()?;
    makes(&stepper, state, run)?.then(|| {
        let (name, step) = (&scenario.integrator.0, scenario.grid.step);
        format!("{}, {name}, step {step:?}", scenario.ast.name())
    })
}

/// Whether the steps from a state are the first rows.
fn makes(stepper: &Stepper<'_>, mut state: State, run: &Run) -> Option<bool> {
    let row = |k: usize, names: &[String]| -> Option<Vec<f64>> {
        let values = names.iter().map(|name| Some(run.table.column(name)?[k]));
        values.collect()
    };
    let (coordinates, velocities) = (stepper.configuration_names(), stepper.velocity_names());
    let mut done = 0.0;
    for (k, time) in run.table.column("t")?.iter().enumerate().take(ROWS) {
        let steps = (time / stepper.step_size()).round();
        if !(0.0..=MOST_STEPS).contains(&steps) {
            return Some(false);
        }
        while done < steps {
            state = stepper.step(&state).ok()?;
            done += 1.0;
        }
        let sample = stepper.sample(&state).ok()?;
        let (q, v) = (row(k, coordinates)?, row(k, velocities)?);
        if sample.t != *time || sample.q != q || sample.v != v {
            return Some(false);
        }
    }
    Some(true)
}
