//! The arguments of the command.

mod models;
mod pictures;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use nhi_study::scenario::Overrides;
use nhi_study::sweep::{PartFormat, Shard};

pub(crate) use models::*;
pub(crate) use pictures::*;

/// Structure-preserving integrators for nonholonomic mechanical systems, from a Lagrangian and
/// constraint one-forms.
#[derive(Debug, Parser)]
#[command(
    name = "nhi",
    version = nhi_study::VERSION,
    propagate_version = true,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit codes: 0 success; 1 error in the input (see standard error); 2 usage; \
    3 a step failed, and the rows before it are written; 129, 130 or 143 stopped by SIGHUP, Ctrl-C \
    or SIGTERM, with the rows so far. Outputs replace files when they are complete. Inputs are never \
    overwritten."
)]
pub(crate) struct Cli {
    /// Print results as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckArguments),
    Gen(GenArguments),
    Run(RunArguments),
    Sweep(SweepArguments),
    Export(ExportArguments),
    Compare(CompareArguments),
    Connect(ConnectArguments),
    Linearise(LineariseArguments),
    Plot(PlotArguments),
    Animate(AnimateArguments),
    Derive(DeriveArguments),
    Dump(DumpArguments),
    Explain(ExplainArguments),
    /// List the integrators with their options
    Integrators,
    Cite(CiteArguments),
    Init(InitArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// Run a scenario many times, with other parameters and initial values
///
/// The table `[sweep]` of the scenario lists the values to draw and the numbers to keep. The folder
/// receives one row per member, in parts of 1024 members. The same command continues with the
/// parts that are missing, so you can interrupt a sweep and run shards on several machines. Members
/// that fail are rows with the reason.
#[derive(Args, Debug)]
pub(crate) struct SweepArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The folder of the parts
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Write only every n-th part, from the k-th on
    #[arg(long, value_name = "K/N", value_parser = shard, default_value = "1/1")]
    pub(crate) shard: Shard,
    /// Print how much of the sweep is done, and run nothing
    #[arg(long)]
    pub(crate) status: bool,
    /// The format of the parts [default: that of the folder; parquet, if it is built in]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<SweepFormat>,
    /// The integrator, such as "Mla" [default: from the scenario]
    #[arg(long, value_name = "INTEGRATOR")]
    pub(crate) integrator: Option<String>,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// The formats of the parts of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SweepFormat {
    #[cfg(feature = "parquet")]
    Parquet,
    Csv,
}

/// Export a scenario for other tools
///
/// An FMU (co-simulation by FMI 3.0 or 2.0) has the parameters, the coordinates and velocities with
/// their first values, and the controls as inputs. The laws of the scenario drive a control until
/// the importer sets it. A communication step is a whole number of steps. The FMU contains its C
/// sources and a binary for this platform, for which a C compiler is needed.
///
/// For the optimisers CasADi and acados, a step with its derivatives is a function of the state, of
/// controls that are constant over the step, of the parameters, the step size and the time. CasADi
/// also gets the start and the sample as functions.
#[derive(Args, Debug)]
pub(crate) struct ExportArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,
    /// The file to write
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// Project the initial values onto the constraints
    #[arg(long)]
    pub(crate) project: bool,
    /// The integrator, such as "Mla" [default: from the scenario]
    #[arg(long, value_name = "INTEGRATOR")]
    pub(crate) integrator: Option<String>,
    #[command(flatten)]
    pub(crate) changes: Changes,
}

/// The formats of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A unit for co-simulation, FMI 3.0
    Fmu,
    /// A unit for co-simulation, FMI 2.0
    Fmu2,
    /// External functions for CasADi: a shared library, and its source next to it
    Casadi,
    /// Generic discrete dynamics for acados: a source
    Acados,
}

/// Compare integrators with a reference solution
///
/// Prints errors with steps h, h/2 and h/4, observed orders, drift of the energy and of integrals,
/// constraint residuals, and the time per step of the interpreter. The reference is the most
/// accurate integrator that supports the model, usually Taylor, or Gauss(stages = 3) with a refined
/// step. Integrators that exceed the work limit are reported as failed.
#[derive(Args, Debug)]
pub(crate) struct CompareArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// Integrators, such as "Mla,Lobatto,Rk(order = 4)"; see `nhi integrators`
    #[arg(long, value_name = "A,B,...")]
    pub(crate) integrators: String,
    /// Write convergence.svg, drift.svg, residual.svg and compare.json to this folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Compare errors with work: time and evaluations, with steps h, h/2, ... h/32
    ///
    /// Methods with their own step size vary the tolerance down to machine precision. The folder of
    /// `--output` receives work_precision.svg too.
    #[arg(long)]
    pub(crate) work_precision: bool,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial values onto the constraints, and print the changes
    #[arg(long)]
    pub(crate) project: bool,
}

/// Find a vakonomic motion from the initial configuration to a target
///
/// The table `[target]` of the scenario contains coordinates at the time `end`; other coordinates
/// are free. The initial velocity and multipliers are the first guess of a shooting method. If no
/// motion is found, the best attempt is written, and the exit code is 3.
#[derive(Args, Debug)]
pub(crate) struct ConnectArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The table to write: CSV, or .npy or .parquet; `-` is standard output
    #[arg(short, long, default_value = "connect.csv", value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Write the motion of least action among N
    ///
    /// Many stationary curves connect two configurations; none is necessarily the shortest.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) motions: u64,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial values onto the constraints, and print the changes
    #[arg(long)]
    pub(crate) project: bool,
}

/// Linearise about the initial state: A, B and eigenvalues
///
/// States are independent displacements and velocities on the constraints. Variables that move but
/// do not affect the motion, such as a bicycle's position, are excluded. With feedback, A + B K is
/// printed too. The initial state must be an equilibrium or a steady motion; elsewhere A and B are
/// valid at one instant only, and no eigenvalues are printed. Derivatives are exact.
#[derive(Args, Debug)]
pub(crate) struct LineariseArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial values onto the constraints, and print the changes
    #[arg(long)]
    pub(crate) project: bool,
    /// Move the initial state to a steady motion nearby, and print the changes
    ///
    /// Uses a damped Newton method with the controls of the scenario.
    #[arg(long)]
    pub(crate) find: bool,
    /// Use these coordinates as the independent ones; default: chosen, those with controls first
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) coordinates: Vec<String>,
    /// Linearise along the run at this time, with the eigenvalues of this instant
    #[arg(
        long,
        value_name = "TIME",
        allow_negative_numbers = true,
        conflicts_with = "find"
    )]
    pub(crate) at: Option<f64>,
}

/// Explain an error code, such as E040
#[derive(Args, Debug)]
pub(crate) struct ExplainArguments {
    /// The code [default: list all codes]
    pub(crate) code: Option<String>,
}

/// Print the publications of an integrator as BibTeX
#[derive(Args, Debug)]
pub(crate) struct CiteArguments {
    /// The integrator [default: all]
    pub(crate) integrator: Option<String>,
}

/// Create a project with a model, a scenario and a program
///
/// With a template: another machine with a controller, a library of the generated code, and its
/// control loop. Nothing is overwritten.
#[derive(Args, Debug)]
pub(crate) struct InitArguments {
    /// The folder to create
    pub(crate) folder: PathBuf,
    /// The clone of the repository with `nonholonomic` and `nhi-build`
    ///
    /// By default, the clone that `nhi` was built from.
    #[arg(long, value_name = "DIR")]
    pub(crate) nhi: Option<PathBuf>,
    /// The machine [default: a sleigh]
    #[arg(long, value_enum)]
    pub(crate) template: Option<Template>,
}

/// A machine of `nhi init`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// A robot on two driven wheels, which keeps a speed and turns to and fro
    Diffdrive,
    /// A car with a trailer hitched to its rear axle, from rest into a slalom
    CarTrailer,
    /// A vehicle that balances on two wheels
    Segway,
    /// A bicycle that balances by steering into its fall
    Bicycle,
    /// A snakeboard, propelled by a rotor and steered wheels
    Snakeboard,
    /// A disc that rolls upright and is steered
    RollingDisk,
    /// A ball steered by a tilting plate; its rotation is a group element
    Ball,
    /// A spinning top on a fixed point; its rotation is a group element
    Top,
    /// A drone that flies at a given speed and circles a target; its constraint is nonlinear
    Drone,
    /// A car whose driven wheels spin; their grip depends on the load on their axle
    Dragster,
    /// A motorcycle whose front wheel lifts off and lands: a contact that opens
    Motorcycle,
}

/// Print completions for a shell
#[derive(Args, Debug)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page
#[derive(Args, Debug)]
pub(crate) struct ManArguments {
    /// Write the pages of all commands to this folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// Simulate a scenario and write a table
///
/// Columns: t, coordinates, velocities, energy, constraint residuals, multipliers, controls,
/// outputs and levels of the run monitor. Rows are one step apart. If the end is not a whole number
/// of steps, the run stops at the last step before it and prints a note. A step reads controls at
/// its nodes, with coordinates and velocities at the beginning of the step.
#[derive(Args, Debug)]
pub(crate) struct RunArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The table to write: CSV, or .npy or .parquet; `-` is standard output
    #[arg(short, long, default_value = "run.csv", value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// The integrator, such as "Rk(order = 4)" [default: from the scenario]
    #[arg(long, value_name = "I")]
    pub(crate) integrator: Option<String>,
    /// Write every N-th step only [default: all, up to 500 million numbers]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Project the initial values onto the constraints, and print the changes
    #[arg(long)]
    pub(crate) project: bool,
    /// Exit with code 3 if the run monitor prints a note
    ///
    /// The run monitor checks every run for signs of an unreliable result, such as energy drift,
    /// violated constraints, parasitic modes and unresolved controls. Notes on standard error give
    /// the time and a remedy; the columns `watch.*` contain the levels.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Changes of a scenario by options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Changes {
    /// The step size [default: from the scenario]
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    pub(crate) step: Option<f64>,
    /// The end time [default: from the scenario]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) end: Option<f64>,
    /// Set a parameter, initial value or control: "m=2.5"; can be repeated
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

impl SweepArguments {
    pub(crate) fn overrides(&self) -> Overrides {
        Overrides {
            integrator: self.integrator.clone(),
            ..self.changes.overrides()
        }
    }

    pub(crate) fn format(&self) -> PartFormat {
        match self.format {
            None => PartFormat::of_folder(&self.output).unwrap_or_default(),
            #[cfg(feature = "parquet")]
            Some(SweepFormat::Parquet) => PartFormat::Parquet,
            Some(SweepFormat::Csv) => PartFormat::Csv,
        }
    }
}

impl ExportArguments {
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

/// `K/N`
fn shard(text: &str) -> Result<Shard, String> {
    Shard::of_text(text).ok_or_else(|| "write K/N, with K from 1 to N".to_owned())
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
