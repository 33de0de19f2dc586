//! What a command gives: text and data, or the reason why there is none.

use std::fmt;
use std::io;
use std::path::Path;

use nhi_build::{visible, visible_line, visible_path};
use nhi_symbolic::{Diagnostic, Severity};
use serde_json::{Value, json};

/// What a command has done: a text for people, the same as data for machines.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) text: String,
    pub(crate) data: Value,
    /// Remarks for standard error.
    pub(crate) notes: Vec<Problem>,
}

/// Why a command has not done what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is at fault.
    Input(Vec<Problem>),
    /// The input is at fault, but something was found all the same.
    Partial {
        /// What was found.
        outcome: Box<Outcome>,
        /// What is wrong.
        problems: Vec<Problem>,
    },
    /// The arguments contradict each other.
    Usage(String),
    /// The integration failed at some step; what was computed before is written.
    Integration {
        /// When and why.
        message: String,
        /// The same, and what was written, for machines.
        data: Value,
    },
    /// A signal stopped the command; what was computed before is written.
    Stopped {
        /// The number of the signal.
        signal: u8,
        /// When, and what was written.
        message: String,
    },
    /// Nobody reads the output any more.
    BrokenPipe,
}

/// A mistake or a remark, with its place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// A remark, not a mistake.
    pub(crate) is_note: bool,
    /// The code of the catalogue, where it has one.
    pub(crate) code: Option<String>,
    /// The file that it is in.
    pub(crate) file: Option<String>,
    /// Line and column in the file, from 1.
    pub(crate) place: Option<(usize, usize)>,
    /// The table and the key of a scenario, such as `[parameters] m`.
    pub(crate) key: Option<String>,
    /// What was found.
    pub(crate) found: String,
    /// What is needed.
    pub(crate) required: String,
    /// What to do.
    pub(crate) help: String,
    /// With source lines, where the text differs from what [`fmt::Display`] makes of the rest: as
    /// fit to be shown, and perhaps with colours.
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
    /// A mistake that is not at a place of a file.
    pub(crate) fn new(found: impl Into<String>, required: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            required: required.into(),
            ..Self::default()
        }
    }

    /// A diagnostic of the compiler, without its place.
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

    /// A remark.
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
    /// The failure to write to a file or, for `-`, to standard output.
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
