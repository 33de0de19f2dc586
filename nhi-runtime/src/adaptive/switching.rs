//! Functions that switch within a field, such as the sign of a velocity in dry friction.
//!
//! A step is made with fixed modes, so it is smooth: the last components of the solution are the
//! modes, one for each switch, with the slope zero. A mode is the sign of the value of its switch.
//! A step over the zero of a value ends there instead, and the next one begins with the other mode.

use crate::{Real, math};

/// The number of places within a step at which Taylor's method and the dense output are searched
/// for switches.
pub(super) const PLACES: u32 = 16;

/// The maximum number of halvings of an interval with a switch.
const MOST_HALVINGS: u32 = 100;

/// Returns true if a value of a switch has another sign than its mode. The modes are the last
/// components of `y`.
#[inline]
pub fn are_crossed<T: Real>(y: &[T], values: impl ExactSizeIterator<Item = T>) -> bool {
    let modes = y.iter().skip(y.len().saturating_sub(values.len()));
    let mut pairs = modes.zip(values);
    pairs.any(|(&mode, value)| value != T::zero() && value * mode <= T::zero())
}

/// Gives the modes, the last components of `y`, the signs of the values of their switches. Where a
/// value is zero, the mode does not change.
#[inline]
pub fn switch_modes<T: Real>(y: &mut [T], values: impl ExactSizeIterator<Item = T>) {
    let first = y.len().saturating_sub(values.len());
    for (mode, value) in y.iter_mut().skip(first).zip(values) {
        if value != T::zero() {
            *mode = math::sign(value);
        }
    }
}

/// Returns the first place in `(0, 1]` at which a step has crossed a switch, to the resolution
/// `least`; `None` if it has crossed none at any of some places.
pub(super) fn first_crossing<T: Real>(
    least: T,
    mut is_crossed_at: impl FnMut(T) -> bool,
) -> Option<T> {
    let place = |number: u32| T::from_count(number.into()) / T::from_count(PLACES.into());
    let first = (1..=PLACES).find(|&number| is_crossed_at(place(number)))?;
    let (mut before, mut after) = (place(first - 1), place(first));
    for _ in 0..MOST_HALVINGS {
        let middle = before + T::literal(0.5) * (after - before);
        if after - before <= least || middle <= before || middle >= after {
            break;
        }
        match is_crossed_at(middle) {
            true => after = middle,
            false => before = middle,
        }
    }
    Some(after)
}
