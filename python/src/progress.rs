//! The progress of work, as Python sees it while the work goes on.

use std::sync::atomic::{AtomicU64, Ordering};

use nhi_study::progress::Progress;
use pyo3::prelude::*;

/// Counts what is done of a total.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    done: AtomicU64,
    total: AtomicU64,
}

impl Counter {
    pub(crate) fn expect(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Calls a function with what is done and the total.
    pub(crate) fn tell(&self, py: Python<'_>, function: &Py<PyAny>) -> PyResult<()> {
        let [done, total] = [&self.done, &self.total].map(|x| x.load(Ordering::Relaxed));
        function.call1(py, (done, total)).map(drop)
    }
}

impl Progress for Counter {
    fn reach(&self, step: u64) {
        self.done.store(step, Ordering::Relaxed);
    }

    fn advance(&self, count: u64) {
        self.done.fetch_add(count, Ordering::Relaxed);
    }

    fn extend(&self, count: u64) {
        self.total.fetch_add(count, Ordering::Relaxed);
    }
}
