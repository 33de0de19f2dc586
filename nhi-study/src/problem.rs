//! Errors and notes with their locations, and the reasons for failures.

use std::fmt;
use std::io;
use std::path::Path;

use nhi_build::{visible, visible_line, visible_path};
use nhi_symbolic::{Diagnostic, Severity};
use serde_json::{Value, json};

/// The reason for which a study failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// The input is wrong.
    Input(Vec<Problem>),
    /// The arguments contradict each other.
    Usage(String),
    /// An integration failed; the message has the time and the reason.
    Integration(String),
    /// A signal stopped it; earlier results are written.
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
pub struct Problem {
    /// True for a note, false for an error.
    pub is_note: bool,
    /// The code in the catalogue, if there is one.
    pub code: Option<String>,
    /// The file that contains it.
    pub file: Option<String>,
    /// The line and column in the file, from 1.
    pub place: Option<(usize, usize)>,
    /// The table and the key of a scenario, such as `[parameters] m`.
    pub key: Option<String>,
    /// A description of the problem.
    pub found: String,
    /// A description of the required input.
    pub required: String,
    /// The suggested action.
    pub help: String,
    /// The problem with source lines, if this text differs from the [`fmt::Display`] output of the
    /// other fields. It is safe to print, and may contain colours.
    pub rendered: Option<String>,
}

impl Problem {
    /// Creates an error without a location in a file.
    pub fn new(found: impl Into<String>, required: impl Into<String>) -> Self {
        Self {
            found: found.into(),
            required: required.into(),
            ..Self::default()
        }
    }

    /// Converts a diagnostic of the compiler, without its location.
    pub fn of(diagnostic: &Diagnostic) -> Self {
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
    pub fn note(found: impl Into<String>) -> Self {
        Self {
            is_note: true,
            ..Self::new(found, "")
        }
    }

    /// Adds a suggested action.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Adds the file that contains it.
    pub fn in_file(mut self, path: &Path) -> Self {
        self.file = Some(visible_path(path));
        self
    }

    /// Adds the table and the key of a scenario, or the option.
    pub fn at_key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Returns the problem as JSON.
    pub fn to_data(&self) -> Value {
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(problems) => {
                let texts: Vec<_> = problems.iter().map(Problem::to_string).collect();
                f.write_str(&texts.join("\n"))
            }
            Self::Usage(message) | Self::Integration(message) => f.write_str(message),
            Self::Stopped { message, .. } => f.write_str(message),
            Self::BrokenPipe => f.write_str("the reader of the output closed it"),
        }
    }
}

impl std::error::Error for Failure {}

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
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        if let Some(folder) = folder.filter(|folder| !folder.exists()) {
            let folder = visible_path(folder);
            let problem = Problem::new(
                format!("cannot be written: there is no folder `{folder}`"),
                "a folder that exists",
            );
            let problem = problem.help(format!("create it first: `mkdir -p {folder}`"));
            return problem.in_file(path).into();
        }
        Problem::new(
            format!("cannot be written: {error}"),
            "a file that can be written",
        )
        .in_file(path)
        .into()
    }
}
