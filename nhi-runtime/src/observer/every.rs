use crate::{Observer, SampleOf, Stepper};
use core::ops::ControlFlow;

/// An observer that shows each n-th state of a run to another observer.
///
/// States are counted by their clock. So the start of the run and every n-th step after it are
/// shown, even if the run is made in several pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Every<O> {
    steps: u64,
    /// The inner observer.
    pub observer: O,
}

impl<O> Every<O> {
    /// Returns an observer of every state whose number of steps is a multiple of `steps`; 0 counts
    /// as 1.
    #[must_use]
    pub fn new(steps: u64, observer: O) -> Self {
        Self { steps, observer }
    }
}

impl<S: Stepper, O: Observer<S>> Observer<S> for Every<O> {
    fn wants(&self, stepper: &S, state: &S::State) -> bool {
        let steps = stepper.clock(state).steps;
        steps.is_multiple_of(self.steps.max(1)) && self.observer.wants(stepper, state)
    }

    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        self.observer.observe(stepper, state, sample)
    }
}
