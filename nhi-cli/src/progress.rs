//! A progress bar, where a person watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::console::Console;

/// How far a command is.
#[derive(Debug)]
pub(crate) struct Progress(Option<ProgressBar>);

/// Steps between two updates.
pub(crate) const STRIDE: u64 = 64;

impl Progress {
    /// A bar for so many steps.
    pub(crate) fn new(steps: u64, console: &Console) -> Self {
        Self::over("step", steps, console)
    }

    /// A bar for so many things.
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

    /// So many steps are done.
    pub(crate) fn reach(&self, step: u64) {
        if let Some(bar) = &self.0
            && step.is_multiple_of(STRIDE)
        {
            bar.set_position(step);
        }
    }

    /// So many more are done, by whichever thread.
    pub(crate) fn advance(&self, count: u64) {
        if let Some(bar) = &self.0 {
            bar.inc(count);
        }
    }

    /// So many more are to be done.
    pub(crate) fn extend(&self, count: u64) {
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
