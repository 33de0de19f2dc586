//! Steps with their exact derivatives.

use nalgebra::{SMatrix, SVector};

use crate::{ControlSignal, Real, StepError, Stepper};

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

impl<S: Copy, T: Real, const N: usize, const U: usize, const P: usize> StepJacobian<S, T, N, U, P> {
    /// Returns the derivatives of no step: the state is its own next one.
    #[must_use]
    pub fn of_no_step(state: S) -> Self {
        let unit = |i, j| if i == j { T::one() } else { T::zero() };
        Self {
            next: state,
            state: SMatrix::from_fn(unit),
            controls: SMatrix::from_element(T::zero()),
            parameters: SMatrix::from_element(T::zero()),
            step_size: SVector::from_element(T::zero()),
        }
    }

    /// Returns the derivatives of these steps and the `next` one together, by the chain rule. The
    /// controls, parameters and step sizes of both change together.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let mut both = *self;
        let chained = |columns: &mut [T], further: &[T]| {
            chain_rule(
                N,
                next.state.as_slice(),
                columns,
                further,
                &mut [T::zero(); N],
            );
        };
        chained(both.state.as_mut_slice(), &[]);
        chained(both.controls.as_mut_slice(), next.controls.as_slice());
        chained(both.parameters.as_mut_slice(), next.parameters.as_slice());
        chained(both.step_size.as_mut_slice(), next.step_size.as_slice());
        both.next = next.next;
        both
    }
}

/// Replaces each of the columns, of `n` entries, by its product with a matrix, plus a column of
/// `further` if there are any. `room` has `n` entries.
pub fn chain_rule<T: Real>(
    n: usize,
    matrix: &[T],
    columns: &mut [T],
    further: &[T],
    room: &mut [T],
) {
    let further = further.chunks_exact(n).map(Some);
    let further = further.chain(core::iter::repeat(None));
    for (column, further) in columns.chunks_exact_mut(n).zip(further) {
        match further {
            Some(further) => room.copy_from_slice(further),
            None => room.fill(T::zero()),
        }
        for (&weight, of_entry) in column.iter().zip(matrix.chunks_exact(n)) {
            for (sum, &slope) in room.iter_mut().zip(of_entry) {
                *sum += slope * weight;
            }
        }
        column.copy_from_slice(room);
    }
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
