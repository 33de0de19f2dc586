//! Products of groups as tuples: all operations act factor by factor.

use super::{GroupError, LieAlgebra, LieGroup, Operator};
use crate::Real;

macro_rules! product {
    ($($factor:ident $index:tt),+) => {
        impl<T: Real, $($factor: LieAlgebra<Scalar = T>),+> LieAlgebra for ($($factor,)+) {
            type Scalar = T;

            #[inline]
            fn zero() -> Self {
                ($($factor::zero(),)+)
            }

            #[inline]
            fn plus(&self, other: &Self, factor: T) -> Self {
                ($(self.$index.plus(&other.$index, factor),)+)
            }

            #[inline]
            fn scaled(&self, factor: T) -> Self {
                ($(self.$index.scaled(factor),)+)
            }

            #[inline]
            fn pairing(&self, other: &Self) -> T {
                T::zero() $(+ self.$index.pairing(&other.$index))+
            }
        }

        /// The diagonal blocks of a matrix whose other blocks are 0.
        impl<T: Real, $($factor: Operator<Algebra: LieAlgebra<Scalar = T>>),+> Operator
            for ($($factor,)+)
        {
            type Algebra = ($($factor::Algebra,)+);

            #[inline]
            fn identity() -> Self {
                ($($factor::identity(),)+)
            }

            #[inline]
            fn plus(&self, other: &Self, factor: T) -> Self {
                ($(self.$index.plus(&other.$index, factor),)+)
            }

            #[inline]
            fn after(&self, other: &Self) -> Self {
                ($(self.$index.after(&other.$index),)+)
            }

            #[inline]
            fn apply(&self, xi: &Self::Algebra) -> Self::Algebra {
                ($(self.$index.apply(&xi.$index),)+)
            }

            #[inline]
            fn apply_transposed(&self, mu: &Self::Algebra) -> Self::Algebra {
                ($(self.$index.apply_transposed(&mu.$index),)+)
            }
        }

        /// The product of groups: elements, vectors and operators are tuples of those of the
        /// factors, and every map acts factor by factor.
        impl<T: Real, $($factor: LieGroup<Scalar = T>),+> LieGroup for ($($factor,)+) {
            type Scalar = T;
            type Algebra = ($($factor::Algebra,)+);
            type Operator = ($($factor::Operator,)+);

            #[inline]
            fn neutral() -> Self {
                ($($factor::neutral(),)+)
            }

            #[inline]
            fn compose(&self, other: &Self) -> Self {
                ($(self.$index.compose(&other.$index),)+)
            }

            #[inline]
            fn inverse(&self) -> Self {
                ($(self.$index.inverse(),)+)
            }

            #[inline]
            fn adjoint(&self) -> Self::Operator {
                ($(self.$index.adjoint(),)+)
            }

            #[inline]
            fn ad(xi: &Self::Algebra) -> Self::Operator {
                ($($factor::ad(&xi.$index),)+)
            }

            #[inline]
            fn exp_map(xi: &Self::Algebra) -> Self {
                ($($factor::exp_map(&xi.$index),)+)
            }

            #[inline]
            fn log_map(&self) -> Self::Algebra {
                ($(self.$index.log_map(),)+)
            }

            #[inline]
            fn dexp(xi: &Self::Algebra) -> Self::Operator {
                ($($factor::dexp(&xi.$index),)+)
            }

            #[inline]
            fn dexp_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<T>> {
                Ok(($($factor::dexp_inverse(&xi.$index)?,)+))
            }

            #[inline]
            fn cay(xi: &Self::Algebra) -> Self {
                ($($factor::cay(&xi.$index),)+)
            }

            #[inline]
            fn cay_inverse(&self) -> Result<Self::Algebra, GroupError<T>> {
                Ok(($(self.$index.cay_inverse()?,)+))
            }

            #[inline]
            fn dcay(xi: &Self::Algebra) -> Self::Operator {
                ($($factor::dcay(&xi.$index),)+)
            }

            #[inline]
            fn dcay_inverse(xi: &Self::Algebra) -> Self::Operator {
                ($($factor::dcay_inverse(&xi.$index),)+)
            }

            #[inline]
            fn ccsk(xi: &Self::Algebra) -> Self {
                ($($factor::ccsk(&xi.$index),)+)
            }

            #[inline]
            fn ccsk_inverse(&self) -> Self::Algebra {
                ($(self.$index.ccsk_inverse(),)+)
            }

            #[inline]
            fn dccsk(xi: &Self::Algebra) -> Self::Operator {
                ($($factor::dccsk(&xi.$index),)+)
            }

            #[inline]
            fn dccsk_inverse(xi: &Self::Algebra) -> Result<Self::Operator, GroupError<T>> {
                Ok(($($factor::dccsk_inverse(&xi.$index)?,)+))
            }
        }
    };
}

product!(A 0, B 1);
product!(A 0, B 1, C 2);
product!(A 0, B 1, C 2, D 3);
