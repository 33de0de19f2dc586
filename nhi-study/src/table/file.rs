//! Writing of tables of numbers.

use std::path::{Path, PathBuf};

use super::csv_file::CsvRows;
use super::form::Form;
use super::numpy::NumPyRows;
#[cfg(feature = "parquet")]
use super::parquet_file::ParquetRows;
use super::provenance::Provenance;
use crate::problem::Failure;
use crate::result_file::{ResultFile, is_file_name};

/// A table file in progress; rows are written in blocks.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    format: Format,
    rows: u64,
    last_time: f64,
}

/// The writer of rows.
#[derive(Debug)]
enum Format {
    Csv(CsvRows),
    NumPy(NumPyRows),
    #[cfg(feature = "parquet")]
    Parquet(ParquetRows),
}

impl TableFile {
    /// Creates a file in the format of its extension, or uses standard output for `-`.
    ///
    /// # Errors
    /// The extension is that of another format, or the file cannot be written.
    pub fn create(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        Ok(Self {
            path: path.to_owned(),
            format: Format::create(path, columns)?,
            rows: 0,
            last_time: 0.0,
        })
    }

    /// Returns the approximate number of bytes per number in a file of this name.
    pub fn bytes_of_number(path: &Path) -> u64 {
        match Form::of_ending(path) {
            // An optional sign, 16 or 17 digits, a decimal point and a comma.
            Ok(Form::Csv) | Err(_) => 19,
            Ok(Form::NumPy) => 8,
            #[cfg(feature = "parquet")]
            Ok(Form::Parquet) => 8,
        }
    }

    /// Adds a row of numbers; the first is the time.
    pub fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        self.last_time = values.first().copied().unwrap_or(self.last_time);
        match &mut self.format {
            Format::Csv(rows) => rows.row(values)?,
            Format::NumPy(rows) => rows.row(values)?,
            #[cfg(feature = "parquet")]
            Format::Parquet(rows) => rows.row(values)?,
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns the time in the last row.
    pub fn last_time(&self) -> f64 {
        self.last_time
    }

    /// Completes the table with the record of its origin, and gives the file its name. Without any
    /// row, the previous file is kept.
    pub fn finish(self, record: &Provenance) -> Result<(), Failure> {
        if self.rows == 0 {
            return Ok(());
        }
        match self.format {
            Format::Csv(rows) => rows.finish(record),
            Format::NumPy(rows) => rows.finish(&self.path, record),
            #[cfg(feature = "parquet")]
            Format::Parquet(rows) => rows.finish(record),
        }
    }
}

impl Format {
    /// Creates the writer for the format of the extension; pipes and devices use CSV.
    fn create(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        let form = if is_file_name(path) {
            Form::to_write(path)?
        } else {
            Form::Csv
        };
        let out = ResultFile::create(path)?;
        match form {
            Form::Csv => Ok(Self::Csv(CsvRows::new(out, columns))),
            Form::NumPy => Ok(Self::NumPy(NumPyRows::new(out, columns))),
            #[cfg(feature = "parquet")]
            Form::Parquet => ParquetRows::new(out, path, columns).map(Self::Parquet),
        }
    }
}
