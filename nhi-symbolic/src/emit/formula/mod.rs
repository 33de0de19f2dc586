//! Formulas for people: expressions in LaTeX, MathML and plain text.
//!
//! A [`Notation`] writes expressions of a graph as [`Formula`] trees of bounded size: parts that are
//! shared or long get names of their own. Each notation in which trees are printed is one file.

pub(crate) mod latex;
pub(crate) mod mathml;
mod names;
mod notation;
pub(crate) mod text;
mod tree;

pub(crate) use notation::Notation;
pub(crate) use tree::{Equation, Formula};
