//! Errors of a build.

use std::fmt;
use std::path::PathBuf;

use nhi_symbolic::visible_line;

use crate::model_file::ReadError;
use crate::visible::visible_path;

/// The reason why a build failed.
///
/// A build script returns it from `main`, which prints its `Debug` form. So that form is the
/// message too.
#[non_exhaustive]
pub enum Error {
    /// A model file could not be read.
    Read(ReadError),
    /// Models have mistakes, which have been reported on standard error.
    Models {
        /// The number of mistakes.
        mistakes: usize,
    },
    /// Two model files have the same name, so their output would have the same name too.
    SameName {
        /// The name.
        name: String,
    },
    /// The path of a model file contains a line break, which cannot be passed to cargo.
    Name {
        /// The path.
        path: PathBuf,
    },
    /// The output would overwrite a model file.
    Overwrite {
        /// The path of the model file.
        path: PathBuf,
    },
    /// The output could not be written.
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The path of the crate is invalid.
    CratePath {
        /// The given text.
        path: String,
    },
    /// The output folder is unknown: the builder does not run in a build script.
    NoOutDir,
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
                "two model files are named `{name}`, so their code would be written to the same file: rename one",
                name = visible_line(name)
            ),
            Self::Name { path } => write!(
                f,
                "the path `{}` of a model file has an end of a line in it: rename it",
                visible_path(path)
            ),
            Self::Overwrite { path } => write!(
                f,
                "generated code would overwrite the model file `{}`: choose another folder",
                visible_path(path)
            ),
            Self::Write { path, error } => {
                write!(f, "cannot write `{}`: {error}", visible_path(path))
            }
            Self::CratePath { path } => write!(
                f,
                "`{}` is not a path in a crate: use one such as `dynamics` or `crate::robot::nhi`",
                visible_line(path)
            ),
            Self::NoOutDir => f.write_str(
                "OUT_DIR is not set: call this from a build script, or choose a folder with `Builder::out_dir`",
            ),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            Self::Write { error, .. } => Some(error),
            Self::Models { .. }
            | Self::SameName { .. }
            | Self::Name { .. }
            | Self::Overwrite { .. }
            | Self::CratePath { .. }
            | Self::NoOutDir => None,
        }
    }
}
