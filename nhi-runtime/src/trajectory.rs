//! The states of a run as an iterator.

use crate::{ControlSignal, StepError, Stepper};
use core::iter::FusedIterator;

/// The states after each step from an initial state, without end.
///
/// After an error the iterator is exhausted; [`state`](Self::state) still returns the last good
/// state.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{Stepper, Trajectory};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// for state in Trajectory::new(&oscillator, state, &force).take(100) {
///     let sample = oscillator.sample(&state?)?;
///     assert!((sample.q[0] - (2.0 * sample.t).cos()).abs() < 1e-3);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Trajectory<'a, S: Stepper, C> {
    stepper: &'a S,
    controls: &'a C,
    state: S::State,
    failed: bool,
}

impl<'a, S: Stepper, C: ControlSignal<S::Scalar, S::Controls>> Trajectory<'a, S, C> {
    /// Returns the trajectory of `stepper` from `state`, which is not itself among the items.
    #[must_use]
    pub fn new(stepper: &'a S, state: S::State, controls: &'a C) -> Self {
        Self {
            stepper,
            controls,
            state,
            failed: false,
        }
    }

    /// Returns the last good state.
    #[must_use]
    pub fn state(&self) -> &S::State {
        &self.state
    }
}

impl<S: Stepper, C: ControlSignal<S::Scalar, S::Controls>> Iterator for Trajectory<'_, S, C> {
    type Item = Result<S::State, StepError<S::Scalar>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.stepper.step(&self.state, self.controls);
        match &next {
            Ok(state) => self.state = state.clone(),
            Err(_) => self.failed = true,
        }
        Some(next)
    }
}

impl<S: Stepper, C: ControlSignal<S::Scalar, S::Controls>> FusedIterator for Trajectory<'_, S, C> {}
