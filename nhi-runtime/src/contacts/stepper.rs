//! A stepper whose contacts open and close.

use super::change::Changes;
use super::phases::{Phases, SampleOf};
use super::{ContactChange, ContactFailure, ContactSet, Readings, open_at, settle};
use crate::{
    Clock, ControlSignal, NewtonReport, NewtonSettings, Real, StepError, StepErrorKind, Stepper,
};

/// A stepper of a model with contacts that open and close: those that the model writes with
/// `opens`.
///
/// A step at whose end a closed contact would have to pull, or the bodies of an open one overlap,
/// is made again up to the time at which the force or the gap vanishes. There the contact opens, or
/// closes or rebounds after an impact, and the rest of the step follows from the configuration and
/// the velocity. The next step begins at the same time as without contacts. A contact that opens
/// and closes within one step is not found.
///
/// The multipliers of open contacts are zero, and so are those of the constraints that depend on
/// them. Derivatives of steps do not exist, because a step is not differentiable at a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactStepper<P> {
    phases: P,
}

/// A state of a [`ContactStepper`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ContactState<T, S> {
    /// The time of the state.
    pub clock: Clock<T>,
    pub(super) state: S,
    pub(super) changes: Changes<T>,
    pub(super) energy: T,
    /// The change of the energy by all impacts since the start.
    pub(super) energy_since_start: T,
}

/// The state of a [`ContactStepper`] over these phases.
type StateOf<P> = ContactState<<P as Phases>::Scalar, <P as Phases>::State>;

impl<T: Real, S> ContactState<T, S> {
    /// Returns the changes of contacts in the step that led to this state, in order; at most the
    /// first eight.
    pub fn changes(&self) -> impl Iterator<Item = &ContactChange<T>> {
        self.changes.iter()
    }

    /// Returns the number of changes of contacts in the step that led to this state.
    #[must_use]
    pub fn change_count(&self) -> u32 {
        self.changes.count
    }

    /// Returns the change of the energy by the impacts in the step that led to this state.
    #[must_use]
    pub fn energy_of_impacts(&self) -> T {
        self.energy
    }

    /// Returns the change of the energy by all impacts since the start.
    #[must_use]
    pub fn energy_of_all_impacts(&self) -> T {
        self.energy_since_start
    }

    /// Returns the state of the phase.
    #[doc(hidden)]
    #[must_use]
    pub fn phase(&self) -> &S {
        &self.state
    }

    /// Returns a state after a step without changes.
    pub(super) fn unchanged(clock: Clock<T>, state: S) -> Self {
        Self {
            clock,
            state,
            changes: Changes::NONE,
            energy: T::zero(),
            energy_since_start: T::zero(),
        }
    }
}

impl<P: Phases> ContactStepper<P> {
    /// Makes a stepper of its phases. Generated constructors call it.
    #[must_use]
    pub fn new(phases: P) -> Self {
        Self { phases }
    }

    /// Returns the steppers of the phases.
    #[doc(hidden)]
    #[must_use]
    pub fn phases(&self) -> &P {
        &self.phases
    }

    /// Returns the names of the contacts that open.
    #[must_use]
    pub fn contacts(&self) -> &'static [&'static str] {
        P::NAMES
    }

    /// Returns the contacts that are open at a state.
    #[must_use]
    pub fn open(&self, state: &StateOf<P>) -> ContactSet {
        P::open(&state.state)
    }

    /// The same stepper with other settings of Newton's method; explicit integrators ignore them.
    #[must_use]
    pub fn with_newton(self, newton: NewtonSettings<P::Scalar>) -> Self {
        Self::new(self.phases.with_newton(newton))
    }

    /// The state at time `t` with configuration `q` and velocity `v`. A contact is closed if its
    /// gap and the rate of its gap are zero, unless it would have to pull.
    ///
    /// # Errors
    /// As [`Stepper::start`], and initial values with overlaps or impacts.
    #[inline]
    pub fn start(
        &self,
        t: P::Scalar,
        q: P::Coordinates,
        v: P::Velocities,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Result<StateOf<P>, StepError<P::Scalar>> {
        Stepper::start(self, t, q, v, controls)
    }

    /// The state one step after `state`.
    ///
    /// # Errors
    /// As [`Stepper::step`], and impacts without a unique solution or in endless number.
    #[inline]
    pub fn step(
        &self,
        state: &StateOf<P>,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Result<StateOf<P>, StepError<P::Scalar>> {
        Stepper::step(self, state, controls)
    }

    /// Time, configuration, velocity and multipliers at the node of `state`.
    ///
    /// # Errors
    /// As [`Stepper::sample`].
    #[inline]
    pub fn sample(&self, state: &StateOf<P>) -> Result<SampleOf<P>, StepError<P::Scalar>> {
        Stepper::sample(self, state)
    }
}

impl<P: Phases> Stepper for ContactStepper<P> {
    type Scalar = P::Scalar;
    type Coordinates = P::Coordinates;
    type Velocities = P::Velocities;
    type Controls = P::Controls;
    type Multipliers = P::Multipliers;
    type State = StateOf<P>;

    const INTEGRATOR: &'static str = P::INTEGRATOR;

    #[inline]
    fn step_size(&self) -> P::Scalar {
        self.phases.step_size()
    }

    #[inline]
    fn clock(&self, state: &Self::State) -> Clock<P::Scalar> {
        state.clock
    }

    #[inline]
    fn report(&self, state: &Self::State) -> NewtonReport<P::Scalar> {
        self.phases.report(&state.state)
    }

    fn start(
        &self,
        t: P::Scalar,
        q: P::Coordinates,
        v: P::Velocities,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Result<Self::State, StepError<P::Scalar>> {
        let values = self.phases.readings(t, &q, &v);
        let readings = Readings::new(P::LAYOUT, values.as_ref());
        let (entries, components) = (P::entries(q), P::components(v));
        let h = self.phases.step_size();
        let open = open_at(readings, entries.as_ref(), components.as_ref(), h);
        let open = open.map_err(|(contact, failure)| failed::<P>(t, contact, failure))?;
        let start = |open| self.phases.start(open, t, q, v, controls);
        let settled = settled_by(&self.phases, (open, open, None), t, start)?;
        Ok(unchanged::<P>(start(settled)?))
    }

    fn step(
        &self,
        state: &Self::State,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Result<Self::State, StepError<P::Scalar>> {
        let end = self.phases.step(&state.state, controls)?;
        let sample = self.phases.sample(&end)?;
        let mut next = match is_possible(&self.phases, P::open(&end), &sample) {
            true => unchanged::<P>(end),
            false => super::pieces::step_over(&self.phases, &state.state, end, controls)?,
        };
        next.energy_since_start = state.energy_since_start + next.energy;
        Ok(next)
    }

    #[inline]
    fn sample(&self, state: &Self::State) -> Result<SampleOf<P>, StepError<P::Scalar>> {
        self.phases.sample(&state.state)
    }
}

/// Returns the state after a step without changes.
pub(super) fn unchanged<P: Phases>(state: P::State) -> StateOf<P> {
    ContactState::unchanged(P::clock(&state), state)
}

/// Returns the error of a contact.
pub(super) fn failed<P: Phases>(
    t: P::Scalar,
    contact: usize,
    failure: ContactFailure<P::Scalar>,
) -> StepError<P::Scalar> {
    let name = P::NAMES.get(contact).copied().unwrap_or_default();
    StepError::new(t, StepErrorKind::Contact { name, failure })
}

/// Returns the set of open contacts with which a motion goes on at the time `t`, from the contacts
/// that remain open, those with which the search begins, and the one whose force vanished.
pub(super) fn settled_by<P: Phases>(
    phases: &P,
    (kept, begun, vanished): (ContactSet, ContactSet, Option<usize>),
    t: P::Scalar,
    begin: impl Fn(ContactSet) -> Result<P::State, StepError<P::Scalar>>,
) -> Result<ContactSet, StepError<P::Scalar>> {
    let forces_in = |open| {
        let sample = phases.sample(&begin(open)?)?;
        Ok::<_, StepError<P::Scalar>>(move |contact| P::force(contact, &sample.lambda))
    };
    let settled = settle(P::NAMES.len(), kept, begun, vanished, forces_in)?;
    settled.ok_or_else(|| no_motion::<P>(t, begun))
}

/// Returns the error of a phase that the model does not have.
#[cold]
#[must_use]
pub fn no_motion<P: Phases>(t: P::Scalar, open: ContactSet) -> StepError<P::Scalar> {
    let closed = (0..P::NAMES.len()).find(|&contact| !open.contains(contact));
    failed::<P>(t, closed.unwrap_or_default(), ContactFailure::NoMotion)
}

/// Returns the force of a closed contact, or the gap of an open one; a negative number is
/// impossible.
pub(super) fn value_of<P: Phases>(
    phases: &P,
    contact: usize,
    open: ContactSet,
    sample: &SampleOf<P>,
) -> P::Scalar {
    if !open.contains(contact) {
        return P::force(contact, &sample.lambda);
    }
    let values = phases.readings(sample.t, &sample.q, &sample.v);
    Readings::new(P::LAYOUT, values.as_ref())
        .contact(contact)
        .gap
}

/// Returns true if no closed contact pulls, and the bodies of no open one overlap.
fn is_possible<P: Phases>(phases: &P, open: ContactSet, sample: &SampleOf<P>) -> bool {
    let pulls = |contact: usize| P::force(contact, &sample.lambda) < P::Scalar::literal(0.0);
    if (0..P::NAMES.len()).any(|contact| !open.contains(contact) && pulls(contact)) {
        return false;
    }
    if open == ContactSet::NONE {
        return true;
    }
    let values = phases.readings(sample.t, &sample.q, &sample.v);
    let readings = Readings::new(P::LAYOUT, values.as_ref());
    let overlaps = |contact| readings.contact(contact).gap < P::Scalar::literal(0.0);
    !open.iter().any(overlaps)
}
