//! A comparison as text, data and pictures.

use std::path::Path;

use serde_json::{Value, json};

use super::measure::{Error, Failed, Measured, Trial, energy_deviations};
use super::reference::Reference;
use crate::figure::{Panel, Scale, save};
use crate::outcome::Failure;
use crate::scenario::Grid;
use crate::text_table::{aligned, brief};

/// The numbers of an integrator, with its name.
type Row<'a> = (&'a Trial, Vec<Result<Measured, Failed>>);

/// The table for people.
pub(crate) fn text(rows: &[Row<'_>], reference: &Reference, grid: &Grid) -> String {
    let header = [
        "integrator",
        "step",
        "error q",
        "order",
        "error v",
        "order",
        "energy",
        "slope",
        "residual",
        "us/step",
    ];
    let mut table = vec![header.map(str::to_owned).to_vec()];
    for (trial, runs) in rows {
        for (index, run) in runs.iter().enumerate() {
            let name = if index == 0 { trial.name.as_str() } else { "" };
            table.push(match run {
                Ok(run) => line(name, run),
                Err(run) => vec![
                    name.to_owned(),
                    format!("{:?}", run.step),
                    "failed".to_owned(),
                ],
            });
        }
    }
    let mut text = aligned(&table);
    text.push_str(&failures(rows));
    text.push_str(&format!(
        "\nAt t = {}, against Gauss(stages = 3) with step {:?}, whose own error is {:.0e} in q and {:.0e} in v;\n\
         an error that is not well above that is marked `~` and shows no order.\n\
         energy: largest deviation from the reference; slope: its drift per unit of time; residual: of the constraints.\n\
         us/step: microseconds of this command's interpreter; generated code is far faster.\n",
        brief(grid.end()),
        grid.refined(reference.factor).step,
        reference.own_error.0,
        reference.own_error.1,
    ));
    text
}

/// When and why runs failed, a line each.
fn failures(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for (trial, runs) in rows {
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

fn line(name: &str, run: &Measured) -> Vec<String> {
    let size = |error: &Error| {
        let mark = if error.is_resolved { "" } else { "~" };
        format!("{mark}{:.2e}", error.size)
    };
    let order = |error: &Error| {
        error
            .order
            .map_or_else(String::new, |order| format!("{order:.2}"))
    };
    vec![
        name.to_owned(),
        format!("{:?}", run.step),
        size(&run.q),
        order(&run.q),
        size(&run.v),
        order(&run.v),
        format!("{:.1e}", run.energy_deviation),
        format!("{:+.1e}", run.energy_slope),
        format!("{:.1e}", run.residual),
        format!("{:.1}", run.time_per_step.as_secs_f64() * 1e6),
    ]
}

/// The numbers for machines.
pub(crate) fn data(rows: &[Row<'_>], reference: &Reference, grid: &Grid) -> Value {
    let error = |error: &Error| json!({ "size": error.size, "resolved": error.is_resolved, "order": error.order });
    let run = |run: &Result<Measured, Failed>| match run {
        Err(Failed { step, error }) => {
            json!({ "step": step, "failed": error.reason, "from": error.time })
        }
        Ok(run) => json!({
            "step": run.step,
            "error_q": error(&run.q),
            "error_v": error(&run.v),
            "energy_deviation": run.energy_deviation,
            "energy_slope": run.energy_slope,
            "residual": run.residual,
            "interpreter_seconds_per_step": run.time_per_step.as_secs_f64(),
        }),
    };
    let integrators: Vec<_> = rows
        .iter()
        .map(|(trial, runs)| {
            let runs: Vec<_> = runs.iter().map(run).collect();
            json!({ "integrator": trial.name, "runs": runs })
        })
        .collect();
    json!({
        "end": grid.end(),
        "reference": {
            "integrator": "Gauss(stages = 3)",
            "step": grid.refined(reference.factor).step,
            "own_error_q": reference.own_error.0,
            "own_error_v": reference.own_error.1,
        },
        "integrators": integrators,
    })
}

/// Writes the pictures into a folder and gives their names.
pub(crate) fn pictures(
    rows: &[Row<'_>],
    reference: &Reference,
    grid: &Grid,
    folder: &Path,
) -> Result<Vec<&'static str>, Failure> {
    let convergence = [
        convergence("Error of the coordinates at the end", rows, |run| run.q),
        convergence("Error of the velocities at the end", rows, |run| run.v),
    ];
    save("Convergence", &convergence, &folder.join("convergence.svg"))?;
    let energy = over_time(
        "Deviation of the energy from the reference",
        "|E - E_ref|",
        rows,
        grid,
        |trial| {
            let course = trial.courses.first()?.as_ref().ok()?;
            Some(energy_deviations(course, reference))
        },
    );
    save("Energy", &[energy], &folder.join("energy.svg"))?;
    let residual = over_time(
        "Largest constraint residual",
        "|A v + b|",
        rows,
        grid,
        |trial| {
            let course = trial.courses.first()?.as_ref().ok()?;
            Some(course.residuals.clone())
        },
    );
    save("Constraints", &[residual], &folder.join("residual.svg"))?;
    Ok(vec!["convergence.svg", "energy.svg", "residual.svg"])
}

fn convergence(title: &str, rows: &[Row<'_>], error: impl Fn(&Measured) -> Error) -> Panel {
    let panel = Panel::new(title, "step", "error", Scale::LogLog);
    rows.iter().fold(panel, |panel, (trial, runs)| {
        let runs = runs.iter().flatten();
        let points = runs.map(|run| (run.step.abs(), error(run).size));
        panel.with(&trial.name, points.collect())
    })
}

fn over_time(
    title: &str,
    label: &str,
    rows: &[Row<'_>],
    grid: &Grid,
    values: impl Fn(&Trial) -> Option<Vec<f64>>,
) -> Panel {
    let title = format!("{title}, step {:?}", grid.step);
    let panel = Panel::new(&title, "t", label, Scale::LogY);
    rows.iter().fold(panel, |panel, (trial, _)| {
        let values = values(trial).unwrap_or_default();
        let times = (0_u32..).map(|k| f64::from(k) * grid.step);
        // All runs agree at the start but for round-off.
        let points = times.zip(values).skip(1).map(|(t, value)| (t, value.abs()));
        panel.with(&trial.name, points.collect())
    })
}
