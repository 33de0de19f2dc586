//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

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
    129, 130 or 143 stopped by SIGHUP, Ctrl-C or SIGTERM, likewise. Files are replaced when the new \
    ones are complete, and never those that are read."
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
    Check(CheckArguments),
    Gen(GenArguments),
    Run(RunArguments),
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

/// Check the models of a file, or a scenario: verdicts with witnesses
///
/// Of models: regular Lagrangian, independent constraints, nonholonomic or integrable, and what the
/// listed integrators need; where one of those is beyond the budget of work, the verdicts on the model
/// itself are printed beside the error. Of a scenario: whether it can start, and how much the parasitic
/// mode of an integrator that reflects will grow along its motion. Exit code 1 where there is an error.
#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// The model file, or a scenario, which ends in .toml
    pub(crate) model: PathBuf,
}

/// Generate the Rust code of a model file
///
/// The code is what the attribute macro and a build script give, formatted.
#[derive(Args, Debug)]
pub(crate) struct GenArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// The file to write, in place of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write nothing; exit with code 1 where the file differs from what would be written
    #[arg(long, requires = "output")]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) simplification: Simplification,
}

/// How expressions are simplified.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Simplification {
    /// What simplifies expressions beside the built-in normal form
    ///
    /// Symbolica has a licence of its own, see the README. It has to be built in, prints on standard
    /// output, so that results need a file (`-o`), and is taken where a step needs fewer operations
    /// with it.
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

/// Compare integrators on a scenario against a built-in reference
///
/// Errors of coordinates and velocities at the end with steps h, h/2 and h/4, and the observed order;
/// drift of the energy against that of the reference, of the momenta that the declared symmetry makes
/// constant and of the declared integrals, as largest deviation and as slope; constraint residuals
/// and the time per step of the interpreter. Integrators are derived and run side by side on all cores,
/// and timed afterwards, one by one; one that is beyond the budget of work is said to have failed. The
/// reference is the most accurate integrator that takes the model within that budget, mostly
/// Gauss(stages = 3) for the motion of nonholonomic dynamics, with a step that is refined until its own
/// error is far below those measured. Where controls depend on the state they are in its equations of
/// motion, not held over its steps. A signal ends a comparison before anything is written.
#[derive(Args, Debug)]
pub(crate) struct CompareArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The integrators with their options, separated by commas: "Mla,Lobatto,Rk(order = 4)"; `nhi
    /// integrators` lists them
    #[arg(long, value_name = "A,B,...")]
    pub(crate) integrators: String,
    /// A folder for plots and data: convergence.svg, drift.svg, residual.svg, compare.json
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial velocity onto the constraints, and say what changed
    #[arg(long)]
    pub(crate) project: bool,
}

/// Find a vakonomic motion from the initial configuration to a target
///
/// The table `[target]` of the scenario gives coordinates at the time `end`; coordinates that are not
/// in it are free there, and their momenta vanish. The initial velocity and multipliers are the first
/// guess. Found by shooting, with several segments where one fails. Where no motion is found, the
/// best attempt is written, and the exit code is 3.
#[derive(Args, Debug)]
pub(crate) struct ConnectArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    /// The file to write, as CSV or, by its ending, .npy or .parquet; `-` is standard output
    #[arg(short, long, default_value = "connect.csv", value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Take the motion of least action among N
    ///
    /// Stationary curves between two configurations are many; none need be the shortest.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) motions: u64,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial velocity onto the constraints, and say what changed
    #[arg(long)]
    pub(crate) project: bool,
}

/// Linearise the motion at the start of a scenario: A, B and eigenvalues
///
/// States are independent displacements and velocities on the constraints; controls are as the scenario gives them at
/// the start, and with feedback A + B K is shown too. The start must be an equilibrium or a steady motion, along which
/// independent velocities are constant and nothing moves on which the motion depends: what moves otherwise, as the
/// place of a bicycle, is no state. Elsewhere A and B hold for a moment only, and there are no eigenvalues. Derivatives
/// are exact.
#[derive(Args, Debug)]
pub(crate) struct LineariseArguments {
    /// The scenario, a TOML file
    pub(crate) scenario: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Project the initial values onto the constraints, and say what changed
    #[arg(long)]
    pub(crate) project: bool,
    /// Move the start to an equilibrium or a steady motion near it, and say what changed
    ///
    /// By damped steps of Newton's method, for the controls of the scenario. Coordinates and group elements on
    /// which the motion depends come to rest.
    #[arg(long)]
    pub(crate) find: bool,
}

/// Plot trajectories that `nhi run` wrote
///
/// Without `--columns` the paths, other coordinates, controls, outputs, energy, constraint residuals
/// and multipliers. Paths are those in x and y where there are such columns, else in the first two
/// coordinates, and those of group elements: on SE2 with the heading, on SE3 from above with the
/// height, of SO3 the third axis from above with its tilt. Dots on them mark the time. Several tables are drawn over each other, each named by its file.
#[derive(Args, Debug)]
pub(crate) struct PlotArguments {
    /// The tables: CSV, or .npy and .parquet
    #[arg(required = true, value_name = "TABLE")]
    pub(crate) tables: Vec<PathBuf>,
    /// The picture to write; its ending, .svg or .png, chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) showing: Showing,
}

/// How runs are shown.
#[derive(Args, Clone, Debug)]
pub(crate) struct Showing {
    /// Draw these columns over the time, each in a panel of its own: "pitch,u_left"
    #[arg(long, value_name = "A,B,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// The scenario of the run, for units, for the title and, in an animation, for the sketch
    ///
    /// The title then names model, integrator and step, if the first steps of the scenario are the
    /// first rows of the table; a table itself does not tell.
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) scenario: Option<PathBuf>,
    /// The title, in place of that of the scenario or of the name of the file
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
    /// Draw angles in degrees: these columns, or all whose unit in the scenario is "rad"
    ///
    /// A group element stands for its heading or tilt.
    #[arg(long, value_name = "A,B,...", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "")]
    pub(crate) degrees: Option<Vec<String>>,
}

/// Show a trajectory that `nhi run` wrote as a page or a picture that moves
///
/// One HTML file for any browser, which loads nothing: a sketch of the system, with plots over the time
/// beside it. Or one SVG picture, which moves wherever a page shows pictures: the sketch alone, of
/// systems in the plane. The table `[sketch]` of the scenario says what the system looks like; without one, group
/// elements and the coordinates x and y are shown as plain bodies.
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

/// Show what follows from a model: the derivation as formulas
///
/// Mass matrix, constraints, projectors, multipliers, equations of motion, and the discrete
/// equations of each listed integrator as they are generated, with their operations.
#[derive(Args, Debug)]
pub(crate) struct DeriveArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// Plain text, a LaTeX document, or a web page with MathML
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// The file to write; standard output where there is none
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

/// Show what a stage of the compiler holds
#[derive(Args, Debug)]
pub(crate) struct DumpArguments {
    /// The model file
    pub(crate) model: PathBuf,
    /// The stage
    #[arg(long, value_enum)]
    pub(crate) stage: Stage,
    /// The integrator with its options, in place of those that the model lists
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
    /// The code; without one, all codes are listed
    pub(crate) code: Option<String>,
}

/// Print the publications that an integrator is from, as BibTeX
#[derive(Args, Debug)]
pub(crate) struct CiteArguments {
    /// The integrator; without one, the publications behind all are printed
    pub(crate) integrator: Option<String>,
}

/// Create a starter project: model, scenario and a program
///
/// With a template it is another machine with a controller, and a library of generated code in place of
/// the program. Nothing is overwritten.
#[derive(Args, Debug)]
pub(crate) struct InitArguments {
    /// The folder to create
    pub(crate) folder: PathBuf,
    /// Take the packages `nonholonomic` and `nhi-build` from a clone of the repository
    ///
    /// Without this, the clone that `nhi` itself was built from is taken.
    #[arg(long, value_name = "DIR")]
    pub(crate) nhi: Option<PathBuf>,
    /// The machine to begin with, in place of the sleigh with its program
    #[arg(long, value_enum)]
    pub(crate) template: Option<Template>,
}

/// A machine to begin with.
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
    /// Write the pages of all commands into a folder instead
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
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
    /// The file to write, as CSV or, by its ending, .npy or .parquet; `-` is standard output
    #[arg(short, long, default_value = "run.csv", value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// The integrator with its options, in place of the scenario's: "Mla" or "Rk(order = 4)"; `nhi
    /// integrators` lists them
    #[arg(long, value_name = "I")]
    pub(crate) integrator: Option<String>,
    /// Write every N-th step only; without it all, up to 500 million numbers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: Option<u64>,
    /// Project the initial velocity onto the constraints, and say what changed
    #[arg(long)]
    pub(crate) project: bool,
    /// Exit with code 3 where the watch over the run finds something
    ///
    /// Every run is watched for what makes results wrong in silence: a parasitic mode, an energy that
    /// should be constant, violated constraints, angles that turn far in a step, Newton's method at its
    /// limits, controls of the state that change while they are held. Notes on standard error say since
    /// when and what to do; the columns `watch...` have the levels.
    #[arg(long)]
    pub(crate) strict: bool,
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
    /// A parameter, initial value or control, in place of the scenario's: "m=2.5"; can be repeated
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
