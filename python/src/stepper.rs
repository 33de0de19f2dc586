//! Single steps with their derivatives.

use std::sync::{Mutex, MutexGuard, PoisonError};

use nhi_machine::{Machine, MachineStepper, State};
use nhi_study::problem::Failure;
use nhi_study::sources::argument;
use nhi_symbolic::{ControlLaw, ScenarioSignals, compile_stepper};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::prelude::*;

use crate::background;
use crate::controls::{control_nodes, nearest};
use crate::errors::exception;
use crate::source::ModelText;

/// A compiled model with an integrator, parameters and a step size.
#[pyclass(frozen)]
pub(crate) struct RawStepper {
    stepper: Mutex<MachineStepper>,
    machine: Machine,
    nodes: Vec<f64>,
}

/// A state of a stepper.
#[pyclass(frozen)]
pub(crate) struct RawState(State);

#[pymethods]
impl RawState {
    /// The numbers of the state.
    #[getter]
    fn entries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.0.entries)
    }

    /// The number of steps since the start.
    #[getter]
    fn steps(&self) -> u64 {
        self.0.clock.steps
    }

    /// The iterations of Newton's method in the last step.
    #[getter]
    fn iterations(&self) -> u64 {
        u64::from(self.0.report.iterations)
    }

    /// The same state with other numbers.
    fn with_entries(&self, entries: PyReadonlyArray1<'_, f64>) -> PyResult<Self> {
        let entries = entries.as_array().to_vec();
        checked(entries.len(), self.0.entries.len(), "entries")?;
        Ok(Self(State::new(self.0.clock, entries)))
    }
}

/// Compiles a stepper.
#[pyfunction]
pub(crate) fn stepper(py: Python<'_>, model: &ModelText, integrator: &str) -> PyResult<RawMachine> {
    let work = || -> Result<RawMachine, Failure> {
        let (mut sources, ast) = model.ast()?;
        let file = argument("integrator", integrator);
        let request = sources.integrator(integrator, &file, 0);
        let request = request.map_err(|found| sources.failure(&found))?;
        let open: Vec<Option<ControlLaw>> = vec![None; ast.controls.len()];
        let signals = ScenarioSignals {
            controls: open,
            ..ScenarioSignals::default()
        };
        let compiled = compile_stepper(&ast, &request, &signals);
        let compiled = compiled.map_err(|found| sources.failure(&found))?;
        Ok(RawMachine {
            machine: Machine::new(&compiled.stepper),
            nodes: control_nodes(&compiled.stepper),
        })
    };
    let done = background::run(py, &nhi_study::stop::Stop::default(), work)?;
    if let Some(interrupted) = done.interrupted {
        return Err(interrupted);
    }
    done.result.map_err(|failure| exception(py, &failure))
}

/// A compiled model with an integrator.
#[pyclass(frozen)]
pub(crate) struct RawMachine {
    machine: Machine,
    nodes: Vec<f64>,
}

#[pymethods]
impl RawMachine {
    /// The names of (parameters, configuration, velocities, controls, multipliers).
    #[getter]
    fn names(&self) -> [Vec<String>; 5] {
        let names = self.machine.names();
        [
            names.parameters.clone(),
            names.configuration.clone(),
            names.velocities.clone(),
            names.controls.clone(),
            names.constraints.clone(),
        ]
    }

    #[getter]
    fn nodes(&self) -> Vec<f64> {
        self.nodes.clone()
    }

    /// Sets parameters and the step size.
    fn prepare(&self, parameters: PyReadonlyArray1<'_, f64>, step: f64) -> PyResult<RawStepper> {
        let parameters = parameters.as_array().to_vec();
        checked(
            parameters.len(),
            self.machine.names().parameters.len(),
            "parameters",
        )?;
        let made = self.machine.stepper(&parameters, step);
        let stepper = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(RawStepper {
            stepper: Mutex::new(stepper),
            machine: self.machine.clone(),
            nodes: self.nodes.clone(),
        })
    }
}

/// The time, configuration, velocities and multipliers of a state.
type Sampled<'py> = (
    f64,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
);

/// The next state, and its derivatives with respect to (state, controls, parameters, step size).
type Differentiated<'py> = (RawState, [Bound<'py, PyArray2<f64>>; 4]);

#[pymethods]
impl RawStepper {
    #[getter]
    fn has_jacobian(&self) -> bool {
        self.lent().has_jacobian()
    }

    /// Returns the first state.
    fn start(
        &self,
        t: f64,
        q: PyReadonlyArray1<'_, f64>,
        v: PyReadonlyArray1<'_, f64>,
        multipliers: PyReadonlyArray1<'_, f64>,
        controls: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<RawState> {
        let names = self.machine.names();
        let (q, v) = (q.as_array().to_vec(), v.as_array().to_vec());
        checked(q.len(), names.configuration.len(), "entries of q")?;
        checked(v.len(), names.velocities.len(), "velocities")?;
        let multipliers = multipliers.as_array().to_vec();
        let controls = self.controls(&controls)?;
        let stepper = self.lent();
        let read = |time: f64, u: &mut [f64]| self.read(&controls, t, stepper.step_size(), time, u);
        let started = stepper.start(t, &q, &v, &multipliers, read);
        started.map(RawState).map_err(|error| failed(&error))
    }

    /// Returns the next state.
    fn step(&self, state: &RawState, controls: PyReadonlyArray2<'_, f64>) -> PyResult<RawState> {
        let controls = self.controls(&controls)?;
        let stepper = self.own(state)?;
        let (begin, h) = (stepper.time(&state.0), stepper.step_size());
        let read = |time: f64, u: &mut [f64]| self.read(&controls, begin, h, time, u);
        let next = stepper.step(&state.0, read);
        next.map(RawState).map_err(|error| failed(&error))
    }

    /// Returns the motion at a state.
    fn sample<'py>(&self, py: Python<'py>, state: &RawState) -> PyResult<Sampled<'py>> {
        let sample = self.own(state)?.sample(&state.0);
        let sample = sample.map_err(|error| PyArithmeticError::new_err(error.to_string()))?;
        let array = |values: Vec<f64>| PyArray1::from_vec(py, values);
        Ok((
            sample.t,
            array(sample.q),
            array(sample.v),
            array(sample.lambda),
        ))
    }

    /// Returns the next state with its derivatives; matrices have a row for each entry of it.
    fn step_jacobian<'py>(
        &self,
        py: Python<'py>,
        state: &RawState,
        controls: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Differentiated<'py>> {
        let controls = self.controls(&controls)?;
        let stepper = self.own(state)?;
        let (begin, h) = (stepper.time(&state.0), stepper.step_size());
        let read = |time: f64, u: &mut [f64]| self.read(&controls, begin, h, time, u);
        let found = stepper.step_jacobian(&state.0, read).ok_or_else(|| {
            PyValueError::new_err("this stepper was made without `jacobian=True`")
        })?;
        let found = found.map_err(|error| failed(&error))?;
        let n = found.next.entries.len();
        // Columns one after another are the rows of the transposed matrix.
        let matrix = |columns: Vec<f64>| {
            let count = columns.len() / n.max(1);
            let rows = PyArray1::from_vec(py, columns).reshape([count, n])?;
            rows.transpose()
        };
        Ok((
            RawState(found.next),
            [
                matrix(found.state)?,
                matrix(found.controls)?,
                matrix(found.parameters)?,
                matrix(found.step_size)?,
            ],
        ))
    }
}

impl RawStepper {
    fn lent(&self) -> MutexGuard<'_, MachineStepper> {
        self.stepper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stepper for a state, which must be one of this model and integrator.
    fn own(&self, state: &RawState) -> PyResult<MutexGuard<'_, MachineStepper>> {
        let parts = self.machine.state_parts().iter();
        let length = parts.map(|part| part.entries.len()).sum();
        checked(state.0.entries.len(), length, "entries of a state")?;
        Ok(self.lent())
    }

    /// Returns controls of shape (nodes, controls), or one row for all nodes.
    fn controls(&self, controls: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<Vec<f64>>> {
        let controls = controls.as_array();
        let (rows, width) = controls.dim();
        let names = &self.machine.names().controls;
        let nodes = self.nodes.len().max(1);
        if width != names.len() || (rows != 1 && rows != nodes) {
            return Err(PyValueError::new_err(format!(
                "controls of shape ({rows}, {width}); the shape must be ({nodes}, {}): the nodes at {:?} of a \
                 step, and the controls [{}]; or one row for all nodes",
                names.len(),
                self.nodes,
                names.join(", ")
            )));
        }
        Ok(controls
            .rows()
            .into_iter()
            .map(|row| row.to_vec())
            .collect())
    }

    fn read(
        &self,
        controls: &[Vec<f64>],
        begin: f64,
        h: f64,
        time: f64,
        u: &mut [f64],
    ) -> Result<(), std::convert::Infallible> {
        let row = match controls {
            [row] => row,
            rows => &rows[nearest(&self.nodes, (time - begin) / h)],
        };
        u.copy_from_slice(row);
        Ok(())
    }
}

fn failed(error: &nhi_machine::Error) -> PyErr {
    PyArithmeticError::new_err(error.to_string())
}

fn checked(found: usize, needed: usize, what: &str) -> PyResult<()> {
    if found == needed {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{found} {what}; {needed} are needed"
    )))
}
