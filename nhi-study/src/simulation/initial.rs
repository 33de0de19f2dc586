//! The admission of initial values, which must satisfy the constraints.

use std::path::Path;

use nhi_machine::Residual;

use super::simulator::Simulator;
use crate::problem::{Failure, Problem};

/// The initial configuration and velocity.
#[derive(Clone, Debug)]
pub struct Initial {
    /// The configuration.
    pub q: Vec<f64>,
    /// The velocities.
    pub v: Vec<f64>,
}

/// Returns the initial values, with notes on changes. With `project`, the configuration is
/// projected onto the position constraints, then the velocity onto all constraints there.
///
/// # Errors
/// A constraint is violated; the error lists the residual of every named constraint.
pub fn admit(
    simulator: &Simulator<'_>,
    q: &[f64],
    v: &[f64],
    project: bool,
    file: &Path,
) -> Result<(Initial, Vec<Problem>), Failure> {
    let v = &simulator.with_rates_at_start(q, v);
    let projected = simulator.project_positions(q, v).and_then(|q| {
        let v = simulator.project(&q, v)?;
        let is_finite = v.iter().all(|v| v.is_finite());
        is_finite.then_some(Initial { q, v })
    });
    let help = match (&projected, project) {
        (Some(_), false) => {
            "correct the initial values, or let `--project` (in Python `project=True`) take the nearest ones that satisfy the \
             constraints"
        }
        (Some(_), true) => {
            "the projection failed: the constraints are dependent or singular at this configuration"
        }
        (None, _) => {
            "correct the initial values: `--project` finds no nearby ones. It cannot change group elements and starts of \
             variational problems for position constraints, and Newton's method may not converge"
        }
    };
    let admitted = projected.filter(|_| project);
    let admitted = admitted.unwrap_or_else(|| Initial {
        q: q.to_vec(),
        v: v.to_vec(),
    });
    let residuals = simulator.residuals_at_start(&admitted.q, &admitted.v);
    if !residuals.iter().all(Residual::is_accepted) {
        return Err(in_file(file, off_constraints(&residuals).help(help)).into());
    }
    let mut notes = changes(
        "configuration",
        simulator.configuration_names(),
        q,
        &admitted.q,
    );
    notes.extend(changes(
        "velocity",
        simulator.velocity_names(),
        v,
        &admitted.v,
    ));
    let notes = notes.into_iter().map(|note| in_file(file, note));
    Ok((admitted, notes.collect()))
}

fn in_file(file: &Path, problem: Problem) -> Problem {
    problem.in_file(file).at_key("[initial]")
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

fn changes(what: &str, names: &[String], before: &[f64], after: &[f64]) -> Vec<Problem> {
    let mut text = format!("the initial {what} was projected onto the constraints");
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
