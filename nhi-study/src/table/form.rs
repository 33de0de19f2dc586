//! The formats of tables.

use std::ffi::OsStr;
use std::path::Path;

use nhi_build::visible_path;

use crate::problem::Failure;

/// The format of a table file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Csv,
    NumPy,
    #[cfg(feature = "parquet")]
    Parquet,
}

/// The reason why a file name selects no format.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoForm {
    /// The extension is that of another format.
    Unknown,
    #[cfg(not(feature = "parquet"))]
    WithoutParquet,
}

/// The message about missing Parquet support.
#[cfg(not(feature = "parquet"))]
pub(super) const WITHOUT_PARQUET: &str = "this `nhi` is built without Parquet, which \
    `cargo install --path nhi-cli --features parquet` adds";

impl Form {
    /// Returns the format of the extension; CSV if there is none.
    pub(super) fn of_ending(path: &Path) -> Result<Self, NoForm> {
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        match ending.as_ref().map(|ending| ending.to_str()) {
            None | Some(Some("csv")) => Ok(Self::Csv),
            Some(Some("npy")) => Ok(Self::NumPy),
            #[cfg(feature = "parquet")]
            Some(Some("parquet")) => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some(Some("parquet")) => Err(NoForm::WithoutParquet),
            Some(_) => Err(NoForm::Unknown),
        }
    }

    /// Returns the format in which a file of this name is written.
    ///
    /// # Errors
    /// The extension is that of another format, or of one that this command is built without.
    pub(super) fn to_write(path: &Path) -> Result<Self, Failure> {
        Self::of_ending(path).map_err(|reason| {
            let name = visible_path(path);
            Failure::Usage(match reason {
                NoForm::Unknown => format!(
                    "unknown table format of `{name}`: use .csv, .npy or .parquet"
                ),
                #[cfg(not(feature = "parquet"))]
                NoForm::WithoutParquet => format!(
                    "`{name}`: {WITHOUT_PARQUET}; without it tables are CSV, .csv, or arrays of NumPy, .npy"
                ),
            })
        })
    }
}
