//! The commands, one file each.

mod run;

use crate::cli::Command;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Does what a command says.
pub(crate) fn dispatch(command: &Command, console: &Console) -> Result<Outcome, Failure> {
    match command {
        Command::Run(arguments) => run::run(arguments, console),
    }
}
