//! The result of a command: text and data, or the reason for a failure.

use nhi_study::problem;
use serde_json::Value;

pub(crate) use nhi_study::problem::Problem;

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
    /// A study failed.
    Study(problem::Failure),
    /// The input is wrong, but there are partial results.
    Partial {
        /// The partial results.
        outcome: Box<Outcome>,
        /// The errors.
        problems: Vec<Problem>,
    },
    /// The integration failed at some step; earlier results are written.
    Integration {
        /// The time and the reason.
        message: String,
        /// The same as data, with the files written.
        data: Value,
    },
}

impl Failure {
    /// Returns the failure for arguments that contradict each other.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Study(problem::Failure::Usage(message.into()))
    }

    /// Returns the failure of a command that a signal stopped.
    pub(crate) fn stopped(signal: u8, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Study(problem::Failure::Stopped { signal, message })
    }
}

impl<F: Into<problem::Failure>> From<F> for Failure {
    fn from(failure: F) -> Self {
        Self::Study(failure.into())
    }
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
