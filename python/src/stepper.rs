//! Single steps.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nhi_machine::{Machine, MachineStepper, Sample, State};
use nhi_study::problem::Failure;
use nhi_symbolic::{ControlLaw, ScenarioSignals, compile_stepper};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
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
    pub(crate) machine: Machine,
    pub(crate) nodes: Vec<f64>,
}

/// A state of a stepper.
#[pyclass(frozen)]
pub(crate) struct RawState(pub(crate) State);

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
        let request = sources.integrator(integrator, "integrator")?;
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
    pub(crate) machine: Machine,
    pub(crate) nodes: Vec<f64>,
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

    /// The number of entries of a state.
    #[getter]
    fn entries(&self) -> usize {
        entries(&self.machine)
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
pub(crate) type Sampled<'py> = (
    f64,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
);

#[pymethods]
impl RawStepper {
    /// Returns the first state.
    fn start(
        &self,
        t: f64,
        q: PyReadonlyArray1<'_, f64>,
        v: PyReadonlyArray1<'_, f64>,
        multipliers: PyReadonlyArray1<'_, f64>,
        controls: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<RawState> {
        let from = self.from(t, &q, &v, &multipliers)?;
        let controls = self.controls(&controls)?;
        let stepper = self.lent();
        let read = self.reader(&controls, t, stepper.step_size());
        let started = stepper.start(t, &from.q, &from.v, &from.multipliers, read);
        started.map(RawState).map_err(|error| failed(&error))
    }

    /// Returns the next state.
    fn step(&self, state: &RawState, controls: PyReadonlyArray2<'_, f64>) -> PyResult<RawState> {
        let controls = self.controls(&controls)?;
        let stepper = self.own(state)?;
        let read = self.reader(&controls, stepper.time(&state.0), stepper.step_size());
        let next = stepper.step(&state.0, read);
        next.map(RawState).map_err(|error| failed(&error))
    }

    /// Returns the motion at a state.
    fn sample<'py>(&self, py: Python<'py>, state: &RawState) -> PyResult<Sampled<'py>> {
        let sample = self.own(state)?.sample(&state.0);
        Ok(sampled(py, sample.map_err(|error| failed(&error))?))
    }
}

/// The initial values of a motion.
pub(crate) struct From {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
}

impl RawStepper {
    pub(crate) fn lent(&self) -> MutexGuard<'_, MachineStepper> {
        self.stepper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the stepper for a state, which must be one of this model and integrator.
    pub(crate) fn own(&self, state: &RawState) -> PyResult<MutexGuard<'_, MachineStepper>> {
        let needed = entries(&self.machine);
        checked(state.0.entries.len(), needed, "entries of a state")?;
        Ok(self.lent())
    }

    /// Returns configuration and velocities if there are as many as the model needs.
    pub(crate) fn initial(
        &self,
        q: &PyReadonlyArray1<'_, f64>,
        v: &PyReadonlyArray1<'_, f64>,
    ) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let names = self.machine.names();
        let [q, v] = [q, v].map(|list| list.as_array().to_vec());
        checked(q.len(), names.configuration.len(), "entries of q")?;
        checked(v.len(), names.velocities.len(), "velocities")?;
        Ok((q, v))
    }

    /// Returns initial values if there are as many as the model needs.
    pub(crate) fn from(
        &self,
        t: f64,
        q: &PyReadonlyArray1<'_, f64>,
        v: &PyReadonlyArray1<'_, f64>,
        multipliers: &PyReadonlyArray1<'_, f64>,
    ) -> PyResult<From> {
        let (q, v) = self.initial(q, v)?;
        let multipliers = multipliers.as_array().to_vec();
        let needed = self.machine.names().constraints.len();
        checked(multipliers.len(), needed, "multipliers")?;
        Ok(From {
            t,
            q,
            v,
            multipliers,
        })
    }

    /// Returns controls of shape (nodes, controls), or one row for all nodes.
    pub(crate) fn controls(&self, controls: &PyReadonlyArray2<'_, f64>) -> PyResult<Vec<f64>> {
        let controls = controls.as_array();
        let (rows, width) = controls.dim();
        check_controls(&self.machine, &self.nodes, &[], [rows, width])?;
        Ok(controls.iter().copied().collect())
    }

    /// Returns the controls of a step as a function of time.
    pub(crate) fn reader<'a>(
        &'a self,
        controls: &'a [f64],
        begin: f64,
        h: f64,
    ) -> impl Fn(f64, &mut [f64]) -> Result<(), Infallible> + 'a {
        move |time, u| {
            write_controls(&self.nodes, controls, (time - begin) / h, u);
            Ok(())
        }
    }
}

/// Returns the number of entries of a state.
pub(crate) fn entries(machine: &Machine) -> usize {
    let parts = machine.state_parts().iter();
    parts.map(|part| part.entries.len()).sum()
}

/// Writes the controls at a fraction of a step, from a row for each node or one row for all.
pub(crate) fn write_controls(nodes: &[f64], rows: &[f64], fraction: f64, u: &mut [f64]) {
    let width = u.len();
    let row = match rows.len() == width {
        true => 0,
        false => nearest(nodes, fraction),
    };
    u.copy_from_slice(&rows[row * width..][..width]);
}

/// Checks the shape of controls: `before`, then (nodes, controls).
pub(crate) fn check_controls(
    machine: &Machine,
    nodes: &[f64],
    before: &[usize],
    [rows, width]: [usize; 2],
) -> PyResult<()> {
    let names = &machine.names().controls;
    let count = nodes.len().max(1);
    if width == names.len() && (rows == 1 || rows == count) {
        return Ok(());
    }
    let shape = |rows: usize, width: usize| {
        let numbers = before.iter().chain([&rows, &width]);
        let numbers: Vec<_> = numbers.map(usize::to_string).collect();
        format!("({})", numbers.join(", "))
    };
    Err(PyValueError::new_err(format!(
        "controls of shape {}; the shape must be {}: the nodes at {nodes:?} of a step, and the \
         controls [{}]; or one row for all nodes",
        shape(rows, width),
        shape(count, names.len()),
        names.join(", ")
    )))
}

/// Returns a sample as arrays.
pub(crate) fn sampled(py: Python<'_>, sample: Sample) -> Sampled<'_> {
    let array = |values: Vec<f64>| PyArray1::from_vec(py, values);
    (
        sample.t,
        array(sample.q),
        array(sample.v),
        array(sample.lambda),
    )
}

/// Returns the exception of a computation that failed.
pub(crate) fn failed(error: &dyn fmt::Display) -> PyErr {
    PyArithmeticError::new_err(error.to_string())
}

pub(crate) fn checked(found: usize, needed: usize, what: &str) -> PyResult<()> {
    if found == needed {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "{found} {what}; {needed} are needed"
    )))
}
