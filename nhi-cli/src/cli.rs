//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::scenario::Overrides;

/// Structure-preserving integrators for nonholonomic mechanical systems, from a Lagrangian and
/// constraint one-forms.
#[derive(Debug, Parser)]
#[command(
    name = "nhi",
    version,
    propagate_version = true,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit codes: 0 done; 1 the input is at fault (see standard error); \
    2 usage; 3 the integration failed at some step, and what was computed before is written; \
    130 stopped by Ctrl-C, likewise."
)]
pub(crate) struct Cli {
    /// Results as JSON on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunArguments),
}

/// Simulate a scenario and write its trajectory as CSV
///
/// The scenario may name any integrator, whether or not the model lists it. Steps are constant;
/// where the end is not a whole number of steps, the run stops at the last step before it and says
/// so. Rows stand at computed steps only: t, coordinates, velocities, energy, constraint residuals,
/// multipliers, controls.
///
/// Controls are expressions in t, coordinates, velocities and parameters. A step reads them at its
/// own nodes in time, with coordinates and velocities as they are at the beginning of the step.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The CSV file to write; `-` is standard output
    #[arg(short, long, default_value = "run.csv", value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// The integrator with its options, in place of the scenario's: "Gni(start = Smooth)"
    #[arg(long, value_name = "I")]
    pub(crate) integrator: Option<String>,
    /// Write every N-th step only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Project the initial velocity onto the constraints, and say what changed
    #[arg(long)]
    pub(crate) project: bool,
}

/// What options change in a scenario.
#[derive(Args, Clone, Debug)]
pub(crate) struct Changes {
    /// The step size, in place of the scenario's
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    pub(crate) step: Option<f64>,
    /// The time at the end, in place of the scenario's
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) end: Option<f64>,
    /// A parameter, initial value or control, in place of the scenario's; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) set: Vec<(String, String)>,
}

impl RunArguments {
    pub(crate) fn overrides(&self) -> Overrides {
        Overrides {
            integrator: self.integrator.clone(),
            ..self.changes.overrides()
        }
    }
}

impl Changes {
    pub(crate) fn overrides(&self) -> Overrides {
        Overrides {
            integrator: None,
            step: self.step,
            end: self.end,
            set: self.set.clone(),
        }
    }
}

/// `NAME=VALUE`
fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err("write NAME=VALUE, both not empty".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}
