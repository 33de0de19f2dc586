use super::{GroupError, LieGroup};
use crate::Real;
use nalgebra::{SMatrix, SVector};

/// R^n with addition. Every map to the group is the identity, and so are `Ad` and all tangents;
/// `ad = 0`.
impl<T: Real, const N: usize> LieGroup for SVector<T, N> {
    type Scalar = T;
    type Algebra = Self;
    type Operator = SMatrix<T, N, N>;

    /// Returns the vector 0 (`SVector::identity` is a different vector).
    #[inline]
    fn neutral() -> Self {
        Self::zeros()
    }

    /// Returns `self + other`.
    #[inline]
    fn compose(&self, other: &Self) -> Self {
        self + other
    }

    /// Returns `-self`.
    #[inline]
    fn inverse(&self) -> Self {
        -self
    }

    #[inline]
    fn adjoint(&self) -> Self::Operator {
        SMatrix::identity()
    }

    #[inline]
    fn ad(_xi: &Self) -> Self::Operator {
        SMatrix::zeros()
    }

    #[inline]
    fn exp_map(xi: &Self) -> Self {
        *xi
    }

    #[inline]
    fn log_map(&self) -> Self {
        *self
    }

    #[inline]
    fn dexp(_xi: &Self) -> Self::Operator {
        SMatrix::identity()
    }

    /// Returns the identity; never fails.
    #[inline]
    fn dexp_inverse(_xi: &Self) -> Result<Self::Operator, GroupError<T>> {
        Ok(SMatrix::identity())
    }

    #[inline]
    fn cay(xi: &Self) -> Self {
        *xi
    }

    /// Returns the vector itself; never fails.
    #[inline]
    fn cay_inverse(&self) -> Result<Self, GroupError<T>> {
        Ok(*self)
    }

    #[inline]
    fn dcay(_xi: &Self) -> Self::Operator {
        SMatrix::identity()
    }

    #[inline]
    fn dcay_inverse(_xi: &Self) -> Self::Operator {
        SMatrix::identity()
    }

    #[inline]
    fn ccsk(xi: &Self) -> Self {
        *xi
    }

    #[inline]
    fn ccsk_inverse(&self) -> Self {
        *self
    }

    #[inline]
    fn dccsk(_xi: &Self) -> Self::Operator {
        SMatrix::identity()
    }

    /// Returns the identity; never fails.
    #[inline]
    fn dccsk_inverse(_xi: &Self) -> Result<Self::Operator, GroupError<T>> {
        Ok(SMatrix::identity())
    }
}
