//! Sizes of numbers, and checks for finite values.

use super::iteration::Vector;
use crate::{Real, math};

/// Returns the largest absolute value; 0 if there are no values.
#[inline]
#[must_use]
pub fn largest<T: Real>(values: &[T]) -> T {
    values.iter().fold(T::zero(), |largest, &value| {
        larger(largest, math::abs(value))
    })
}

/// Returns the larger of two numbers, the first if the second is NaN. This takes one instruction,
/// while `max` takes several because of its NaN handling.
#[inline]
pub(super) fn larger<T: Real>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// Returns the largest `|value_i| / size_i`. A value of zero counts as zero on any scale, because
/// NaN is not larger than anything.
#[inline]
pub(super) fn largest_ratio<T: Real>(values: &impl Vector<T>, sizes: &impl Vector<T>) -> T {
    let values = values.as_ref().iter().zip(sizes.as_ref());
    values.fold(T::zero(), |largest, (&value, &size)| {
        larger(largest, math::abs(value) / size)
    })
}

/// Returns true if all values are finite, because their sum is finite. One addition per value is
/// the cheapest test. It also rejects values near the end of the range, whose sum overflows.
#[inline]
pub(crate) fn is_finite_sum<'a, T: Real>(values: impl IntoIterator<Item = &'a T>) -> bool {
    let values = values.into_iter();
    math::is_finite(values.fold(T::zero(), |sum, &value| sum + value))
}
