//! Linear systems whose size is known only at run time.

use super::round_off;
use super::rows::{Rows, eliminate, substitute_back};
use crate::newton::is_finite_sum;
use crate::{Real, WorkspaceTooShort};
use core::fmt;
use core::num::NonZeroUsize;

/// The reason why [`solve_columns_in`] has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveFailure {
    /// The matrix is singular or nearly singular (a pivot is round-off), or an entry of it or of a
    /// right-hand side is NaN or infinite. In these cases
    /// [`solve_columns`](crate::plumbing::solve_columns) returns `None`.
    Singular,
    /// The matrix does not have `n * n` entries, or the right-hand sides are not a multiple of `n`
    /// numbers.
    Shape,
    /// The workspace is shorter than [`solve_workspace`].
    Workspace(WorkspaceTooShort),
}

impl fmt::Display for SolveFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Singular => write!(f, "the matrix is singular or not finite"),
            Self::Shape => write!(
                f,
                "the matrix is not square with as many rows as each right-hand side has numbers"
            ),
            Self::Workspace(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SolveFailure {}

/// Returns the length of the workspace in which [`solve_columns_in`] solves for `n` unknowns and
/// `columns` right-hand sides: `n * (n + columns)`, or `usize::MAX` if that exceeds the length of
/// any slice.
#[inline]
#[must_use]
pub const fn solve_workspace(n: usize, columns: usize) -> usize {
    n.saturating_mul(n.saturating_add(columns))
}

/// Solves `a x = b` for several right-hand sides by one elimination, for a size that is known only
/// at run time. This is [`solve_columns`](crate::plumbing::solve_columns) on slices, with
/// bit-identical results.
///
/// `a` holds the `n * n` coefficients row by row. `columns` holds the right-hand sides one after
/// the other, `n` numbers each, and then the solutions in their places. After a failure its
/// contents are unspecified. `workspace` has the length [`solve_workspace`] or more; its contents
/// are overwritten.
///
/// Each solution is bit-identical to the one for its right-hand side alone, because the operations
/// on one right-hand side do not affect the others. Only failures are shared: if one solution is
/// not finite, all fail.
///
/// # Errors
/// [`SolveFailure`]: no finite solution, slices of inconsistent lengths, or a workspace that is too
/// short.
///
/// ```
/// use nhi_runtime::plumbing::{solve_columns_in, solve_workspace};
///
/// let mut workspace = [0.0; solve_workspace(2, 2)];
/// let mut columns = [2.0, 9.0, 0.0, 4.0];
/// solve_columns_in(2, &[0.0, 2.0, 4.0, 1.0], &mut columns, &mut workspace).unwrap();
/// assert_eq!(columns, [2.0, 1.0, 1.0, 0.0]);
/// ```
pub fn solve_columns_in<T: Real>(
    n: usize,
    a: &[T],
    columns: &mut [T],
    workspace: &mut [T],
) -> Result<(), SolveFailure> {
    let count = columns.len().checked_div(n).unwrap_or_default();
    if a.len() != n.saturating_mul(n) || columns.len() != n * count {
        return Err(SolveFailure::Shape);
    }
    let workspace = WorkspaceTooShort::check(workspace, solve_workspace(n, count));
    let workspace = workspace.map_err(SolveFailure::Workspace)?;
    solve_in(n, a, columns, workspace).ok_or(SolveFailure::Singular)
}

/// Solves like [`solve_columns_in`] for slices of consistent lengths; returns `None` if the matrix
/// is singular.
fn solve_in<T: Real>(n: usize, a: &[T], columns: &mut [T], workspace: &mut [T]) -> Option<()> {
    solve_roughly_in(n, a, columns, workspace)?;
    is_regular_in(n, a, columns.len(), workspace).then_some(())
}

/// Solves like [`solve_in`], but rejects only a pivot of zero. Leaves the triangular equations in
/// the workspace.
pub(crate) fn solve_roughly_in<T: Real>(
    n: usize,
    a: &[T],
    columns: &mut [T],
    workspace: &mut [T],
) -> Option<()> {
    let Some(n) = NonZeroUsize::new(n) else {
        return Some(());
    };
    let mut rows = Rows::write(workspace, n, a, columns);
    let pivots = eliminate(&mut rows)?;
    substitute_back(&mut rows);
    rows.read(n, columns);
    is_finite_sum(columns.iter().chain([&pivots])).then_some(())
}

/// Returns true if no pivot of the matrix `a` is round-off, from the triangular equations that
/// [`solve_roughly_in`] left in the workspace for `solutions` numbers on the right. Without
/// solutions there is nothing to solve, and no room for a close examination.
pub(crate) fn is_regular_in<T: Real>(
    n: usize,
    a: &[T],
    solutions: usize,
    workspace: &mut [T],
) -> bool {
    let Some(n) = NonZeroUsize::new(n) else {
        return true;
    };
    if solutions == 0 || Rows::of(workspace, n, solutions).are_certain() {
        return true;
    }
    let (rows, sizes) = workspace.split_at_mut(a.len().min(workspace.len()));
    !round_off::decides(a, n, rows, sizes)
}
