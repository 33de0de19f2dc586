//! Runs of scenarios, with all rows in memory.

use std::path::PathBuf;
use std::sync::Arc;

use nhi_study::events::Event;
use nhi_study::problem::{Failure, Problem};
use nhi_study::run::{Ended, Rows, Run, Surroundings};
use nhi_study::simulation::ControlProgram;
use nhi_study::stop::Stop;
use nhi_study::table::{NumberTable, Provenance, TableFile};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::background;
use crate::controls::Controls;
use crate::errors::{exception, problems, to_python};
use crate::progress::Counter;
use crate::source::ScenarioSource;

/// The largest number of numbers that a run or a trajectory keeps in memory: 8 GB.
const MOST_NUMBERS: u64 = 1_000_000_000;

/// The rows of a run, complete or up to the step that failed.
#[pyclass(frozen)]
pub(crate) struct RawRun {
    columns: Vec<String>,
    rows: Py<PyArray2<f64>>,
    facts: Value,
    notes: Vec<Problem>,
    record: Provenance,
}

/// A run before it reaches Python.
struct Outcome {
    columns: Vec<String>,
    rows: Vec<f64>,
    facts: Value,
    notes: Vec<Problem>,
    record: Provenance,
}

#[pymethods]
impl RawRun {
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    #[getter]
    fn rows(&self, py: Python<'_>) -> Py<PyArray2<f64>> {
        self.rows.clone_ref(py)
    }

    /// Everything else that is known of the run.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.facts)
    }

    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        problems(py, &self.notes)
    }

    #[getter]
    fn note_texts(&self) -> Vec<String> {
        self.notes.iter().map(Problem::to_string).collect()
    }

    /// Writes the table of the run, in the format of the ending of the path.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let rows = self.rows.bind(py).readonly();
        let rows = rows.as_slice()?;
        let width = self.columns.len();
        let written = py.detach(|| {
            let mut file = TableFile::create(&path, &self.columns)?;
            for row in rows.chunks_exact(width) {
                file.row(row)?;
            }
            file.finish(&self.record)
        });
        written.map_err(|failure| exception(py, &failure))
    }
}

/// Runs a scenario.
#[pyfunction]
pub(crate) fn simulate(
    py: Python<'_>,
    source: &ScenarioSource,
    controls: Option<&Controls>,
    every: u64,
    project: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(RawRun, Option<PyErr>)> {
    let stop = Stop::default();
    let controls = controls.map(Controls::program);
    let source = source.clone();
    let counter = Counter::default();
    let work = || outcome(&source, controls.as_ref(), every, project, &stop, &counter);
    let watched = progress.as_ref().map(|function| (&counter, function));
    let done = background::run_watched(py, &stop, watched, work)?;
    let outcome = match (done.result, &done.interrupted) {
        (Ok(outcome), _) => outcome,
        (Err(_), Some(interrupted)) => return Err(interrupted.clone_ref(py)),
        (Err(failure), None) => return Err(exception(py, &failure)),
    };
    let width = outcome.columns.len();
    let count = outcome.rows.len() / width;
    let rows = PyArray1::from_vec(py, outcome.rows).reshape([count, width])?;
    let run = RawRun {
        columns: outcome.columns,
        rows: rows.unbind(),
        facts: outcome.facts,
        notes: outcome.notes,
        record: outcome.record,
    };
    let raised = controls.and_then(|controls| controls.raised());
    Ok((run, done.interrupted.or(raised)))
}

/// Checks that the numbers of a run or a trajectory fit in memory; `help` is the remedy.
pub(crate) fn check_memory(of: &str, count: u64, help: &str) -> Result<(), String> {
    match count > MOST_NUMBERS {
        false => Ok(()),
        true => Err(format!(
            "the {of} has {count} numbers, more than the {MOST_NUMBERS} that fit in memory: {help}"
        )),
    }
}

fn outcome(
    source: &ScenarioSource,
    controls: Option<&Arc<crate::controls::Program>>,
    every: u64,
    project: bool,
    stop: &Stop,
    counter: &Counter,
) -> Result<Outcome, Failure> {
    let program = controls.map(|controls| Arc::clone(controls) as Arc<dyn ControlProgram>);
    let scenario = source.bind(program)?;
    let plant = scenario.plant()?;
    if let Some(controls) = controls {
        controls.fit(&plant, &scenario.grid)?;
    }
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, mut notes) = scenario.admit(&simulator, project)?;
    notes.extend(scenario.grid.note());
    notes.extend(simulator.remarks());
    let mut run = Run::new(&simulator, scenario.grid, every);
    let width = run.columns().len() as u64;
    let count = (scenario.grid.steps / every + 1).saturating_mul(width);
    check_memory("run", count, "keep fewer rows with `every`").map_err(Failure::Usage)?;
    counter.expect(scenario.grid.steps);
    let mut rows = Vec::with_capacity(count as usize);
    let mut told = Vec::new();
    let ended = {
        let mut around = Surroundings {
            stop,
            progress: counter,
            tell: &mut |warnings| told.extend_from_slice(warnings),
        };
        run.finish(&initial, &mut rows as &mut dyn Rows, &mut around)
    };
    notes.extend(told);
    notes.extend(run.monitor().notes());
    let ended = ended.err();
    let overrides = source.overrides();
    let mut record = scenario.provenance(overrides, &simulator, &PathBuf::new());
    if !source.is_file() {
        record.scenario.clear();
    }
    record.mark(run.events(), ended.as_ref());
    let events = run.events().iter();
    let event = |event: &Event| json!({ "name": event.name, "t": event.t, "step": event.step });
    let facts = json!({
        "system": scenario.ast.name(),
        "integrator": scenario.integrator.0,
        "step": scenario.grid.step,
        "steps": scenario.grid.steps,
        "configuration": simulator.configuration_names(),
        "velocities": simulator.velocity_names(),
        "constraints": simulator.multiplier_names(),
        "controls": scenario.ast.controls.iter().map(|name| &name.text).collect::<Vec<_>>(),
        "watch": run.monitor().report(),
        "events": events.map(event).collect::<Vec<_>>(),
        "units": scenario.units.of_table(),
        "ended": ended.as_ref().map(end),
    });
    Ok(Outcome {
        columns: run.columns().to_vec(),
        rows,
        facts,
        notes,
        record,
    })
}

/// Returns the reason for an early end as data.
fn end(ended: &Ended) -> Value {
    let (kind, step, time, reason) = match ended {
        Ended::Failed { step, error } => {
            ("failed", Some(step), Some(error.time), Some(&error.reason))
        }
        Ended::Stopped { step, .. } => ("stopped", Some(step), None, None),
        Ended::Output(_) => ("output", None, None, None),
    };
    json!({
        "kind": kind,
        "step": step,
        "time": time,
        "reason": reason,
        "text": ended.to_string(),
    })
}

/// Reads a table that a run wrote: names, columns, and the record of the run.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a tuple for Python")]
pub(crate) fn read_table<'py>(
    py: Python<'py>,
    path: PathBuf,
) -> PyResult<(
    Vec<String>,
    Vec<Bound<'py, PyArray1<f64>>>,
    Bound<'py, PyAny>,
)> {
    let read = py.detach(|| NumberTable::read(&path, nhi_study::table::MOST_NUMBERS));
    let table = read.map_err(|failure| exception(py, &failure))?;
    let columns = table.names.iter().map(|name| {
        let column = table.column(name).unwrap_or_default();
        PyArray1::from_slice(py, column)
    });
    let columns = columns.collect();
    let record = serde_json::to_value(&table.provenance).unwrap_or_default();
    Ok((table.names, columns, to_python(py, &record)?))
}
