//! The header of an array of NumPy with a named field of double precision for each column.
//!
//! After <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, version 3.0: magic
//! bytes, version, the length of the text that follows in four bytes, and the text, which describes
//! the array and is padded to a multiple of 64 bytes.

/// Magic bytes and version.
const BEGINNING: &[u8; 8] = b"\x93NUMPY\x03\x00";

/// The array begins at a multiple of this.
const ALIGNMENT: usize = 64;

/// A header of the same length for every number of rows, which is known at the end only.
#[derive(Clone, Debug)]
pub(crate) struct NumPyHeader {
    fields: String,
    /// The length of the text.
    length: usize,
}

impl NumPyHeader {
    pub(crate) fn new(columns: &[String]) -> Self {
        let fields = columns.iter().map(|name| format!("('{name}', '<f8')"));
        let fields = fields.collect::<Vec<_>>().join(", ");
        let longest = text(&fields, u64::MAX).len() + 1;
        let before = BEGINNING.len() + size_of::<u32>();
        let length = (before + longest).next_multiple_of(ALIGNMENT) - before;
        Self { fields, length }
    }

    /// The header of an array of so many rows.
    pub(crate) fn of_rows(&self, rows: u64) -> Vec<u8> {
        let text = text(&self.fields, rows);
        let length = self.length as u32;
        let padding = " ".repeat(self.length - 1 - text.len());
        [
            BEGINNING,
            &length.to_le_bytes()[..],
            text.as_bytes(),
            padding.as_bytes(),
            b"\n",
        ]
        .concat()
    }
}

/// The literal of Python that describes the array. Names hold no quotes: they are those of the model,
/// identifiers with points, brackets and blanks.
fn text(fields: &str, rows: u64) -> String {
    format!("{{'descr': [{fields}], 'fortran_order': False, 'shape': ({rows},), }}")
}
