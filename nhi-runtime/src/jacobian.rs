//! Steps with their exact derivatives.

use nalgebra::{SMatrix, SVector};

use crate::{ControlSignal, StepError, Stepper};

/// The next state with its derivatives.
///
/// The derivatives are those of the discrete map itself, by the chain rule and the implicit
/// function theorem. They are not those of the continuous flow, and not finite differences. The
/// clock is not among the entries, so a model with time-dependent forces or constraints is
/// differentiated at fixed times.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "S: serde::Serialize, T: nalgebra::Scalar + serde::Serialize",
        deserialize = "S: serde::Deserialize<'de>, T: nalgebra::Scalar + serde::Deserialize<'de>"
    ))
)]
pub struct StepJacobian<S, T, const N: usize, const U: usize, const P: usize> {
    /// The next state: that of [`Stepper::step`], to machine precision.
    pub next: S,
    /// The derivatives with respect to the entries of the old state, N x N.
    pub state: SMatrix<T, N, N>,
    /// The derivatives with respect to a constant added to each control during the step, N x U.
    pub controls: SMatrix<T, N, U>,
    /// The derivatives with respect to the parameters, in the order of the model's fields, N x P.
    pub parameters: SMatrix<T, N, P>,
    /// The derivatives with respect to the step size, N entries.
    pub step_size: SVector<T, N>,
}

/// The type of [`DifferentiableStepper::step_jacobian`]'s result.
pub type StepJacobianOf<S, const N: usize, const U: usize, const P: usize> =
    StepJacobian<<S as Stepper>::State, <S as Stepper>::Scalar, N, U, P>;

/// A stepper with exact derivatives, generated for `integrators(Mla(jacobian))`.
///
/// `N` is the number of entries of a state, `U` that of controls, `P` that of parameters.
pub trait DifferentiableStepper<const N: usize, const U: usize, const P: usize>: Stepper {
    /// Returns the entries of a state in the order of its fields, without the clock.
    #[must_use]
    fn entries(&self, state: &Self::State) -> SVector<Self::Scalar, N>;

    /// Returns the state with other entries, at the same time.
    #[must_use]
    fn with_entries(&self, state: &Self::State, entries: &SVector<Self::Scalar, N>) -> Self::State;

    /// Makes one step and returns it with its derivatives.
    ///
    /// # Errors
    /// The errors of [`Stepper::step`], and a Jacobian that is singular at the solution.
    fn step_jacobian(
        &self,
        state: &Self::State,
        controls: &impl ControlSignal<Self::Scalar, Self::Controls>,
    ) -> Result<StepJacobianOf<Self, N, U, P>, StepError<Self::Scalar>>;
}
