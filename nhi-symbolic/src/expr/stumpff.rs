//! The Stumpff functions in double precision, for values of expressions.
//!
//! The operations are exactly those of the runtime's function of the same name, so that interpreted
//! and generated code produce the same bits. A test compares both. The comments in the runtime
//! explain the choices. This is not the runtime's function itself, because the compiler does not
//! depend on the runtime. Otherwise the runtime's linear algebra would be built before every user's
//! macro.

use super::function::elementary;

/// Returns `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...` for the index `k`.
pub(super) fn stumpff(index: u32, x: f64) -> f64 {
    let index = index.min(UNDERFLOW + index % 2);
    if x.abs() <= SMALL {
        series(index, x, 6)
    } else if index > 2 && x.abs() <= largest_for_series(index) {
        series(index, x, 12 + index / 2)
    } else {
        recurrence(index, x)
    }
}

/// An even index from which `c_k` underflows for every `x` at which `cosh(sqrt(-x))` does not
/// overflow.
const UNDERFLOW: u32 = 400;

/// The largest `|x|` for which six terms of any series reach machine precision.
const SMALL: f64 = 1.0 / 16.0;

/// Returns the largest `|x|` for the series. Up to it the series loses no precision, beyond it the
/// recurrence loses none.
fn largest_for_series(index: u32) -> f64 {
    0.5 * f64::from((index + 1) * (index + 2))
}

/// Returns the series up to `terms` terms after `1/k!`, by Horner's rule.
fn series(index: u32, x: f64, terms: u32) -> f64 {
    let sum = (0..terms).rev().fold(1.0, |tail, j| {
        let first = index + 2 * j + 1;
        1.0 - x * (1.0 / f64::from(first * (first + 1))) * tail
    });
    inverse_factorial(index) * sum
}

/// Returns the closed form of `c_0`, `c_1` or `c_2`, continued upwards by
/// `c_(k+2) = (1/k! - c_k)/x`.
fn recurrence(index: u32, x: f64) -> f64 {
    let (mut k, mut c) = match index {
        0 => (0, closed_form_0(x)),
        _ if index % 2 == 1 => (1, closed_form_1(x)),
        _ => (2, closed_form_2(x)),
    };
    while k < index {
        c = (inverse_factorial(k) - c) / x;
        k += 2;
    }
    c
}

fn closed_form_0(x: f64) -> f64 {
    if x < 0.0 {
        elementary::cosh((-x).sqrt())
    } else {
        elementary::cos(x.sqrt())
    }
}

fn closed_form_1(x: f64) -> f64 {
    let s = x.abs().sqrt();
    if x < 0.0 {
        elementary::sinh(s) / s
    } else {
        elementary::sin(s) / s
    }
}

/// Returns `c_2(x) = c_1(x/4)^2 / 2`, which contains no difference of nearly equal numbers.
fn closed_form_2(x: f64) -> f64 {
    let root = closed_form_1(0.25 * x);
    0.5 * root * root
}

/// Returns `1/k!`, or zero if it is too small.
fn inverse_factorial(k: u32) -> f64 {
    if k > 170 {
        return 0.0;
    }
    1.0 / (1..=k).fold(1.0, |product, factor| product * f64::from(factor))
}
