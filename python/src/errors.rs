//! Failures as Python exceptions.

use nhi_study::problem::{Failure, Problem};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use serde_json::Value;

/// Returns a value as Python data.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .call_method1("loads", (value.to_string(),))
}

/// Returns problems as Python data.
pub(crate) fn problems<'py>(py: Python<'py>, list: &[Problem]) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &list.iter().map(Problem::to_data).collect())
}

/// Returns the exception for a failure.
pub(crate) fn exception(py: Python<'_>, failure: &Failure) -> PyErr {
    let text = failure.to_string();
    match failure {
        Failure::Input(found) => {
            let made = problems(py, found).and_then(|found| {
                let class = py.import("nonholonomic._errors")?.getattr("ModelError")?;
                class.call1((text.trim_end(), found))
            });
            made.map_or_else(|error| error, PyErr::from_value)
        }
        Failure::Stopped { .. } => PyKeyboardInterrupt::new_err(text),
        Failure::BrokenPipe => PyOSError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}
