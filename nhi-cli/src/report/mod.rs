//! The derivation report: what follows from a model, as formulas.
//!
//! `assemble` turns a compiled model into a document of headings, sentences, formulas and tables;
//! `text`, `latex` and `html` print the same document. Formulas are short because parts that are
//! shared or long get names of their own, listed under "where".

mod assemble;
mod formula;
mod html;
mod latex;
mod names;
mod notation;
mod text;

pub(crate) use assemble::assemble;
pub(crate) use html::html;
pub(crate) use latex::latex;
pub(crate) use text::text;

use formula::Formula;

/// A document.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The title.
    pub(crate) title: String,
    /// The parts in order.
    pub(crate) parts: Vec<Part>,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A heading.
    Heading(String),
    /// A paragraph; back quotes mark code.
    Sentence(String),
    /// Formulas, one per line.
    Formulas(Vec<Equation>),
    /// A table with a first row of titles.
    Table(Vec<Vec<String>>),
}

/// `left = right`.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// The left-hand side.
    pub(crate) left: Formula,
    /// The right-hand side.
    pub(crate) right: Formula,
}
