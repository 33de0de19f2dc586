//! A comparison as human-readable tables.

use super::conditions::LEAST_TOLERANCE;
use super::measure::{Error, Failed, Measured};
use super::{Comparison, Purpose};
use crate::text::{aligned, brief};

/// Returns the tables, with a legend of their columns.
pub fn text(comparison: &Comparison) -> String {
    let mut text = format!("Errors at t = {}\n\n", brief(comparison.grid.end()));
    text.push_str(&table(comparison, &errors_header(), errors));
    text.push_str("\nDrift over the run\n\n");
    text.push_str(&table(comparison, &drifts_header(comparison), drifts));
    if comparison.purpose == Purpose::WorkPrecision {
        text.push_str("\nWork of the run\n\n");
        text.push_str(&table(comparison, &work_header(), work));
    }
    text.push_str(&failures(comparison));
    text.push('\n');
    text.push_str(&legend(comparison));
    text
}

/// Returns a table with one line per run, which begins with the integrator and the step.
fn table(
    comparison: &Comparison,
    header: &[String],
    cells: impl Fn(&Measured) -> Vec<String>,
) -> String {
    let mut lines = vec![[&["integrator".to_owned(), "step".to_owned()], header].concat()];
    for (trial, runs) in &comparison.rows {
        for (index, run) in runs.iter().enumerate() {
            let name = if index == 0 { trial.name.as_str() } else { "" };
            let (step, cells) = match run {
                Ok(run) => (run.step, cells(run)),
                Err(run) => (run.step, vec!["failed".to_owned()]),
            };
            let step = match trial.tolerances.get(index) {
                Some(tolerance) => format!("tol {}", brief_power(*tolerance)),
                None => format!("{step:?}"),
            };
            let begin = [name.to_owned(), step];
            lines.push([&begin, cells.as_slice()].concat());
        }
        if trial.refusal.is_some() {
            lines.push([&trial.name, "", "failed"].map(str::to_owned).to_vec());
        }
    }
    aligned(&lines)
}

fn errors_header() -> Vec<String> {
    let header = [
        "error q", "order", "error v", "order", "residual", "us/step",
    ];
    header.map(str::to_owned).to_vec()
}

fn errors(run: &Measured) -> Vec<String> {
    vec![
        size(&run.errors.q),
        order(&run.errors.q),
        size(&run.errors.v),
        order(&run.errors.v),
        format!("{:.1e}", run.residual),
        format!("{:.1}", run.time_per_step.as_secs_f64() * 1e6),
    ]
}

fn work_header() -> Vec<String> {
    let header = ["error q", "error v", "ms", "evaluations"];
    header.map(str::to_owned).to_vec()
}

fn work(run: &Measured) -> Vec<String> {
    let evaluations = run.work.evaluations;
    vec![
        size(&run.errors.q),
        size(&run.errors.v),
        format!("{:.2}", run.work.time.as_secs_f64() * 1e3),
        evaluations.map_or_else(String::new, |count| count.to_string()),
    ]
}

fn drifts_header(comparison: &Comparison) -> Vec<String> {
    let mut header = ["energy", "order", "slope"].map(str::to_owned).to_vec();
    for quantity in &comparison.conserved {
        header.extend([quantity.name.clone(), "slope".to_owned()]);
    }
    header
}

fn drifts(run: &Measured) -> Vec<String> {
    let energy = &run.errors.energy;
    let mut cells = vec![size(energy), order(energy), slope(run.energy_slope)];
    for drift in &run.drifts {
        cells.extend([format!("{:.1e}", drift.deviation), slope(drift.slope)]);
    }
    cells
}

fn size(error: &Error) -> String {
    let mark = if error.is_resolved { "" } else { "~" };
    format!("{mark}{:.2e}", error.size)
}

fn order(error: &Error) -> String {
    error
        .order
        .map_or_else(String::new, |order| format!("{order:.2}"))
}

fn slope(slope: f64) -> String {
    format!("{slope:+.1e}")
}

/// Returns when and why runs failed, one line each.
fn failures(comparison: &Comparison) -> String {
    let mut text = String::new();
    for (trial, runs) in &comparison.rows {
        if let Some(reason) = &trial.refusal {
            text.push_str(&format!("\n{} failed: {reason}\n", trial.name));
        }
        for Failed { step, error } in runs.iter().filter_map(|run| run.as_ref().err()) {
            let time = brief(error.time);
            text.push_str(&format!(
                "\n{} with step {step:?} failed from t = {time}: {}\n",
                trial.name, error.reason
            ));
        }
    }
    text
}

/// Returns the words for the step or the tolerance of the reference.
fn how_exact(comparison: &Comparison) -> String {
    let reference = &comparison.reference;
    match reference.tolerance {
        Some(tolerance) if tolerance <= LEAST_TOLERANCE => "to machine precision".to_owned(),
        Some(tolerance) => format!("with tolerance {}", brief_power(tolerance)),
        None => format!(
            "with step {:?}",
            comparison.grid.refined(reference.factor).step
        ),
    }
}

/// Returns a small number with two digits.
fn brief_power(number: f64) -> String {
    format!("{number:.1e}")
}

/// Explains the columns.
fn legend(comparison: &Comparison) -> String {
    let reference = &comparison.reference;
    let own = &reference.own_error;
    let mut text = format!(
        "Errors are distances from the reference, {} {}, whose own error is {:.0e} in q,\n\
         {:.0e} in v and {:.0e} in the energy; errors not well above it are marked `~` and have no order.\n\
         order: the observed order, relative to the line above.\n\
         residual: the largest of the constraints.\n\
         us/step: microseconds per step of the interpreter; generated code is far faster.\n\
         energy: largest deviation from that of the reference.\n",
        reference.integrator,
        how_exact(comparison),
        own.q,
        own.v,
        own.energy,
    );
    if comparison
        .rows
        .iter()
        .any(|(trial, _)| !trial.tolerances.is_empty())
    {
        text.push_str(
            "tol: the tolerance of a method with its own step size, divided so that its steps are halved.\n",
        );
    }
    if comparison.purpose == Purpose::WorkPrecision {
        text.push_str(
            "ms: milliseconds of the interpreter for the whole run.\n\
             evaluations: one for each iteration of Newton's method, or for each explicit step.\n",
        );
    }
    for quantity in &comparison.conserved {
        text.push_str(&format!(
            "{}: largest deviation from its value at the start; {}.\n",
            quantity.name, quantity.meaning
        ));
    }
    text.push_str(
        "slope: growth of the deviation to its left per unit of time, by least squares.\n",
    );
    text
}
