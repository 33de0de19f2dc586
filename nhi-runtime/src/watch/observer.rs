use core::ops::ControlFlow;

use super::{Finding, HeldControls, Signs, Watch, WatchLimits};
use crate::{ControlSignal, Observer, Real, SampleOf, Stepper};

/// A model whose runs with the stepper `S` can be monitored. Generated models implement it for each
/// of their steppers.
pub trait Watched<S: Stepper> {
    /// Returns the signs of a state with its sample, and with the controls at that time if known.
    fn signs(
        &self,
        stepper: &S,
        state: &S::State,
        sample: &SampleOf<S>,
        controls: Option<&S::Controls>,
    ) -> Signs<S::Scalar>;

    /// Returns the change of the energy by all impacts from the start to a state; zero for steppers
    /// without contacts that open.
    fn energy_of_impacts(&self, state: &S::State) -> S::Scalar {
        let _ = state;
        S::Scalar::literal(0.0)
    }
}

/// The available knowledge of the controls of a monitored run.
pub trait KnownControls<T, U> {
    /// Returns the controls at a time, if they are known.
    fn at(&self, t: T) -> Option<U>;
}

/// No knowledge of the controls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undriven;

impl<T, U> KnownControls<T, U> for Undriven {
    fn at(&self, _: T) -> Option<U> {
        None
    }
}

/// Controls given by this signal.
#[derive(Clone, Copy, Debug)]
pub struct Driven<'c, C>(&'c C);

impl<T, U, C: ControlSignal<T, U>> KnownControls<T, U> for Driven<'_, C> {
    fn at(&self, t: T) -> Option<U> {
        Some(self.0.at(t))
    }
}

/// An observer that monitors the states of runs: `Watching::new(&sleigh)`.
///
/// A state without steps begins a new run. Findings of all runs are kept, and energies are compared
/// with the largest kinetic energy of all.
#[derive(Clone, Copy, Debug)]
pub struct Watching<'m, M, T, C = Undriven> {
    model: &'m M,
    watch: Watch<T>,
    /// The change of the energy by all impacts up to the last state, if there is one.
    impacts: Option<T>,
    controls: C,
}

impl<'m, M, T: Real> Watching<'m, M, T> {
    /// Returns a monitor for runs of the model, with the limits that the book justifies.
    #[must_use]
    pub fn new(model: &'m M) -> Self {
        Self::within(model, WatchLimits::default())
    }

    /// Returns a monitor with the given limits.
    #[must_use]
    pub fn within(model: &'m M, limits: WatchLimits<T>) -> Self {
        Self {
            model,
            watch: Watch::new(limits),
            impacts: None,
            controls: Undriven,
        }
    }

    /// Returns the same monitor with the controls of the run, so that it can account for the energy
    /// that they supply.
    #[must_use]
    pub fn driven_by<C>(self, controls: &C) -> Watching<'m, M, T, Driven<'_, C>> {
        Watching {
            model: self.model,
            watch: self.watch,
            impacts: self.impacts,
            controls: Driven(controls),
        }
    }
}

impl<M, T: Real, C> Watching<'_, M, T, C> {
    /// Checks the controls that a step holds from time `t` on: those of a control loop that the
    /// program itself closes, which no state shows. See [`Watch::hold`].
    pub fn hold<V>(&mut self, t: T, controls: V, held: &mut HeldControls<V>)
    where
        V: AsRef<[T]> + AsMut<[T]> + Clone,
    {
        self.watch.hold(t, controls, held);
    }

    /// Returns the findings so far.
    pub fn findings(&self) -> impl Iterator<Item = &Finding<T>> {
        self.watch.findings()
    }

    /// Returns true if there are no findings so far.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.watch.is_quiet()
    }

    /// Returns the monitor with the levels of the last state.
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
        let steps = stepper.clock(state).steps;
        if steps == 0 {
            self.watch.begin_run();
        }
        let impacts = self.model.energy_of_impacts(state);
        let before = self.impacts.filter(|_| steps > 0).unwrap_or(impacts);
        self.impacts = Some(impacts);
        if impacts != before {
            self.watch.jump(impacts - before);
        }
        let controls = self.controls.at(sample.t);
        let signs = self.model.signs(stepper, state, sample, controls.as_ref());
        let report = stepper.report(state);
        self.watch.look(steps, sample.t, &signs, &report);
        ControlFlow::Continue(())
    }
}
