//! The operations that generic code needs on vectors of a Lie algebra and on linear maps of it.

use crate::Real;
use core::fmt::Debug;
use nalgebra::{SMatrix, SVector};

/// Vectors of a Lie algebra, or covectors of its dual: `SVector`s and tuples of them.
pub trait LieAlgebra: Copy + Debug + PartialEq {
    /// The type of the components.
    type Scalar: Real;

    /// Returns the vector 0.
    #[must_use]
    fn zero() -> Self;

    /// Returns `self + factor * other`.
    #[must_use]
    fn plus(&self, other: &Self, factor: Self::Scalar) -> Self;

    /// Returns `factor * self`.
    #[must_use]
    fn scaled(&self, factor: Self::Scalar) -> Self;

    /// Returns the pairing `<mu, xi>` of a covector and a vector, the sum of products of
    /// components.
    #[must_use]
    fn pairing(&self, other: &Self) -> Self::Scalar;
}

/// Linear maps of a Lie algebra to itself: square `SMatrix`es, and for a product of groups the
/// tuple of the blocks on the diagonal.
pub trait Operator: Copy + Debug + PartialEq {
    /// The vectors that the operator acts on.
    type Algebra: LieAlgebra;

    /// Returns the operator that leaves every vector unchanged.
    #[must_use]
    fn identity() -> Self;

    /// Returns `self + factor * other`.
    #[must_use]
    fn plus(&self, other: &Self, factor: <Self::Algebra as LieAlgebra>::Scalar) -> Self;

    /// Returns the product `self * other`, which applies `other` first.
    #[must_use]
    fn after(&self, other: &Self) -> Self;

    /// Returns the image of a vector.
    #[must_use]
    fn apply(&self, xi: &Self::Algebra) -> Self::Algebra;

    /// Returns the image of a covector under the transposed matrix.
    #[must_use]
    fn apply_transposed(&self, mu: &Self::Algebra) -> Self::Algebra;
}

impl<T: Real, const N: usize> LieAlgebra for SVector<T, N> {
    type Scalar = T;

    #[inline]
    fn zero() -> Self {
        Self::zeros()
    }

    #[inline]
    fn plus(&self, other: &Self, factor: T) -> Self {
        self + other * factor
    }

    #[inline]
    fn scaled(&self, factor: T) -> Self {
        self * factor
    }

    #[inline]
    fn pairing(&self, other: &Self) -> T {
        self.dot(other)
    }
}

impl<T: Real, const N: usize> Operator for SMatrix<T, N, N> {
    type Algebra = SVector<T, N>;

    #[inline]
    fn identity() -> Self {
        Self::identity()
    }

    #[inline]
    fn plus(&self, other: &Self, factor: T) -> Self {
        self + other * factor
    }

    #[inline]
    fn after(&self, other: &Self) -> Self {
        self * other
    }

    #[inline]
    fn apply(&self, xi: &Self::Algebra) -> Self::Algebra {
        self * xi
    }

    #[inline]
    fn apply_transposed(&self, mu: &Self::Algebra) -> Self::Algebra {
        self.tr_mul(mu)
    }
}
