//! The mathematical functions that generated code calls.
//!
//! `core` has none, so they go through nalgebra to the standard library (feature `std`,
//! bit-identical to the methods of `f32` and `f64`) or to the crate `libm` (feature `libm`, or
//! `libm-force` with `std`). Outside their domain they return NaN or an infinity, as in IEEE 754,
//! and never panic.

use crate::Real;
use nalgebra::{ComplexField, RealField};

mod stumpff;
mod switching;

pub use stumpff::stumpff;
pub use switching::{max, min, sign, step};

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub fn $name<T: Real>(x: T) -> T {
            ComplexField::$name(x)
        }
    )*};
}

unary! {
    /// Returns the absolute value `|x|`.
    abs;
    /// Returns the square root; NaN for `x < 0`.
    sqrt;
    /// Returns the sine of the angle `x` in radians.
    sin;
    /// Returns the cosine of the angle `x` in radians.
    cos;
    /// Returns the tangent of the angle `x` in radians.
    tan;
    /// Returns the arc sine in radians, in `[-pi/2, pi/2]`; NaN for `|x| > 1`.
    asin;
    /// Returns the arc cosine in radians, in `[0, pi]`; NaN for `|x| > 1`.
    acos;
    /// Returns the arc tangent in radians, in `[-pi/2, pi/2]`.
    atan;
    /// Returns the hyperbolic sine.
    sinh;
    /// Returns the hyperbolic cosine.
    cosh;
    /// Returns the hyperbolic tangent.
    tanh;
    /// Returns the exponential function `e^x`.
    exp;
    /// Returns the natural logarithm; minus infinity at 0, NaN for `x < 0`.
    ln;
}

/// Returns the sine and cosine of the angle `x` in radians, `(sin x, cos x)`.
#[inline]
#[must_use]
pub fn sin_cos<T: Real>(x: T) -> (T, T) {
    ComplexField::sin_cos(x)
}

/// Returns the angle in radians, in `[-pi, pi]`, from the positive x-axis to the point `(x, y)`.
#[inline]
#[must_use]
pub fn atan2<T: Real>(y: T, x: T) -> T {
    RealField::atan2(y, x)
}

/// Returns `sqrt(x^2 + y^2)` without intermediate overflow or underflow.
#[inline]
#[must_use]
pub fn hypot<T: Real>(x: T, y: T) -> T {
    ComplexField::hypot(x, y)
}

/// Returns `x^y`; NaN for `x < 0` unless `y` is a whole number.
#[inline]
#[must_use]
pub fn powf<T: Real>(x: T, y: T) -> T {
    ComplexField::powf(x, y)
}

/// Returns `x^n` for a whole number `n`.
#[inline]
#[must_use]
pub fn powi<T: Real>(x: T, n: i32) -> T {
    ComplexField::powi(x, n)
}

/// Returns true if the value is neither NaN nor infinite.
#[inline]
#[must_use]
pub fn is_finite<T: Real>(x: T) -> bool {
    ComplexField::is_finite(&x)
}

/// Returns true if none of the values is NaN or infinite.
#[inline]
#[must_use]
pub fn all_finite<T: Real>(values: &[T]) -> bool {
    values.iter().all(ComplexField::is_finite)
}
