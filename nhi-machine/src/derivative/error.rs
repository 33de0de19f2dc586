//! Reasons why there is no derivative.

use std::convert::Infallible;
use std::fmt;

use crate::error::{Error, StepError};

/// The reason why a computation could not be differentiated.
#[derive(Clone, Debug, PartialEq)]
pub enum DerivativeError<E = Infallible> {
    /// The computation itself failed, or its equations are singular at their solution.
    Failed(Error<E>),
    /// The integrator chooses its own step sizes, so that a step is not a differentiable function.
    OwnStepSize {
        /// The integrator as written in the model.
        integrator: String,
    },
    /// The computation has no derivative at this point.
    NotFinite,
}

/// A derivative is infinite or undefined at this point, as that of a square root at zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl<E> From<Error<E>> for DerivativeError<E> {
    fn from(error: Error<E>) -> Self {
        Self::Failed(error)
    }
}

impl<E> From<StepError> for DerivativeError<E> {
    fn from(error: StepError) -> Self {
        Self::Failed(error.into())
    }
}

impl<E> From<NotFinite> for DerivativeError<E> {
    fn from(_: NotFinite) -> Self {
        Self::NotFinite
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the derivative is infinite or undefined at this point, as that of a square root at \
             zero; move the point, or leave out the input",
        )
    }
}

impl<E: fmt::Display> fmt::Display for DerivativeError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => error.fmt(f),
            Self::OwnStepSize { integrator } => write!(
                f,
                "`{integrator}` chooses its own step sizes and has no derivatives; use an \
                 integrator with constant steps, such as `Rk(order = 4)`"
            ),
            Self::NotFinite => NotFinite.fmt(f),
        }
    }
}

impl std::error::Error for NotFinite {}

impl<E: fmt::Debug + fmt::Display> std::error::Error for DerivativeError<E> {}
