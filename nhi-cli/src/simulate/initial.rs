//! Initial values must satisfy the constraints.

use std::path::Path;

use nhi_build::visible_path;
use nhi_machine::Residual;

use super::stepper::Stepper;
use crate::outcome::{Failure, Problem};

/// The initial velocity, projected where that is asked for, with remarks on what changed.
///
/// # Errors
/// The residual of every named constraint where one is violated.
pub(crate) fn admit(
    stepper: &Stepper<'_>,
    q: &[f64],
    v: &[f64],
    project: bool,
    file: &Path,
) -> Result<(Vec<f64>, Vec<Problem>), Failure> {
    let projected = stepper.project(q, v);
    let help = match (&projected, project) {
        (Some(_), false) => {
            "correct the initial velocity, or let `--project` take the nearest one that satisfies the constraints"
        }
        (Some(_), true) => {
            "the projection failed: the constraints are dependent or singular at this configuration"
        }
        (None, _) => {
            "correct the initial values: `--project` projects velocities only, and not in a model with position \
             constraints or with constraints that are not affine in the velocities"
        }
    };
    let admitted = projected.filter(|_| project);
    let admitted = admitted.unwrap_or_else(|| v.to_vec());
    let residuals = stepper.residuals_at_start(q, &admitted);
    if !residuals.iter().all(Residual::is_accepted) {
        return Err(in_file(file, off_constraints(&residuals).help(help)).into());
    }
    let notes = changes(stepper.velocity_names(), v, &admitted);
    let notes = notes.into_iter().map(|note| in_file(file, note));
    Ok((admitted, notes.collect()))
}

fn in_file(file: &Path, problem: Problem) -> Problem {
    Problem {
        file: Some(visible_path(file)),
        key: Some("[initial]".to_owned()),
        ..problem
    }
}

fn off_constraints(residuals: &[Residual<'_>]) -> Problem {
    let mut found = String::from("the initial values violate the constraints");
    for constraint in residuals {
        let mark = if constraint.is_accepted() {
            " (satisfied)"
        } else {
            ""
        };
        found.push_str(&format!(
            "\n    {}: residual {:?}, relative {:.1e}{mark}",
            constraint.name,
            constraint.residual,
            constraint.relative()
        ));
    }
    Problem::new(found, "relative residuals of at most 1e-8")
}

fn changes(names: &[String], before: &[f64], after: &[f64]) -> Vec<Problem> {
    let mut text = String::from("the initial velocity was projected onto the constraints");
    let mut changed = false;
    for (name, (old, new)) in names.iter().zip(before.iter().zip(after)) {
        if old != new {
            changed = true;
            text.push_str(&format!("\n    {name}: {old:?} -> {new:?}"));
        }
    }
    if changed {
        vec![Problem::note(text)]
    } else {
        Vec::new()
    }
}
