//! The command `nhi`: checks and simulates models and scenarios, and writes code, trajectories and
//! plots.
//!
//! Each command is a function from its arguments to an outcome or a failure. This file prints the
//! result and chooses the exit code.

mod cli;
mod commands;
mod console;
mod outcome;
mod progress;
mod similar;
mod simplification;
mod stop;

use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use console::Console;

fn main() -> ExitCode {
    let arguments = Cli::try_parse().unwrap_or_else(|error| similar::suggested(error).exit());
    let console = Console::new(arguments.json);
    let result = commands::dispatch(&arguments.command, &console);
    console.finish(result)
}
