//! Tables of numbers as files, written by runs and read for plots. The extension selects the
//! format.

mod csv_file;
mod file;
mod form;
mod number_text;
mod numbers;
mod numpy;
#[cfg(feature = "parquet")]
mod parquet_file;
mod provenance;
mod rows;

pub use file::TableFile;
pub use numbers::{MOST_NUMBERS, NumberTable, is_standard_input};
pub use provenance::{Provenance, Status, beside};
pub(crate) use rows::{Rows, at, brief};
