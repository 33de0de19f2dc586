//! Target languages: programs as source code, one folder per language, and formulas for people.

pub(crate) mod formula;
pub mod rust;
