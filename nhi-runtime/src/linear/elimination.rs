//! Gaussian elimination with partial pivoting, the same for equations in arrays and on slices.

use super::round_off;
use crate::{Real, math};

/// One equation `row . x = rhs`, with one right-hand side or several.
pub(super) trait Equation<T> {
    /// The coefficient of the unknown `k`.
    fn coefficient(&self, k: usize) -> T;

    /// Changes places with another equation; coefficients before `k` are not read any more.
    fn exchange(&mut self, k: usize, other: &mut Self);

    /// Subtracts the multiple of `pivot` that removes the unknown `k`; coefficients up to `k` are
    /// not read any more.
    fn eliminate(&mut self, k: usize, pivot: &Self);

    /// Divides the right-hand side by the coefficient of the unknown `k` of `n`.
    fn divide(&mut self, k: usize, n: usize);

    /// Subtracts the multiple of the right-hand side of `solved` that removes the unknown `k` of `n`.
    fn substitute(&mut self, k: usize, n: usize, solved: &Self);
}

/// Whether no pivot of triangular equations can be round-off: each is compared with what stands above it.
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

/// Defines elimination on the equations `$equations`, which have the methods of a slice: what remains
/// of them shrinks, so that there is no index that could panic.
///
/// Not a function that is generic over a trait for them: with it, an iteration of the generated contact
/// sleigh takes four instructions more, inlined or not.
macro_rules! elimination {
    ([$($generics:tt)*] $equations:ty) => {
        /// Brings the equations to upper triangular form; `None` where a pivot is exactly zero, else the sum of
        /// the pivots.
        ///
        /// The sum is not finite where any coefficient is NaN or infinite. Such a one becomes a pivot, being
        /// the largest of its column; or it stands right of its pivot and spoils its whole column below; or its
        /// row becomes NaN in elimination. A finite solution alone would not tell: over an infinite pivot it is
        /// zero.
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

        /// Replaces the right-hand sides of triangular equations by the solution.
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
