use super::NewtonReport;
use crate::{StepError, StepErrorKind};
use core::fmt;

/// The reason why Newton's method failed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NewtonFailure<T> {
    /// The residual, the Jacobian or the next iterate is NaN or infinite.
    NonFinite {
        /// The iteration in which it happened, counted from 1.
        iteration: u32,
    },
    /// The Jacobian is singular.
    SingularJacobian {
        /// The iteration in which it happened, counted from 1.
        iteration: u32,
    },
    /// The iteration did not reach round-off within the allowed number of iterations.
    Diverged(NewtonReport<T>),
    /// The iteration did not reach round-off in eight or more iterations, but half of the digits
    /// are correct.
    Stagnated(NewtonReport<T>),
}

impl<T> NewtonFailure<T> {
    /// Returns the error of a step from `time` that failed in this way.
    #[inline]
    #[must_use]
    pub fn at(self, time: T) -> StepError<T> {
        let kind = match self {
            Self::NonFinite { iteration } => StepErrorKind::NonFiniteResidual { iteration },
            Self::SingularJacobian { iteration } => StepErrorKind::SingularJacobian { iteration },
            Self::Diverged(report) => StepErrorKind::NewtonDiverged {
                iterations: report.iterations,
                increment: report.increment,
                residual: report.residual,
            },
            Self::Stagnated(report) => StepErrorKind::NewtonStagnated {
                iterations: report.iterations,
                increment: report.increment,
                residual: report.residual,
            },
        };
        StepError::new(time, kind)
    }
}

impl<T: fmt::Debug> fmt::Display for NewtonFailure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NonFinite { iteration } => write!(
                f,
                "the equations or their solution became NaN or infinite in Newton iteration \
                 {iteration}"
            ),
            Self::SingularJacobian { iteration } => write!(
                f,
                "the Jacobian of the equations is singular in Newton iteration {iteration}"
            ),
            Self::Diverged(report) => write!(
                f,
                "Newton's method stopped after {} iterations with an increment of {:?} and a \
                 residual of {:?} but needs both at round-off",
                report.iterations, report.increment, report.residual
            ),
            Self::Stagnated(report) => write!(
                f,
                "Newton's method stopped after {} iterations with an increment of {:?} and a \
                 residual of {:?}, small but no longer falling",
                report.iterations, report.increment, report.residual
            ),
        }
    }
}

impl<T: fmt::Debug> core::error::Error for NewtonFailure<T> {}
