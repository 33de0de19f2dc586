//! Dense linear systems of small fixed size.
//!
//! nalgebra's decompositions ask their callers for bounds on dimensions (`DimMin`) that a generic
//! `const N: usize` cannot meet, so elimination on plain arrays is written out here.

use crate::{Real, math};

/// The solution `x` of `a x = b` by Gaussian elimination with partial pivoting; `a` holds rows.
///
/// `None` where a pivot is exactly zero or the solution is not finite: `a` is singular, or so near
/// to it that the solution overflows.
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
    let (mut rows, mut rhs) = (a, b);
    for k in 0..N {
        raise_largest_pivot(&mut rows, &mut rhs, k);
        if rows[k][k] == T::zero() {
            return None;
        }
        eliminate_below(&mut rows, &mut rhs, k);
    }
    let x = substitute_back(&rows, &rhs);
    math::all_finite(&x).then_some(x)
}

/// Brings the row with the largest entry in column `k`, at or below the diagonal, to row `k`.
///
/// Rows are swapped as larger entries are met, so that no computed index remains whose bound the
/// compiler could not prove.
#[inline]
fn raise_largest_pivot<T: Real, const N: usize>(
    rows: &mut [[T; N]; N],
    rhs: &mut [T; N],
    k: usize,
) {
    for i in k + 1..N {
        if math::abs(rows[i][k]) > math::abs(rows[k][k]) {
            rows.swap(i, k);
            rhs.swap(i, k);
        }
    }
}

/// Subtracts multiples of row `k` from the rows below, so that column `k` vanishes there.
///
/// The zeros themselves are not written: nothing reads them.
#[inline]
fn eliminate_below<T: Real, const N: usize>(rows: &mut [[T; N]; N], rhs: &mut [T; N], k: usize) {
    let pivot_row = rows[k];
    for i in k + 1..N {
        let factor = rows[i][k] / pivot_row[k];
        for (entry, pivot_entry) in rows[i].iter_mut().zip(pivot_row).skip(k + 1) {
            *entry -= factor * pivot_entry;
        }
        rhs[i] -= factor * rhs[k];
    }
}

/// The solution of the upper triangular system.
#[inline]
fn substitute_back<T: Real, const N: usize>(rows: &[[T; N]; N], rhs: &[T; N]) -> [T; N] {
    let mut x = [T::zero(); N];
    for k in (0..N).rev() {
        let known = rows[k].iter().zip(x).skip(k + 1);
        let rest = known.fold(rhs[k], |rest, (&entry, x)| rest - entry * x);
        x[k] = rest / rows[k][k];
    }
    x
}
