//! States of steppers as Python objects.

use nhi_machine::State;
use nhi_runtime::Clock;
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::contacts::OnContacts;
use crate::stepper::{Origin, checked};

/// A state of a stepper.
#[pyclass(frozen, module = "nonholonomic._nonholonomic")]
pub(crate) struct RawState(pub(crate) AnyState);

/// The plain data of a state: the time of its start, its steps, its entries, the report on the last
/// step, and its origin.
type Plain = (f64, u64, Vec<f64>, (u32, f64, f64), Vec<String>);

/// A state of one of the steppers.
pub(crate) enum AnyState {
    Single(State, Origin),
    Contacts(Box<OnContacts>),
}

#[pymethods]
impl RawState {
    /// A state from its plain data.
    #[new]
    fn new(
        origin: f64,
        steps: u64,
        entries: Vec<f64>,
        report: (u32, f64, f64),
        names: Vec<String>,
    ) -> Self {
        let mut state = State::new(Clock { origin, steps }, entries);
        (
            state.report.iterations,
            state.report.increment,
            state.report.residual,
        ) = report;
        Self(AnyState::Single(state, names.into()))
    }

    /// Returns the plain data, for pickles.
    fn __getnewargs__(&self) -> PyResult<Plain> {
        let AnyState::Single(state, names) = &self.0 else {
            let text = "a state of a model with contacts that open cannot be pickled";
            return Err(PyTypeError::new_err(text));
        };
        let report = &state.report;
        Ok((
            state.clock.origin,
            state.clock.steps,
            state.entries.clone(),
            (report.iterations, report.increment, report.residual),
            names.to_vec(),
        ))
    }

    /// States never change.
    fn __copy__(state: Py<Self>) -> Py<Self> {
        state
    }

    fn __deepcopy__(state: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        state
    }

    /// The numbers of the state.
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.numbers())
    }

    /// The number of steps since the start.
    #[getter]
    fn steps(&self) -> u64 {
        match &self.0 {
            AnyState::Single(state, _) => state.clock.steps,
            AnyState::Contacts(on) => on.state.clock().steps,
        }
    }

    /// The iterations of Newton's method in the last step.
    #[getter]
    fn iterations(&self) -> u64 {
        u64::from(match &self.0 {
            AnyState::Single(state, _) => state.report.iterations,
            AnyState::Contacts(on) => on.state.report().iterations,
        })
    }

    /// The names of the open contacts.
    #[getter]
    fn open(&self) -> Vec<String> {
        self.on_contacts().map_or_else(Vec::new, OnContacts::open)
    }

    /// The changes of contacts in the last step.
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let on = self.on_contacts();
        on.map_or_else(|| Ok(PyList::empty(py)), |on| on.changes(py))
    }

    /// The change of the energy by the impacts of the last step.
    #[getter]
    fn energy_of_impacts(&self) -> f64 {
        let on = self.on_contacts();
        on.map_or(0.0, |on| on.state.energy_of_impacts())
    }

    /// The same state with other numbers.
    fn with_entries(&self, entries: &Bound<'_, PyAny>) -> PyResult<Self> {
        let values = entries.py().import("nonholonomic._values")?;
        let finite = false;
        let entries = values.call_method1("numbers", ("entries", entries, finite))?;
        let shape: Vec<usize> = entries.getattr("shape")?.extract()?;
        let [_] = shape[..] else {
            let text = format!("entries: found {} dimensions; 1 is needed", shape.len());
            return Err(PyValueError::new_err(text));
        };
        let entries: Vec<f64> = entries.extract()?;
        checked(entries.len(), self.numbers().len(), "entries")?;
        Ok(Self(match &self.0 {
            AnyState::Single(state, origin) => {
                AnyState::Single(State::new(state.clock, entries), origin.clone())
            }
            AnyState::Contacts(on) => AnyState::Contacts(Box::new(on.with_entries(entries))),
        }))
    }
}

/// Returns the state that Python gives to a function of one point.
pub(crate) fn one_state<'a>(state: &'a Bound<'_, PyAny>) -> PyResult<&'a RawState> {
    match state.cast::<RawState>() {
        Ok(state) => Ok(state.get()),
        Err(_) => Err(PyTypeError::new_err(format!(
            "state: found a value of type {}; a state of `start` or `step` is needed",
            state.get_type().name()?
        ))),
    }
}

impl RawState {
    fn numbers(&self) -> &[f64] {
        match &self.0 {
            AnyState::Single(state, _) => &state.entries,
            AnyState::Contacts(on) => on.state.entries(),
        }
    }

    pub(crate) fn on_contacts(&self) -> Option<&OnContacts> {
        match &self.0 {
            AnyState::Single(..) => None,
            AnyState::Contacts(on) => Some(on),
        }
    }
}
