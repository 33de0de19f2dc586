//! Gaussian elimination with partial pivoting, the same for equations in arrays and on slices.

use super::round_off;
use crate::{Real, math};

/// One equation `row . x = rhs`, with one right-hand side or several.
pub(super) trait Equation<T> {
    /// Returns the coefficient of the unknown `k`.
    fn coefficient(&self, k: usize) -> T;

    /// Swaps places with another equation; coefficients before `k` are not read later.
    fn exchange(&mut self, k: usize, other: &mut Self);

    /// Subtracts the multiple of `pivot` that removes the unknown `k`; coefficients up to `k` are
    /// not read later.
    fn eliminate(&mut self, k: usize, pivot: &Self);

    /// Divides the right-hand side by the coefficient of the unknown `k` out of `n`.
    fn divide(&mut self, k: usize, n: usize);

    /// Subtracts the multiple of the right-hand side of `solved` that removes the unknown `k` out
    /// of `n`.
    fn substitute(&mut self, k: usize, n: usize, solved: &Self);
}

/// Returns true if no pivot of triangular equations can be round-off: each is compared with the
/// coefficients above it.
#[inline]
pub(super) fn are_certain<'e, T: Real, E: Equation<T> + ?Sized + 'e>(
    equations: impl Iterator<Item = &'e E> + Clone,
) -> bool {
    let mut rest = equations.clone().enumerate();
    rest.all(|(k, last)| {
        let above = equations.clone().take(k);
        let above = above.fold(T::zero(), |sum, row| sum + math::abs(row.coefficient(k)));
        round_off::is_certain(last.coefficient(k), above)
    })
}

/// Defines elimination on the equations `$equations`, which have the methods of a slice: the
/// remaining part shrinks, so no index can panic.
///
/// This is not a function that is generic over a trait for them, because an iteration of the
/// generated contact sleigh would then take four more instructions, inlined or not.
macro_rules! elimination {
    ([$($generics:tt)*] $equations:ty) => {
        /// Brings the equations to upper triangular form. Returns the sum of the pivots, or `None`
        /// if a pivot is exactly zero.
        ///
        /// The sum is not finite if any coefficient is NaN or infinite. Such a coefficient becomes
        /// a pivot, because it is the largest of its column. Or it is to the right of its pivot and
        /// makes its whole column below non-finite. Or its row becomes NaN in elimination. A finite
        /// solution alone is not a sufficient test: with an infinite pivot it is zero.
        #[inline]
        #[allow(unused_mut)] // of slices
        pub(super) fn eliminate<$($generics)*>(equations: &mut $equations) -> Option<T> {
            let mut pivots = T::zero();
            let mut remaining = equations.as_mut_slice();
            for k in 0..remaining.len() {
                let (pivot, mut below) = remaining.split_first_mut()?;
                for equation in below.iter_mut() {
                    if math::abs(equation.coefficient(k)) > math::abs(pivot.coefficient(k)) {
                        equation.exchange(k, pivot);
                    }
                }
                if pivot.coefficient(k) == T::zero() {
                    return None;
                }
                pivots += pivot.coefficient(k);
                for equation in below.iter_mut() {
                    equation.eliminate(k, pivot);
                }
                remaining = below;
            }
            Some(pivots)
        }

        /// Replaces the right-hand sides of triangular equations with the solution.
        #[inline]
        #[allow(unused_mut)] // of slices
        pub(super) fn substitute_back<$($generics)*>(equations: &mut $equations) {
            let mut remaining = equations.as_mut_slice();
            let n = remaining.len();
            while let Some((last, mut above)) = remaining.split_last_mut() {
                let k = above.len();
                last.divide(k, n);
                for equation in above.iter_mut() {
                    equation.substitute(k, n, last);
                }
                remaining = above;
            }
        }
    };
}

pub(super) use elimination;
