//! Options of other programs, and those of this one with the same effect.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error};

use crate::cli::Cli;

/// Adds the option with the same effect to an error about an unknown one.
pub(crate) fn suggested(mut error: Error) -> Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let same = match (error.kind(), unknown.as_str()) {
        (ErrorKind::UnknownArgument, "--dt") if has_step() => "--step",
        (ErrorKind::UnknownArgument, "-v") => "--version",
        _ => return error,
    };
    let same = ContextValue::String(same.to_owned());
    error.insert(ContextKind::SuggestedArg, same);
    error
}

/// Returns true if the command has an option `--step`.
fn has_step() -> bool {
    let root = Cli::command();
    let mut arguments = std::env::args().skip(1);
    let command = arguments.find_map(|name| root.find_subcommand(name));
    command.is_some_and(|command| {
        let mut options = command.get_arguments();
        options.any(|option| option.get_long() == Some("step"))
    })
}
