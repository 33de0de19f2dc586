//! Pivots of a model's own matrices. They must be positive.

use crate::error::non_finite;
use crate::plumbing::pivot_tolerance;
use crate::{Real, StepError, StepErrorKind, math};
use core::fmt;

/// A matrix of a model that is positive definite at all regular configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelMatrix {
    /// The mass matrix `M = L_vv`.
    Mass,
    /// The mass matrix on the velocities that the constraints allow, `D^T M D`, which must be
    /// regular for a motion.
    MassOnConstraints,
    /// The mass matrix of a model whose constraints may make a motion regular although `M` is
    /// singular, for an integrator that requires a regular `M`.
    MassWithoutConstraints,
    /// `A M^-1 A^T` of the constraints `A v + b = 0`.
    Constraints,
    /// `A M^-1 (A^T + B)` of constraints on which forces `B lambda` depend, such as friction. It is
    /// singular if friction locks the contact (the paradox of Painlevé).
    Reactions,
}

impl fmt::Display for ModelMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mass | Self::MassWithoutConstraints => "mass matrix",
            Self::MassOnConstraints => "mass matrix on the velocities that the constraints allow",
            Self::Constraints => "matrix A M^-1 A^T of the constraints",
            Self::Reactions => "matrix of the multipliers on which forces depend",
        })
    }
}

/// A pivot of a model's matrix at a configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pivot<T, N = &'static str> {
    /// The matrix.
    pub matrix: ModelMatrix,
    /// The name of its row: of a velocity for mass matrices, of a constraint for the matrix of the
    /// constraints.
    pub name: N,
    /// The pivot.
    pub value: T,
    /// The value that the pivot is compared with: the diagonal entry, or zero for the first pivot,
    /// which is itself a diagonal entry. The ratio of pivot and scale is the squared sine of the
    /// angle between the row and the previous rows, in the metric.
    pub scale: T,
}

/// Returns true if a pivot is larger than the round-off of its terms, [`pivot_tolerance`] times its
/// scale. Returns false for NaN.
#[inline]
#[must_use]
pub fn is_regular<T: Real>(pivot: T, scale: T) -> bool {
    pivot > pivot_tolerance::<T>() * scale
}

/// Returns the error of a call from `time` whose result is not finite or depends on a pivot that is
/// not [regular](is_regular).
///
/// The error blames the inputs if one of them is not finite, otherwise the first such pivot that is
/// finite. Otherwise, it reports a non-finite result.
#[cold]
#[must_use]
pub fn irregular<T: Real, N: Clone>(
    time: T,
    inputs: &[T],
    pivots: &[Pivot<T, N>],
) -> StepError<T, N> {
    let mut pivots = pivots.iter();
    let is_to_blame = |pivot: &&Pivot<T, N>| {
        math::all_finite(&[pivot.value, pivot.scale]) && !is_regular(pivot.value, pivot.scale)
    };
    match pivots.find(is_to_blame) {
        Some(pivot) if math::all_finite(inputs) => {
            let kind = StepErrorKind::Singular {
                matrix: pivot.matrix,
                name: pivot.name.clone(),
                pivot: pivot.value,
                scale: pivot.scale,
            };
            StepError::new(time, kind)
        }
        _ => non_finite(time, inputs),
    }
}
