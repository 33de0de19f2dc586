//! Errors, with the texts of the runtime.

use std::convert::Infallible;
use std::fmt;

/// The reason why a stepper could not be created.
pub type SetupError = nhi_runtime::SetupError<String>;

/// The reason why a start, a step or a sample failed, and the time.
pub type StepError = nhi_runtime::StepError<f64, String>;

/// The reason why a call that reads controls failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Error<E = Infallible> {
    /// The call itself failed.
    Step(StepError),
    /// The controls could not be determined.
    Controls(E),
}

impl<E> From<StepError> for Error<E> {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(error) => error.fmt(f),
            Self::Controls(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for Error<E> {}
