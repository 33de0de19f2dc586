//! Gaussian elimination with partial pivoting, the same for equations in arrays and on slices.

use crate::{Real, math};

/// `n` equations for `n` unknowns one below another, of which the first or the last can be set aside:
/// what remains shrinks, so that there is no index that could panic.
pub(super) trait Equations<'e, T>: Sized {
    /// One of the equations.
    type Equation: Equation<T> + ?Sized + 'e;

    /// How many there are.
    fn count(&self) -> usize;

    /// All of them, from the first on.
    fn iter<'i>(&'i mut self) -> impl Iterator<Item = &'i mut Self::Equation>
    where
        'e: 'i;

    /// The first one and those below.
    fn split_first(self) -> Option<(&'e mut Self::Equation, Self)>;

    /// The last one and those above.
    fn split_last(self) -> Option<(&'e mut Self::Equation, Self)>;
}

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

/// Brings the equations to upper triangular form; `None` where a pivot is zero, else the sum of the
/// pivots.
///
/// The sum is not finite where any coefficient is NaN or infinite. Such a one becomes a pivot, being
/// the largest of its column; or it stands right of its pivot and spoils its whole column below; or its
/// row becomes NaN in elimination. A finite solution alone would not tell: over an infinite pivot it is
/// zero.
#[inline]
pub(super) fn eliminate<'e, T: Real>(equations: impl Equations<'e, T>) -> Option<T> {
    let mut pivots = T::zero();
    let mut remaining = equations;
    for k in 0..remaining.count() {
        let (pivot, mut below) = remaining.split_first()?;
        for equation in below.iter() {
            if math::abs(equation.coefficient(k)) > math::abs(pivot.coefficient(k)) {
                equation.exchange(k, pivot);
            }
        }
        if pivot.coefficient(k) == T::zero() {
            return None;
        }
        pivots += pivot.coefficient(k);
        for equation in below.iter() {
            equation.eliminate(k, pivot);
        }
        remaining = below;
    }
    Some(pivots)
}

/// Replaces the right-hand sides of triangular equations by the solution.
#[inline]
pub(super) fn substitute_back<'e, T: Real>(equations: impl Equations<'e, T>) {
    let n = equations.count();
    let mut remaining = equations;
    while let Some((last, mut above)) = remaining.split_last() {
        let k = above.count();
        last.divide(k, n);
        for equation in above.iter() {
            equation.substitute(k, n, last);
        }
        remaining = above;
    }
}
