//! Requests to stop, after which the results so far are written.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A request by the user or the system to stop a study. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicUsize>);

impl Stop {
    /// Returns the number of the signal that requested it.
    #[must_use]
    pub fn signal(&self) -> Option<u8> {
        let number = u8::try_from(self.0.load(Ordering::Relaxed)).ok();
        number.filter(|number| *number != 0)
    }

    /// Returns the number that a signal handler sets to that of its signal.
    #[must_use]
    pub fn flag(&self) -> &Arc<AtomicUsize> {
        &self.0
    }
}
