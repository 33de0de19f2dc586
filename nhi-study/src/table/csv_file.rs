//! Writing of CSV row by row.

use std::time::{Duration, Instant};

use super::number_text;
use super::provenance::Provenance;
use crate::problem::Failure;
use crate::result_file::ResultFile;

/// The maximum delay between the computation of a row and its arrival at the reader of a pipe,
/// except for the last row.
const LONGEST_HELD: Duration = Duration::from_millis(200);

/// A CSV file in progress.
#[derive(Debug)]
pub(super) struct CsvRows {
    out: ResultFile,
    header: Option<String>,
    /// The text of one row, in a buffer shared by all rows.
    text: Vec<u8>,
    flushed: Option<Instant>,
}

impl CsvRows {
    pub(super) fn new(out: ResultFile, columns: &[String]) -> Self {
        Self {
            out,
            header: Some(columns.join(",")),
            text: Vec::new(),
            flushed: None,
        }
    }

    /// Writes numbers as the shortest texts that read back the same.
    pub(super) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        if let Some(header) = self.header.take() {
            self.out.write(format!("{header}\n").as_bytes())?;
        }
        self.text.clear();
        for (place, &value) in values.iter().enumerate() {
            if place > 0 {
                self.text.push(b',');
            }
            number_text::append(value, &mut self.text);
        }
        self.text.push(b'\n');
        self.out.write(&self.text)?;
        if self
            .flushed
            .is_none_or(|flushed| flushed.elapsed() > LONGEST_HELD)
        {
            self.out.flush()?;
            self.flushed = Some(Instant::now());
        }
        Ok(())
    }

    /// Ends with the record, in lines that readers skip as comments.
    pub(super) fn finish(mut self, record: &Provenance) -> Result<(), Failure> {
        for line in record.text().lines() {
            self.out.write(format!("# {line}\n").as_bytes())?;
        }
        self.out.finish()
    }
}
