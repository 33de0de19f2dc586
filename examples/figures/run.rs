//! Runs, and what of them is drawn.

use nhi::{ControlSignal, SampleOf, StepError, Stepper, Trajectory};

/// Points of a curve.
pub(crate) type Points = Vec<(f64, f64)>;

/// The states of a run from time 0, the first included.
pub(crate) fn states<S: Stepper<Scalar = f64>>(
    stepper: &S,
    q: impl Into<S::Coordinates>,
    v: impl Into<S::Velocities>,
    controls: &impl ControlSignal<f64, S::Controls>,
    steps: usize,
) -> Result<Vec<S::State>, StepError<f64>> {
    let start = stepper.start(0.0, q.into(), v.into(), controls)?;
    let run = Trajectory::new(stepper, start.clone(), controls).take(steps);
    std::iter::once(Ok(start)).chain(run).collect()
}

/// The samples of a run from time 0, the first included.
pub(crate) fn samples<S: Stepper<Scalar = f64>>(
    stepper: &S,
    q: impl Into<S::Coordinates>,
    v: impl Into<S::Velocities>,
    controls: &impl ControlSignal<f64, S::Controls>,
    steps: usize,
) -> Result<Vec<SampleOf<S>>, StepError<f64>> {
    let states = states(stepper, q, v, controls, steps)?;
    states.iter().map(|state| stepper.sample(state)).collect()
}

/// The largest absolute value.
pub(crate) fn largest(points: &[(f64, f64)]) -> f64 {
    points.iter().map(|(_, y)| y.abs()).fold(0.0, f64::max)
}

/// The absolute values.
pub(crate) fn absolute(points: &[(f64, f64)]) -> Points {
    points.iter().map(|&(x, y)| (x, y.abs())).collect()
}

/// About `count` of the points, evenly spaced, the last included.
pub(crate) fn thinned(points: &[(f64, f64)], count: usize) -> Points {
    let mut thin: Points = points
        .iter()
        .step_by(points.len().div_ceil(count))
        .copied()
        .collect();
    if thin.last() != points.last() {
        thin.extend(points.last());
    }
    thin
}

/// The largest absolute value in each of `count` windows, so that a fast oscillation can be drawn.
pub(crate) fn envelope(points: &[(f64, f64)], count: usize) -> Points {
    points
        .chunks(points.len().div_ceil(count))
        .map(|window| (window[window.len() / 2].0, largest(window)))
        .collect()
}

/// The largest absolute values of several curves, for a line of output.
pub(crate) fn scientific(curves: &[Points]) -> String {
    let values = curves
        .iter()
        .map(|points| format!("{:.2e}", largest(points)));
    values.collect::<Vec<_>>().join(", ")
}
