//! Target languages: programs as source code, one folder per language, and human-readable formulas.

pub mod c;
mod case;
pub(crate) mod formula;
pub mod rust;
