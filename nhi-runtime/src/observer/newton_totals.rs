use crate::{NewtonReport, Observer, Real, SampleOf, Stepper};
use core::ops::ControlFlow;

/// The work spent on the equations of a run, and the quality of their solutions.
///
/// Counts the states that it is shown, except the first one of a run, and each of them once if a
/// run is made in pieces. Combined with [`Every`](crate::Every), it counts each n-th step.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{NewtonTotals, Stepper, simulate};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// let mut totals = NewtonTotals::default();
/// simulate(&oscillator, state, &force, 1000, &mut totals)?;
/// // The scheme is explicit: there is nothing to solve.
/// assert_eq!((totals.steps, totals.iterations, totals.residual), (1000, 0, 0.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NewtonTotals<T> {
    /// The number of steps.
    pub steps: u64,
    /// The total number of iterations of all steps.
    pub iterations: u64,
    /// The largest number of iterations of a step.
    pub most_iterations: u32,
    /// The largest final residual of a step, before its last increment; units as in
    /// [`Stepper::report`].
    pub residual: T,
    /// The number of steps of the last state.
    last: Option<u64>,
}

impl<T: Real> NewtonTotals<T> {
    /// Returns the mean number of iterations per step; 0 before the first step.
    #[must_use]
    pub fn mean_iterations(&self) -> T {
        T::from_count(self.iterations) / T::from_count(self.steps.max(1))
    }

    fn add(&mut self, report: &NewtonReport<T>) {
        self.steps = self.steps.saturating_add(1);
        self.iterations = self.iterations.saturating_add(report.iterations.into());
        self.most_iterations = self.most_iterations.max(report.iterations);
        self.residual = self.residual.max(report.residual);
    }
}

impl<S: Stepper> Observer<S> for NewtonTotals<S::Scalar> {
    fn observe(&mut self, stepper: &S, state: &S::State, _: &SampleOf<S>) -> ControlFlow<()> {
        let steps = stepper.clock(state).steps;
        // A run in pieces shows the states between them twice.
        if self.last.is_some_and(|last| steps > last) {
            self.add(&stepper.report(state));
        }
        self.last = Some(steps);
        ControlFlow::Continue(())
    }
}
