//! Factors of a matrix, `P A = L U`, for successive right-hand sides.
//!
//! They are on slices, also for arrays: matrices whose factors are worth keeping are too large to
//! be unrolled.

use super::round_off;
use crate::newton::is_finite_sum;
use crate::{Real, math};
use core::num::NonZeroUsize;

/// Room for the factors of a matrix with `n` rows, and the factors in it.
pub(crate) struct Factors<'f, T> {
    /// `n * n` numbers row by row: `U`, and below its diagonal `L` without its ones.
    pub(crate) entries: &'f mut [T],
    /// For each row, the number of the row that it was exchanged with.
    pub(crate) order: &'f mut [T],
}

impl<T: Real> Factors<'_, T> {
    /// Replaces a right-hand side with the solution, using new factors of the matrix or the
    /// existing ones. Returns `None` if a pivot is exactly zero, or a pivot or the solution is not
    /// finite.
    pub(crate) fn solve(&mut self, matrix: &[T], right: &mut [T], are_kept: bool) -> Option<()> {
        let Some(n) = NonZeroUsize::new(right.len()) else {
            return Some(());
        };
        let pivots = if are_kept {
            T::zero()
        } else {
            for (entry, &value) in self.entries.iter_mut().zip(matrix) {
                *entry = value;
            }
            factorise(n, self.entries, self.order)?
        };
        substitute(n, self.entries, self.order, right);
        is_finite_sum(right.iter().chain([&pivots])).then_some(())
    }

    /// Returns true if no pivot is round-off. `matrix` has these factors, or is near to one that
    /// has them. Overwrites the factors.
    pub(crate) fn are_regular(&mut self, matrix: &[T]) -> bool {
        let Some(n) = NonZeroUsize::new(self.order.len()) else {
            return true;
        };
        let above = &mut *self.order;
        above.fill(T::zero());
        let mut are_certain = true;
        for (k, row) in self.entries.chunks_exact(n.get()).enumerate() {
            are_certain &= round_off::is_certain(at(row, k), at(above, k));
            for (sum, &entry) in above.iter_mut().zip(row).skip(k + 1) {
                *sum += math::abs(entry);
            }
        }
        are_certain || !round_off::decides(matrix, n, self.entries, above)
    }
}

/// Replaces a matrix with its factors. Returns the sum of the pivots, or `None` if a pivot is
/// exactly zero. Entries that are NaN or infinite show in that sum or in a solution computed with
/// the factors.
fn factorise<T: Real>(n: NonZeroUsize, entries: &mut [T], order: &mut [T]) -> Option<T> {
    let mut pivots = T::zero();
    for (k, place) in order.iter_mut().enumerate().take(n.get()) {
        let below = entries.chunks_exact(n.get()).enumerate().skip(k);
        let (largest, _) = below.fold((k, T::zero()), |(best, size), (i, row)| {
            let candidate = math::abs(at(row, k));
            if candidate > size {
                (i, candidate)
            } else {
                (best, size)
            }
        });
        *place = T::from_count(largest as u64);
        exchange(n, entries, k, largest);
        let (_, rest) = entries.split_at_mut_checked(k * n.get())?;
        let (pivot, below) = rest.split_at_mut_checked(n.get())?;
        let divisor = at(pivot, k);
        if divisor == T::zero() {
            return None;
        }
        pivots += divisor;
        for row in below.chunks_exact_mut(n.get()) {
            eliminate(row, k, pivot);
        }
    }
    Some(pivots)
}

/// Subtracts the multiple of the pivot's row that removes the entry `k`, and stores the multiple in
/// its place. Rows of many systems have no such entry, for example half of the rows of multi-stage
/// systems.
fn eliminate<T: Real>(row: &mut [T], k: usize, pivot: &[T]) {
    let factor = at(row, k) / at(pivot, k);
    if factor == T::zero() {
        return;
    }
    let behind = pivot.get(k + 1..).unwrap_or_default();
    let Some((place, entries)) = row.get_mut(k..).and_then(|row| row.split_first_mut()) else {
        return;
    };
    *place = factor;
    for (entry, &above) in entries.iter_mut().zip(behind) {
        *entry -= factor * above;
    }
}

fn exchange<T: Real>(n: NonZeroUsize, entries: &mut [T], k: usize, other: usize) {
    let Some((above, below)) = entries.split_at_mut_checked(other * n.get()) else {
        return;
    };
    let first = above.chunks_exact_mut(n.get()).nth(k);
    let second = below.chunks_exact_mut(n.get()).next();
    if let (Some(first), Some(second)) = (first, second) {
        first.swap_with_slice(second);
    }
}

/// Replaces a right-hand side with the solution.
fn substitute<T: Real>(n: NonZeroUsize, factors: &[T], order: &[T], right: &mut [T]) {
    for (k, other) in order.iter().enumerate() {
        let other = other.to_f64() as usize;
        if other < right.len() && k < right.len() {
            right.swap(k, other);
        }
    }
    for (i, row) in factors.chunks_exact(n.get()).enumerate() {
        let (solved, rest) = right.split_at_mut(i.min(right.len()));
        if let Some(place) = rest.first_mut() {
            *place -= dot(row, solved);
        }
    }
    for (i, row) in factors.chunks_exact(n.get()).enumerate().rev() {
        let (_, rest) = right.split_at_mut(i.min(right.len()));
        let Some((place, solved)) = rest.split_first_mut() else {
            continue;
        };
        let behind = row.get(i + 1..).unwrap_or_default();
        *place = (*place - dot(behind, solved)) / at(row, i);
    }
}

/// Returns the dot product over the shorter length, in independent lanes.
fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    const LANES: usize = 8;
    let mut sums = [T::zero(); LANES];
    let shorter = a.len().min(b.len());
    let (a, b) = (
        a.get(..shorter).unwrap_or_default(),
        b.get(..shorter).unwrap_or_default(),
    );
    let (left, right) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let (last_left, last_right) = (left.remainder(), right.remainder());
    for (left, right) in left.zip(right) {
        for ((sum, &left), &right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    let rest = last_left.iter().zip(last_right);
    let rest = rest.fold(T::zero(), |sum, (&left, &right)| sum + left * right);
    sums.iter().fold(rest, |sum, &lane| sum + lane)
}

fn at<T: Real>(row: &[T], k: usize) -> T {
    row.get(k).copied().unwrap_or_default()
}
