//! The commands, one file each.

mod amount;
mod animate;
mod check;
mod check_scenario;
mod cite;
mod compare;
mod completions;
mod connect;
mod derive;
mod dump;
mod explain;
mod export;
mod generate;
mod init;
mod integrators;
mod linearise;
mod man;
mod plot;
mod run;
mod sweep;

use crate::cli::Command;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Runs a command.
pub(crate) fn dispatch(command: &Command, console: &Console) -> Result<Outcome, Failure> {
    match command {
        Command::Check(arguments) => check::check(arguments, console),
        Command::Gen(arguments) => generate::generate(arguments, console),
        Command::Run(arguments) => run::run(arguments, console),
        Command::Sweep(arguments) => sweep::sweep(arguments, console),
        Command::Export(arguments) => export::export(arguments, console),
        Command::Compare(arguments) => compare::compare(arguments, console),
        Command::Connect(arguments) => connect::connect(arguments, console),
        Command::Linearise(arguments) => linearise::linearise(arguments, console),
        Command::Plot(arguments) => plot::plot(arguments, console),
        Command::Animate(arguments) => animate::animate(arguments, console),
        Command::Derive(arguments) => derive::derive(arguments, console),
        Command::Dump(arguments) => dump::dump(arguments, console),
        Command::Explain(arguments) => explain::explain(arguments),
        Command::Integrators => Ok(integrators::integrators()),
        Command::Cite(arguments) => cite::cite(arguments),
        Command::Init(arguments) => init::init(arguments),
        Command::Completions(arguments) => Ok(completions::completions(arguments)),
        Command::Man(arguments) => man::man(arguments),
    }
}
