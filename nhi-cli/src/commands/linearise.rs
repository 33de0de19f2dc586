//! `nhi linearise`: the linear equations of motion near a state of a scenario.

use nhi_study::linearisation::{AtStart, Options, linearise_scenario};
use nhi_study::scenario::Scenario;
use nhi_study::text::brief;
use serde_json::json;

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
    let AtStart {
        linearisation,
        start,
        time,
        notes,
    } = linearise_scenario(&scenario, &options)?;
    let system = scenario.ast.name();
    let mut data = linearisation.data(&system);
    data["start"] = json!({ "time": time, "configuration": start.q, "velocity": start.v });
    let title = match arguments.at {
        Some(_) => format!("{system} at t = {}", brief(time)),
        None => system,
    };
    let mut outcome = Outcome::new(linearisation.text(&title), data);
    outcome.notes = notes;
    Ok(outcome)
}
