//! Arrays of NumPy with a named field of double precision for each column.
//!
//! After <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>: magic bytes, version,
//! the length of the text that follows, and the text, a literal of Python which describes the array and
//! is padded to a multiple of 64 bytes. Version 3.0 is written, where the length has four bytes and the
//! text is in UTF-8.

mod literal;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::NumPyRows;

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The version that is written.
const VERSION: [u8; 2] = [3, 0];
