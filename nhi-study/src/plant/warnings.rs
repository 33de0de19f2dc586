//! Warnings of an integrator before and during a run.

use nhi_machine::State;

use super::stepper::Stepper;
use crate::console::Console;
use crate::outcome::Problem;
use crate::text_table::brief;

impl Stepper<'_> {
    /// Returns notes for readers of the results on how steps read controls.
    pub(crate) fn remarks(&self) -> Vec<Problem> {
        let note = || {
            Problem::note(
                "a held control: it depends on the state, which a step reads at its beginning alone; the \
                 errors are of order one in the step, whatever the order of the integrator",
            )
        };
        self.holds_controls().then(note).into_iter().collect()
    }

    /// Returns the warnings of the integrator at a state of a run.
    pub(crate) fn warnings(&self, state: &State) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for diagnostic in &self.machine.stepper.diagnostics {
            let Some(warning) = diagnostic.warning else {
                continue;
            };
            let name = diagnostic.name;
            let values = self.diagnostic(name, state);
            let exceeding = values.into_iter().filter(|&value| value >= 1.0);
            warnings.extend(exceeding.map(|value| {
                Problem::note(format!(
                    "{warning} (`{name}` is {value:.3} at t = {} and must be below one)",
                    brief(state.clock.time(self.step_size()))
                ))
                .help("take a shorter step, `--step H`, or other options of the integrator")
            }));
        }
        warnings
    }
}

/// The warnings of an integrator over a run, reported once.
#[derive(Debug)]
pub(crate) struct Warned {
    /// True if there may be unreported warnings.
    waits: bool,
}

impl Warned {
    pub(crate) fn new(stepper: &Stepper<'_>) -> Self {
        let diagnostics = &stepper.machine.stepper.diagnostics;
        Self {
            waits: diagnostics.iter().any(|known| known.warning.is_some()),
        }
    }

    /// Reports the warnings at a state, if it is the first state with any.
    pub(crate) fn look(&mut self, stepper: &Stepper<'_>, state: &State, console: &Console) {
        if self.waits {
            let warnings = stepper.warnings(state);
            self.waits = warnings.is_empty();
            console.tell(&warnings);
        }
    }
}
