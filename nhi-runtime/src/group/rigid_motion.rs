use super::LieGroup;
use crate::Real;
use nalgebra::{Isometry2, Isometry3, SMatrix, SVector};

/// SE(2) and SE(3): conversions between twists that list the rotation first, as everywhere in this
/// crate, and twists that list the translation first.
///
/// Wrenches, which are covectors, convert in the same way as twists.
///
/// ```
/// use nhi_runtime::group::RigidMotion;
/// use nhi_runtime::nalgebra::{Isometry2, Vector3};
///
/// let (a, b, w) = (1.0, 2.0, 0.3);
/// let xi = Isometry2::twist_from_translation_first(&Vector3::new(a, b, w));
/// assert_eq!(xi, Vector3::new(w, a, b));
/// ```
pub trait RigidMotion: LieGroup {
    /// Converts `(v, omega)` to `(omega, v)`.
    #[must_use]
    fn twist_from_translation_first(twist: &Self::Algebra) -> Self::Algebra;

    /// Converts `(omega, v)` to `(v, omega)`.
    #[must_use]
    fn twist_to_translation_first(twist: &Self::Algebra) -> Self::Algebra;

    /// Converts a matrix on twists `(v, omega)` to a matrix on twists `(omega, v)`:
    /// `[[A, B], [C, D]]` to `[[D, C], [B, A]]`.
    #[must_use]
    fn operator_from_translation_first(operator: &Self::Operator) -> Self::Operator;

    /// Converts a matrix on twists `(omega, v)` to a matrix on twists `(v, omega)`:
    /// `[[A, B], [C, D]]` to `[[D, C], [B, A]]`.
    #[must_use]
    fn operator_to_translation_first(operator: &Self::Operator) -> Self::Operator;
}

macro_rules! rigid_motion {
    ($isometry:ident: $rotations:literal + $translations:literal = $dimension:literal) => {
        impl<T: Real> RigidMotion for $isometry<T> {
            #[inline]
            fn twist_from_translation_first(twist: &Self::Algebra) -> Self::Algebra {
                cycled::<T, $dimension>(twist, $translations)
            }

            #[inline]
            fn twist_to_translation_first(twist: &Self::Algebra) -> Self::Algebra {
                cycled::<T, $dimension>(twist, $rotations)
            }

            #[inline]
            fn operator_from_translation_first(operator: &Self::Operator) -> Self::Operator {
                cycled_both::<T, $dimension>(operator, $translations)
            }

            #[inline]
            fn operator_to_translation_first(operator: &Self::Operator) -> Self::Operator {
                cycled_both::<T, $dimension>(operator, $rotations)
            }
        }
    };
}

rigid_motion!(Isometry2: 1 + 2 = 3);
rigid_motion!(Isometry3: 3 + 3 = 6);

/// Returns the components from `start` on, followed by those before.
#[inline]
fn cycled<T: Real, const N: usize>(vector: &SVector<T, N>, start: usize) -> SVector<T, N> {
    SVector::from_fn(|i, _| vector[(i + start) % N])
}

/// Returns the rows and columns from `start` on, followed by those before.
#[inline]
fn cycled_both<T: Real, const N: usize>(
    matrix: &SMatrix<T, N, N>,
    start: usize,
) -> SMatrix<T, N, N> {
    SMatrix::from_fn(|i, j| matrix[((i + start) % N, (j + start) % N)])
}
