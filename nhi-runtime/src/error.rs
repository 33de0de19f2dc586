//! Errors: when a stepper is set up, and in a step.

mod setup;
mod step;

pub use setup::SetupError;
pub use step::{StepError, StepErrorKind, non_finite};
