//! Shared parts of the examples: Runge-Kutta methods to compare with, timing and tables.
//!
//! Nothing here is needed to use nhi.

pub(crate) mod runge_kutta;
pub(crate) mod table;
pub(crate) mod timing;

/// The largest absolute difference of two vectors by component.
pub(crate) fn distance<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    largest(a.iter().zip(b).map(|(a, b)| a - b))
}

/// The largest absolute value; 0 for none.
pub(crate) fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().map(f64::abs).fold(0.0, f64::max)
}

/// The part of a sequence that changes sign from one entry to the next, as
/// `|s[k-1] - 2 s[k] + s[k+1]| / 4` for each entry `k` with two neighbours. What varies slowly
/// contributes only by its curvature.
pub(crate) fn alternating_part(sequence: &[f64]) -> Vec<f64> {
    sequence
        .windows(3)
        .map(|s| (s[0] - 2.0 * s[1] + s[2]).abs() / 4.0)
        .collect()
}
