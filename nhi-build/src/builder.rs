//! The build script's side: files in, `OUT_DIR` out.

use std::fmt;
use std::path::{Path, PathBuf};

use nhi_symbolic::diag::Diagnostics;

use crate::format::generate;
use crate::model_file::{ModelFile, ReadError};
use crate::render::{Colour, one_line, render};

/// Generates the code of several model files.
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is generated before `compile`"]
pub struct Builder {
    files: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
}

/// Why a build failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A model file could not be read.
    Read(ReadError),
    /// Models have mistakes; they have been reported on standard error and to cargo.
    Models {
        /// The number of mistakes.
        mistakes: usize,
    },
    /// Two model files have the same name, and so would their output.
    SameName {
        /// The name.
        name: String,
    },
    /// The output could not be written.
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        error: std::io::Error,
    },
    /// No output folder is known: the builder does not run in a build script.
    NoOutDir,
}

impl Builder {
    /// A builder without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a model file; its code is written to `<file stem>.rs`.
    pub fn file(mut self, path: impl AsRef<Path>) -> Self {
        self.files.push(path.as_ref().to_owned());
        self
    }

    /// Adds several model files.
    pub fn files(self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        paths.into_iter().fold(self, Self::file)
    }

    /// Writes to another folder than the build script's `OUT_DIR`.
    pub fn out_dir(mut self, path: impl AsRef<Path>) -> Self {
        self.out_dir = Some(path.as_ref().to_owned());
        self
    }

    /// Reads, compiles and writes all files. A file is written only when its content changes.
    ///
    /// Mistakes of all files are reported, with source lines on standard error and as one
    /// `cargo::error` line each.
    ///
    /// # Errors
    /// See [`Error`]; nothing is written when a model has a mistake.
    pub fn compile(&self) -> Result<(), Error> {
        let out_dir = self.output_folder()?;
        self.check_names()?;
        for path in &self.files {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        let mut mistakes = 0;
        let mut outputs = Vec::new();
        for path in &self.files {
            let file = ModelFile::read(path).map_err(Error::Read)?;
            match generate(&file) {
                Ok(code) => outputs.push((out_dir.join(stem(path)).with_extension("rs"), code)),
                Err(diagnostics) => mistakes += report(&file, &diagnostics),
            }
        }
        if mistakes > 0 {
            return Err(Error::Models { mistakes });
        }
        outputs
            .into_iter()
            .try_for_each(|(path, code)| write_if_changed(&path, &code))
    }

    fn output_folder(&self) -> Result<PathBuf, Error> {
        let from_cargo = || std::env::var_os("OUT_DIR").map(PathBuf::from);
        self.out_dir
            .clone()
            .or_else(from_cargo)
            .ok_or(Error::NoOutDir)
    }

    fn check_names(&self) -> Result<(), Error> {
        let mut names: Vec<_> = self.files.iter().map(|path| stem(path)).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(Error::SameName {
                name: pair[0].clone(),
            }),
            None => Ok(()),
        }
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    stem.to_string_lossy().into_owned()
}

/// Reports every mistake and gives their number.
fn report(file: &ModelFile, diagnostics: &Diagnostics) -> usize {
    for diagnostic in diagnostics.errors() {
        println!("cargo::error={}", one_line(file, diagnostic));
        eprintln!("{}\n", render(file, diagnostic, Colour::Plain));
    }
    diagnostics.errors().count()
}

fn write_if_changed(path: &Path, code: &str) -> Result<(), Error> {
    if std::fs::read_to_string(path).is_ok_and(|old| old == code) {
        return Ok(());
    }
    std::fs::write(path, code).map_err(|error| Error::Write {
        path: path.to_owned(),
        error,
    })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Models { mistakes: 1 } => f.write_str("the models have 1 mistake, reported above"),
            Self::Models { mistakes } => {
                write!(f, "the models have {mistakes} mistakes, reported above")
            }
            Self::SameName { name } => write!(
                f,
                "two model files are named `{name}`, so their code would be written to the same file: rename one"
            ),
            Self::Write { path, error } => write!(f, "cannot write `{}`: {error}", path.display()),
            Self::NoOutDir => f.write_str(
                "OUT_DIR is not set: call this from a build script, or choose a folder with `Builder::out_dir`",
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            Self::Write { error, .. } => Some(error),
            Self::Models { .. } | Self::SameName { .. } | Self::NoOutDir => None,
        }
    }
}
