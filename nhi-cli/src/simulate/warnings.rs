//! What an integrator warns of before it runs.

use nhi_machine::State;

use super::stepper::Stepper;
use crate::outcome::Problem;

impl Stepper<'_> {
    /// What a reader of the results should know of how steps read controls.
    pub(crate) fn remarks(&self) -> Vec<Problem> {
        let note = || {
            Problem::note(
                "a held control: it depends on the state, which a step reads at its beginning alone; the \
                 errors are of order one in the step, whatever the order of the integrator",
            )
        };
        self.holds_controls().then(note).into_iter().collect()
    }

    /// What the integrator warns of at the first state.
    pub(crate) fn warnings(&self, start: &State) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for diagnostic in &self.machine.stepper.diagnostics {
            let Some(warning) = diagnostic.warning else {
                continue;
            };
            let name = diagnostic.name;
            let values = self.diagnostic(name, start);
            let exceeding = values.into_iter().filter(|&value| value >= 1.0);
            warnings.extend(exceeding.map(|value| {
                Problem::note(format!(
                    "{warning} (`{name}` is {value:.3} and must be below one)"
                ))
                .help("take a shorter step, `--step H`, or other options of the integrator")
            }));
        }
        warnings
    }
}
