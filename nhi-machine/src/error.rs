//! What can go wrong, with the texts of the runtime.

use std::convert::Infallible;
use std::fmt;

/// Why a stepper could not be made.
pub type SetupError = nhi_runtime::SetupError<String>;

/// Why a start, a step or a sample failed, and at which time.
pub type StepError = nhi_runtime::StepError<f64, String>;

/// Why a call that reads controls failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Error<E = Infallible> {
    /// The call itself.
    Step(StepError),
    /// The controls could not be told.
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
