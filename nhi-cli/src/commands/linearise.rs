//! `nhi linearise`: the linear equations of motion near the start of a scenario.

use nhi_study::linearisation::{AtStart, Options, linearise_scenario};
use nhi_study::scenario::Scenario;
use serde_json::json;

use crate::cli::LineariseArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Linearises the motion of a scenario at its start.
pub(crate) fn linearise(
    arguments: &LineariseArguments,
    console: &Console,
) -> Result<Outcome, Failure> {
    let overrides = arguments.changes.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    let options = Options {
        project: arguments.project,
        find: arguments.find,
    };
    let AtStart {
        linearisation,
        start,
        notes,
    } = linearise_scenario(&scenario, options)?;
    let system = scenario.ast.name();
    let mut data = linearisation.data(&system);
    data["start"] = json!({ "configuration": start.q, "velocity": start.v });
    let mut outcome = Outcome::new(linearisation.text(&system), data);
    outcome.notes = notes;
    Ok(outcome)
}
