//! Why a run ends early.

use nhi_machine::{Error, StepError};
use nhi_runtime::StepErrorKind;

/// Why a step failed, and the time from which it set out.
#[derive(Clone, Debug)]
pub(crate) struct RunError {
    pub(crate) time: f64,
    pub(crate) reason: String,
}

impl RunError {
    /// The error of results at a time that are not finite.
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

/// Controls fail with errors of their own.
impl From<Error<Self>> for RunError {
    fn from(error: Error<Self>) -> Self {
        match error {
            Error::Step(error) => error.into(),
            Error::Controls(error) => error,
        }
    }
}
