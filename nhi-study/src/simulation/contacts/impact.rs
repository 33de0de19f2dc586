//! Impacts: the velocity after contacts close or rebound.

use nalgebra::{DMatrix, DVector};
use nhi_machine::Sample;
use nhi_symbolic::Quantity;

use super::super::error::RunError;
use super::super::simulator::Simulator;
use super::phases::ContactSet;
use super::reading::{Rate, Reading};

/// The share of the numbers that a result is computed from below which it is zero.
pub(super) const ROUND_OFF: f64 = 256.0 * f64::EPSILON;

/// The contacts that meet at an impact.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meeting {
    /// Those that touch and approach.
    pub(super) touching: ContactSet,
    /// Those of them that stay closed.
    pub(super) closing: ContactSet,
}

/// The motion right after an impact.
#[derive(Clone, Debug)]
pub(super) struct Impact {
    /// The velocity.
    pub(super) v: Vec<f64>,
    /// The closed contacts whose impulses would have to pull: they open.
    pub(super) leaving: ContactSet,
}

/// A row `A` of an impact, with the change of `A v` by it.
struct Row {
    entries: Vec<f64>,
    change: f64,
    /// The closed contact to which the constraint belongs, and the sign with which its impulse
    /// presses; zero for constraints that depend on a contact.
    owner: Option<(usize, f64)>,
}

/// Returns the motion after an impact: the velocity `v + d` with the impulses `p` of all rows,
///
/// `M d = A^T p`, `A d = r`.
///
/// The rows of `A` are the constraints of the phase before the impact, whose rates it corrects; the
/// rates `n v + e` of the gaps, which it changes by `-(1 + restitution)` times their value; and the
/// constraints that depend on contacts that stay closed, whose rates vanish after it. Without
/// dependent constraints this is
/// `v - (1 + restitution) P M^-1 n (n v + e) / (n P M^-1 n)` with the projector `P` of the other
/// constraints. Rows of contacts that would have to pull are left out, one contact after the other.
///
/// # Errors
/// The rows depend on each other, or the mass matrix is singular on the velocities that they allow.
pub(super) fn after_impact(
    simulator: &Simulator<'_>,
    sample: &Sample,
    readings: &[Reading],
    meeting: Meeting,
) -> Result<Impact, RunError> {
    let mass = simulator.method_at(Quantity::MassMatrix.name(), sample);
    let mut rows = constraints_of_phase(simulator, sample, readings);
    rows.extend(rows_of_meeting(readings, meeting));
    let mut leaving = ContactSet::default();
    loop {
        let (change, impulses) = solve(&mass, &rows, sample.t)?;
        let largest = impulses.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
        let pulls = rows.iter().zip(&impulses).find_map(|(row, impulse)| {
            let (contact, sign) = row.owner?;
            (sign * impulse < -ROUND_OFF * largest).then_some(contact)
        });
        let Some(contact) = pulls else {
            let after = sample.v.iter().zip(change);
            let v = after.map(|(v, change)| sum(*v, change)).collect();
            return Ok(Impact { v, leaving });
        };
        leaving = leaving.with(contact);
        rows.retain(|row| row.owner.is_none_or(|(owner, _)| owner != contact));
    }
}

/// Returns a sum that is zero if only its rounding error is left, so that bodies come to rest.
fn sum(v: f64, change: f64) -> f64 {
    let sum = v + change;
    match sum.abs() <= ROUND_OFF * v.abs() {
        true => 0.0,
        false => sum,
    }
}

/// Returns the rows of the constraints of the current phase.
fn constraints_of_phase(
    simulator: &Simulator<'_>,
    sample: &Sample,
    readings: &[Reading],
) -> Vec<Row> {
    let Sample { t, q, v, .. } = sample;
    let method = |quantity: Quantity| simulator.method(quantity.name(), *t, q, v);
    let (Some(matrix), Some(residual)) = (
        method(Quantity::ConstraintMatrix),
        method(Quantity::ConstraintResidual),
    ) else {
        return Vec::new();
    };
    let contacts = simulator.contacts().names.iter().zip(readings).enumerate();
    let owner = |name: &String| {
        contacts.clone().find_map(|(place, (contact, _))| {
            let sign = match contact.name == *name {
                true => contact.sign,
                false => contact.dependents.contains(name).then_some(0.0)?,
            };
            Some((place, sign))
        })
    };
    let names = &simulator.plant.integrator.names().constraints;
    let rows = matrix.chunks(v.len()).zip(residual).zip(names);
    let rows = rows.map(|((entries, value), name)| Row {
        entries: entries.to_vec(),
        change: -value,
        owner: owner(name),
    });
    rows.collect()
}

/// Returns the rows of the contacts that meet.
fn rows_of_meeting(readings: &[Reading], meeting: Meeting) -> Vec<Row> {
    let row = |Rate { row, .. }: &Rate, change| Row {
        entries: row.clone(),
        change,
        owner: None,
    };
    let mut rows = Vec::new();
    for (place, reading) in readings.iter().enumerate() {
        let Reading {
            restitution,
            rate,
            dependents,
            ..
        } = reading;
        if meeting.closing.contains(place) {
            let stopped = [rate].into_iter().chain(dependents);
            rows.extend(stopped.map(|rate| row(rate, -rate.value)));
        } else if meeting.touching.contains(place) {
            rows.push(row(rate, -(1.0 + restitution) * rate.value));
        }
    }
    rows
}

/// Returns the change of the velocity and the impulses of all rows.
fn solve(mass: &[f64], rows: &[Row], t: f64) -> Result<(Vec<f64>, Vec<f64>), RunError> {
    let n = rows.first().map_or(0, |row| row.entries.len());
    let m = rows.len();
    let mut matrix = DMatrix::zeros(n + m, n + m);
    let mut right = DVector::zeros(n + m);
    for (place, entry) in mass.iter().enumerate().take(n * n) {
        matrix[(place / n, place % n)] = *entry;
    }
    for (i, row) in rows.iter().enumerate() {
        for (j, &entry) in row.entries.iter().enumerate() {
            matrix[(n + i, j)] = entry;
            matrix[(j, n + i)] = -entry;
        }
        right[n + i] = row.change;
    }
    let solved = matrix.full_piv_lu().solve(&right);
    let solved = solved.filter(|x| x.iter().all(|x| x.is_finite()));
    let Some(solved) = solved else {
        let reason = "an impact has no unique solution: the constraints of its contacts depend on \
                      others, or move no mass";
        return Err(RunError {
            time: t,
            reason: reason.to_owned(),
        });
    };
    let (change, impulses) = solved.as_slice().split_at(n);
    Ok((change.to_vec(), impulses.to_vec()))
}
