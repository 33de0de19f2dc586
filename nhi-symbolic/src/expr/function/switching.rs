//! Switching functions in double precision, for values of expressions. NaN stays NaN.

pub(super) fn sign(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        x.abs()
    } else {
        x.signum()
    }
}

pub(super) fn step(x: f64) -> f64 {
    if x.is_nan() { x } else { f64::from(x >= 0.0) }
}

pub(super) fn min(x: f64, y: f64) -> f64 {
    if x < y || x.is_nan() { x } else { y }
}

pub(super) fn max(x: f64, y: f64) -> f64 {
    if x > y || x.is_nan() { x } else { y }
}
