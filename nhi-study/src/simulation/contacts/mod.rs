//! Contacts that open and close. A motion with them is a sequence of phases: in each, some are
//! closed, and the plant is the model with their constraints.
//!
//! Decisions on changes, impacts and projections are those of the runtime. The steps over changes
//! are not, because runs have laws that look back, rows at events, and any number of constraints.

mod columns;
mod held;
mod phases;
mod piece;
mod projection;
mod reading;
mod start;
mod stepper;
mod steps;
mod switch;

pub(crate) use held::Held;
pub(super) use phases::{Contacts, Phase};
pub(crate) use piece::Piece;
pub use start::StartError;
pub use stepper::{ContactState, ContactStepper};
