//! Tables of numbers as CSV files.

use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::outcome::Failure;

/// Rows are on disk (or in the pipe) at most this long after they were computed.
const LONGEST_HELD: Duration = Duration::from_millis(200);

/// A CSV file that is being written: rows come out in blocks.
pub(crate) struct TableFile {
    path: PathBuf,
    out: BufWriter<Box<dyn Write>>,
    flushed: Instant,
    last_time: f64,
}

impl TableFile {
    /// Creates the file, or takes standard output for `-`, and writes the header.
    pub(crate) fn create(path: &Path, columns: &[String]) -> Result<Self, Failure> {
        let target: io::Result<Box<dyn Write>> = if path == Path::new("-") {
            Ok(Box::new(stdout()))
        } else {
            File::create(path).map(|file| Box::new(file) as Box<dyn Write>)
        };
        let target = target.map_err(|error| Failure::writing(path, &error))?;
        let mut file = Self {
            path: path.to_owned(),
            out: BufWriter::new(target),
            flushed: Instant::now(),
            last_time: 0.0,
        };
        file.line(&columns.join(","))?;
        Ok(file)
    }

    /// Adds a row of numbers in shortest form that reads back the same; the first is the time.
    pub(crate) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        self.last_time = values.first().copied().unwrap_or(self.last_time);
        let texts: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
        self.line(&texts.join(","))?;
        if self.flushed.elapsed() > LONGEST_HELD {
            self.finish()?;
        }
        Ok(())
    }

    /// The time in the last row.
    pub(crate) fn last_time(&self) -> f64 {
        self.last_time
    }

    /// Hands over all rows so far.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.flushed = Instant::now();
        let flushed = self.out.flush();
        flushed.map_err(|error| Failure::writing(&self.path, &error))
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        let written = writeln!(self.out, "{text}");
        written.map_err(|error| Failure::writing(&self.path, &error))
    }
}
