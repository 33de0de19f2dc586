//! Warnings of an integrator before and during a run.

use crate::simulation::State;

use crate::problem::Problem;
use crate::simulation::Simulator;
use crate::text::brief;

impl Simulator<'_> {
    /// Returns notes for readers of the results on how steps read controls.
    pub fn remarks(&self) -> Vec<Problem> {
        let held = || {
            let sees = match self.plant.laws_follow_state {
                true => "it depends on the state, which a step reads at its beginning alone; the",
                false => {
                    "a step calls its function with the state at the beginning; if the values depend on that, the"
                }
            };
            Problem::note(format!(
                "a held control: {sees} errors are of order one in the step, whatever the order of the integrator"
            ))
        };
        let missed = || {
            Problem::note(
                "a table or a delayed value changes between rows, and a method with its own step size \
                 reads it at rows alone; the errors are of order one in the distance of the rows, \
                 whatever the tolerance",
            )
            .help("shorten the distance, `--step H`, or take a method of constant steps, such as `Gauss(stages = 3)`")
        };
        let interpolated = || {
            Problem::note(
                "a law reads a delayed value, which is interpolated linearly between steps; the errors \
                 are of order two in the step, whatever the order of the integrator",
            )
        };
        let is_precise = self.plant.stepper.traits.order > 2;
        let note = if self.holds_controls() {
            Some(held())
        } else if self.plant.misses_inputs(self.step_size()) {
            Some(missed())
        } else if is_precise && self.plant.interpolates_delays() {
            Some(interpolated())
        } else {
            None
        };
        note.into_iter().collect()
    }

    /// Returns the warnings of the integrator at a state of a run.
    pub fn warnings(&self, state: &State) -> Vec<Problem> {
        let mut warnings = Vec::new();
        for diagnostic in &self.plant.stepper.diagnostics {
            let Some(warning) = diagnostic.warning else {
                continue;
            };
            let name = diagnostic.name;
            let values = self.diagnostic(name, state);
            let exceeding = values.into_iter().filter(|&value| value >= 1.0);
            warnings.extend(exceeding.map(|value| {
                Problem::note(format!(
                    "{warning} (`{name}` is {value:.3} at t = {} and must be below one)",
                    brief(state.clock().time(self.step_size()))
                ))
                .help("take a shorter step, `--step H`, or other options of the integrator")
            }));
        }
        warnings
    }
}

/// The warnings of an integrator over a run, reported once.
#[derive(Debug)]
pub struct Warned {
    /// True if there may be unreported warnings.
    waits: bool,
}

impl Warned {
    /// Begins before the first state of a run.
    pub fn new(simulator: &Simulator<'_>) -> Self {
        let diagnostics = &simulator.plant.stepper.diagnostics;
        Self {
            waits: diagnostics.iter().any(|known| known.warning.is_some()),
        }
    }

    /// Tells the warnings at a state, if it is the first state with any.
    pub fn tell(
        &mut self,
        simulator: &Simulator<'_>,
        state: &State,
        tell: &mut dyn FnMut(&[Problem]),
    ) {
        if !self.waits {
            return;
        }
        let warnings = simulator.warnings(state);
        if !warnings.is_empty() {
            self.waits = false;
            tell(&warnings);
        }
    }
}
