use core::ops::ControlFlow;

use super::{Finding, HeldControls, Signs, Watch, WatchLimits};
use crate::{ControlSignal, Observer, Real, SampleOf, Stepper};

/// A model whose runs with the stepper `S` can be watched. Generated models are, with each of their
/// steppers.
pub trait Watched<S: Stepper> {
    /// The signs of a state with its sample, and with the controls at that time if they are known.
    fn signs(
        &self,
        stepper: &S,
        state: &S::State,
        sample: &SampleOf<S>,
        controls: Option<&S::Controls>,
    ) -> Signs<S::Scalar>;
}

/// What is known of the controls of a run that is watched.
pub trait KnownControls<T, U> {
    /// The controls at a time.
    fn at(&self, t: T) -> Option<U>;
}

/// Nothing is known of the controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undriven;

impl<T, U> KnownControls<T, U> for Undriven {
    fn at(&self, _: T) -> Option<U> {
        None
    }
}

/// The controls are this signal.
#[derive(Clone, Copy, Debug)]
pub struct Driven<'c, C>(&'c C);

impl<T, U, C: ControlSignal<T, U>> KnownControls<T, U> for Driven<'_, C> {
    fn at(&self, t: T) -> Option<U> {
        Some(self.0.at(t))
    }
}

/// Watches the states of runs as an observer: `Watching::new(&sleigh)`.
#[derive(Clone, Copy, Debug)]
pub struct Watching<'m, M, T, C = Undriven> {
    model: &'m M,
    watch: Watch<T>,
    controls: C,
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
            controls: Undriven,
        }
    }

    /// The same watch with the controls of the run, so that it can follow the energy that they bring in.
    #[must_use]
    pub fn driven_by<C>(self, controls: &C) -> Watching<'m, M, T, Driven<'_, C>> {
        Watching {
            model: self.model,
            watch: self.watch,
            controls: Driven(controls),
        }
    }
}

impl<M, T: Real, C> Watching<'_, M, T, C> {
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

impl<S, M, C> Observer<S> for Watching<'_, M, S::Scalar, C>
where
    S: Stepper,
    M: Watched<S>,
    C: KnownControls<S::Scalar, S::Controls>,
{
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        let controls = self.controls.at(sample.t);
        let signs = self.model.signs(stepper, state, sample, controls.as_ref());
        let (steps, report) = (stepper.clock(state).steps, stepper.report(state));
        self.watch.look(steps, sample.t, &signs, &report);
        ControlFlow::Continue(())
    }
}
