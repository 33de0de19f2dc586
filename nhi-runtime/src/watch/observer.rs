use core::ops::ControlFlow;

use super::{Finding, HeldControls, Signs, Watch, WatchLimits};
use crate::{Observer, Real, SampleOf, Stepper};

/// A model whose runs with the stepper `S` can be watched. Generated models are, with each of their
/// steppers.
pub trait Watched<S: Stepper> {
    /// The signs of a state with its sample.
    fn signs(&self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> Signs<S::Scalar>;
}

/// Watches the states of runs as an observer: `Watching::new(&sleigh)`.
#[derive(Clone, Copy, Debug)]
pub struct Watching<'m, M, T> {
    model: &'m M,
    watch: Watch<T>,
}

impl<'m, M, T: Real> Watching<'m, M, T> {
    /// A watch over runs of the model, with the limits that the book justifies.
    #[must_use]
    pub fn new(model: &'m M) -> Self {
        Self::within(model, WatchLimits::default())
    }

    /// A watch with limits of its own.
    #[must_use]
    pub fn within(model: &'m M, limits: WatchLimits<T>) -> Self {
        Self {
            model,
            watch: Watch::new(limits),
        }
    }

    /// Looks at the controls that a step holds from time `t` on: those of a loop that is closed by the
    /// program's own, which no state shows. See [`Watch::hold`].
    pub fn hold<V>(&mut self, t: T, controls: V, held: &mut HeldControls<V>)
    where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        self.watch.hold(t, controls, held);
    }

    /// What was found so far.
    pub fn findings(&self) -> impl Iterator<Item = &Finding<T>> {
        self.watch.findings()
    }

    /// Whether nothing was found so far.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.watch.is_quiet()
    }

    /// The watch with the levels of the last state.
    #[must_use]
    pub fn watch(&self) -> &Watch<T> {
        &self.watch
    }
}

impl<S: Stepper, M: Watched<S>> Observer<S> for Watching<'_, M, S::Scalar> {
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        let signs = self.model.signs(stepper, state, sample);
        let (steps, report) = (stepper.clock(state).steps, stepper.report(state));
        self.watch.look(steps, sample.t, &signs, &report);
        ControlFlow::Continue(())
    }
}
