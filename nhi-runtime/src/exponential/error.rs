use crate::{NewtonFailure, SetupError, StepError};
use core::fmt;

/// The reason why an exponential map, or its inverse, could not be computed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExponentialError<T> {
    /// No stepper could be set up.
    Setup(SetupError),
    /// The initial values are not accepted, or no step size can follow the motion.
    Step(StepError<T>),
    /// The end of the motion still changes when the substeps are halved.
    Unresolved {
        /// The largest number of substeps tried.
        substeps: u32,
        /// The relative change from half as many substeps.
        error: T,
    },
    /// No admissible velocity was found that leads to the requested configuration.
    Inverse(NewtonFailure<T>),
}

impl<T> From<SetupError> for ExponentialError<T> {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl<T> From<StepError<T>> for ExponentialError<T> {
    fn from(error: StepError<T>) -> Self {
        Self::Step(error)
    }
}

impl<T: fmt::Debug> fmt::Display for ExponentialError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Step(error) => error.fmt(f),
            Self::Unresolved { substeps, error } => write!(
                f,
                "the end of the motion still changed by {error:?} in its last doubling to \
                 {substeps} substeps but must be known to machine precision: take a shorter \
                 time, or a stepper of higher order"
            ),
            Self::Inverse(failure) => write!(
                f,
                "no admissible velocity was found that leads to this configuration ({failure}): \
                 the map is invertible near the first configuration alone, take a shorter time or \
                 a nearer one"
            ),
        }
    }
}

/// The messages include those of the causes.
impl<T: fmt::Debug> core::error::Error for ExponentialError<T> {}
