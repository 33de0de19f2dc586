//! Dense linear systems: of small fixed size, or on slices if the size is known only at run time.
//!
//! nalgebra's decompositions require bounds on dimensions (`DimMin`) that a generic
//! `const N: usize` cannot satisfy. So elimination is written out here, once for both kinds of
//! systems.

use crate::Real;
use crate::newton::is_finite_sum;
use arrays::{Equation, are_certain, eliminate, substitute_back};
use core::num::NonZeroUsize;

mod arrays;
mod elimination;
mod factors;
mod round_off;
mod rows;
mod slices;

pub(crate) use factors::Factors;
pub use round_off::pivot_tolerance;
pub use slices::{SolveFailure, solve_columns_in, solve_workspace};
pub(crate) use slices::{is_regular_in, solve_roughly_in};

/// Solves `a x = b` by Gaussian elimination with partial pivoting; `a` holds rows.
///
/// Returns `None` if a pivot is round-off (changing the entries by fractions of [`pivot_tolerance`]
/// changes it by its own size), or if a pivot or the solution is not finite. Then `a` is singular,
/// or so nearly singular that no digit of the solution is correct, or an entry of `a` or `b` is NaN
/// or infinite.
///
/// ```
/// use nhi_runtime::plumbing::solve;
///
/// assert_eq!(solve([[0.0, 2.0], [4.0, 1.0]], [2.0, 9.0]), Some([2.0, 1.0]));
/// assert_eq!(solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 0.0]), None);
/// // The third row is the sum of the others but for round-off.
/// let matrix = [[0.1, 0.7, 0.3], [0.2, 0.1, 0.9], [0.1 + 0.2, 0.8, 1.2]];
/// assert_eq!(solve(matrix, [1.0, 0.0, 0.0]), None);
/// ```
#[inline]
#[must_use]
pub fn solve<T: Real, const N: usize>(a: [[T; N]; N], b: [T; N]) -> Option<[T; N]> {
    let solved = solved(a, b)?;
    (are_certain(&solved) || is_regular_closely(&a)).then(|| solved.map(|equation| equation.rhs))
}

/// Solves like [`solve`], but rejects only a pivot of zero.
#[inline]
pub(crate) fn solve_roughly<T: Real, const N: usize>(a: [[T; N]; N], b: [T; N]) -> Option<[T; N]> {
    Some(solved(a, b)?.map(|equation| equation.rhs))
}

/// Returns true if no pivot of the matrix is round-off, as [`solve`] requires.
///
/// Out of line and with a separate elimination: keeping the triangular equations for the end of an
/// iteration would cost more in every iteration.
#[inline(never)]
pub(crate) fn is_regular<T: Real, const N: usize>(a: &[[T; N]; N]) -> bool {
    let mut equations = a.map(|row| Equation { row, rhs: [] });
    eliminate(&mut equations).is_some() && (are_certain(&equations) || is_regular_closely(a))
}

/// Returns triangular equations with the solution, which is finite, as their right-hand sides.
#[inline]
fn solved<T: Real, const N: usize>(a: [[T; N]; N], b: [T; N]) -> Option<[Equation<T, T, N>; N]> {
    let mut equations = a.map(|row| Equation {
        row,
        rhs: T::zero(),
    });
    for (equation, b) in equations.iter_mut().zip(b) {
        equation.rhs = b;
    }
    let pivots = eliminate(&mut equations)?;
    substitute_back(&mut equations);
    let solution = equations.iter().map(|equation| &equation.rhs);
    is_finite_sum(solution.chain([&pivots])).then_some(equations)
}

/// Solves `a x = b` for several right-hand sides by one elimination, like [`solve`] for each.
///
/// ```
/// use nhi_runtime::plumbing::solve_columns;
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
    if !(are_certain(&equations) || is_regular_closely(&a)) {
        return None;
    }
    let mut columns = b;
    for (k, column) in columns.iter_mut().enumerate() {
        for (entry, equation) in column.iter_mut().zip(&equations) {
            *entry = equation.rhs.get(k).copied().unwrap_or_default();
        }
    }
    is_finite_sum(columns.as_flattened().iter().chain([&pivots])).then_some(columns)
}

/// Returns true if no pivot is round-off, by a close examination.
#[cold]
fn is_regular_closely<T: Real, const N: usize>(a: &[[T; N]; N]) -> bool {
    let (mut rows, mut sizes) = (*a, [T::zero(); N]);
    let (matrix, rows) = (a.as_flattened(), rows.as_flattened_mut());
    NonZeroUsize::new(N).is_none_or(|n| !round_off::decides(matrix, n, rows, &mut sizes))
}
