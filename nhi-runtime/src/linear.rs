//! Dense linear systems of small fixed size.
//!
//! nalgebra's decompositions ask their callers for bounds on dimensions (`DimMin`) that a generic
//! `const N: usize` cannot meet, so elimination on plain arrays is written out here: on slices that
//! shrink, so that there is no index that could panic.

use crate::newton::is_finite_sum;
use crate::{Real, math};
use core::mem;

/// The solution `x` of `a x = b` by Gaussian elimination with partial pivoting; `a` holds rows.
///
/// `None` where a pivot is exactly zero, or a pivot or the solution is not finite: `a` is singular, or
/// so near to it that the solution overflows, or an entry of `a` or `b` is NaN or infinite.
///
/// ```
/// use nhi_runtime::solve;
///
/// assert_eq!(solve([[0.0, 2.0], [4.0, 1.0]], [2.0, 9.0]), Some([2.0, 1.0]));
/// assert_eq!(solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 0.0]), None);
/// ```
#[inline]
#[must_use]
pub fn solve<T: Real, const N: usize>(a: [[T; N]; N], b: [T; N]) -> Option<[T; N]> {
    let mut equations = a.map(|row| Equation {
        row,
        rhs: T::zero(),
    });
    for (equation, b) in equations.iter_mut().zip(b) {
        equation.rhs = b;
    }
    let pivots = eliminate(&mut equations)?;
    substitute_back(&mut equations);
    let x = equations.map(|equation| equation.rhs);
    is_finite_sum(x.iter().chain([&pivots])).then_some(x)
}

/// The solutions of `a x = b` for several right-hand sides by one elimination: as [`solve`] for each.
///
/// ```
/// use nhi_runtime::solve_columns;
///
/// let columns = solve_columns([[0.0, 2.0], [4.0, 1.0]], [[2.0, 9.0], [0.0, 4.0]]);
/// assert_eq!(columns, Some([[2.0, 1.0], [1.0, 0.0]]));
/// ```
#[inline]
#[must_use]
pub fn solve_columns<T: Real, const N: usize, const K: usize>(
    a: [[T; N]; N],
    b: [[T; N]; K],
) -> Option<[[T; N]; K]> {
    let mut equations = a.map(|row| Equation {
        row,
        rhs: [T::zero(); K],
    });
    for (k, column) in b.iter().enumerate() {
        for (equation, &entry) in equations.iter_mut().zip(column) {
            if let Some(rhs) = equation.rhs.get_mut(k) {
                *rhs = entry;
            }
        }
    }
    let pivots = eliminate(&mut equations)?;
    substitute_back(&mut equations);
    let mut columns = b;
    for (k, column) in columns.iter_mut().enumerate() {
        for (entry, equation) in column.iter_mut().zip(&equations) {
            *entry = equation.rhs.get(k).copied().unwrap_or_default();
        }
    }
    is_finite_sum(columns.as_flattened().iter().chain([&pivots])).then_some(columns)
}

/// What stands on the right of an equation: one number, or one for each of several systems.
///
/// Not an array in both cases: around loops of length one, elimination is not unrolled any more, and
/// a Newton iteration with four unknowns takes 1.7 times the instructions.
trait RightHandSide<T> {
    /// Subtracts a multiple of another one.
    fn subtract(&mut self, factor: T, other: &Self);
    /// Divides by a pivot.
    fn divide(&mut self, pivot: T);
}

impl<T: Real> RightHandSide<T> for T {
    #[inline]
    fn subtract(&mut self, factor: T, other: &T) {
        *self -= factor * *other;
    }

    #[inline]
    fn divide(&mut self, pivot: T) {
        *self /= pivot;
    }
}

impl<T: Real, const K: usize> RightHandSide<T> for [T; K] {
    #[inline]
    fn subtract(&mut self, factor: T, other: &Self) {
        for (entry, &other) in self.iter_mut().zip(other) {
            *entry -= factor * other;
        }
    }

    #[inline]
    fn divide(&mut self, pivot: T) {
        for entry in self {
            *entry /= pivot;
        }
    }
}

/// One equation `row . x = rhs`.
struct Equation<T, R, const N: usize> {
    row: [T; N],
    rhs: R,
}

impl<T: Real, R: RightHandSide<T>, const N: usize> Equation<T, R, N> {
    /// The coefficient of the unknown `k`.
    #[inline]
    fn coefficient(&self, k: usize) -> T {
        self.row.get(k).copied().unwrap_or_default()
    }

    /// Subtracts the multiple of `pivot` that removes the unknown `k`.
    ///
    /// Whole rows are subtracted, also where nothing is read any more (columns up to `k`): loops of
    /// constant length are faster for small `N`.
    #[inline]
    fn eliminate(&mut self, k: usize, pivot: &Self) {
        let factor = self.coefficient(k) / pivot.coefficient(k);
        for (entry, &pivot_entry) in self.row.iter_mut().zip(&pivot.row) {
            *entry -= factor * pivot_entry;
        }
        self.rhs.subtract(factor, &pivot.rhs);
    }
}

/// Brings the equations to upper triangular form; `None` where a pivot is zero, else the sum of the
/// pivots.
///
/// The sum is not finite where any coefficient is NaN or infinite. Such a one becomes a pivot, being
/// the largest of its column; or it stands right of its pivot and spoils its whole column below; or its
/// row becomes NaN in elimination. A finite solution alone would not tell: over an infinite pivot it is
/// zero.
#[inline]
fn eliminate<T: Real, R: RightHandSide<T>, const N: usize>(
    equations: &mut [Equation<T, R, N>; N],
) -> Option<T> {
    let mut pivots = T::zero();
    let mut remaining = equations.as_mut_slice();
    for k in 0..N {
        let (pivot, below) = remaining.split_first_mut()?;
        for equation in below.iter_mut() {
            if math::abs(equation.coefficient(k)) > math::abs(pivot.coefficient(k)) {
                mem::swap(equation, pivot);
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
fn substitute_back<T: Real, R: RightHandSide<T>, const N: usize>(
    equations: &mut [Equation<T, R, N>; N],
) {
    let mut remaining = equations.as_mut_slice();
    while let Some((last, above)) = remaining.split_last_mut() {
        let k = above.len();
        last.rhs.divide(last.coefficient(k));
        for equation in above.iter_mut() {
            let factor = equation.coefficient(k);
            equation.rhs.subtract(factor, &last.rhs);
        }
        remaining = above;
    }
}
