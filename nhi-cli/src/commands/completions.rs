//! `nhi completions`: completions for a shell.

use clap::CommandFactory;
use serde_json::json;

use crate::cli::{Cli, CompletionsArguments};
use crate::outcome::Outcome;

/// Prints the completions.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "nhi", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let data = json!({ "shell": arguments.shell.to_string(), "script": script });
    Outcome::new(script, data)
}
