//! Initial velocities must satisfy the constraints.

use std::path::Path;

use super::stepper::{RunError, Stepper, Violation};
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
    let singular = |error: RunError| {
        in_file(
            file,
            Problem::new(error.reason, "initial values at which the model is regular"),
        )
    };
    if !project {
        let violations = stepper.violations(q, v).map_err(singular)?;
        return if violations.iter().any(Violation::is_serious) {
            Err(in_file(file, off_constraints(&violations)).into())
        } else {
            Ok((v.to_vec(), Vec::new()))
        };
    }
    let projected = stepper.project(q, v).map_err(singular)?;
    let violations = stepper.violations(q, &projected).map_err(singular)?;
    if violations.iter().any(Violation::is_serious) {
        let problem = off_constraints(&violations).help(
            "the projection failed: the constraints are dependent or singular at this configuration",
        );
        return Err(in_file(file, problem).into());
    }
    let notes = changes(stepper.velocity_names(), v, &projected);
    Ok((
        projected,
        notes.into_iter().map(|note| in_file(file, note)).collect(),
    ))
}

fn in_file(file: &Path, problem: Problem) -> Problem {
    Problem {
        file: Some(file.display().to_string()),
        key: Some("[initial]".to_owned()),
        ..problem
    }
}

fn off_constraints(violations: &[Violation]) -> Problem {
    let mut found = String::from("the initial velocity violates the constraints");
    for violation in violations {
        let mark = if violation.is_serious() {
            ""
        } else {
            " (satisfied)"
        };
        found.push_str(&format!(
            "\n    {}: residual {:?}, relative {:.1e}{mark}",
            violation.name, violation.residual, violation.relative
        ));
    }
    Problem::new(found, "relative residuals of at most 1e-8").help(
        "correct the initial velocity, or let `--project` take the nearest one that satisfies the constraints",
    )
}

fn changes(names: Vec<String>, before: &[f64], after: &[f64]) -> Vec<Problem> {
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
