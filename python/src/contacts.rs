//! Steps over contacts that open and close.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nhi_machine::Sample;
use nhi_runtime::ContactChange;
use nhi_study::simulation::{ContactState, ContactStepper, ControlProgram, Plant, RunError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::state::{AnyState, RawState};
use crate::stepper::{Origin, failed, origin, write_controls};

/// A compiled model with contacts that open.
pub(crate) struct ContactMachine {
    plant: Mutex<Plant>,
    names: Names,
    origin: Origin,
}

/// A stepper of a model with contacts that open.
pub(crate) struct OverContacts {
    stepper: Mutex<ContactStepper>,
    names: Names,
    origin: Origin,
}

/// A state of a model with contacts that open.
pub(crate) struct OnContacts {
    pub(crate) state: ContactState,
    names: Names,
    origin: Origin,
}

/// The names of the contacts that open.
type Names = Arc<[String]>;

/// The controls of one step: a row for each node, or one row for all.
#[derive(Debug)]
pub(crate) struct OfStep {
    pub(crate) nodes: Vec<f64>,
    pub(crate) rows: Vec<f64>,
    pub(crate) begin: f64,
    pub(crate) h: f64,
}

impl ControlProgram for OfStep {
    fn sees_states(&self) -> bool {
        false
    }

    fn write(&self, _: u64, t: f64, _: Option<&Sample>, u: &mut [f64]) -> Result<(), String> {
        write_controls(&self.nodes, &self.rows, (t - self.begin) / self.h, u);
        Ok(())
    }
}

impl ContactMachine {
    pub(crate) fn new(plant: Plant) -> Self {
        Self {
            names: plant.opening_contacts().into(),
            origin: origin(&plant.stepper),
            plant: Mutex::new(plant),
        }
    }

    /// Returns the names of the contacts that open.
    pub(crate) fn names(&self) -> Vec<String> {
        self.names.to_vec()
    }

    /// Returns the stepper for parameters and a step size.
    pub(crate) fn stepper(&self, parameters: &[f64], step: f64) -> PyResult<OverContacts> {
        let plant = self.plant.lock().unwrap_or_else(PoisonError::into_inner);
        let made = plant.contact_stepper(parameters, step);
        let stepper = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(OverContacts {
            stepper: Mutex::new(stepper),
            names: self.names.clone(),
            origin: self.origin.clone(),
        })
    }

    /// Returns the error of functions that need the same constraints in every step.
    pub(crate) fn refused(&self) -> PyErr {
        refused(&self.names)
    }
}

impl OverContacts {
    pub(crate) fn lent(&self) -> MutexGuard<'_, ContactStepper> {
        self.stepper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stepper for a state, which must be one of this model and integrator.
    pub(crate) fn own<'a>(
        &'a self,
        state: Option<&'a OnContacts>,
    ) -> PyResult<(MutexGuard<'a, ContactStepper>, &'a ContactState)> {
        let lent = self.lent();
        match state.filter(|on| on.origin == self.origin && lent.fits(&on.state)) {
            Some(on) => Ok((lent, &on.state)),
            None => Err(foreign()),
        }
    }

    /// Returns a state for Python.
    pub(crate) fn made(&self, state: Result<ContactState, RunError>) -> PyResult<RawState> {
        let on = OnContacts {
            state: state.map_err(|error| failed(&error))?,
            names: self.names.clone(),
            origin: self.origin.clone(),
        };
        Ok(RawState(AnyState::Contacts(Box::new(on))))
    }

    /// Returns changes of contacts for Python.
    pub(crate) fn listed<'py>(
        &self,
        py: Python<'py>,
        changes: &[ContactChange<f64>],
    ) -> PyResult<Bound<'py, PyList>> {
        listed(py, &self.names, changes)
    }

    /// Returns the error of functions that need the same constraints in every step.
    pub(crate) fn refused(&self) -> PyErr {
        refused(&self.names)
    }
}

impl OnContacts {
    /// Returns the names of the open contacts.
    pub(crate) fn open(&self) -> Vec<String> {
        let open = self.state.open();
        open.iter().map(|place| self.names[place].clone()).collect()
    }

    /// Returns the changes of the last step for Python.
    pub(crate) fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        listed(py, &self.names, self.state.changes())
    }

    /// Returns the state with other numbers.
    pub(crate) fn with_entries(&self, entries: Vec<f64>) -> Self {
        Self {
            state: self.state.with_entries(entries),
            names: self.names.clone(),
            origin: self.origin.clone(),
        }
    }
}

/// Returns the error for a state of another model.
pub(crate) fn foreign() -> PyErr {
    PyValueError::new_err(
        "the state is one of another model or integrator; a state of `start` or `step` of this \
         stepper is needed",
    )
}

fn listed<'py>(
    py: Python<'py>,
    names: &[String],
    changes: &[ContactChange<f64>],
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    if changes.is_empty() {
        return Ok(list);
    }
    let class = py
        .import("nonholonomic._contacts")?
        .getattr("ContactChange")?;
    for change in changes {
        list.append(class.call1((&names[change.contact], change.event.word(), change.t))?)?;
    }
    Ok(list)
}

fn refused(names: &[String]) -> PyErr {
    let name = names.first().map_or("", String::as_str);
    PyValueError::new_err(format!(
        "the contact `{name}` opens; derivatives, fits, states of many points, JAX and PyTorch \
         need the same constraints in every step: use `start`, `step`, `sample` and `trajectory` \
         for one motion and `Model.ensemble` for many, or leave out `opens`"
    ))
}
