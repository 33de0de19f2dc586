//! Human-readable reports: verdicts on a model, its derivation as formulas, and the output of the
//! compiler stages.
//!
//! A derivation is a document of headings, sentences, formulas and tables, printed as plain text,
//! LaTeX or HTML. Its formulas are short, because shared or long parts get separate names, which
//! are listed under "where".

mod columns;
mod derivation;
mod html;
mod latex;
pub(crate) mod stages;
mod text;
mod verdicts;

use crate::emit::formula::Equation;
use crate::program::Compiled;

pub use columns::aligned;
pub use stages::Stage;
pub use verdicts::{Examination, Verdict, examine};

/// The formats of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain text, with formulas in the notation of the model language and `^` for powers.
    Text,
    /// A LaTeX document that requires only the base packages.
    Latex,
    /// A self-contained web page with MathML.
    Html,
}

/// Returns the derivations of compiled models, one after the other, as one document.
#[must_use]
pub fn derivations(models: &[Compiled], format: Format) -> String {
    let reports: Vec<_> = models.iter().map(derivation::derivation).collect();
    match format {
        Format::Text => text::page(&reports),
        Format::Latex => latex::document(&reports),
        Format::Html => html::page(&reports),
    }
}

/// A document.
#[derive(Clone, Debug)]
struct Report {
    title: String,
    /// The parts in order.
    parts: Vec<Part>,
}

/// Formats a text in which a sign alternates between plain text and another kind.
fn alternating(
    text: &str,
    sign: char,
    plain: impl Fn(&str) -> String,
    other: impl Fn(&str) -> String,
) -> String {
    let pieces = text.split(sign).enumerate();
    pieces
        .map(|(index, piece)| match index % 2 {
            0 => plain(piece),
            _ => other(piece),
        })
        .collect()
}

/// A part of a document.
#[derive(Clone, Debug)]
enum Part {
    /// A heading.
    Heading(String),
    /// A paragraph; backticks mark code.
    Sentence(String),
    /// A paragraph of the theory, with formulas between dollar signs.
    Theory(&'static str),
    /// Formulas, one per line.
    Formulas(Vec<Equation>),
    /// A table whose first row contains the titles.
    Table(Vec<Vec<String>>),
}
