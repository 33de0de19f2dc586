//! A comparison as pictures.

use std::path::Path;

use super::course::Course;
use super::measure::{Error, Measured};
use super::{Comparison, Purpose};
use crate::picture::{Colour, Panel, Picture, Scale};
use crate::problem::Failure;

/// The distance of a guide from the run that it is for, as a factor.
const ABOVE: f64 = 2.0;

/// The file names of the pictures of every comparison.
const PICTURES: [&str; 3] = ["convergence.svg", "drift.svg", "residual.svg"];

/// The file name of the picture of errors against work.
const WORK: &str = "work_precision.svg";

/// Returns the file names of the pictures.
#[must_use]
pub fn names_of_pictures(purpose: Purpose) -> Vec<&'static str> {
    match purpose {
        Purpose::Orders => PICTURES.to_vec(),
        Purpose::WorkPrecision => [&PICTURES[..], &[WORK]].concat(),
    }
}

/// Writes the pictures into a folder and returns their names.
pub fn pictures(comparison: &Comparison, folder: &Path) -> Result<Vec<&'static str>, Failure> {
    let reference = &comparison.reference.course;
    let picture = |title: &str, panels: Vec<Panel>, name: &str| {
        let title = format!("{}: {title}", comparison.system);
        Picture::new(&title, panels).save(&folder.join(name))
    };
    let [of_convergence, of_drift, of_residual] = PICTURES;
    let convergence = vec![
        convergence("Error of the coordinates at the end", comparison, |run| {
            run.errors.q
        }),
        convergence("Error of the velocities at the end", comparison, |run| {
            run.errors.v
        }),
        convergence("Largest error of the energy", comparison, |run| {
            run.errors.energy
        }),
    ];
    picture("convergence", convergence, of_convergence)?;
    let energy = over_time(
        "Deviation of the energy from the reference",
        "|E - E_ref|",
        comparison,
        |course| course.energy_deviations(reference),
    );
    let drift = [vec![energy], conserved(comparison)].concat();
    picture("drift", drift, of_drift)?;
    let residual = over_time(
        "Largest constraint residual",
        "|A v + b|",
        comparison,
        |course| course.residuals.clone(),
    );
    picture("constraints", vec![residual], of_residual)?;
    if comparison.purpose == Purpose::WorkPrecision {
        picture("work and precision", work(comparison), WORK)?;
    }
    Ok(names_of_pictures(comparison.purpose))
}

/// Returns the panels of the error of the coordinates over processor time and evaluations.
fn work(comparison: &Comparison) -> Vec<Panel> {
    let time = |run: &Measured| Some(run.work.time.as_secs_f64() * 1e3);
    let evaluations = |run: &Measured| run.work.evaluations.map(|count| count as f64);
    vec![
        over_work(
            "Error over time of the interpreter",
            "time [ms]",
            comparison,
            time,
        ),
        over_work(
            "Error over evaluations",
            "evaluations",
            comparison,
            evaluations,
        ),
    ]
}

fn over_work(
    title: &str,
    label: &str,
    comparison: &Comparison,
    work: impl Fn(&Measured) -> Option<f64>,
) -> Panel {
    let panel = Panel::new(title, label, "error", Scale::LogLog);
    let rows = comparison.rows.iter().enumerate();
    rows.fold(panel, |panel, (number, (trial, runs))| {
        let runs = runs.iter().flatten();
        let points = runs.filter_map(|run| Some((work(run)?, run.errors.q.size)));
        let points: Vec<_> = points.collect();
        if points.is_empty() {
            return panel;
        }
        panel.with(&trial.name, points).marked(number)
    })
}

fn convergence(title: &str, comparison: &Comparison, error: impl Fn(&Measured) -> Error) -> Panel {
    let panel = Panel::new(title, "step", "error", Scale::LogLog);
    let rows = comparison.rows.iter().enumerate();
    let panel = rows.fold(panel, |panel, (number, (trial, runs))| {
        let runs = runs.iter().flatten();
        let points = runs.map(|run| (run.step.abs(), error(run).size));
        panel.with(&trial.name, points.collect()).marked(number)
    });
    guides(comparison, error)
        .into_iter()
        .fold(panel, |panel, (order, line)| {
            let panel = panel.with(&format!("slope {order}"), line);
            panel.coloured(Colour::Black).dashed().line()
        })
}

/// Returns a line for each observed order, above the first run that has it.
fn guides(
    comparison: &Comparison,
    error: impl Fn(&Measured) -> Error,
) -> Vec<(i32, Vec<(f64, f64)>)> {
    let mut guides: Vec<(i32, Vec<(f64, f64)>)> = Vec::new();
    for (_, runs) in &comparison.rows {
        let runs: Vec<_> = runs.iter().flatten().collect();
        let orders = runs.iter().filter_map(|run| error(run).order);
        let (Some(order), [first, .., last]) = (orders.last(), runs.as_slice()) else {
            continue;
        };
        let order = order.round() as i32;
        if order < 1 || guides.iter().any(|(known, _)| *known == order) {
            continue;
        }
        let (coarse, fine) = (first.step.abs(), last.step.abs());
        let start = ABOVE * error(first).size;
        let end = start * (fine / coarse).powi(order);
        guides.push((order, vec![(coarse, start), (fine, end)]));
    }
    guides.sort_by_key(|(order, _)| *order);
    guides
}

/// Returns a panel for each quantity that the exact motion conserves.
fn conserved(comparison: &Comparison) -> Vec<Panel> {
    let quantities = comparison.conserved.iter().enumerate();
    quantities
        .map(|(index, quantity)| {
            over_time(
                &format!("Deviation of {}", quantity.meaning.replace('`', "")),
                &format!("|{} - start|", quantity.name),
                comparison,
                |course| course.conserved_deviations().swap_remove(index),
            )
        })
        .collect()
}

/// Returns a panel of values over time, from the runs with the largest step.
fn over_time(
    title: &str,
    label: &str,
    comparison: &Comparison,
    values: impl Fn(&Course) -> Vec<f64>,
) -> Panel {
    let step = comparison.grid.step;
    let title = format!("{title}, step {step:?}");
    let panel = Panel::new(&title, "t", label, Scale::LogY);
    comparison.rows.iter().fold(panel, |panel, (trial, _)| {
        let course = trial
            .courses
            .first()
            .and_then(|course| course.as_ref().ok());
        let values = course.map(&values).unwrap_or_default();
        let times = (0_u32..).map(|k| f64::from(k) * step);
        // At the start all runs agree up to rounding errors.
        let points = times.zip(values).skip(1).map(|(t, value)| (t, value.abs()));
        panel.with(&trial.name, points.collect())
    })
}
