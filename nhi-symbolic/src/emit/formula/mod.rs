//! Human-readable formulas: expressions in LaTeX, MathML and plain text.
//!
//! A [`Notation`] converts expressions of a graph to [`Formula`] trees of bounded size, in which
//! shared or long parts get separate names. Each output notation has its own file.

pub(crate) mod latex;
pub(crate) mod mathml;
mod names;
mod notation;
pub(crate) mod text;
mod tree;

pub(crate) use notation::Notation;
pub(crate) use tree::{Equation, Formula};
