//! `nhi check`: verdicts on the models of a file, or on a scenario.

use nhi_study::check::check as checked;
use nhi_study::sources::Sources;
use serde_json::json;

use super::check_scenario;
use crate::cli::CheckArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Checks every model of a file, or a scenario.
pub(crate) fn check(arguments: &CheckArguments, console: &Console) -> Result<Outcome, Failure> {
    if arguments.model.extension().is_some_and(|x| x == "toml") {
        return check_scenario::check(&arguments.model, console);
    }
    let sources = Sources::read(&arguments.model, console.colour)?;
    let checked = checked(&sources)?;
    let mut outcome = Outcome::new(checked.text, json!({ "models": checked.models }));
    outcome.notes = checked.notes;
    if checked.problems.is_empty() {
        return Ok(outcome);
    }
    Err(Failure::Partial {
        outcome: Box::new(outcome),
        problems: checked.problems,
    })
}
