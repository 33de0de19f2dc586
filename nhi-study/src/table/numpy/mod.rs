//! NumPy arrays with a named double-precision field for each column.
//!
//! The format is described at
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>: magic bytes, the
//! version, the length of the header text, and the text. The text is a Python literal that
//! describes the array, padded to a multiple of 64 bytes. Files are written as version 3.0, in
//! which the length has four bytes and the text is in UTF-8.

mod literal;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::NumPyRows;

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The version written.
const VERSION: [u8; 2] = [3, 0];
