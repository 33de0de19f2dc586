//! How large numbers are, and whether they are finite.

use super::iteration::Vector;
use crate::{Real, math};

/// The largest absolute value; 0 for none.
#[inline]
#[must_use]
pub fn largest<T: Real>(values: &[T]) -> T {
    values.iter().fold(T::zero(), |largest, &value| {
        larger(largest, math::abs(value))
    })
}

/// The larger of two numbers, the first where the second is NaN: one instruction, where `max` in
/// its care for NaN takes several.
#[inline]
pub(super) fn larger<T: Real>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The largest `|value_i| / size_i`; a value of zero counts as zero on any scale, for NaN is not
/// larger than anything.
#[inline]
pub(super) fn largest_ratio<T: Real>(values: &impl Vector<T>, sizes: &impl Vector<T>) -> T {
    let values = values.as_ref().iter().zip(sizes.as_ref());
    values.fold(T::zero(), |largest, (&value, &size)| {
        larger(largest, math::abs(value) / size)
    })
}

/// Whether all values are finite: their sum is. One addition each is the cheapest test; it also
/// rejects values near the end of the range, whose sum overflows.
#[inline]
pub(crate) fn is_finite_sum<'a, T: Real>(values: impl IntoIterator<Item = &'a T>) -> bool {
    let values = values.into_iter();
    math::is_finite(values.fold(T::zero(), |sum, &value| sum + value))
}
