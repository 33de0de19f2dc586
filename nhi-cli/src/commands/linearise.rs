//! `nhi linearise`: the linear equations of motion near a state of a scenario.

use nhi_study::linearisation::{Options, linearise_scenario};
use nhi_study::scenario::Scenario;

use crate::cli::LineariseArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Linearises the motion of a scenario at its start or along its run.
pub(crate) fn linearise(
    arguments: &LineariseArguments,
    console: &Console,
) -> Result<Outcome, Failure> {
    let overrides = arguments.changes.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    let options = Options {
        project: arguments.project,
        find: arguments.find,
        coordinates: arguments.coordinates.clone(),
        at: arguments.at,
    };
    let found = linearise_scenario(&scenario, &options)?;
    let mut outcome = Outcome::new(found.text(), found.data());
    outcome.notes = found.notes;
    Ok(outcome)
}
