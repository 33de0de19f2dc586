//! Examinations, comparisons, linearisations and sweeps: their data as the library returns them.

use std::path::PathBuf;

use nhi_study::Colour;
use nhi_study::animation::{Medium, of_table};
use nhi_study::check::check as checked;
use nhi_study::comparison::{self, Purpose, Surroundings};
use nhi_study::integrators as registry;
use nhi_study::linearisation::{Options, linearise_scenario};
use nhi_study::plots::Showing;
use nhi_study::problem::{Failure, Problem};
use nhi_study::stop::Stop;
use nhi_study::sweep::{PartFormat, Sweep, SweepTarget};
use nhi_symbolic::{Format, INTEGRATORS, compile, derivations};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::background;
use crate::errors::{exception, to_python};
use crate::progress::Counter;
use crate::source::{ModelText, ScenarioSource};

/// Runs a study and returns its data.
fn study<'py>(
    py: Python<'py>,
    work: impl FnOnce(&Stop) -> Result<Value, Failure> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    watched_study(py, None, |stop, _| work(stop))
}

/// Runs a study and calls a function with its progress meanwhile.
fn watched_study<'py>(
    py: Python<'py>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Stop, &Counter) -> Result<Value, Failure> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let (stop, counter) = (Stop::default(), Counter::default());
    let watched = progress.map(|function| (&counter, function));
    let done = background::run_watched(py, &stop, watched, || work(&stop, &counter))?;
    if let Some(interrupted) = done.interrupted {
        return Err(interrupted);
    }
    let data = done.result.map_err(|failure| exception(py, &failure))?;
    to_python(py, &data)
}

fn texts(notes: &[Problem]) -> Vec<String> {
    notes.iter().map(Problem::to_string).collect()
}

/// Returns the verdicts on the models of a text.
#[pyfunction]
pub(crate) fn check<'py>(py: Python<'py>, model: &ModelText) -> PyResult<Bound<'py, PyAny>> {
    let model = model.clone();
    study(py, move |_| {
        let (sources, ast) = model.ast()?;
        let name = ast.name();
        let found = checked(&sources)?;
        let is_this = |report: &&Value| report["name"] == name.as_str();
        match found.models.iter().find(is_this) {
            Some(report) => Ok(json!({ "report": report, "text": found.text })),
            None => Err(Failure::Input(found.problems)),
        }
    })
}

/// Returns the derivation of the models of a text.
#[pyfunction]
pub(crate) fn derive<'py>(
    py: Python<'py>,
    model: &ModelText,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let format = match format {
        "text" => Format::Text,
        "latex" => Format::Latex,
        "html" => Format::Html,
        other => {
            let text = format!("there is no format {other:?}: use \"text\", \"latex\" or \"html\"");
            return Err(PyValueError::new_err(text));
        }
    };
    let model = model.clone();
    study(py, move |_| {
        let (sources, ast) = model.ast()?;
        let compiled = compile(&ast).map_err(|found| sources.failure(&found))?;
        Ok(derivations(&[compiled], format).into())
    })
}

/// Returns the registry of integrators.
#[pyfunction]
pub(crate) fn integrators(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &INTEGRATORS.iter().map(registry::data).collect())
}

/// Compares integrators on a scenario.
#[pyfunction]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    source: &ScenarioSource,
    integrators: Vec<String>,
    project: bool,
    work_precision: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let source = source.clone();
    study(py, move |stop| {
        let mut notes = Vec::new();
        let mut around = Surroundings {
            stop,
            derivation: &|| Box::new(()),
            runs: &|| Box::new(()),
            tell: &mut |found| notes.extend(texts(found)),
        };
        let purpose = match work_precision {
            true => Purpose::WorkPrecision,
            false => Purpose::Orders,
        };
        let files = source.files()?;
        let found = comparison::compare(&files, &integrators, project, purpose, &mut around)?;
        let (data, text) = (comparison::data(&found), comparison::text(&found));
        Ok(json!({ "data": data, "text": text, "notes": notes }))
    })
}

/// Linearises the motion of a scenario.
#[pyfunction]
pub(crate) fn linearise<'py>(
    py: Python<'py>,
    source: &ScenarioSource,
    coordinates: Option<Vec<String>>,
    at: Option<f64>,
    find: bool,
    project: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let source = source.clone();
    study(py, move |_| {
        let scenario = source.bind(None)?;
        let options = Options {
            project,
            find,
            coordinates: coordinates.unwrap_or_default(),
            at,
        };
        let found = linearise_scenario(&scenario, &options)?;
        let notes = texts(&found.notes);
        Ok(json!({ "data": found.data(), "text": found.text(), "notes": notes }))
    })
}

/// Runs the parts of a sweep that are missing, or only counts them.
#[pyfunction]
pub(crate) fn sweep<'py>(
    py: Python<'py>,
    source: &ScenarioSource,
    folder: PathBuf,
    format: &str,
    shard: Option<&str>,
    runs: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let target = sweep_target(folder, format, shard)?;
    let source = source.clone();
    let work = move |stop: &Stop, counter: &Counter| {
        let scenario = source.bind(None)?;
        let sweep = Sweep::new(&scenario, source.overrides(), &target)?;
        let count = match runs {
            true => {
                counter.expect(sweep.remaining());
                sweep.run(stop, counter)?
            }
            false => nhi_study::sweep::SweepCount::default(),
        };
        let done = sweep.progress();
        Ok(json!({
            "ran": count.members,
            "failed": count.failed,
            "refused": count.refused,
            "complete": done.complete,
            "parts": done.parts,
            "members": done.members,
        }))
    };
    watched_study(py, progress.as_ref(), |stop, counter| {
        background::in_pool(|| work(stop, counter))
    })
}

/// Returns the numbers of the parts of a sweep that are not complete.
#[pyfunction]
pub(crate) fn missing_parts<'py>(
    py: Python<'py>,
    source: &ScenarioSource,
    folder: PathBuf,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let target = sweep_target(folder, format, None)?;
    let source = source.clone();
    study(py, move |_| {
        let scenario = source.bind(None)?;
        let sweep = Sweep::new(&scenario, source.overrides(), &target)?;
        Ok(json!(sweep.missing()))
    })
}

fn sweep_target(folder: PathBuf, format: &str, shard: Option<&str>) -> PyResult<SweepTarget> {
    let format = match format {
        "parquet" => PartFormat::Parquet,
        "csv" => PartFormat::Csv,
        other => {
            let text = format!("there is no format {other:?}: use \"parquet\" or \"csv\"");
            return Err(PyValueError::new_err(text));
        }
    };
    let shard = match shard {
        None => nhi_study::sweep::Shard::WHOLE,
        Some(text) => nhi_study::sweep::Shard::of_text(text).ok_or_else(|| {
            let text = format!("the shard is {text:?}; it must be \"k/n\" with k from 1 to n");
            PyValueError::new_err(text)
        })?,
    };
    Ok(SweepTarget {
        folder,
        format,
        shard,
    })
}

/// Returns the animation of a table as a page, or as a picture.
#[pyfunction]
pub(crate) fn animation<'py>(
    py: Python<'py>,
    table: PathBuf,
    scenario: Option<PathBuf>,
    title: Option<String>,
    picture: bool,
) -> PyResult<Bound<'py, PyAny>> {
    study(py, move |_| {
        let medium = match picture {
            true => Medium::Picture,
            false => Medium::Page,
        };
        // The output file that the table must not be.
        let output = table.with_extension("animation");
        let showing = Showing {
            scenario,
            title,
            ..Showing::default()
        };
        let found = of_table(&table, &output, &showing, medium, Colour::Plain)?;
        Ok(json!({ "content": found.content, "notes": texts(&found.notes) }))
    })
}
