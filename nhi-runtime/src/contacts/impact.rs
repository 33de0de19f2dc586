//! Impacts: the velocity after contacts close or rebound.

use core::iter::once;

use super::settle::MOST_TRIALS;
use super::{ContactLayout, ContactSet, Rate, Readings};
use crate::linear::{solve_columns_in, solve_workspace};
use crate::{Real, math};

/// The share of the numbers that a result is computed from below which it is zero.
pub(super) fn round_off<T: Real>() -> T {
    T::literal(256.0) * T::EPSILON
}

/// The maximum number of steps of Newton's method towards position constraints.
pub const MOST_PROJECTIONS: usize = 30;

/// The contacts that meet at an impact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Those that touch and approach.
    pub touching: ContactSet,
    /// Those of them that stay closed.
    pub closing: ContactSet,
    /// True if the motion runs backwards, so that impacts are undone.
    pub is_undone: bool,
}

/// The constraints of an impact depend on each other, or move no mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndeterminedImpact;

/// A row `A` of an impact, with the change of `A v` by it.
struct Row<'a, T> {
    entries: &'a [T],
    change: T,
    /// The contact whose gap the row is.
    owner: Option<usize>,
}

/// Returns the length of the memory that [`after_impact`] needs for this many velocities and
/// constraints, those of all contacts included.
#[must_use]
pub const fn impact_memory(velocities: usize, constraints: usize) -> usize {
    let n = velocities + constraints;
    n * n + n + solve_workspace(n, 1)
}

/// Replaces the velocity by that after an impact, `v + d` with the impulses `p` of all rows,
///
/// `M d = A^T p`, `A d = r`.
///
/// The rows of `A` are the constraints of the phase before the impact, whose rates it corrects; the
/// rates `n v + e` of the gaps that meet, which it changes by `-(1 + restitution)` times their
/// value; and the constraints that depend on contacts that stay closed, whose rates vanish after
/// it. Without dependent constraints this is
/// `v - (1 + restitution) P M^-1 n (n v + e) / (n P M^-1 n)` with the projector `P` of the other
/// constraints. Contacts press but do not pull: the rows of some are left out, whose gaps grow
/// faster than their rows demand. The result is the set of these, which are open after the impact;
/// they are found as the phase after a change is.
///
/// # Errors
/// The rows depend on each other, or the mass matrix is singular on the velocities that they allow.
pub fn after_impact<T: Real>(
    readings: Readings<'_, T>,
    open: ContactSet,
    meeting: Meeting,
    v: &mut [T],
    memory: &mut [T],
) -> Result<ContactSet, UndeterminedImpact> {
    let contacts = readings.layout().contacts();
    let owned = |contact: usize| {
        let own = |row: &Row<'_, T>| row.owner == Some(contact);
        rows_of_impact(readings, open, meeting, ContactSet::NONE).find(own)
    };
    // Backwards in time, impulses are undone.
    let direction = if meeting.is_undone {
        -T::one()
    } else {
        T::one()
    };
    let mut leaving = ContactSet::NONE;
    for _ in 0..MOST_TRIALS {
        let rows = || rows_of_impact(readings, open, meeting, leaving);
        let solution = solve(readings.mass(), v.len(), rows, memory)?;
        let split = solution.split_at_checked(v.len());
        let (change, impulses) = split.ok_or(UndeterminedImpact)?;
        let largest = impulses
            .iter()
            .fold(T::zero(), |most, &p| most.max(math::abs(p)));
        let impulse_of = |contact| {
            let mut of_rows = rows().zip(impulses);
            let found = of_rows.find(|(row, _)| row.owner == Some(contact));
            found.map(|(_, &impulse)| direction * impulse)
        };
        let pulls = |contact| {
            impulse_of(contact).is_some_and(|impulse| impulse < -round_off::<T>() * largest)
        };
        let falls_short = |contact| {
            owned(contact).is_some_and(|row| {
                let (mut excess, mut size) = (-row.change, math::abs(row.change));
                for (&entry, &change) in row.entries.iter().zip(change) {
                    excess += entry * change;
                    size += math::abs(entry * change);
                }
                direction * excess < -round_off::<T>() * size
            })
        };
        let violating = (0..contacts).find(|&contact| match leaving.contains(contact) {
            false => pulls(contact),
            true => falls_short(contact),
        });
        match violating {
            None => {
                for (v, &change) in v.iter_mut().zip(change) {
                    *v = sum(*v, change);
                }
                return Ok(leaving);
            }
            Some(contact) if leaving.contains(contact) => leaving = leaving.without(contact),
            Some(contact) => leaving = leaving.with(contact),
        }
    }
    Err(UndeterminedImpact)
}

/// Projects a velocity onto the constraints of a phase, in the metric of the masses.
///
/// # Errors
/// As [`after_impact`].
pub fn project_velocity<T: Real>(
    readings: Readings<'_, T>,
    open: ContactSet,
    v: &mut [T],
    memory: &mut [T],
) -> Result<(), UndeterminedImpact> {
    let rows = || rows_of_phase(readings, |&contact| !open.contains(contact));
    let change = solve(readings.mass(), v.len(), rows, memory)?;
    for (v, &change) in v.iter_mut().zip(change) {
        *v += change;
    }
    Ok(())
}

/// Moves a configuration by one step of Newton's method towards the position constraints of a
/// phase, in the metric of the masses. Returns true if it was there to machine precision.
///
/// # Errors
/// As [`after_impact`], and a configuration whose entries are not as many as its velocities.
pub fn project_position<T: Real>(
    readings: Readings<'_, T>,
    open: ContactSet,
    q: &mut [T],
    memory: &mut [T],
) -> Result<bool, UndeterminedImpact> {
    let layout = readings.layout();
    let &ContactLayout {
        velocities,
        free,
        positions,
        ..
    } = layout;
    if q.len() != velocities {
        return Err(UndeterminedImpact);
    }
    let row = |entries, value: T| Row {
        entries,
        change: -value,
        owner: None,
    };
    let rows = || {
        let rates = readings.free().skip(free.saturating_sub(positions));
        let values = readings.free_positions();
        let of_free = rates
            .zip(values)
            .map(move |(rate, &value)| row(rate.row, value));
        let closed = (0..layout.contacts()).filter(move |&contact| !open.contains(contact));
        let closed = closed.map(move |contact| readings.contact(contact));
        of_free.chain(closed.map(move |reading| row(reading.rate.row, reading.gap)))
    };
    let change = solve(readings.mass(), velocities, rows, memory)?;
    let (mut moved, mut size) = (T::zero(), T::one());
    for (q, &change) in q.iter_mut().zip(change) {
        *q += change;
        moved = moved.max(math::abs(change));
        size = size.max(math::abs(*q));
    }
    Ok(moved <= T::literal(4.0) * T::EPSILON * size)
}

/// Returns the change of the kinetic energy from one velocity to another.
#[must_use]
pub(super) fn energy_of<T: Real>(mass: &[T], before: &[T], after: &[T]) -> T {
    let pairs = || before.iter().zip(after);
    let mut change = T::zero();
    for (row, (&before, &after)) in mass.chunks_exact(before.len().max(1)).zip(pairs()) {
        for (&mass, (&other_before, &other_after)) in row.iter().zip(pairs()) {
            change += mass * (after - before) * (other_after + other_before);
        }
    }
    T::literal(0.5) * change
}

/// Returns a sum that is zero if only its rounding error is left, so that bodies come to rest.
fn sum<T: Real>(v: T, change: T) -> T {
    let sum = v + change;
    if math::abs(sum) <= round_off::<T>() * math::abs(v) {
        T::zero()
    } else {
        sum
    }
}

/// Returns the rows of the constraints of a phase, in which these contacts are closed.
fn rows_of_phase<'a, T: Real>(
    readings: Readings<'a, T>,
    closed: impl Fn(&usize) -> bool,
) -> impl Iterator<Item = Row<'a, T>> {
    let corrected = |rate: Rate<'a, T>, owner| Row {
        entries: rate.row,
        change: -rate.value,
        owner,
    };
    let of_contacts = (0..readings.layout().contacts()).filter(closed);
    let of_contacts = of_contacts.flat_map(move |contact| {
        let reading = readings.contact(contact);
        let dependents = reading.dependents().map(move |rate| corrected(rate, None));
        once(corrected(reading.rate, Some(contact))).chain(dependents)
    });
    let free = readings.free().map(move |rate| corrected(rate, None));
    free.chain(of_contacts)
}

/// Returns the rows of an impact in a phase, without those of contacts that leave.
fn rows_of_impact<T: Real>(
    readings: Readings<'_, T>,
    open: ContactSet,
    meeting: Meeting,
    leaving: ContactSet,
) -> impl Iterator<Item = Row<'_, T>> {
    let closed = move |contact: &usize| !open.contains(*contact) && !leaving.contains(*contact);
    rows_of_phase(readings, closed).chain(rows_of_meeting(readings, meeting, leaving))
}

/// Returns the rows of the contacts that meet, without those that leave.
fn rows_of_meeting<T: Real>(
    readings: Readings<'_, T>,
    meeting: Meeting,
    leaving: ContactSet,
) -> impl Iterator<Item = Row<'_, T>> {
    let Meeting {
        touching,
        closing,
        is_undone,
    } = meeting;
    let met = touching
        .iter()
        .filter(move |&contact| !leaving.contains(contact));
    met.flat_map(move |contact| {
        let reading = readings.contact(contact);
        let stays = closing.contains(contact);
        let restitution = match (stays, is_undone) {
            (true, _) => T::zero(),
            (false, false) => reading.restitution,
            (false, true) => T::one() / reading.restitution,
        };
        let row = |rate: Rate<'_, T>, factor: T| -> T { -factor * rate.value };
        let gap = Row {
            entries: reading.rate.row,
            change: row(reading.rate, T::one() + restitution),
            owner: Some(contact),
        };
        let dependents = reading.dependents().filter(move |_| stays);
        let dependents = dependents.map(move |rate| Row {
            entries: rate.row,
            change: row(rate, T::one()),
            owner: None,
        });
        once(gap).chain(dependents)
    })
}

/// Returns the change of the velocity, then the impulses of all rows.
fn solve<'m, 'a, T: Real, R: Iterator<Item = Row<'a, T>>>(
    mass: &[T],
    n: usize,
    rows: impl Fn() -> R,
    memory: &'m mut [T],
) -> Result<&'m [T], UndeterminedImpact> {
    let size = n + rows().count();
    let (matrix, memory) = split(memory, size * size)?;
    let (right, workspace) = split(memory, size)?;
    matrix.fill(T::zero());
    right.fill(T::zero());
    let mut set = |row: usize, column: usize, value: T| {
        if let Some(entry) = matrix.get_mut(row * size + column) {
            *entry = value;
        }
    };
    for (i, masses) in mass.chunks_exact(n.max(1)).enumerate() {
        for (j, &mass) in masses.iter().enumerate() {
            set(i, j, mass);
        }
    }
    for (i, row) in (n..).zip(rows()) {
        for (j, &entry) in row.entries.iter().enumerate() {
            set(i, j, entry);
            set(j, i, -entry);
        }
    }
    for (right, row) in right.iter_mut().skip(n).zip(rows()) {
        *right = row.change;
    }
    let solved = solve_columns_in(size, matrix, right, workspace);
    solved.map_err(|_| UndeterminedImpact)?;
    Ok(right)
}

/// Splits memory of sufficient length.
fn split<T>(memory: &mut [T], length: usize) -> Result<(&mut [T], &mut [T]), UndeterminedImpact> {
    memory
        .split_at_mut_checked(length)
        .ok_or(UndeterminedImpact)
}
