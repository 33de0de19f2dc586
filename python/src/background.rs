//! Work outside of the interpreter lock.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nhi_study::problem::Failure;
use nhi_study::stop::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

use crate::progress::Counter;

/// The time between two looks at Python's signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The number of steps so few that a signal can wait for their end.
const FEW: usize = 100;

/// The number of the signal of Ctrl-C.
const SIGINT: usize = 2;

/// The result of work, and the exception of a signal that came meanwhile.
pub(crate) struct Done<T> {
    pub(crate) result: T,
    pub(crate) interrupted: Option<PyErr>,
}

/// Runs work in a separate thread while other Python threads go on. Signals, such as Ctrl-C, are
/// handled meanwhile and ask the work to stop.
///
/// The positions of a parsed text stay in memory as long as its thread, so a thread for each call
/// keeps the memory of a program with many calls constant.
///
/// # Errors
/// The work panicked, which is a defect.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<Done<T>> {
    run_watched(py, stop, None, work)
}

/// Runs work of some steps: [separately](run) or, if they are few, in this thread, because to start
/// another one takes longer than to make them.
///
/// # Errors
/// The errors of [`run`].
pub(crate) fn run_steps<T: Send>(
    py: Python<'_>,
    steps: usize,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<Done<T>> {
    if steps > FEW {
        return run(py, stop, work);
    }
    match py.detach(|| catch_unwind(AssertUnwindSafe(work))) {
        Ok(result) => Ok(Done {
            result,
            interrupted: None,
        }),
        Err(panic) => Err(defect(panic.as_ref())),
    }
}

/// Runs work as [`run`] does, and calls a function with its progress meanwhile and at its end.
///
/// # Errors
/// The errors of [`run`].
pub(crate) fn run_watched<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    watched: Option<(&Counter, &Py<PyAny>)>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<Done<T>> {
    let look = |py: Python<'_>| {
        py.check_signals()?;
        watched.map_or(Ok(()), |(counter, function)| counter.tell(py, function))
    };
    let (alive, end) = mpsc::channel::<()>();
    py.detach(move || {
        thread::scope(|scope| {
            let worker = scope.spawn(move || {
                // Dropped at the end of the work, even of a panic.
                let _alive = alive;
                work()
            });
            let mut interrupted = None;
            while end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(look) {
                    stop.flag().store(SIGINT, Ordering::Relaxed);
                    interrupted.get_or_insert(error);
                }
            }
            if let (Some((counter, function)), None) = (watched, &interrupted) {
                interrupted = Python::attach(|py| counter.tell(py, function)).err();
            }
            match worker.join() {
                Ok(result) => Ok(Done {
                    result,
                    interrupted,
                }),
                Err(panic) => Err(defect(panic.as_ref())),
            }
        })
    })
}

/// Runs work in its own pool of threads. The threads of rayon's common pool do not exist in a
/// forked process, so work there would wait for them for ever.
pub(crate) fn in_pool<T: Send>(
    work: impl FnOnce() -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let pool = ThreadPoolBuilder::new().build();
    let pool = pool.map_err(|error| Failure::Usage(error.to_string()))?;
    pool.install(work)
}

fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no message");
    PyRuntimeError::new_err(format!("this is a defect of nhi, please report it: {text}"))
}
