//! Starts, steps and samples at many points: arrays with a row for each point.

use std::convert::Infallible;

use nhi_machine::{Derivative, MachineStepper, Sample, State};
use nhi_runtime::Clock;
use nhi_study::stop::Stop;
use numpy::ndarray::{Array1, Array2, Array3, s};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3};
use pyo3::exceptions::PyArithmeticError;
use pyo3::prelude::*;

use crate::background;
use crate::derivative::{layout, moments};
use crate::stepper::{RawMachine, check_controls, checked, entries, write_controls};

/// The name of a group of inputs, and its columns.
type Group = (&'static str, usize, usize);

/// The results, and with derivatives also the groups of inputs, the moments of controls, and the
/// matrices of shape (rows, inputs, results).
type Found<'py> = (
    Bound<'py, PyArray2<f64>>,
    Vec<Group>,
    Vec<f64>,
    Option<Bound<'py, PyArray3<f64>>>,
);

/// The results at a point, and their derivative.
type AtPoint = Result<(Vec<f64>, Option<Derivative>), String>;

/// The inputs of all functions: parameters, step sizes, times and controls.
struct Points {
    parameters: Array2<f64>,
    h: Array1<f64>,
    t: Array1<f64>,
    controls: Array3<f64>,
}

impl Points {
    fn new(
        machine: &RawMachine,
        parameters: &PyReadonlyArray2<'_, f64>,
        h: &PyReadonlyArray1<'_, f64>,
        t: &PyReadonlyArray1<'_, f64>,
        controls: Option<&PyReadonlyArray3<'_, f64>>,
    ) -> PyResult<Self> {
        let parameters = parameters.as_array().to_owned();
        let names = machine.single()?.names();
        let rows = parameters.nrows();
        checked(parameters.ncols(), names.parameters.len(), "parameters")?;
        let [h, t] = [h, t].map(|list| list.as_array().to_owned());
        checked(h.len(), rows, "step sizes")?;
        checked(t.len(), rows, "times")?;
        let controls = match controls {
            None => Array3::zeros((rows, 1, 0)),
            Some(controls) => {
                let controls = controls.as_array().to_owned();
                let (count, nodes, width) = controls.dim();
                check_controls(&machine.machine, &machine.nodes, [nodes, width])?;
                checked(count, rows, "rows of controls")?;
                controls
            }
        };
        Ok(Self {
            parameters,
            h,
            t,
            controls,
        })
    }

    /// Returns the controls of a row as a function of time.
    fn reader<'a>(
        &'a self,
        machine: &'a RawMachine,
        row: usize,
        begin: f64,
    ) -> impl Fn(f64, &mut [f64]) -> Result<(), Infallible> + 'a {
        let held: Vec<f64> = self
            .controls
            .slice(s![row, .., ..])
            .iter()
            .copied()
            .collect();
        move |time, u| {
            write_controls(&machine.nodes, &held, (time - begin) / self.h[row], u);
            Ok(())
        }
    }

    /// Computes a function at all points.
    fn each<'py>(
        &self,
        py: Python<'py>,
        machine: &RawMachine,
        width: usize,
        compute: impl Fn(&MachineStepper, usize) -> AtPoint + Sync,
    ) -> PyResult<Found<'py>> {
        let rows = self.h.len();
        let stop = Stop::default();
        let work = || -> Result<_, String> {
            let mut results = Vec::with_capacity(rows * width);
            let (mut groups, mut times, mut matrices) = (Vec::new(), Vec::new(), Vec::new());
            let mut inputs = 0;
            let mut stepper: Option<MachineStepper> = None;
            for row in 0..rows {
                if stop.signal().is_some() {
                    break;
                }
                let in_row = |reason: String| match rows {
                    1 => reason,
                    _ => format!("row {row}: {reason}"),
                };
                if row > 0 && !self.shares(row) {
                    stepper = None;
                }
                let lent = match stepper.take() {
                    Some(stepper) => stepper,
                    None => {
                        let parameters = self.parameters.row(row).to_vec();
                        let made = machine.machine.stepper(&parameters, self.h[row]);
                        made.map_err(|error| in_row(error.to_string()))?
                    }
                };
                let (values, derivative) = compute(&lent, row).map_err(in_row)?;
                stepper = Some(lent);
                results.extend(values);
                if let Some(derivative) = derivative {
                    let matrix = derivative.jacobian();
                    matrices.extend(matrix.map_err(|error| in_row(error.to_string()))?);
                    if row == 0 {
                        inputs = derivative.inputs();
                        (groups, times) = (layout(&derivative), moments(&derivative));
                    }
                }
            }
            Ok((results, groups, times, matrices, inputs))
        };
        let done = background::run_steps(py, rows, &stop, work)?;
        if let Some(interrupted) = done.interrupted {
            return Err(interrupted);
        }
        let (results, groups, times, matrices, inputs) =
            done.result.map_err(PyArithmeticError::new_err)?;
        let results = PyArray1::from_vec(py, results).reshape([rows, width])?;
        let matrices = match inputs {
            0 => None,
            _ => Some(PyArray1::from_vec(py, matrices).reshape([rows, inputs, width])?),
        };
        Ok((results, groups, times, matrices))
    }

    /// Returns true if a row has the parameters and the step size of the row before.
    fn shares(&self, row: usize) -> bool {
        self.h[row] == self.h[row - 1] && self.parameters.row(row) == self.parameters.row(row - 1)
    }
}

fn listed(sample: Sample) -> Vec<f64> {
    [sample.q, sample.v, sample.lambda].concat()
}

/// Returns the entries of the first states.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "all that a start reads")]
pub(crate) fn start_rows<'py>(
    py: Python<'py>,
    machine: &RawMachine,
    parameters: PyReadonlyArray2<'py, f64>,
    h: PyReadonlyArray1<'py, f64>,
    t: PyReadonlyArray1<'py, f64>,
    initial: [PyReadonlyArray2<'py, f64>; 3],
    controls: PyReadonlyArray3<'py, f64>,
    derivative: bool,
) -> PyResult<Found<'py>> {
    let points = Points::new(machine, &parameters, &h, &t, Some(&controls))?;
    let names = machine.machine.names();
    let widths = [&names.configuration, &names.velocities, &names.constraints];
    let initial = initial.map(|table| table.as_array().to_owned());
    for (table, names) in initial.iter().zip(widths) {
        checked(table.nrows(), points.h.len(), "rows of initial values")?;
        checked(table.ncols(), names.len(), "initial values in a row")?;
    }
    points.each(py, machine, entries(&machine.machine), |stepper, row| {
        let [q, v, lambda] = [0, 1, 2].map(|part: usize| initial[part].row(row).to_vec());
        let t = points.t[row];
        let read = points.reader(machine, row, t);
        if derivative {
            let found = stepper.start_derivative(t, &q, &v, &lambda, read);
            let (state, derivative) = found.map_err(|error| error.to_string())?;
            return Ok((state.entries, Some(derivative)));
        }
        let found = stepper.start(t, &q, &v, &lambda, read);
        Ok((found.map_err(|error| error.to_string())?.entries, None))
    })
}

/// Returns the entries of the next states. `t` has times at the start, `steps` steps ago.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "all that a step reads")]
pub(crate) fn step_rows<'py>(
    py: Python<'py>,
    machine: &RawMachine,
    parameters: PyReadonlyArray2<'py, f64>,
    h: PyReadonlyArray1<'py, f64>,
    t: PyReadonlyArray1<'py, f64>,
    steps: u64,
    states: PyReadonlyArray2<'py, f64>,
    controls: PyReadonlyArray3<'py, f64>,
    derivative: bool,
) -> PyResult<Found<'py>> {
    let points = Points::new(machine, &parameters, &h, &t, Some(&controls))?;
    let states = of_states(machine, &points, &states)?;
    let width = states.ncols();
    points.each(py, machine, width, |stepper, row| {
        let state = state(&points, &states, row, steps);
        let read = points.reader(machine, row, stepper.time(&state));
        if derivative {
            let found = stepper.step_derivative(&state, read);
            let (next, derivative) = found.map_err(|error| error.to_string())?;
            return Ok((next.entries, Some(derivative)));
        }
        let found = stepper.step(&state, read);
        Ok((found.map_err(|error| error.to_string())?.entries, None))
    })
}

/// Returns the motions at states: configuration, velocities, multipliers.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "all that a sample reads")]
pub(crate) fn sample_rows<'py>(
    py: Python<'py>,
    machine: &RawMachine,
    parameters: PyReadonlyArray2<'py, f64>,
    h: PyReadonlyArray1<'py, f64>,
    t: PyReadonlyArray1<'py, f64>,
    steps: u64,
    states: PyReadonlyArray2<'py, f64>,
    derivative: bool,
) -> PyResult<Found<'py>> {
    let points = Points::new(machine, &parameters, &h, &t, None)?;
    let states = of_states(machine, &points, &states)?;
    let names = machine.machine.names();
    let width = names.configuration.len() + names.velocities.len() + names.constraints.len();
    points.each(py, machine, width, |stepper, row| {
        let state = state(&points, &states, row, steps);
        if derivative {
            let found = stepper.sample_derivative(&state);
            let (sample, derivative) = found.map_err(|error| error.to_string())?;
            return Ok((listed(sample), Some(derivative)));
        }
        let found = stepper.sample(&state);
        Ok((listed(found.map_err(|error| error.to_string())?), None))
    })
}

fn of_states(
    machine: &RawMachine,
    points: &Points,
    states: &PyReadonlyArray2<'_, f64>,
) -> PyResult<Array2<f64>> {
    let states = states.as_array().to_owned();
    checked(states.nrows(), points.h.len(), "rows of states")?;
    checked(
        states.ncols(),
        entries(&machine.machine),
        "entries of a state",
    )?;
    Ok(states)
}

fn state(points: &Points, states: &Array2<f64>, row: usize, steps: u64) -> State {
    let mut clock = Clock::new(points.t[row]);
    clock.steps = steps;
    State::new(clock, states.row(row).to_vec())
}
