//! The rules of events.

use nhi_runtime::Direction;

/// An event: a zero of an expression along a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRule {
    /// The name of the event.
    pub name: String,
    /// The direction in which the expression crosses zero.
    pub direction: Direction,
    /// True if the event ends the run.
    pub stops: bool,
}
