//! A progress bar, shown if a person is watching.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use nhi_study::progress::Progress as Watcher;

use crate::console::Console;

/// The progress of a command.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

/// The number of steps between two updates.
const STRIDE: u64 = 64;

impl Progress {
    /// Creates a bar for the given number of steps.
    pub(crate) fn new(steps: u64, console: &Console) -> Self {
        Self::over("step", steps, console)
    }

    /// Creates a bar for the given number of things.
    pub(crate) fn over(thing: &str, count: u64, console: &Console) -> Self {
        Self(console.has_reader().then(|| {
            let bar = ProgressBar::new(count);
            let form = format!("{{bar:40}} {thing} {{pos}} of {{len}}, {{eta}} left");
            if let Ok(style) = ProgressStyle::with_template(&form) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        }))
    }
}

impl Watcher for Progress {
    fn reach(&self, step: u64) {
        if let Some(bar) = &self.0
            && step.is_multiple_of(STRIDE)
        {
            bar.set_position(step);
        }
    }

    fn advance(&self, count: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(count);
        }
    }

    fn extend(&self, count: u64) {
        if let Some(bar) = &self.0 {
            bar.inc_length(count);
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
