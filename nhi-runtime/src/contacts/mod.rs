//! Contacts that open and close. A motion with them is a sequence of phases: in each, some are
//! closed, and the constraints of the others do not hold.
//!
//! [`ContactStepper`] makes steps over the changes. The functions that decide on them, and compute
//! impacts, serve the interpreter too.

mod change;
mod declare;
mod failure;
mod impact;
mod phases;
mod pieces;
mod readings;
mod set;
mod settle;
mod stepper;
mod switch;
mod zero;

pub use change::{ContactChange, ContactEvent};
pub use failure::ContactFailure;
use impact::energy_of;
pub use impact::{
    MOST_PROJECTIONS, Meeting, UndeterminedImpact, after_impact, impact_memory, project_position,
    project_velocity,
};
pub use phases::Phases;
pub use readings::{ContactLayout, Rate, Reading, Readings};
pub use set::ContactSet;
pub use settle::settle;
pub use stepper::{ContactState, ContactStepper, no_motion};
pub use switch::{
    FailedContact, clear_round_off, event_at, meeting_at, negligible, open_at, opening, overlaps,
};
pub use zero::locate_zero;
