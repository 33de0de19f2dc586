//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use nhi_study::scenario::Overrides;
use nhi_study::sweep::{PartFormat, Shard};

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

/// Validate the models of a file, or a scenario
///
/// For models: regular Lagrangian, independent constraints, integrability, constants of motion, and
/// the requirements of the listed integrators. For scenarios also: valid initial values, and the
/// growth of the parasitic mode of reflecting integrators. The exit code is 1 if there are errors.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// The model file, or a scenario (.toml)
    pub(crate) model: PathBuf,
}

/// Generate the code of a model file
///
/// The code is that of the attribute macro and of build scripts, formatted. In C, each model is a
/// header and a source, and all share `nhi.h`.
#[derive(Args, Debug)]
pub(crate) struct GenArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// The language of the code
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = Language::Rust)]
    pub(crate) language: Language,
    /// The file to write, for C the folder [default: standard output, for C the working folder]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing; exit with code 1 if a file is out of date
    #[arg(long, requires = "output")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) simplification: Simplification,
}

/// The languages of generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// Rust
    Rust,
    /// C99
    C,
}

impl Language {
    /// Returns the option as written, with a leading blank; empty for the default.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Rust => "",
            Self::C => " --language c",
        }
    }
}

/// How expressions are simplified.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Simplification {
    /// The simplifier of expressions
    ///
    /// Symbolica has its own licence, see the README. It requires the feature `symbolica` and `-o`,
    /// since it prints on standard output. Its results are used if a step then needs fewer
    /// operations.
    #[arg(long, value_enum, value_name = "SIMPLIFIER", default_value_t = SimplifierName::BuiltIn)]
    pub(crate) simplify: SimplifierName,
}

/// The simplifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SimplifierName {
    /// The built-in normal form alone
    BuiltIn,
    /// The computer algebra system Symbolica too
    Symbolica,
}

/// Run a scenario many times, with other parameters and initial values
///
/// The table `[sweep]` of the scenario lists the values to draw and the numbers to keep. The folder
/// receives one row per member, in parts of 1024 members. The same command goes on with the parts
/// that are missing, so a sweep can be interrupted, and shards can run on several machines. Members
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
    /// The format of the parts [default: parquet, if it is built in]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<SweepFormat>,
    /// The integrator; default: that of the scenario
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
/// An FMU (FMI 3.0, co-simulation) has the parameters, the coordinates and velocities with their
/// first values, and the controls as inputs. The laws of the scenario drive a control until the
/// importer sets it. A communication step is a whole number of steps. The FMU contains its C
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
    /// The integrator; default: that of the scenario
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
    /// External functions for CasADi: a shared library, and its source next to it
    Casadi,
    /// Generic discrete dynamics for acados: a source
    Acados,
}

/// Compare integrators with a reference solution
///
/// Prints errors with steps h, h/2 and h/4, observed orders, drift of the energy and of integrals,
/// constraint residuals, and the time per step of the interpreter. The reference is the most
/// accurate integrator that supports the model, usually Gauss(stages = 3), with a refined step.
/// Integrators that exceed the work limit are reported as failed.
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
    /// Take the motion of least action among N
    ///
    /// There are many stationary curves between two configurations, which need not be shortest.
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

/// Plot tables of `nhi run`, or a folder of `nhi sweep`
///
/// Without `--columns`: paths, other coordinates, controls, outputs, energy, constraint residuals
/// and multipliers. Several tables are drawn into the same panels. Of a sweep: a histogram of each
/// column, with `--x` dots over that column, and for lists over time the median and nine tenths of
/// the members.
#[derive(Args, Debug)]
pub(crate) struct PlotArguments {
    /// The tables: CSV, or .npy and .parquet; `-` for CSV on standard input; or one sweep
    #[arg(required = true, value_name = "TABLE")]
    pub(crate) tables: Vec<PathBuf>,
    /// The picture to write: .svg, .png or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Draw over this column instead of time [default columns: its velocity]
    #[arg(long, value_name = "COLUMN")]
    pub(crate) x: Option<String>,
    /// Draw the usual panels whose titles contain these names: "energy,residuals"
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', conflicts_with_all = ["columns", "x"])]
    pub(crate) panels: Vec<String>,
    /// Give values logarithmic axes
    #[arg(long)]
    pub(crate) log: bool,
    /// Name the tables in legends [default: the file names]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub(crate) labels: Vec<String>,
    #[command(flatten)]
    pub(crate) showing: Showing,
}

impl PlotArguments {
    /// Returns the options as the study takes them.
    pub(crate) fn as_written(&self) -> nhi_study::plots::Showing {
        nhi_study::plots::Showing {
            x: self.x.clone(),
            panels: self.panels.clone(),
            is_logarithmic: self.log,
            labels: self.labels.clone(),
            ..self.showing.as_written()
        }
    }
}

/// How runs are shown.
#[derive(Args, Clone, Debug)]
pub(crate) struct Showing {
    /// Draw these columns, each in its own panel: "pitch,u_left"
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// The scenario of the run, for units and sketch [default: the one that the table names]
    ///
    /// Parameters of the table take precedence over those of the scenario. For a table without a
    /// record of its origin, the title contains model, integrator and step if the first steps of
    /// the scenario equal its first rows.
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) scenario: Option<PathBuf>,
    /// The title [default: from the table or the file name]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Draw angles in degrees: these columns, or all with the unit "rad" in the scenario
    ///
    /// For a group element: its heading or tilt.
    #[arg(long, value_name = "A,B,...", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "")]
    pub(crate) degrees: Option<Vec<String>>,
    /// Show rows from this time on
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) from: Option<f64>,
    /// Show rows up to this time
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) to: Option<f64>,
}

impl Showing {
    /// Returns the options as the study takes them.
    pub(crate) fn as_written(&self) -> nhi_study::plots::Showing {
        nhi_study::plots::Showing {
            columns: self.columns.clone(),
            scenario: self.scenario.clone(),
            title: self.title.clone(),
            degrees: self.degrees.clone(),
            between: (self.from, self.to),
            ..nhi_study::plots::Showing::default()
        }
    }
}

/// Animate a table of `nhi run` as a web page or an SVG picture
///
/// The page loads nothing, and shows a sketch of the system with plots. The picture shows the
/// sketch alone, of planar systems. The table `[sketch]` of the scenario defines the sketch;
/// without it, group elements and the coordinates x and y are drawn as plain bodies.
#[derive(Args, Debug)]
pub(crate) struct AnimateArguments {
    /// The table: CSV, or .npy and .parquet
    pub(crate) table: PathBuf,
    /// The page or picture to write: .html or .svg
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) showing: Showing,
}

/// Print the equations of a model
///
/// Mass matrix, constraints, projectors, multipliers, equations of motion, and the discrete
/// equations of each listed integrator with operation counts.
#[derive(Args, Debug)]
pub(crate) struct DeriveArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// Plain text, a LaTeX document, or a web page with MathML
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) simplification: Simplification,
}

/// The notations of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    Text,
    /// A LaTeX document
    Latex,
    /// A web page
    Html,
}

/// Print a stage of the compiler
#[derive(Args, Debug)]
pub(crate) struct DumpArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// The stage
    #[arg(long, value_enum)]
    pub(crate) stage: Stage,
    /// The integrator with its options [default: those of the model]
    #[arg(long, value_name = "I")]
    pub(crate) integrator: Option<String>,
}

/// The stages of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// Names and expressions
    Model,
    /// Mass matrix, constraints, projectors, multipliers, acceleration
    Mechanics,
    /// The discrete equations of each integrator
    Scheme,
    /// The operations of each integrator
    Program,
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
/// With a template: another machine with a controller, and a library of generated code instead of
/// the program. Nothing is overwritten.
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
    /// A bicycle that is steered into its fall, and so stays up
    Bicycle,
    /// A snakeboard, which a rotor and turning wheels move along
    Snakeboard,
    /// A disc that rolls upright and is steered
    RollingDisk,
    /// A ball on a plate that tilts and leads it; its rotation is a group element
    Ball,
    /// A spinning top on a fixed point; its rotation is a group element
    Top,
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
/// outputs and levels of the run monitor. Steps are constant. If the end is not a whole number of
/// steps, the run stops at the last step before it and prints a note. A step reads controls at its
/// nodes, with coordinates and velocities at the beginning of the step.
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
            None => PartFormat::default(),
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
