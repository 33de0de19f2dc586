//! One mistake (or remark) at one place.

use std::fmt;

use proc_macro2::Span;

use super::Code;

/// Whether a diagnostic stops the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The stage has no result.
    Error,
    /// A remark; the stage still has a result.
    Note,
}

/// One mistake (or remark): its kind, its place, what was found there, what is required and what to do.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The kind of mistake, for the catalogue.
    pub code: Code,
    /// Whether it stops the compiler.
    pub severity: Severity,
    /// The author's tokens that are at fault.
    pub span: Span,
    /// What stands there, in a few words.
    pub found: String,
    /// What must hold or stand there; empty where the catalogue says it all.
    pub required: String,
    /// What to do; empty where the requirement already says it.
    pub help: String,
}

impl Diagnostic {
    /// A mistake: `found` stands at `span` where `required` should.
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

    /// A remark about `span` that stops nothing.
    pub fn note(code: Code, span: Span, found: impl Into<String>) -> Self {
        Self {
            severity: Severity::Note,
            ..Self::error(code, span, found, "")
        }
    }

    /// The same diagnostic with advice on what to do; empty advice is none.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// `[E014] found`, then one line each for what is required and for the advice.
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
