//! Controls from Python: arrays of numbers, or a function.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use nhi_machine::Sample;
use nhi_study::problem::{Failure, Problem};
use nhi_study::scenario::Grid;
use nhi_study::simulation::{ControlProgram, Plant};
use nhi_symbolic::{Moment, Stepper};
use numpy::{PyReadonlyArray2, PyReadonlyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Controls that Python computes.
#[pyclass(frozen)]
pub(crate) struct Controls(Origin);

#[derive(Clone)]
enum Origin {
    /// Numbers of shape (steps, nodes, controls).
    Array(Arc<[f64]>, [usize; 3]),
    /// A function of time, coordinates and velocities; true if its values are held for a period.
    Function(Arc<Py<PyAny>>, bool),
}

/// The controls of one run.
pub(crate) struct Program {
    origin: Origin,
    frame: OnceLock<Frame>,
    /// The last call of the function.
    last: Mutex<Option<Call>>,
    /// The exception of the function.
    raised: Mutex<Option<PyErr>>,
}

/// A call of a function, and the controls that it returned.
struct Call {
    arguments: Arguments,
    controls: Vec<f64>,
}

/// The arguments of a function by which two calls are told apart.
#[derive(PartialEq)]
enum Arguments {
    /// The state of a run at its start differs from the initial values by round-off.
    AtStart,
    /// The bits of time, coordinates and velocities.
    At(Vec<u64>),
}

/// The run that controls belong to.
struct Frame {
    grid: Grid,
    /// The moments of a step at which controls are read, as fractions of it.
    nodes: Vec<f64>,
    configuration: Vec<String>,
    velocities: Vec<String>,
}

#[pymethods]
impl Controls {
    #[staticmethod]
    fn array(values: PyReadonlyArray3<'_, f64>) -> Self {
        let values = values.as_array();
        let (steps, nodes, controls) = values.dim();
        let shape = [steps, nodes, controls];
        Self(Origin::Array(values.iter().copied().collect(), shape))
    }

    #[staticmethod]
    fn function(function: Py<PyAny>, is_held: bool) -> Self {
        Self(Origin::Function(Arc::new(function), is_held))
    }
}

impl Controls {
    /// Returns the controls for one run.
    pub(crate) fn program(&self) -> Arc<Program> {
        Arc::new(Program {
            origin: self.0.clone(),
            frame: OnceLock::new(),
            last: Mutex::default(),
            raised: Mutex::default(),
        })
    }
}

/// Returns the moments of a step at which an integrator reads controls, as fractions of the step in
/// increasing order.
pub(crate) fn control_nodes(stepper: &Stepper) -> Vec<f64> {
    let of_substeps = stepper.substeps.iter().flat_map(|substep| &substep.nodes);
    let of_step = stepper.control_nodes.iter();
    let of_step = of_step.take(if stepper.substeps.is_empty() {
        usize::MAX
    } else {
        0
    });
    let fraction = |moment: &Moment| match *moment {
        Moment::Beginning => 0.0,
        Moment::End => 1.0,
        Moment::Between(fraction) => fraction,
    };
    let mut nodes: Vec<f64> = of_substeps.chain(of_step).map(fraction).collect();
    nodes.sort_by(f64::total_cmp);
    nodes.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    nodes
}

/// Returns the index of the node nearest to a fraction of a step.
pub(crate) fn nearest(nodes: &[f64], fraction: f64) -> usize {
    let distance = |node: &f64| (node - fraction).abs();
    let places = 0..nodes.len();
    places
        .min_by(|&a, &b| distance(&nodes[a]).total_cmp(&distance(&nodes[b])))
        .unwrap_or_default()
}

impl Program {
    /// Takes the run that the controls are for.
    ///
    /// # Errors
    /// The array has another shape than the run.
    pub(crate) fn fit(&self, plant: &Plant, grid: &Grid) -> Result<(), Failure> {
        let stepper = &plant.stepper;
        let nodes = control_nodes(stepper);
        if let Origin::Array(_, found) = &self.origin {
            let controls = &stepper.names.controls;
            if stepper.tolerance().is_some() {
                let found = "an array of controls at nodes, for a method with its own step size";
                let required = "an expression, or an array on a grid of times";
                return Err(refused(found.to_owned(), required.to_owned()));
            }
            let steps = usize::try_from(grid.steps).unwrap_or(usize::MAX);
            let shape = [steps, nodes.len(), controls.len()];
            if *found != shape {
                let found = format!("an array of shape {found:?}");
                let required = format!(
                    "an array of shape {shape:?}: {steps} steps, the nodes of a step at {nodes:?} of it, \
                     and the controls {}",
                    controls.join(", ")
                );
                return Err(refused(found, required));
            }
        }
        let frame = Frame {
            grid: *grid,
            nodes,
            configuration: stepper.names.configuration.clone(),
            velocities: stepper.names.velocities.clone(),
        };
        drop(self.frame.set(frame));
        Ok(())
    }

    /// Takes the exception that ended the run.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        raised.take()
    }

    /// Writes the controls of a function. A run reads them several times at the beginning of a
    /// step; the function is called once, because it may have a memory.
    fn call_once(
        &self,
        (function, is_held): (&Py<PyAny>, bool),
        t: f64,
        sample: &Sample,
        controls: &mut [f64],
    ) -> PyResult<()> {
        let begins = |frame: &Frame| frame.grid.start.to_bits() == t.to_bits();
        let arguments = match is_held && self.frame.get().is_some_and(begins) {
            true => Arguments::AtStart,
            false => {
                let numbers = [&[t], &*sample.q, &*sample.v].concat();
                Arguments::At(numbers.into_iter().map(f64::to_bits).collect())
            }
        };
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(call) = &*last()
            && call.arguments == arguments
        {
            controls.copy_from_slice(&call.controls);
            return Ok(());
        }
        self.call(function, t, sample, controls)?;
        *last() = Some(Call {
            arguments,
            controls: controls.to_vec(),
        });
        Ok(())
    }

    fn call(
        &self,
        function: &Py<PyAny>,
        t: f64,
        sample: &Sample,
        controls: &mut [f64],
    ) -> PyResult<()> {
        Python::attach(|py| {
            let named = |names: &[String], values: &[f64]| -> PyResult<Py<PyDict>> {
                let dict = PyDict::new(py);
                for (name, value) in names.iter().zip(values) {
                    dict.set_item(name, value)?;
                }
                Ok(dict.unbind())
            };
            let frame = self.frame.get();
            let q = named(frame.map_or(&[], |x| &x.configuration), &sample.q)?;
            let v = named(frame.map_or(&[], |x| &x.velocities), &sample.v)?;
            let values: Vec<f64> = function.bind(py).call1((t, q, v))?.extract()?;
            if values.len() != controls.len() {
                let (found, needed) = (values.len(), controls.len());
                let text =
                    format!("the control function returned {found} values; {needed} are needed");
                return Err(pyo3::exceptions::PyValueError::new_err(text));
            }
            controls.copy_from_slice(&values);
            Ok(())
        })
    }
}

fn refused(found: String, required: String) -> Failure {
    let problem = Problem::new(found, required).at_key("controls");
    problem.into()
}

impl ControlProgram for Program {
    fn sees_states(&self) -> bool {
        matches!(self.origin, Origin::Function(..))
    }

    fn write(
        &self,
        steps: u64,
        t: f64,
        sample: Option<&Sample>,
        controls: &mut [f64],
    ) -> Result<(), String> {
        match &self.origin {
            Origin::Array(values, [count, nodes, width]) => {
                let frame = self.frame.get().ok_or("the controls have no run")?;
                let Grid { start, step, .. } = frame.grid;
                let last = *count as u64 - 1;
                let (step_number, node) = match steps > last {
                    // The row after the last step.
                    true => (last, nodes - 1),
                    false => {
                        let begin = start + steps as f64 * step;
                        (steps, nearest(&frame.nodes, (t - begin) / step))
                    }
                };
                let first = (step_number as usize * nodes + node) * width;
                controls.copy_from_slice(&values[first..first + width]);
                Ok(())
            }
            Origin::Function(function, is_held) => {
                let sample = sample.ok_or("the control function has no state to see")?;
                let called = self.call_once((function, *is_held), t, sample, controls);
                called.map_err(|error| {
                    let text = format!("the control function raised {error}");
                    let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                    raised.get_or_insert(error);
                    text
                })
            }
        }
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").finish_non_exhaustive()
    }
}

/// A control of the members of an ensemble: a number for each member and step.
#[derive(Clone, Debug)]
pub(crate) struct StepControls {
    name: String,
    steps: usize,
    /// The numbers of all steps, member after member.
    values: Arc<[f64]>,
}

/// The controls of all members.
#[derive(Debug)]
struct ControlsOfMembers(Vec<StepControls>);

/// The controls of one member: their place among all, and a number for each step.
#[derive(Debug)]
struct ControlsOfMember(Vec<(usize, Arc<[f64]>)>);

impl StepControls {
    pub(crate) fn new(name: String, values: &PyReadonlyArray2<'_, f64>) -> Self {
        let values = values.as_array();
        Self {
            name,
            steps: values.ncols(),
            values: values.iter().copied().collect(),
        }
    }

    /// Checks that the control exists, and that there is a number for each step.
    pub(crate) fn fit(&self, names: &[&str], steps: u64) -> Result<(), Failure> {
        if !names.contains(&&*self.name) {
            let found = format!("there is no control `{}`", self.name);
            return Err(refused(found, format!("one of {}", names.join(", "))));
        }
        if self.steps as u64 == steps {
            return Ok(());
        }
        let found = format!("{} numbers for each member", self.steps);
        Err(refused(
            found,
            format!("one number for each of {steps} steps"),
        ))
    }

    /// Returns the program of all members.
    pub(crate) fn program(controls: &[Self]) -> Arc<dyn ControlProgram> {
        Arc::new(ControlsOfMembers(controls.to_vec()))
    }
}

impl ControlProgram for ControlsOfMembers {
    fn sees_states(&self) -> bool {
        false
    }

    fn write(&self, _: u64, _: f64, _: Option<&Sample>, _: &mut [f64]) -> Result<(), String> {
        Ok(())
    }

    fn computes(&self, control: &str) -> bool {
        self.0.iter().any(|given| given.name == control)
    }

    fn of_member(&self, number: u64, controls: &[String]) -> Option<Arc<dyn ControlProgram>> {
        let own = self.0.iter().map(|given| {
            let place = controls.iter().position(|name| *name == given.name);
            let place = place.expect("controls without a law remain inputs");
            let first = number as usize * given.steps;
            (place, given.values[first..first + given.steps].into())
        });
        Some(Arc::new(ControlsOfMember(own.collect())))
    }
}

impl ControlProgram for ControlsOfMember {
    fn sees_states(&self) -> bool {
        false
    }

    fn write(
        &self,
        steps: u64,
        _: f64,
        _: Option<&Sample>,
        controls: &mut [f64],
    ) -> Result<(), String> {
        for (place, values) in &self.0 {
            // The row after the last step has the controls of that step.
            let step = (steps as usize).min(values.len() - 1);
            controls[*place] = values[step];
        }
        Ok(())
    }
}
