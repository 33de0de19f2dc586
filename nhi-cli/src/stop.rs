//! Ctrl-C as a wish, so that what was computed is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants the command to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Takes over Ctrl-C for the rest of the command. Where that is not possible, Ctrl-C ends it as
/// usual.
pub(crate) fn on_interrupt() -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    let _ = ctrlc::set_handler(move || flag.0.store(true, Ordering::Relaxed));
    stop
}
