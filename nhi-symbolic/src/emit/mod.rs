//! Target languages: programs as source code, one folder per language.

pub mod rust;
