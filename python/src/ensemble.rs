//! Many runs at once, in the lanes of the processors.

use std::collections::HashMap;
use std::sync::Arc;

use nhi_study::problem::Failure;
use nhi_study::scenario::Draw;
use nhi_study::stop::Stop;
use nhi_study::sweep::{Column, run_in_memory};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::background;
use crate::controls::StepControls;
use crate::errors::exception;
use crate::progress::Counter;
use crate::source::ScenarioSource;

/// The key of the numbers of rows of the members, which is the name of no column.
const ROWS: &str = "#rows";

/// Runs the members of a scenario whose sweep names the values that differ; `each` has these values
/// for all members. The controls in `by_step` have a number for each member and step. Returns the
/// columns of the table of members.
#[pyfunction]
pub(crate) fn ensemble<'py>(
    py: Python<'py>,
    source: &ScenarioSource,
    each: HashMap<String, PyReadonlyArray1<'py, f64>>,
    by_step: HashMap<String, PyReadonlyArray2<'py, f64>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let values = each
        .into_iter()
        .map(|(name, values)| (name, values.as_array().iter().copied().collect()));
    let values: HashMap<String, Arc<[f64]>> = values.collect();
    let by_step = by_step.into_iter();
    let by_step: Vec<_> = by_step
        .map(|(name, values)| StepControls::new(name, &values))
        .collect();
    let source = source.clone();
    let stop = Stop::default();
    let counter = Counter::default();
    let work = || -> Result<Vec<(String, Column)>, Failure> {
        let program = (!by_step.is_empty()).then(|| StepControls::program(&by_step));
        let mut scenario = source.bind(program)?;
        let controls = scenario.model.controls.iter();
        let controls: Vec<_> = controls.map(|control| control.name.as_str()).collect();
        for given in &by_step {
            given.fit(&controls, scenario.grid.steps)?;
        }
        if let Some(rule) = &mut scenario.sweep {
            for vary in &mut rule.vary {
                if let Some(values) = values.get(&vary.name) {
                    rule.members = Some(values.len() as u64);
                    vary.draw = Draw::Each(values.clone());
                }
            }
        }
        let rule = scenario.sweep.as_ref();
        counter.expect(rule.and_then(|rule| rule.members).unwrap_or_default());
        run_in_memory(&scenario, &stop, &counter)
    };
    let watched = progress.as_ref().map(|function| (&counter, function));
    let done = background::run_watched(py, &stop, watched, || background::in_pool(work))?;
    if let Some(interrupted) = done.interrupted {
        return Err(interrupted);
    }
    let columns = done.result.map_err(|failure| exception(py, &failure))?;
    let table = PyDict::new(py);
    let lists = columns.iter().find_map(|(_, column)| match column {
        Column::Lists(lists) => Some(lists.iter().map(Vec::len).collect::<Vec<_>>()),
        _ => None,
    });
    if let Some(rows) = lists {
        table.set_item(ROWS, PyArray1::from_vec(py, rows))?;
    }
    for (name, column) in columns {
        match column {
            Column::Counts(list) => table.set_item(name, PyArray1::from_vec(py, list))?,
            Column::Numbers(list) => table.set_item(name, PyArray1::from_vec(py, list))?,
            Column::Texts(list) => table.set_item(name, list)?,
            Column::Lists(lists) => table.set_item(name, matrix(py, &lists)?)?,
        }
    }
    Ok(table)
}

/// Returns lists as rows of one matrix; those of runs that ended early are filled up with NaN.
fn matrix<'py>(py: Python<'py>, lists: &[Vec<f64>]) -> PyResult<Bound<'py, PyAny>> {
    let width = lists.iter().map(Vec::len).max().unwrap_or_default();
    let mut values = Vec::with_capacity(lists.len() * width);
    for list in lists {
        values.extend_from_slice(list);
        values.resize(values.len() + width - list.len(), f64::NAN);
    }
    Ok(PyArray1::from_vec(py, values)
        .reshape([lists.len(), width])?
        .into_any())
}
