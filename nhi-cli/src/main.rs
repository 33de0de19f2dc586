//! The command `nhi`: checks and simulates models and scenarios, and writes code, trajectories and
//! plots.
//!
//! Each command is a function from its arguments to an outcome or a failure. This file prints the
//! result and chooses the exit code.

mod animation;
mod cli;
mod commands;
mod comparison;
mod connection;
mod console;
mod figure;
mod files;
mod linearisation;
mod model_source;
mod outcome;
mod places;
mod plots;
mod progress;
mod result_file;
mod scenario;
mod simplification;
mod simulate;
mod stop;
mod table;
mod text_table;

use std::process::ExitCode;

use clap::Parser;

use cli::Cli;
use console::Console;

fn main() -> ExitCode {
    let arguments = Cli::parse();
    let console = Console::new(arguments.json);
    let result = commands::dispatch(&arguments.command, &console);
    console.finish(result)
}
