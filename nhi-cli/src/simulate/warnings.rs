//! What an integrator warns of before it runs.

use super::stepper::{RunError, State, Stepper};
use crate::outcome::Problem;

impl Stepper<'_> {
    /// What the integrator warns of at the first state.
    pub(crate) fn warnings(&self, start: &State) -> Result<Vec<Problem>, RunError> {
        let time = self.time(start);
        let mut warnings = Vec::new();
        for diagnostic in &self.machine.scheme.diagnostics {
            let Some(warning) = diagnostic.warning else {
                continue;
            };
            let name = diagnostic.name;
            let values = self.integrate(name, &self.of_state(start), time)?;
            let exceeding = values.into_iter().filter(|&value| value >= 1.0);
            warnings.extend(exceeding.map(|value| {
                Problem::note(format!(
                    "{warning} (`{name}` is {value:.3} and must be below one)"
                ))
                .help("take a shorter step, `--step H`, or other options of the integrator")
            }));
        }
        Ok(warnings)
    }
}
