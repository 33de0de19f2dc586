//! Tables of numbers as CSV files.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use nhi_build::visible_path;

use crate::outcome::Failure;
use crate::result_file::{ResultFile, is_file_name};

/// Who reads a pipe waits for a row at most this long after it was computed, but for the last.
const LONGEST_HELD: Duration = Duration::from_millis(200);

/// A CSV file that is being written: rows come out in blocks.
#[derive(Debug)]
pub(crate) struct TableFile {
    out: ResultFile,
    /// The header until there is a row.
    header: Option<String>,
    flushed: Option<Instant>,
    last_time: f64,
}

impl TableFile {
    /// Begins a file, or takes standard output for `-`.
    ///
    /// # Errors
    /// A name that promises another format, or a file that cannot be written.
    pub(crate) fn create(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        check_ending(path)?;
        Ok(Self {
            out: ResultFile::create(path)?,
            header: Some(columns.join(",")),
            flushed: None,
            last_time: 0.0,
        })
    }

    /// Adds a row of numbers in shortest form that reads back the same; the first is the time.
    pub(crate) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        if let Some(header) = self.header.take() {
            self.line(&header)?;
        }
        self.last_time = values.first().copied().unwrap_or(self.last_time);
        let texts: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
        self.line(&texts.join(","))?;
        if self
            .flushed
            .is_none_or(|flushed| flushed.elapsed() > LONGEST_HELD)
        {
            self.out.flush()?;
            self.flushed = Some(Instant::now());
        }
        Ok(())
    }

    /// The time in the last row.
    pub(crate) fn last_time(&self) -> f64 {
        self.last_time
    }

    /// All rows are there: the file takes its name. Without a row, what was there stays.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self.header {
            None => self.out.finish(),
            Some(_) => Ok(()),
        }
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write(format!("{text}\n").as_bytes())
    }
}

/// Tables are CSV: the name of a file must not promise anything else.
fn check_ending(path: &Path) -> Result<(), Failure> {
    let ending = path.extension().map(OsStr::to_ascii_lowercase);
    if ending.is_none_or(|ending| ending == "csv") || !is_file_name(path) {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "`{}` names a format that nhi does not write: tables are CSV, so use .csv",
        visible_path(path)
    )))
}
