//! The decisions at a change of a contact.

use super::impact::{Meeting, round_off};
use super::{ContactEvent, ContactFailure, ContactSet, Reading, Readings};
use crate::constraint::constraint_tolerance;
use crate::{Real, math};

/// A contact with the reason for which the motion does not begin or go on there.
pub type FailedContact<T> = (usize, ContactFailure<T>);

/// The share of a step below which its rest is left out, and gaps vanish together.
#[must_use]
pub fn negligible<T: Real>() -> T {
    T::literal(1e-9).max(T::literal(64.0) * T::EPSILON)
}

/// Returns the contacts that are open for initial values: those with a gap, and those that
/// separate in the direction of the step `h`.
///
/// # Errors
/// Initial values with overlaps or impacts, and coefficients of restitution out of range.
pub fn open_at<T: Real>(
    readings: Readings<'_, T>,
    q: &[T],
    v: &[T],
    h: T,
) -> Result<ContactSet, FailedContact<T>> {
    let largest = q.iter().fold(T::zero(), |most, &q| most.max(math::abs(q)));
    let tolerance = constraint_tolerance::<T>();
    let mut open = ContactSet::NONE;
    for contact in 0..readings.layout().contacts() {
        let failed = |failure| Err((contact, failure));
        let Reading {
            gap,
            restitution,
            rate,
            ..
        } = readings.contact(contact);
        if !(T::zero() <= restitution && restitution <= T::one()) {
            return failed(ContactFailure::Restitution { value: restitution });
        }
        let size = rate
            .row
            .iter()
            .fold(T::zero(), |sum, &x| sum + math::abs(x));
        let none = tolerance * size * largest;
        let still = tolerance * rate.size(v);
        // Backwards in time, bodies that approach separate.
        let speed = if h < T::zero() {
            -rate.value
        } else {
            rate.value
        };
        if math::abs(gap) <= none && speed < -still {
            return failed(ContactFailure::Approach { speed: -speed });
        }
        if gap < -none {
            return failed(ContactFailure::Overlap { gap });
        }
        if gap > none || speed > still {
            open = open.with(contact);
        }
    }
    Ok(open)
}

/// Returns true if the bodies of an open contact overlap by more than the rounding errors of a
/// change within a step `h`.
#[must_use]
pub fn overlaps<T: Real>(reading: &Reading<'_, T>, q: &[T], v: &[T], h: T) -> bool {
    let largest = q.iter().fold(T::zero(), |most, &q| most.max(math::abs(q)));
    let row = reading.rate.row.iter();
    let size = row.fold(T::zero(), |sum, &x| sum + math::abs(x));
    let scale = size * largest + math::abs(h) * reading.rate.size(v);
    reading.gap < -round_off::<T>() * scale
}

/// Returns the contacts that meet in a step `h` if the gap of one vanishes: those that approach and
/// whose gaps vanish with it. Returns `None` if its bodies only touch. If it `sinks`, its bodies
/// overlap afterwards, although they do not approach: it closes without an impact.
///
/// # Errors
/// A contact closes backwards in time, or sinks with a restitution, after bounces shorter than
/// rounding errors.
pub fn meeting_at<T: Real>(
    readings: Readings<'_, T>,
    open: ContactSet,
    contact: usize,
    sinks: bool,
    h: T,
) -> Result<Option<Meeting>, FailedContact<T>> {
    let is_undone = h < T::zero();
    // Backwards in time, bodies that separate meet.
    let speed = |reading: &Reading<'_, T>| match is_undone {
        true => -reading.rate.value,
        false => reading.rate.value,
    };
    let approaches = |reading: &Reading<'_, T>| speed(reading) < T::zero();
    let vanishing = readings.contact(contact);
    if !approaches(&vanishing) {
        if !sinks {
            return Ok(None);
        }
        if vanishing.restitution > T::zero() {
            return Err((contact, ContactFailure::Bounces));
        }
    }
    let mut meeting = Meeting {
        is_undone,
        ..Meeting::default()
    };
    for other in open
        .iter()
        .take_while(|&place| place < readings.layout().contacts())
    {
        let reading = readings.contact(other);
        let reach = negligible::<T>() * math::abs(h * reading.rate.value);
        if other == contact || (approaches(&reading) && reading.gap <= reach) {
            meeting.touching = meeting.touching.with(other);
            if reading.restitution == T::zero() {
                meeting.closing = meeting.closing.with(other);
            }
        }
    }
    match meeting.closing != ContactSet::NONE && is_undone {
        true => Err((contact, ContactFailure::Irreversible)),
        false => Ok(Some(meeting)),
    }
}

/// Returns the contacts that open between two sets of open contacts: first the one whose force
/// vanished, if it is among them.
pub fn opening(
    vanished: usize,
    before: ContactSet,
    after: ContactSet,
) -> impl Iterator<Item = usize> {
    let opens = move |&contact: &usize| after.contains(contact) && !before.contains(contact);
    let others = after.iter().filter(move |&contact| contact != vanished);
    core::iter::once(vanished).chain(others).filter(opens)
}

/// Returns the event of a contact at an impact between two sets of open contacts, if it has one.
#[must_use]
pub fn event_at(
    contact: usize,
    meeting: Meeting,
    before: ContactSet,
    after: ContactSet,
) -> Option<ContactEvent> {
    let is_open = after.contains(contact);
    match (meeting.touching.contains(contact), before.contains(contact)) {
        (true, _) if is_open => Some(ContactEvent::Rebounds),
        (true, _) => Some(ContactEvent::Closes),
        (false, false) if is_open => Some(ContactEvent::Opens),
        _ => None,
    }
}

/// Replaces those coordinates, with velocities `v`, by zero that are only the rounding errors of a
/// step `h`. Contacts often meet at an origin, and residuals have no other scale there.
pub fn clear_round_off<'q, T: Real>(q: impl Iterator<Item = &'q mut T>, v: &[T], h: T) {
    for (q, &v) in q.zip(v) {
        if math::abs(*q) <= round_off::<T>() * math::abs(h * v) {
            *q = T::zero();
        }
    }
}
