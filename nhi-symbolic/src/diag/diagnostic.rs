//! A single error or note at one location.

use std::fmt;

use proc_macro2::Span;

use super::Code;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// An error: the stage has no result.
    Error,
    /// A note: the stage still has a result.
    Note,
}

/// An error or a note: its kind, its location, the problem, the requirement and the remedy.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The kind of error, for the catalogue.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The tokens of the author that caused the diagnostic.
    pub span: Span,
    /// The problem, in a few words.
    pub found: String,
    /// The requirement; empty if the catalogue explains it.
    pub required: String,
    /// The remedy; empty if the requirement implies it.
    pub help: String,
}

impl Diagnostic {
    /// Creates an error: `found` is at `span`, where `required` is expected.
    pub fn error(
        code: Code,
        span: Span,
        found: impl Into<String>,
        required: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            span,
            found: found.into(),
            required: required.into(),
            help: String::new(),
        }
    }

    /// Creates a note about `span`, which does not stop the compiler.
    pub fn note(code: Code, span: Span, found: impl Into<String>) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(code, span, found, "")
        }
    }

    /// Returns the same diagnostic with a remedy; an empty text means none.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// Writes `[E014] found`, then one line each for the requirement and the remedy.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.code, self.found)?;
        if !self.required.is_empty() {
            write!(f, "\n  required: {}", self.required)?;
        }
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}
