//! Rotations represented by matrices.

use super::{GroupError, LieGroup};
use crate::Real;
use nalgebra::{Matrix1, Rotation, Rotation2, Rotation3, SMatrix, UnitComplex, UnitQuaternion};

macro_rules! rotation_matrices {
    ($(#[$doc:meta])* $matrix:ident as $unit:ident, $adjoint:expr) => {
        $(#[$doc])*
        impl<T: Real> LieGroup for $matrix<T> {
            type Scalar = T;
            type Algebra = <$unit<T> as LieGroup>::Algebra;
            type Operator = <$unit<T> as LieGroup>::Operator;

            #[inline]
            fn neutral() -> Self {
                Self::identity()
            }

            #[inline]
            fn compose(&self, other: &Self) -> Self {
                orthonormalised(self * other)
            }

            /// Returns the transposed matrix.
            #[inline]
            fn inverse(&self) -> Self {
                Self::inverse(self)
            }

            #[inline]
            fn adjoint(&self) -> Self::Operator {
                let adjoint: fn(&Self) -> Self::Operator = $adjoint;
                adjoint(self)
            }

            #[inline]
            fn ad(xi: &Self::Algebra) -> Self::Operator {
                $unit::ad(xi)
            }

            #[inline]
            fn exp_map(xi: &Self::Algebra) -> Self {
                $unit::exp_map(xi).to_rotation_matrix()
            }

            #[inline]
            fn log_map(&self) -> Self::Algebra {
                $unit::from(*self).log_map()
            }

            #[inline]
            fn dexp(xi: &Self::Algebra) -> Self::Operator {
                $unit::dexp(xi)
            }

            #[inline]
            fn dexp_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<T>> {
                $unit::dexp_inverse(xi)
            }

            #[inline]
            fn cay(xi: &Self::Algebra) -> Self {
                $unit::cay(xi).to_rotation_matrix()
            }

            #[inline]
            fn cay_inverse(&self) -> Result<Self::Algebra, GroupError<T>> {
                $unit::from(*self).cay_inverse()
            }

            #[inline]
            fn dcay(xi: &Self::Algebra) -> Self::Operator {
                $unit::dcay(xi)
            }

            #[inline]
            fn dcay_inverse(xi: &Self::Algebra) -> Self::Operator {
                $unit::dcay_inverse(xi)
            }

            #[inline]
            fn ccsk(xi: &Self::Algebra) -> Self {
                $unit::ccsk(xi).to_rotation_matrix()
            }

            #[inline]
            fn ccsk_inverse(&self) -> Self::Algebra {
                $unit::from(*self).ccsk_inverse()
            }

            #[inline]
            fn dccsk(xi: &Self::Algebra) -> Self::Operator {
                $unit::dccsk(xi)
            }

            #[inline]
            fn dccsk_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<T>> {
                $unit::dccsk_inverse(xi)
            }
        }
    };
}

rotation_matrices!(
    /// SO(2) as matrices. `xi = (w)` is an angle in radians, and every map is that of
    /// [`UnitComplex`].
    Rotation2 as UnitComplex, |_| Matrix1::identity()
);

rotation_matrices!(
    /// SO(3) as matrices. `xi = omega` is a rotation vector in radians, `Ad_R = R`, and every map
    /// is that of [`UnitQuaternion`].
    Rotation3 as UnitQuaternion, |rotation| *rotation.matrix()
);

/// Makes one step of Newton's method towards orthonormal columns: `R (3 Id - R^T R)/2`.
#[inline]
fn orthonormalised<T: Real, const D: usize>(rotation: Rotation<T, D>) -> Rotation<T, D> {
    let matrix = rotation.into_inner();
    let correction = SMatrix::identity() * T::literal(3.0) - matrix.tr_mul(&matrix);
    Rotation::from_matrix_unchecked(matrix * correction * T::literal(0.5))
}
