//! The Stumpff functions: sines and cosines divided by powers of the angle, accurate at 0.

use super::{abs, cos, cosh, sin, sinh, sqrt};
use crate::Real;

/// Returns the Stumpff function `c_k` of the index `k`, an entire function of `x`:
/// `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...`
///
/// With `s = sqrt(x)` for `x > 0`: `c_0 = cos s`, `c_1 = sin(s)/s`, `c_2 = (1 - cos s)/s^2`,
/// `c_3 = (s - sin s)/s^3`, and `x c_(k+2) = 1/k! - c_k`. For `x < 0` the same holds with the
/// hyperbolic functions of `sqrt(-x)` in place of the circular ones. The derivative is
/// `c_k' = (k c_(k+2) - c_(k+1))/2`.
///
/// For `|x| <= 40` the result is accurate to a few units in the last place. Near the zeros of
/// `c_0`, `c_1` and `c_2` it is accurate to a few units in the last place of a typical value. It is
/// infinite or NaN if `cosh(sqrt(-x))` overflows, and NaN for NaN and infinite `x`.
///
/// ```
/// use nhi_runtime::math::stumpff;
///
/// assert_eq!(stumpff(3, 0.0), 1.0 / 6.0);
/// assert_eq!(stumpff(1, 1e-300), 1.0);
/// assert!((stumpff(2, 4.0_f64) - (1.0 - 2.0_f64.cos()) / 4.0).abs() < 1e-16);
/// ```
#[inline]
#[must_use]
pub fn stumpff<T: Real>(index: u32, x: T) -> T {
    // Beyond this index, all functions of the same parity underflow or overflow in the same way.
    let index = index.min(UNDERFLOW + index % 2);
    let size = abs(x);
    if size <= T::literal(SMALL) {
        series(index, x, 6)
    } else if index > 2 && size <= T::literal(largest_for_series(index)) {
        series(index, x, 12 + index / 2)
    } else {
        recurrence(index, x)
    }
}

/// An even index from which on `c_k` underflows unless `cosh(sqrt(-x))` overflows.
const UNDERFLOW: u32 = 400;

/// The limit up to which six terms of any series are accurate to machine precision.
const SMALL: f64 = 1.0 / 16.0;

/// Returns the limit up to which the series loses no accuracy: at the limit, the second term of the
/// series is half the first. Beyond the limit, the recurrence loses no accuracy.
#[inline]
fn largest_for_series(index: u32) -> f64 {
    0.5 * f64::from((index + 1) * (index + 2))
}

/// Returns the sum of the series `1/k! - ...` with `terms` terms after the first, by Horner's rule.
#[inline]
fn series<T: Real>(index: u32, x: T, terms: u32) -> T {
    let one = T::one();
    let sum = (0..terms).rev().fold(one, |tail, j| {
        let first = index + 2 * j + 1;
        one - x * T::literal(1.0 / f64::from(first * (first + 1))) * tail
    });
    inverse_factorial::<T>(index) * sum
}

/// Returns the closed form of `c_0`, `c_1` or `c_2`, continued upwards by
/// `c_(k+2) = (1/k! - c_k)/x`.
#[inline]
fn recurrence<T: Real>(index: u32, x: T) -> T {
    let (mut k, mut c) = match index {
        0 => (0, closed_form_0(x)),
        _ if index % 2 == 1 => (1, closed_form_1(x)),
        _ => (2, closed_form_2(x)),
    };
    while k < index {
        c = (inverse_factorial::<T>(k) - c) / x;
        k += 2;
    }
    c
}

#[inline]
fn closed_form_0<T: Real>(x: T) -> T {
    if x < T::zero() {
        cosh(sqrt(-x))
    } else {
        cos(sqrt(x))
    }
}

#[inline]
fn closed_form_1<T: Real>(x: T) -> T {
    if x < T::zero() {
        let s = sqrt(-x);
        sinh(s) / s
    } else {
        let s = sqrt(x);
        sin(s) / s
    }
}

/// Returns `c_2(x) = c_1(x/4)^2 / 2`, which has no difference of nearly equal numbers.
#[inline]
fn closed_form_2<T: Real>(x: T) -> T {
    let half = T::literal(0.5);
    let root = closed_form_1(half * half * x);
    half * root * root
}

/// Returns `1/k!`, or zero if it is too small for `f64`.
#[inline]
fn inverse_factorial<T: Real>(k: u32) -> T {
    T::literal(INVERSE_FACTORIALS.get(k as usize).copied().unwrap_or(0.0))
}

const INVERSE_FACTORIALS: [f64; 171] = {
    let mut inverses = [1.0; 171];
    let mut factorial = 1.0;
    let mut k = 1;
    while k < inverses.len() {
        factorial *= k as f64;
        inverses[k] = 1.0 / factorial;
        k += 1;
    }
    inverses
};
