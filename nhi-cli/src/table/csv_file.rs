//! CSV row by row.

use std::time::{Duration, Instant};

use crate::outcome::Failure;
use crate::result_file::ResultFile;

/// Who reads a pipe waits for a row at most this long after it was computed, but for the last.
const LONGEST_HELD: Duration = Duration::from_millis(200);

/// A text that is being written.
#[derive(Debug)]
pub(super) struct CsvRows {
    out: ResultFile,
    header: Option<String>,
    flushed: Option<Instant>,
}

impl CsvRows {
    pub(super) fn new(out: ResultFile, columns: &[String]) -> Self {
        Self {
            out,
            header: Some(columns.join(",")),
            flushed: None,
        }
    }

    /// Numbers as the shortest texts that read back the same.
    pub(super) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        if let Some(header) = self.header.take() {
            self.out.write(format!("{header}\n").as_bytes())?;
        }
        let texts: Vec<_> = values.iter().map(|value| format!("{value:?}")).collect();
        self.out
            .write(format!("{}\n", texts.join(",")).as_bytes())?;
        if self
            .flushed
            .is_none_or(|flushed| flushed.elapsed() > LONGEST_HELD)
        {
            self.out.flush()?;
            self.flushed = Some(Instant::now());
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        self.out.finish()
    }
}
