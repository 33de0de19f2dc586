//! Tables of numbers as files: what a run writes and pictures are drawn from. The ending of a name says
//! the format.

mod csv_file;
mod file;
mod form;
mod number_text;
mod numbers;
mod numpy;
#[cfg(feature = "parquet")]
mod parquet_file;
mod rows;

pub(crate) use file::TableFile;
pub(crate) use numbers::{MOST_NUMBERS, NumberTable};
pub(crate) use rows::{Rows, at, brief};
