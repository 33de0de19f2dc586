//! Tables of numbers as files.

use std::ffi::OsStr;
use std::path::Path;
use std::time::{Duration, Instant};

use nhi_build::visible_path;

use crate::numpy::NumPyHeader;
use crate::outcome::Failure;
use crate::result_file::{ResultFile, is_file_name};

/// Who reads a pipe waits for a row at most this long after it was computed, but for the last.
const LONGEST_HELD: Duration = Duration::from_millis(200);

/// A table that is being written, as CSV or as an array of NumPy: rows come out in blocks.
#[derive(Debug)]
pub(crate) struct TableFile {
    out: ResultFile,
    format: Format,
    rows: u64,
    last_time: f64,
}

/// How rows are written.
#[derive(Debug)]
enum Format {
    Csv {
        header: String,
        flushed: Option<Instant>,
    },
    NumPy(NumPyHeader),
}

impl TableFile {
    /// Begins a file in the format of its ending, or takes standard output for `-`.
    ///
    /// # Errors
    /// A name that promises another format, or a file that cannot be written.
    pub(crate) fn create(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        Ok(Self {
            format: Format::of(path, columns)?,
            out: ResultFile::create(path)?,
            rows: 0,
            last_time: 0.0,
        })
    }

    /// Adds a row of numbers; the first is the time. Their texts in CSV are the shortest that read back
    /// the same.
    pub(crate) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        self.last_time = values.first().copied().unwrap_or(self.last_time);
        let Self {
            out, format, rows, ..
        } = self;
        match format {
            Format::Csv { header, flushed } => {
                if *rows == 0 {
                    out.write(format!("{header}\n").as_bytes())?;
                }
                let texts: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
                out.write(format!("{}\n", texts.join(",")).as_bytes())?;
                if flushed.is_none_or(|flushed| flushed.elapsed() > LONGEST_HELD) {
                    out.flush()?;
                    *flushed = Some(Instant::now());
                }
            }
            Format::NumPy(header) => {
                if *rows == 0 {
                    out.write(&header.of_rows(0))?;
                }
                let bytes: Vec<_> = values
                    .iter()
                    .flat_map(|value| value.to_le_bytes())
                    .collect();
                out.write(&bytes)?;
            }
        }
        *rows += 1;
        Ok(())
    }

    /// The time in the last row.
    pub(crate) fn last_time(&self) -> f64 {
        self.last_time
    }

    /// All rows are there: the file takes its name. Without a row, what was there stays.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.rows == 0 {
            return Ok(());
        }
        if let Format::NumPy(header) = &self.format {
            self.out.replace_start(&header.of_rows(self.rows))?;
        }
        self.out.finish()
    }
}

impl Format {
    /// The format that the ending of a name promises; that of a pipe or a device is CSV.
    fn of(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        let ending = path.extension().filter(|_| is_file_name(path));
        let ending = ending.map(OsStr::to_ascii_lowercase);
        match ending.as_ref().map(|ending| ending.to_str()) {
            None | Some(Some("csv")) => Ok(Self::Csv {
                header: columns.join(","),
                flushed: None,
            }),
            Some(Some("npy")) => Ok(Self::NumPy(NumPyHeader::new(columns))),
            Some(_) => Err(Failure::Usage(format!(
                "`{}` names a format that nhi does not write: tables are CSV, .csv, or arrays of NumPy, .npy",
                visible_path(path)
            ))),
        }
    }
}
