//! How far a study has come, for those who watch it.

use std::fmt;

/// A watcher of a study's progress, called from any of its threads.
pub trait Progress: fmt::Debug + Sync {
    /// Sets the number of completed steps.
    fn reach(&self, step: u64);

    /// Adds completed steps.
    fn advance(&self, count: u64);

    /// Adds steps to the total.
    fn extend(&self, count: u64);
}

/// Nobody watches.
impl Progress for () {
    fn reach(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn extend(&self, _: u64) {}
}
