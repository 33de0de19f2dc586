//! The errors that end a run early.

use nhi_machine::{Error, StepError};
use nhi_runtime::StepErrorKind;

/// The reason why a step failed, and the time at its beginning.
#[derive(Clone, Debug)]
pub struct RunError {
    /// The time at the beginning of the step.
    pub time: f64,
    /// The reason as a sentence.
    pub reason: String,
}

impl RunError {
    /// Returns the error for results that are not finite.
    pub(super) fn non_finite(time: f64) -> Self {
        StepError::new(time, StepErrorKind::NonFinite).into()
    }
}

impl From<StepError> for RunError {
    fn from(error: StepError) -> Self {
        Self {
            time: error.time,
            reason: error.kind.to_string(),
        }
    }
}

/// Controls return errors of type `RunError`.
impl From<Error<Self>> for RunError {
    fn from(error: Error<Self>) -> Self {
        match error {
            Error::Step(error) => error.into(),
            Error::Controls(error) => error,
        }
    }
}
