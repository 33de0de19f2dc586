//! Switching functions for controls. NaN stays NaN, so no limit hides it.

use crate::Real;

/// Returns `-1` for `x < 0`, `0` at zero, `1` for `x > 0`.
#[inline]
#[must_use]
pub fn sign<T: Real>(x: T) -> T {
    if x > T::zero() {
        T::one()
    } else if x < T::zero() {
        -T::one()
    } else {
        x.abs()
    }
}

/// Returns the Heaviside step function: `0` for `x < 0`, `1` for `x >= 0`.
#[inline]
#[must_use]
pub fn step<T: Real>(x: T) -> T {
    if x >= T::zero() {
        T::one()
    } else if x < T::zero() {
        T::zero()
    } else {
        x
    }
}

/// Returns the smaller of two numbers; NaN if one of them is NaN.
#[inline]
#[must_use]
pub fn min<T: Real>(x: T, y: T) -> T {
    if x < y || is_nan(x) { x } else { y }
}

/// Returns the larger of two numbers; NaN if one of them is NaN.
#[inline]
#[must_use]
pub fn max<T: Real>(x: T, y: T) -> T {
    if x > y || is_nan(x) { x } else { y }
}

fn is_nan<T: Real>(x: T) -> bool {
    x.partial_cmp(&x).is_none()
}
