//! The result of a command: text and data, or the reason for a failure.

use std::fmt;
use std::io;
use std::path::Path;

use nhi_build::{visible, visible_line, visible_path};
use nhi_symbolic::{Diagnostic, Severity};
use serde_json::{Value, json};

/// The result of a command: a text for people, and the same as data for programs.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) text: String,
    pub(crate) data: Value,
    /// Remarks for standard error.
    pub(crate) notes: Vec<Problem>,
}

/// The reason for which a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is wrong.
    Input(Vec<Problem>),
    /// The input is wrong, but there are partial results.
    Partial {
        /// The partial results.
        outcome: Box<Outcome>,
        /// The errors.
        problems: Vec<Problem>,
    },
    /// The arguments contradict each other.
    Usage(String),
    /// The integration failed at some step; earlier results are written.
    Integration {
        /// The time and the reason.
        message: String,
        /// The same as data, with the files written.
        data: Value,
    },
    /// A signal stopped the command; earlier results are written.
    Stopped {
        /// The number of the signal.
        signal: u8,
        /// The time, and the files written.
        message: String,
    },
    /// The reader of the output closed it.
    BrokenPipe,
}

/// An error or a note, with its location.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// True for a note, false for an error.
    pub(crate) is_note: bool,
    /// The code in the catalogue, if there is one.
    pub(crate) code: Option<String>,
    /// The file that contains it.
    pub(crate) file: Option<String>,
    /// The line and column in the file, from 1.
    pub(crate) place: Option<(usize, usize)>,
    /// The table and the key of a scenario, such as `[parameters] m`.
    pub(crate) key: Option<String>,
    /// A description of the problem.
    pub(crate) found: String,
    /// A description of the required input.
    pub(crate) required: String,
    /// The suggested action.
    pub(crate) help: String,
    /// The problem with source lines, if this text differs from the [`fmt::Display`] output of the
    /// other fields. It is safe to print, and may contain colours.
    pub(crate) rendered: Option<String>,
}

impl Outcome {
    pub(crate) fn new(text: impl Into<String>, data: Value) -> Self {
        Self {
            text: text.into(),
            data,
            notes: Vec::new(),
        }
    }
}

impl Problem {
    /// Creates an error without a location in a file.
    pub(crate) fn new(found: impl Into<String>, required: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            required: required.into(),
            ..Self::default()
        }
    }

    /// Converts a diagnostic of the compiler, without its location.
    pub(crate) fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            is_note: diagnostic.severity == Severity::Note,
            code: Some(diagnostic.code.to_string()),
            found: diagnostic.found.clone(),
            required: diagnostic.required.clone(),
            help: diagnostic.help.clone(),
            ..Self::default()
        }
    }

    /// Creates a note.
    pub(crate) fn note(found: impl Into<String>) -> Self {
        Self {
            is_note: true,
            ..Self::new(found, "")
        }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    pub(crate) fn to_data(&self) -> Value {
        json!({
            "severity": if self.is_note { "note" } else { "error" },
            "code": self.code,
            "file": self.file,
            "line": self.place.map(|(line, _)| line),
            "column": self.place.map(|(_, column)| column),
            "key": self.key,
            "found": self.found,
            "required": self.required,
            "help": self.help,
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rendered) = &self.rendered {
            return f.write_str(rendered);
        }
        let (found, required) = (visible(&self.found), visible(&self.required));
        let help = visible(&self.help);
        f.write_str(if self.is_note { "note: " } else { "error: " })?;
        if let Some(file) = &self.file {
            f.write_str(&visible_line(file))?;
            if let Some((line, column)) = self.place {
                write!(f, ":{line}:{column}")?;
            }
            f.write_str(": ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{}: ", visible_line(key))?;
        }
        f.write_str(&found)?;
        if !required.is_empty() {
            write!(f, "\n  needed: {required}")?;
        }
        if !help.is_empty() {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Input(vec![problem])
    }
}

impl From<Box<Problem>> for Failure {
    fn from(problem: Box<Problem>) -> Self {
        (*problem).into()
    }
}

impl Failure {
    /// Returns the failure to write to a file or, for `-`, to standard output.
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        let file = visible_path(path);
        Problem {
            file: Some(file),
            ..Problem::new(
                format!("cannot be written: {error}"),
                "a file that can be written",
            )
        }
        .into()
    }
}
