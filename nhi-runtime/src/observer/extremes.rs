use crate::{Observer, Real, SampleOf, Stepper};
use core::ops::ControlFlow;

/// An observer of the range of a scalar function of the samples along a run, such as the energy.
#[derive(Clone, Debug)]
pub struct Extremes<S: Stepper, F> {
    function: F,
    range: Option<Range<S::Scalar>>,
}

impl<S: Stepper, F: FnMut(&SampleOf<S>) -> S::Scalar> Extremes<S, F> {
    /// Returns an observer of `function` along runs of `stepper`.
    #[must_use]
    pub fn new(stepper: &S, function: F) -> Self {
        let _ = stepper;
        Self {
            function,
            range: None,
        }
    }

    /// Returns the range so far; `None` before the first sample.
    #[must_use]
    pub fn range(&self) -> Option<Range<S::Scalar>> {
        self.range
    }
}

impl<S, F> Observer<S> for Extremes<S, F>
where
    S: Stepper,
    F: FnMut(&SampleOf<S>) -> S::Scalar,
{
    fn observe(&mut self, _: &S, _: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        let value = (self.function)(sample);
        match &mut self.range {
            Some(range) => range.extend(value),
            None => self.range = Some(Range::of(value)),
        }
        ControlFlow::Continue(())
    }
}

/// The range of a scalar along a run. NaN persists: once a value is NaN, all fields except `first`
/// and `last` are NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Range<T> {
    /// The value at the first state.
    pub first: T,
    /// The value at the last state.
    pub last: T,
    /// The smallest value.
    pub minimum: T,
    /// The largest value.
    pub maximum: T,
}

impl<T: Real> Range<T> {
    /// Returns the range of a single value.
    #[must_use]
    pub fn of(value: T) -> Self {
        Self {
            first: value,
            last: value,
            minimum: value,
            maximum: value,
        }
    }

    /// Extends the range by a later value.
    pub fn extend(&mut self, value: T) {
        let is_nan = value.partial_cmp(&value).is_none();
        if value < self.minimum || is_nan {
            self.minimum = value;
        }
        if value > self.maximum || is_nan {
            self.maximum = value;
        }
        self.last = value;
    }

    /// Returns the largest deviation from the first value, `max |x - first|`.
    #[must_use]
    pub fn deviation(&self) -> T {
        let (below, above) = (self.first - self.minimum, self.maximum - self.first);
        if below > above { below } else { above }
    }

    /// Returns the difference between the last and the first value, `last - first`.
    #[must_use]
    pub fn drift(&self) -> T {
        self.last - self.first
    }
}
