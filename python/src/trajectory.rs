//! Many steps at once, and the gradient of a weighted sum of their samples.

use std::sync::PoisonError;

use nhi_machine::{Error, MachineStepper, Sample, Weights};
use nhi_runtime::ContactChange;
use nhi_study::simulation::{ContactStepper, RunError};
use nhi_study::stop::Stop;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::background;
use crate::run::check_memory;
use crate::stepper::{
    AnyStepper, From, RawStepper, check_controls, checked, failed, write_controls,
};

/// The controls of all steps: (nodes, controls) for each step, or the same for all.
struct OfSteps {
    values: Vec<f64>,
    /// The number of values of a step.
    width: usize,
    is_constant: bool,
}

/// The step that failed, its time, and the reason.
type Failed = (u64, f64, String);

/// Times, states, configurations, velocities and multipliers, with a row for each node in time.
type Rows<'py> = (Bound<'py, PyArray1<f64>>, [Bound<'py, PyArray2<f64>>; 4]);

/// The derivatives with respect to configuration, velocities, multipliers and parameters. Then
/// those with respect to the controls that were read, in the order of the motion, and to step size
/// and time.
type Parts<'py> = (
    [Bound<'py, PyArray1<f64>>; 4],
    Bound<'py, PyArray1<f64>>,
    [f64; 2],
);

impl OfSteps {
    fn new(
        stepper: &RawStepper,
        controls: &PyReadonlyArray3<'_, f64>,
        steps: usize,
    ) -> PyResult<Self> {
        let controls = controls.as_array();
        let (count, nodes, names) = controls.dim();
        check_controls(&stepper.machine, &stepper.nodes, [nodes, names])?;
        if count != 1 && (count != steps || count == 0) {
            return Err(PyValueError::new_err(format!(
                "controls of {count} steps; {steps} are needed, or one for all steps"
            )));
        }
        Ok(Self {
            values: controls.iter().copied().collect(),
            width: nodes * names,
            is_constant: count == 1,
        })
    }

    fn of(&self, step: usize) -> &[f64] {
        let step = if self.is_constant { 0 } else { step };
        &self.values[step * self.width..][..self.width]
    }
}

/// The times, states and samples at the nodes of a motion, in rows one after another.
#[derive(Default)]
struct Motion {
    times: Vec<f64>,
    states: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    lambda: Vec<f64>,
    changes: Vec<ContactChange<f64>>,
}

impl Motion {
    fn push(&mut self, entries: &[f64], sample: &Sample) {
        self.times.push(sample.t);
        self.states.extend_from_slice(entries);
        self.q.extend_from_slice(&sample.q);
        self.v.extend_from_slice(&sample.v);
        self.lambda.extend_from_slice(&sample.lambda);
    }
}

/// Appends all nodes of a motion with the same constraints in every step.
fn follow(
    stepper: &RawStepper,
    lent: &MachineStepper,
    from: &From,
    controls: &OfSteps,
    (steps, stop): (usize, &Stop),
    motion: &mut Motion,
) -> Result<(), Failed> {
    let (t, h) = (from.t, lent.step_size());
    let failed = |node: usize, time, error: Error| (node as u64, time, error.to_string());
    let first = stepper.reader(controls.of(0), t, h);
    let state = lent.start(t, &from.q, &from.v, &from.multipliers, first);
    let mut state = state.map_err(|error| failed(0, t, error))?;
    let (mut next, mut sample) = (state.clone(), Sample::default());
    for node in 0..=steps {
        if stop.signal().is_some() {
            break;
        }
        let time = lent.time(&state);
        if node > 0 {
            let read = stepper.reader(controls.of(node - 1), time, h);
            let stepped = lent.step_into(&state, read, &mut next);
            stepped.map_err(|error| failed(node, time, error))?;
            std::mem::swap(&mut state, &mut next);
        }
        let sampled = lent.sample_into(&state, &mut sample);
        sampled.map_err(|error| failed(node, time, error.into()))?;
        motion.push(&state.entries, &sample);
    }
    Ok(())
}

/// Appends all nodes of a motion over contacts that open, whose states have no entries of a common
/// number.
fn follow_contacts(
    stepper: &RawStepper,
    lent: &ContactStepper,
    from: &From,
    controls: &OfSteps,
    (steps, stop): (usize, &Stop),
    motion: &mut Motion,
) -> Result<(), Failed> {
    let h = lent.step_size();
    let failed = |node: usize, time, error: RunError| (node as u64, time, error.to_string());
    let first = stepper.of_step(controls.of(0), from.t, h);
    let state = lent.start(from.t, (&from.q, &from.v), first);
    let mut state = state.map_err(|error| failed(0, from.t, error))?;
    for node in 0..=steps {
        if stop.signal().is_some() {
            break;
        }
        let time = state.clock().time(h);
        if node > 0 {
            let read = stepper.of_step(controls.of(node - 1), time, h);
            let stepped = lent.step(&state, read);
            state = stepped.map_err(|error| failed(node, time, error))?;
            motion.changes.extend(state.changes());
        }
        let sampled = lent.sample(&state);
        let sample = sampled.map_err(|error| failed(node, time, error))?;
        motion.push(&[], &sample);
    }
    Ok(())
}

/// Returns the samples at all nodes of a motion, with the changes of contacts, up to the step that
/// fails.
#[pyfunction]
#[allow(
    clippy::too_many_arguments,
    reason = "those of `start`, and the length"
)]
pub(crate) fn trajectory<'py>(
    py: Python<'py>,
    stepper: &RawStepper,
    t: f64,
    q: PyReadonlyArray1<'py, f64>,
    v: PyReadonlyArray1<'py, f64>,
    multipliers: PyReadonlyArray1<'py, f64>,
    controls: PyReadonlyArray3<'py, f64>,
    steps: usize,
) -> PyResult<(Rows<'py>, Bound<'py, PyList>, Option<Failed>)> {
    let from = stepper.from(t, &q, &v, &multipliers)?;
    let controls = OfSteps::new(stepper, &controls, steps)?;
    let row = 1 + stepper.entries_of_rows() + from.q.len() + from.v.len() + stepper.multipliers;
    let count = (steps as u64).saturating_add(1).saturating_mul(row as u64);
    check_memory("trajectory", count, "make fewer `steps` at a time")
        .map_err(PyValueError::new_err)?;
    let mut motion = Motion::default();
    let stop = Stop::default();
    let length = (steps, &stop);
    let work = || match &stepper.stepper {
        AnyStepper::Single(lent) => {
            let lent = lent.lock().unwrap_or_else(PoisonError::into_inner);
            follow(stepper, &lent, &from, &controls, length, &mut motion)
        }
        AnyStepper::Contacts(over) => {
            let lent = over.lent();
            follow_contacts(stepper, &lent, &from, &controls, length, &mut motion)
        }
    };
    let done = background::run_steps(py, steps, &stop, work)?;
    if let Some(interrupted) = done.interrupted {
        return Err(interrupted);
    }
    let names = stepper.machine.names();
    let Motion {
        times,
        states,
        q,
        v,
        lambda,
        changes,
    } = motion;
    let changes = match &stepper.stepper {
        AnyStepper::Single(_) => PyList::empty(py),
        AnyStepper::Contacts(over) => over.listed(py, &changes)?,
    };
    let rows = times.len();
    let table = |values: Vec<f64>, width| PyArray1::from_vec(py, values).reshape([rows, width]);
    let tables = [
        table(states, stepper.entries_of_rows())?,
        table(q, names.configuration.len())?,
        table(v, names.velocities.len())?,
        table(lambda, stepper.multipliers)?,
    ];
    let rows = (PyArray1::from_vec(py, times), tables);
    Ok((rows, changes, done.result.err()))
}

/// Returns the gradient of a weighted sum of samples; the weights have a row for each node in time.
#[pyfunction]
#[allow(
    clippy::too_many_arguments,
    reason = "those of `start`, and the weights"
)]
pub(crate) fn gradient<'py>(
    py: Python<'py>,
    stepper: &RawStepper,
    t: f64,
    q: PyReadonlyArray1<'py, f64>,
    v: PyReadonlyArray1<'py, f64>,
    multipliers: PyReadonlyArray1<'py, f64>,
    controls: PyReadonlyArray3<'py, f64>,
    weights: [PyReadonlyArray2<'py, f64>; 3],
) -> PyResult<Parts<'py>> {
    let from = stepper.from(t, &q, &v, &multipliers)?;
    let names = stepper.machine.names();
    let widths = [&names.configuration, &names.velocities, &names.constraints];
    let rows = weights[0].as_array().nrows();
    let mut lists = Vec::new();
    for (table, names) in weights.iter().zip(widths) {
        checked(table.as_array().nrows(), rows, "rows of weights")?;
        checked(table.as_array().ncols(), names.len(), "weights in a row")?;
        lists.push(table.as_array().to_owned());
    }
    let steps = rows
        .checked_sub(1)
        .ok_or_else(|| PyValueError::new_err("no row of weights; one for each node is needed"))?;
    let controls = OfSteps::new(stepper, &controls, steps)?;
    let stop = Stop::default();
    let single = stepper.single()?;
    let work = || {
        let lent = single.lock().unwrap_or_else(PoisonError::into_inner);
        let h = lent.step_size();
        let read = |step: usize, time: f64, u: &mut [f64]| {
            if stop.signal().is_some() {
                return Err("interrupted");
            }
            let fraction = (time - t) / h - step as f64;
            write_controls(&stepper.nodes, controls.of(step), fraction, u);
            Ok(())
        };
        let weigh = |node: usize, _: &Sample, weights: &mut Weights| {
            let parts = [&mut weights.q, &mut weights.v, &mut weights.lambda];
            for (part, list) in parts.into_iter().zip(&lists) {
                let row = list.row(node);
                part.iter_mut().zip(row).for_each(|(x, y)| *x = *y);
            }
        };
        lent.gradient(t, &from.q, &from.v, &from.multipliers, steps, read, weigh)
    };
    let done = background::run_steps(py, steps, &stop, work)?;
    if let Some(interrupted) = done.interrupted {
        return Err(interrupted);
    }
    let found = done.result.map_err(|error| failed(&error))?;
    let lists = [found.q, found.v, found.lambda, found.parameters];
    let of_controls = found.controls.into_iter().flat_map(|(_, list)| list);
    Ok((
        lists.map(|list| PyArray1::from_vec(py, list)),
        PyArray1::from_iter(py, of_controls),
        [found.step_size, found.time],
    ))
}
