//! Writing of arrays row by row.

use std::path::Path;

use super::{MAGIC, VERSION};
use crate::problem::Failure;
use crate::result_file::ResultFile;
use crate::table::provenance::Provenance;

/// The alignment of the array, in bytes.
const ALIGNMENT: usize = 64;

/// An array file in progress.
#[derive(Debug)]
pub(in crate::table) struct NumPyRows {
    out: ResultFile,
    header: Header,
    /// The bytes of one row, in a buffer shared by all rows.
    bytes: Vec<u8>,
    rows: u64,
}

impl NumPyRows {
    pub(in crate::table) fn new(out: ResultFile, columns: &[String]) -> Self {
        Self {
            out,
            header: Header::new(columns),
            bytes: Vec::new(),
            rows: 0,
        }
    }

    pub(in crate::table) fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        if self.rows == 0 {
            self.out.write(&self.header.of_rows(0))?;
        }
        self.bytes.resize(8 * values.len(), 0);
        let (places, _) = self.bytes.as_chunks_mut();
        for (place, value) in places.iter_mut().zip(values) {
            *place = value.to_le_bytes();
        }
        self.out.write(&self.bytes)?;
        self.rows += 1;
        Ok(())
    }

    /// Completes the array, and writes the record next to it.
    pub(in crate::table) fn finish(
        mut self,
        path: &Path,
        record: &Provenance,
    ) -> Result<(), Failure> {
        self.out.replace_start(&self.header.of_rows(self.rows))?;
        self.out.finish()?;
        record.write_beside(path)
    }
}

/// A header of the same length for every number of rows, which is known only at the end.
#[derive(Debug)]
struct Header {
    fields: String,
    /// The length of the text.
    length: usize,
}

impl Header {
    fn new(columns: &[String]) -> Self {
        let fields = columns.iter().map(|name| format!("('{name}', '<f8')"));
        let fields = fields.collect::<Vec<_>>().join(", ");
        let longest = text(&fields, u64::MAX).len() + 1;
        let before = MAGIC.len() + VERSION.len() + size_of::<u32>();
        let length = (before + longest).next_multiple_of(ALIGNMENT) - before;
        Self { fields, length }
    }

    /// Returns the header of an array with the given number of rows.
    fn of_rows(&self, rows: u64) -> Vec<u8> {
        let text = text(&self.fields, rows);
        let length = self.length as u32;
        let padding = " ".repeat(self.length - 1 - text.len());
        [
            MAGIC,
            &VERSION[..],
            &length.to_le_bytes(),
            text.as_bytes(),
            padding.as_bytes(),
            b"\n",
        ]
        .concat()
    }
}

/// Returns the Python literal that describes the array. Names contain no quotes: they are those of
/// the model, identifiers with dots, brackets and blanks.
fn text(fields: &str, rows: u64) -> String {
    format!("{{'descr': [{fields}], 'fortran_order': False, 'shape': ({rows},), }}")
}
