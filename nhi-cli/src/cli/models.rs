//! The arguments of commands that read a model: check, gen, derive, dump.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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
