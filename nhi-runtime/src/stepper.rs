//! The interface of all generated integrators.

use crate::{Clock, ControlSignal, NewtonReport, Real, StepError};

/// An integrator with a constant step size for one mechanical system with fixed parameters.
///
/// A stepper is immutable: everything that changes is in its states. A step accepts a state by
/// reference and returns the next one or a typed error, so a failed step loses nothing.
pub trait Stepper {
    /// The scalar type.
    type Scalar: Real;
    /// The configuration `q`.
    type Coordinates: Copy;
    /// The velocity `v`.
    type Velocities: Copy;
    /// The control inputs `u`; `()` if the system has none.
    type Controls: Copy;
    /// The constraint multipliers `lambda`; `A^T lambda` is the constraint force.
    type Multipliers: Copy;
    /// Everything that the next step needs.
    type State: Clone;

    /// The integrator with its options, as a model file writes it: `Rk(order = 4)`.
    const INTEGRATOR: &'static str;

    /// Returns the step size `h`, in the model's unit of time; negative if the stepper runs
    /// backwards.
    #[must_use]
    fn step_size(&self) -> Self::Scalar;

    /// Returns the clock of `state`.
    #[must_use]
    fn clock(&self, state: &Self::State) -> Clock<Self::Scalar>;

    /// Returns the time of `state`: `origin + steps * h`.
    #[inline]
    #[must_use]
    fn time(&self, state: &Self::State) -> Self::Scalar {
        self.clock(state).time(self.step_size())
    }

    /// Reports how the equations of the step that led to `state` were solved: the number of Newton
    /// iterations and the last residual.
    ///
    /// There are no iterations for initial states and for steps that solve no equations. The
    /// residual is the largest of all equations of the step, whatever their units: momenta in
    /// equations of motion, velocities in constraints.
    #[inline]
    #[must_use]
    fn report(&self, state: &Self::State) -> NewtonReport<Self::Scalar> {
        let _ = state;
        NewtonReport::default()
    }

    /// Returns the state at time `t` with configuration `q` and velocity `v`.
    ///
    /// # Errors
    /// Fails if `q` or `v` is not finite, `v` violates a constraint, or the first equations of the
    /// scheme cannot be solved.
    fn start(
        &self,
        t: Self::Scalar,
        q: Self::Coordinates,
        v: Self::Velocities,
        controls: &impl ControlSignal<Self::Scalar, Self::Controls>,
    ) -> Result<Self::State, StepError<Self::Scalar>>;

    /// Returns the state one step after `state`.
    ///
    /// # Errors
    /// Fails if a control or the next state is not finite, or the equations of the step cannot be
    /// solved.
    fn step(
        &self,
        state: &Self::State,
        controls: &impl ControlSignal<Self::Scalar, Self::Controls>,
    ) -> Result<Self::State, StepError<Self::Scalar>>;

    /// Returns time, configuration, velocity and multipliers at the node of `state`.
    ///
    /// # Errors
    /// Fails if a result is not finite.
    fn sample(&self, state: &Self::State) -> Result<SampleOf<Self>, StepError<Self::Scalar>>;
}

/// The motion at one node in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sample<T, Q, V, L> {
    /// Time, in the model's unit.
    pub t: T,
    /// The configuration.
    pub q: Q,
    /// The velocity.
    pub v: V,
    /// The constraint multipliers.
    pub lambda: L,
}

/// The samples of the stepper `S`.
pub type SampleOf<S> = Sample<
    <S as Stepper>::Scalar,
    <S as Stepper>::Coordinates,
    <S as Stepper>::Velocities,
    <S as Stepper>::Multipliers,
>;
