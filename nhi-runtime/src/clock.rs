//! Time as a count of steps.

use crate::Real;

/// The time of a run with constant steps: `t = origin + steps * h`.
///
/// Time is counted and not summed up, so its error is one rounding of the product and one of the
/// sum, however long the run is.
///
/// ```
/// use nhi_runtime::Clock;
///
/// let mut clock = Clock::new(0.0);
/// for _ in 0..10 {
///     clock = clock.next();
/// }
/// assert_eq!(clock.time(0.1), 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock<T> {
    /// The time at which the run started, in the model's unit of time (seconds by convention).
    pub origin: T,
    /// The number of steps made since then.
    pub steps: u64,
}

impl<T: Real> Clock<T> {
    /// Returns a clock at the start of a run.
    #[inline]
    #[must_use]
    pub fn new(origin: T) -> Self {
        Self { origin, steps: 0 }
    }

    /// Returns the time `origin + steps * h` for the step size `h`.
    #[inline]
    #[must_use]
    pub fn time(&self, h: T) -> T {
        self.origin + T::from_count(self.steps) * h
    }

    /// Returns the clock one step later. The count stops at `u64::MAX`.
    #[inline]
    #[must_use]
    pub fn next(&self) -> Self {
        Self {
            origin: self.origin,
            steps: self.steps.saturating_add(1),
        }
    }
}
