use crate::{Observer, SampleOf, Stepper};
use core::ops::ControlFlow;

/// A record of the first `N` samples `P` that it is shown, without allocation.
///
/// Combine it with [`Every`](crate::Every) to spread the record over a long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace<P, const N: usize> {
    samples: [Option<P>; N],
    length: usize,
    missed: u64,
}

impl<P, const N: usize> Trace<P, N> {
    /// Returns an empty record.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            samples: [const { None }; N],
            length: 0,
            missed: 0,
        }
    }

    /// Returns the recorded samples in the order of time.
    pub fn samples(&self) -> impl Iterator<Item = &P> {
        self.samples.iter().flatten()
    }

    /// Returns the number of recorded samples.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Returns true if nothing is recorded.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the number of samples for which there was no room.
    #[must_use]
    pub const fn missed(&self) -> u64 {
        self.missed
    }

    /// Records one sample, or counts it as missed if the record is full.
    pub fn push(&mut self, sample: P) {
        match self.samples.get_mut(self.length) {
            Some(place) => {
                *place = Some(sample);
                self.length += 1;
            }
            None => self.missed = self.missed.saturating_add(1),
        }
    }
}

impl<P, const N: usize> Default for Trace<P, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Stepper, const N: usize> Observer<S> for Trace<SampleOf<S>, N> {
    fn observe(&mut self, _: &S, _: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        self.push(*sample);
        ControlFlow::Continue(())
    }
}
