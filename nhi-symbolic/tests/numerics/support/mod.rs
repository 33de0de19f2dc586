//! What all numerical suites share: models compiled and run, and the same systems by hand.

pub(crate) mod chart;
pub(crate) mod compiled;
pub(crate) mod discrete;
pub(crate) mod dual_program;
pub(crate) mod dynamics;
pub(crate) mod fixture;
pub(crate) mod jet;
mod reduced;
pub(crate) mod rolling;
pub(crate) mod runge_kutta;
pub(crate) mod sampling;
pub(crate) mod short_run;
pub(crate) mod systems;

/// Asserts that two lists of numbers agree up to `tolerance`, relative to the larger size of both lists
/// and to one.
#[track_caller]
pub(crate) fn assert_close(what: &str, actual: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len(), "{what}: number of entries");
    let size = actual
        .iter()
        .chain(expected)
        .fold(1.0_f64, |size, x| size.max(x.abs()));
    for (i, (a, e)) in actual.iter().zip(expected).enumerate() {
        assert!(
            (a - e).abs() <= tolerance * size,
            "{what}[{i}]: {a:?} instead of {e:?} (size {size:.3e})\n{actual:?}\n{expected:?}"
        );
    }
}
