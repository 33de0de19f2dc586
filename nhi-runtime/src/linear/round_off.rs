//! Pivots that are only round-off.
//!
//! A pivot is an entry of the matrix minus the products that elimination subtracts from it. If it
//! is not larger than the round-off of these terms, its equation depends on the previous ones, and
//! no digit of a quotient by the pivot is correct. This criterion does not depend on the units of
//! equations and unknowns: changes of the entries in their last digits change such a pivot by its
//! own size.

use crate::{Real, math};
use core::num::NonZeroUsize;

/// Returns the smallest acceptable size of a pivot relative to the terms in its sum: 64 machine
/// epsilons. The round-off of entries and of their sums is a few machine epsilons.
///
/// ```
/// assert_eq!(nhi_runtime::plumbing::pivot_tolerance::<f64>(), 64.0 * f64::EPSILON);
/// ```
#[inline]
#[must_use]
pub fn pivot_tolerance<T: Real>() -> T {
    T::literal(64.0) * T::EPSILON
}

/// Returns true if a pivot is certainly not round-off, from the sum of absolute values above it in
/// its column: with factors up to one, no larger terms were subtracted.
#[inline]
pub(super) fn is_certain<T: Real>(pivot: T, above: T) -> bool {
    math::abs(pivot) > pivot_tolerance::<T>() * above
}

/// Returns true if a pivot in the elimination of a square matrix is round-off.
///
/// The test compares two matrices whose entries differ from those of this one in the last digits,
/// up and down. A pivot is round-off if it changes by more than half of itself between them. `rows`
/// has room for the matrix, `pivots` for a column.
#[cold]
#[inline(never)]
pub(super) fn decides<T: Real>(
    matrix: &[T],
    n: NonZeroUsize,
    rows: &mut [T],
    pivots: &mut [T],
) -> bool {
    // The effects of a single pattern of changes may cancel by chance.
    let mut patterns = [1, 1_000_003, 2_000_029].into_iter();
    patterns.any(|first| changes(matrix, n, rows, pivots, first))
}

/// Returns true if a pivot changes by more than half of itself under one pattern of changes.
fn changes<T: Real>(
    matrix: &[T],
    n: NonZeroUsize,
    rows: &mut [T],
    pivots: &mut [T],
    first: u32,
) -> bool {
    let half = pivot_tolerance::<T>() * T::literal(0.5);
    change(rows, matrix, first, half);
    eliminate(rows, n, |k, pivot| {
        if let Some(place) = pivots.get_mut(k) {
            *place = pivot;
        }
    });
    change(rows, matrix, first, -half);
    let mut is_round_off = false;
    eliminate(rows, n, |k, pivot| {
        let other = at(pivots, k);
        let is_steady = math::abs(pivot - other) < math::abs(pivot + other) * T::literal(0.25);
        is_round_off |= !is_steady;
    });
    is_round_off
}

/// Copies a matrix, with each entry changed by a different part of `amount`; `first` selects the
/// pattern.
fn change<T: Real>(rows: &mut [T], matrix: &[T], first: u32, amount: T) {
    for (number, (entry, &value)) in (first..).zip(rows.iter_mut().zip(matrix)) {
        let part = f64::from(scattered(number).cast_signed()) / f64::from(i32::MAX);
        let part = T::literal(part);
        *entry = value + value * (amount * part);
    }
}

/// Returns a pseudo-random number that depends only on `number`: neighbours map to distant values.
fn scattered(number: u32) -> u32 {
    let mixed = number.wrapping_mul(0x9E37_79B9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA6B);
    mixed ^ (mixed >> 13)
}

/// Eliminates and passes each pivot to `tell`. Rows are exchanged for clearly larger pivots only,
/// so small changes do not change their order.
fn eliminate<T: Real>(rows: &mut [T], n: NonZeroUsize, mut tell: impl FnMut(usize, T)) {
    let clearly = T::literal(1.0 + 1e-3);
    let mut rows = rows;
    for k in 0..n.get() {
        let Some((pivot, below)) = rows.split_at_mut_checked(n.get()) else {
            return;
        };
        for row in below.chunks_exact_mut(n.get()) {
            if math::abs(at(row, k)) > math::abs(at(pivot, k)) * clearly {
                row.swap_with_slice(pivot);
            }
        }
        tell(k, at(pivot, k));
        for row in below.chunks_exact_mut(n.get()) {
            let factor = at(row, k) / at(pivot, k);
            for (entry, &above) in row.iter_mut().zip(&*pivot) {
                *entry -= factor * above;
            }
        }
        rows = below;
    }
}

fn at<T: Real>(row: &[T], k: usize) -> T {
    row.get(k).copied().unwrap_or_default()
}
