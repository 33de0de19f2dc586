//! The interface of the phases of a generated model with contacts that open.

use super::{ContactLayout, ContactSet};
use crate::{
    Clock, ControlSignal, NewtonReport, NewtonSettings, Real, Sample, SetupError, StepError,
};

/// The steppers of all phases of a model with contacts that open, for parameters and a step size.
/// In each phase a set of contacts is open, and the constraints of the others hold.
///
/// Generated code implements it for a [`ContactStepper`](super::ContactStepper).
pub trait Phases: Clone {
    /// The scalar type.
    type Scalar: Real;
    /// The configuration `q`.
    type Coordinates: Copy;
    /// The velocity `v`.
    type Velocities: Copy;
    /// The controls.
    type Controls: Copy;
    /// The multipliers of all constraints; those of open contacts are zero.
    type Multipliers: Copy;
    /// A state in any of the phases.
    type State: Clone;
    /// The entries of a configuration, as an array.
    type Entries: AsRef<[Self::Scalar]> + AsMut<[Self::Scalar]>;
    /// The components of a velocity, as an array.
    type Components: AsRef<[Self::Scalar]> + AsMut<[Self::Scalar]>;
    /// The numbers of [`Readings`](super::Readings), as an array.
    type Readings: AsRef<[Self::Scalar]>;
    /// An array of the length of [`impact_memory`](super::impact_memory).
    type Memory: AsMut<[Self::Scalar]>;

    /// The integrator as a model file writes it.
    const INTEGRATOR: &'static str;
    /// The names of the contacts.
    const NAMES: &'static [&'static str];
    /// The arrangement of the readings.
    const LAYOUT: ContactLayout<'static>;
    /// The number of coordinates, which come first in configuration and velocity.
    const COORDINATES: usize;
    /// True if the integrator chooses its own steps.
    const IS_ADAPTIVE: bool;

    /// Returns the step size.
    fn step_size(&self) -> Self::Scalar;

    /// Returns the steppers for the same parameters and another step size.
    ///
    /// # Errors
    /// Those of the constructor.
    fn resized(&self, h: Self::Scalar) -> Result<Self, SetupError>;

    /// Returns the steppers with other settings of Newton's method, if they use it.
    fn with_newton(self, newton: NewtonSettings<Self::Scalar>) -> Self;

    /// Returns the first state of a phase.
    ///
    /// # Errors
    /// As [`Stepper::start`](crate::Stepper::start).
    fn start(
        &self,
        open: ContactSet,
        t: Self::Scalar,
        q: Self::Coordinates,
        v: Self::Velocities,
        controls: &impl ControlSignal<Self::Scalar, Self::Controls>,
    ) -> Result<Self::State, StepError<Self::Scalar>>;

    /// Returns the state one step later in the same phase.
    ///
    /// # Errors
    /// As [`Stepper::step`](crate::Stepper::step).
    fn step(
        &self,
        state: &Self::State,
        controls: &impl ControlSignal<Self::Scalar, Self::Controls>,
    ) -> Result<Self::State, StepError<Self::Scalar>>;

    /// Returns time, configuration, velocity and all multipliers at a state.
    ///
    /// # Errors
    /// As [`Stepper::sample`](crate::Stepper::sample).
    fn sample(&self, state: &Self::State) -> Result<SampleOf<Self>, StepError<Self::Scalar>>;

    /// Returns the open contacts of the phase of a state.
    fn open(state: &Self::State) -> ContactSet;

    /// Returns the clock of a state.
    fn clock(state: &Self::State) -> Clock<Self::Scalar>;

    /// Changes the clock of a state.
    fn set_clock(state: &mut Self::State, clock: Clock<Self::Scalar>);

    /// Returns how the equations of the step that led to a state were solved.
    fn report(&self, state: &Self::State) -> NewtonReport<Self::Scalar>;

    /// Returns the forces with which the closed contacts press: their multipliers, with the signs
    /// that the model declares.
    fn force(contact: usize, lambda: &Self::Multipliers) -> Self::Scalar;

    /// Returns the numbers on which changes of contacts depend.
    fn readings(
        &self,
        t: Self::Scalar,
        q: &Self::Coordinates,
        v: &Self::Velocities,
    ) -> Self::Readings;

    /// Returns memory for an impact.
    fn memory() -> Self::Memory;

    /// Returns the entries of a configuration.
    fn entries(q: Self::Coordinates) -> Self::Entries;

    /// Returns the configuration with these entries.
    fn of_entries(entries: Self::Entries) -> Self::Coordinates;

    /// Returns the components of a velocity.
    fn components(v: Self::Velocities) -> Self::Components;

    /// Returns the velocity with these components.
    fn of_components(components: Self::Components) -> Self::Velocities;
}

/// The samples of phases.
pub(super) type SampleOf<P> = Sample<
    <P as Phases>::Scalar,
    <P as Phases>::Coordinates,
    <P as Phases>::Velocities,
    <P as Phases>::Multipliers,
>;
