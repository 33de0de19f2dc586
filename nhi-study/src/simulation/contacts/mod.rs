//! Contacts that open and close. A motion with them is a sequence of phases: in each, some are
//! closed, and the plant is the model with their constraints.

mod columns;
mod held;
mod impact;
mod phases;
mod reading;
mod start;
mod steps;

pub(crate) use held::Held;
pub(super) use phases::{Contacts, Phase};
pub use start::StartError;
pub(crate) use steps::Piece;
