//! Single steps.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nhi_machine::{Machine, MachineStepper, Sample, State};
use nhi_study::problem::Failure;
use nhi_study::simulation::Plant;
use nhi_symbolic::{ControlLaw, ScenarioSignals, Stepper, compile_stepper};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::prelude::*;

use crate::background;
use crate::contacts::{ContactMachine, OfStep, OverContacts, foreign};
use crate::controls::{control_nodes, nearest};
use crate::errors::exception;
use crate::source::ModelText;
use crate::state::{AnyState, RawState, one_state};

/// A compiled model with an integrator, parameters and a step size.
#[pyclass(frozen)]
pub(crate) struct RawStepper {
    pub(crate) stepper: AnyStepper,
    pub(crate) machine: Machine,
    pub(crate) nodes: Vec<f64>,
    /// The number of multipliers, of open contacts too.
    pub(crate) multipliers: usize,
    origin: Origin,
}

/// The integrator, its number of entries and the names of a model, by which states are told apart.
pub(crate) type Origin = Arc<[String]>;

/// A stepper with the same constraints in every step, or one over contacts that open.
pub(crate) enum AnyStepper {
    Single(Mutex<MachineStepper>),
    Contacts(Box<OverContacts>),
}

/// Compiles a stepper.
#[pyfunction]
pub(crate) fn stepper(py: Python<'_>, model: &ModelText, integrator: &str) -> PyResult<RawMachine> {
    let work = || -> Result<RawMachine, Failure> {
        let (mut sources, ast) = model.ast()?;
        let request = sources.integrator(integrator, "integrator")?;
        if ast.opening_contacts().next().is_some() {
            let plant = Plant::with_given_controls(&ast, &request);
            let plant = plant.map_err(|found| sources.failure(&found))?;
            return Ok(RawMachine::over_contacts(plant));
        }
        let open: Vec<Option<ControlLaw>> = vec![None; ast.controls.len()];
        let signals = ScenarioSignals {
            controls: open,
            ..ScenarioSignals::default()
        };
        let compiled = compile_stepper(&ast, &request, &signals);
        let compiled = compiled.map_err(|found| sources.failure(&found))?;
        Ok(RawMachine {
            machine: Machine::new(&compiled.stepper),
            origin: origin(&compiled.stepper),
            nodes: control_nodes(&compiled.stepper),
            multipliers: compiled.stepper.names.constraints,
            contacts: None,
            has_initial_multipliers: compiled.stepper.has_initial_multipliers,
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
    multipliers: Vec<String>,
    origin: Origin,
    contacts: Option<Box<ContactMachine>>,
    has_initial_multipliers: bool,
}

impl RawMachine {
    fn over_contacts(plant: Plant) -> Self {
        Self {
            machine: Machine::new(&plant.stepper),
            origin: origin(&plant.stepper),
            nodes: control_nodes(&plant.stepper),
            multipliers: plant.multiplier_names(),
            has_initial_multipliers: false,
            contacts: Some(Box::new(ContactMachine::new(plant))),
        }
    }

    /// Returns the machine of a model with the same constraints in every step.
    pub(crate) fn single(&self) -> PyResult<&Machine> {
        match &self.contacts {
            None => Ok(&self.machine),
            Some(contacts) => Err(contacts.refused()),
        }
    }
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
            self.multipliers.clone(),
        ]
    }

    /// The names of the contacts that open.
    #[getter]
    fn contacts(&self) -> Vec<String> {
        let contacts = self.contacts.as_ref();
        contacts.map_or_else(Vec::new, |contacts| contacts.names())
    }

    /// True if motions begin with multipliers.
    #[getter]
    fn has_initial_multipliers(&self) -> bool {
        self.has_initial_multipliers
    }

    #[getter]
    fn nodes(&self) -> Vec<f64> {
        self.nodes.clone()
    }

    /// The number of entries of a state.
    #[getter]
    fn entries(&self) -> PyResult<usize> {
        self.single().map(entries)
    }

    /// The integrator, its number of entries and the names, by which states are told apart.
    #[getter]
    fn origin(&self) -> Vec<String> {
        self.origin.to_vec()
    }

    /// Checks that states of an origin are those of this model and integrator.
    fn check_origin(&self, origin: Vec<String>) -> PyResult<()> {
        match *self.origin == *origin {
            true => Ok(()),
            false => Err(foreign()),
        }
    }

    /// Sets parameters and the step size.
    fn prepare(&self, parameters: PyReadonlyArray1<'_, f64>, step: f64) -> PyResult<RawStepper> {
        let parameters = parameters.as_array().to_vec();
        checked(
            parameters.len(),
            self.machine.names().parameters.len(),
            "parameters",
        )?;
        let stepper = match &self.contacts {
            Some(contacts) => AnyStepper::Contacts(Box::new(contacts.stepper(&parameters, step)?)),
            None => {
                let made = self.machine.stepper(&parameters, step);
                let made = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
                AnyStepper::Single(Mutex::new(made))
            }
        };
        Ok(RawStepper {
            stepper,
            machine: self.machine.clone(),
            nodes: self.nodes.clone(),
            multipliers: self.multipliers.len(),
            origin: self.origin.clone(),
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
        if let AnyStepper::Contacts(over) = &self.stepper {
            let lent = over.lent();
            let controls = self.of_step(&controls, t, lent.step_size());
            let started = lent.start(t, (&from.q, &from.v), controls);
            return over.made(started);
        }
        let stepper = self.lent()?;
        let read = self.reader(&controls, t, stepper.step_size());
        let started = stepper.start(t, &from.q, &from.v, &from.multipliers, read);
        let made = started.map(|state| self.made(state));
        made.map_err(|error| failed(&error))
    }

    /// Returns the next state.
    fn step(
        &self,
        state: &Bound<'_, PyAny>,
        controls: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<RawState> {
        let state = one_state(state)?;
        let controls = self.controls(&controls)?;
        if let AnyStepper::Contacts(over) = &self.stepper {
            let (lent, state) = over.own(state.on_contacts())?;
            let h = lent.step_size();
            let controls = self.of_step(&controls, state.clock().time(h), h);
            return over.made(lent.step(state, controls));
        }
        let (stepper, state) = self.own(state)?;
        let read = self.reader(&controls, stepper.time(state), stepper.step_size());
        let next = stepper.step(state, read);
        let made = next.map(|state| self.made(state));
        made.map_err(|error| failed(&error))
    }

    /// Returns the motion at a state.
    fn sample<'py>(&self, py: Python<'py>, state: &Bound<'py, PyAny>) -> PyResult<Sampled<'py>> {
        let state = one_state(state)?;
        if let AnyStepper::Contacts(over) = &self.stepper {
            let (lent, state) = over.own(state.on_contacts())?;
            let sample = lent.sample(state).map_err(|error| failed(&error))?;
            return Ok(sampled(py, sample));
        }
        let (stepper, state) = self.own(state)?;
        let sample = stepper.sample(state);
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
    /// Returns the stepper of a model with the same constraints in every step.
    pub(crate) fn single(&self) -> PyResult<&Mutex<MachineStepper>> {
        match &self.stepper {
            AnyStepper::Single(stepper) => Ok(stepper),
            AnyStepper::Contacts(over) => Err(over.refused()),
        }
    }

    /// Returns the same, locked.
    pub(crate) fn lent(&self) -> PyResult<MutexGuard<'_, MachineStepper>> {
        let stepper = self.single()?;
        Ok(stepper.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the number of entries of the states of a trajectory; zero over contacts, because it
    /// differs between phases.
    pub(crate) fn entries_of_rows(&self) -> usize {
        match &self.stepper {
            AnyStepper::Single(_) => entries(&self.machine),
            AnyStepper::Contacts(_) => 0,
        }
    }

    /// Returns the stepper for a state, which must be one of this model and integrator.
    pub(crate) fn own<'a>(
        &'a self,
        state: &'a RawState,
    ) -> PyResult<(MutexGuard<'a, MachineStepper>, &'a State)> {
        let lent = self.lent()?;
        match &state.0 {
            AnyState::Single(state, origin) if *origin == self.origin => Ok((lent, state)),
            _ => Err(foreign()),
        }
    }

    /// Returns a state of this stepper for Python.
    pub(crate) fn made(&self, state: State) -> RawState {
        RawState(AnyState::Single(state, self.origin.clone()))
    }

    /// Returns the controls of a step over contacts.
    pub(crate) fn of_step(&self, controls: &[f64], begin: f64, h: f64) -> Arc<OfStep> {
        Arc::new(OfStep {
            nodes: self.nodes.clone(),
            rows: controls.to_vec(),
            begin,
            h,
        })
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
        checked(multipliers.len(), self.multipliers, "multipliers")?;
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
        check_controls(&self.machine, &self.nodes, [rows, width])?;
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

/// Returns the origin of the states of a stepper. Options need not change what a state means.
pub(crate) fn origin(stepper: &Stepper) -> Origin {
    let names = &stepper.names;
    let lists = [
        &names.parameters,
        &names.configuration,
        &names.velocities,
        &names.controls,
    ];
    let names = lists.into_iter().flatten().cloned();
    let of_integrator = [
        stepper.integrator.to_owned(),
        stepper.state_len().to_string(),
    ];
    of_integrator.into_iter().chain(names).collect()
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

/// Checks the shape (nodes, controls) of the controls of a step.
pub(crate) fn check_controls(
    machine: &Machine,
    nodes: &[f64],
    [rows, width]: [usize; 2],
) -> PyResult<()> {
    let names = &machine.names().controls;
    let count = nodes.len().max(1);
    if width == names.len() && (rows == 1 || rows == count) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "controls of a step of shape ({rows}, {width}); the shape must be ({count}, {}): the nodes \
         at {nodes:?} of a step, and the controls [{}]; or one row for all nodes",
        names.len(),
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
