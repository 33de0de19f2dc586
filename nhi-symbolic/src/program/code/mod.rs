//! Straight-line code as data, for printers of all languages: statements, and the terms in them.
//!
//! A value that only one nearby statement reads gets no name: its term becomes part of that
//! statement. The operations and their order within a term are those of the tape, so results are
//! identical bit for bit. With half the names, there is half as much code to read and to compile.

mod term;
mod writer;

pub use term::{Binding, Given, Infix, Operation, Term};
pub use writer::{Line, Reader, write};
