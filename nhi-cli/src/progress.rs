//! A progress bar, where a person watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::console::Console;

/// How far a run is.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

/// Steps between two updates.
const STRIDE: u64 = 64;

impl Progress {
    pub(crate) fn new(steps: u64, console: &Console) -> Self {
        Self(console.has_reader().then(|| {
            let bar = ProgressBar::new(steps);
            let form = "{bar:40} step {pos} of {len}, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(form) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        }))
    }

    pub(crate) fn reach(&self, step: u64) {
        if let Some(bar) = &self.0
            && step.is_multiple_of(STRIDE)
        {
            bar.set_position(step);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
