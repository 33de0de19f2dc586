//! The errors that end a run early.

use std::fmt;

use nhi_machine::{Error, StepError};
use nhi_runtime::StepErrorKind;

use super::plant::Plant;

/// The reason why a step failed, and the time at its beginning.
#[derive(Clone, Debug)]
pub struct RunError {
    /// The time at the beginning of the step.
    pub time: f64,
    /// The reason as a sentence.
    pub reason: String,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at t = {:?}, {}", self.time, self.reason)
    }
}

impl std::error::Error for RunError {}

impl RunError {
    /// Returns the error for results that are not finite.
    pub(super) fn non_finite(time: f64) -> Self {
        StepError::new(time, StepErrorKind::NonFinite).into()
    }

    /// Returns the error of a state as that of the step that led there, from its beginning.
    pub(crate) fn in_step_from(self, time: f64) -> Self {
        Self { time, ..self }
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

impl Plant {
    /// Returns the error of a step that failed. At a switch of a force the equations of an implicit
    /// step may have no solution, and a method with its own step size may need ever shorter steps.
    pub(super) fn failure(&self, error: Error<RunError>) -> RunError {
        let may_be_switch = matches!(
            &error,
            Error::Step(StepError {
                kind: StepErrorKind::NewtonDiverged { .. }
                    | StepErrorKind::StepSizeUnderflow { .. }
                    | StepErrorKind::TooManySteps { .. }
                    | StepErrorKind::TooManySwitches { .. },
                ..
            })
        );
        let is_stuck = matches!(
            &error,
            Error::Step(StepError {
                kind: StepErrorKind::TooManySwitches { .. },
                ..
            })
        );
        let mut failed = RunError::from(error);
        if may_be_switch && self.forces_switch {
            failed.reason.push_str(match is_stuck {
                true => ": ",
                false => ", or ",
            });
            failed.reason.push_str(
                "smooth the forces that switch, with `tanh(v / eps)` in place of `sign(v)`",
            );
        }
        failed
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
