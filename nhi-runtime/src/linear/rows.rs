//! Equations on a slice, for sizes that are known only at run time.

use super::elimination::{self, Equation, elimination};
use crate::{Real, math};
use core::mem;
use core::num::NonZeroUsize;

/// Equations on a slice, row by row: the coefficients of an equation, then its right-hand sides.
pub(super) struct Rows<'e, T> {
    entries: &'e mut [T],
    /// The length of a row; not zero, which `chunks_exact_mut` does not allow.
    width: NonZeroUsize,
}

impl<'e, T: Real> Rows<'e, T> {
    /// Returns the equations for `n` unknowns that a slice holds, with `right` numbers on the
    /// right.
    pub(super) fn of(entries: &'e mut [T], n: NonZeroUsize, right: usize) -> Self {
        let width = n.saturating_add(right / n);
        Self { entries, width }
    }

    /// Writes equations for `n` unknowns, from the coefficients row by row and the right-hand sides
    /// one column after the other, to a slice of the length
    /// [`solve_workspace`](super::solve_workspace).
    pub(super) fn write(entries: &'e mut [T], n: NonZeroUsize, a: &[T], columns: &[T]) -> Self {
        let mut rows = Self::of(entries, n, columns.len());
        for (i, (equation, row)) in rows.iter_mut().zip(a.chunks_exact(n.get())).enumerate() {
            let right = columns.chunks_exact(n.get());
            let right = right.map(|column| column.get(i).copied().unwrap_or_default());
            let left = row.iter().copied();
            for (entry, value) in equation.iter_mut().zip(left.chain(right)) {
                *entry = value;
            }
        }
        rows
    }

    /// Returns true if no pivot of these triangular equations can be round-off.
    pub(super) fn are_certain(&self) -> bool {
        elimination::are_certain(self.entries.chunks_exact(self.width.get()))
    }

    /// Reads the right-hand sides, one column after the other.
    pub(super) fn read(&mut self, n: NonZeroUsize, columns: &mut [T]) {
        for (i, equation) in self.iter_mut().enumerate() {
            let right = from_mut(equation, n.get());
            for (column, &mut entry) in columns.chunks_exact_mut(n.get()).zip(right) {
                if let Some(place) = column.get_mut(i) {
                    *place = entry;
                }
            }
        }
    }
}

/// The methods that equations share with a slice.
impl<'e, T> Rows<'e, T> {
    #[inline]
    fn as_mut_slice(&mut self) -> Rows<'_, T> {
        Rows {
            entries: self.entries,
            width: self.width,
        }
    }

    #[inline]
    fn len(&self) -> usize {
        self.entries.len() / self.width
    }

    #[inline]
    fn iter_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.entries.chunks_exact_mut(self.width.get())
    }

    #[inline]
    fn split_first_mut(self) -> Option<(&'e mut [T], Self)> {
        let (first, entries) = self.entries.split_at_mut_checked(self.width.get())?;
        Some((first, Self { entries, ..self }))
    }

    #[inline]
    fn split_last_mut(self) -> Option<(&'e mut [T], Self)> {
        let above = self.entries.len().checked_sub(self.width.get())?;
        let (entries, last) = self.entries.split_at_mut_checked(above)?;
        Some((last, Self { entries, ..self }))
    }
}

elimination!([T: Real] Rows<'_, T>);

/// The coefficients of an equation, then its right-hand sides.
impl<T: Real> Equation<T> for [T] {
    #[inline]
    fn coefficient(&self, k: usize) -> T {
        self.get(k).copied().unwrap_or_default()
    }

    #[inline]
    fn exchange(&mut self, k: usize, other: &mut Self) {
        for (entry, other) in from_mut(self, k).iter_mut().zip(from_mut(other, k)) {
            mem::swap(entry, other);
        }
    }

    /// Skips entries that are not read later: two thirds of them if there are many unknowns.
    #[inline]
    fn eliminate(&mut self, k: usize, pivot: &Self) {
        let factor = self.coefficient(k) / pivot.coefficient(k);
        subtract(from_mut(self, k + 1), factor, from(pivot, k + 1));
    }

    #[inline]
    fn divide(&mut self, k: usize, n: usize) {
        let pivot = self.coefficient(k);
        for entry in from_mut(self, n) {
            *entry /= pivot;
        }
    }

    #[inline]
    fn substitute(&mut self, k: usize, n: usize, solved: &Self) {
        let factor = self.coefficient(k);
        subtract(from_mut(self, n), factor, from(solved, n));
    }
}

/// Returns the entries from `k` on.
#[inline]
fn from<T>(entries: &[T], k: usize) -> &[T] {
    entries.get(k..).unwrap_or_default()
}

/// Returns the entries from `k` on.
#[inline]
fn from_mut<T>(entries: &mut [T], k: usize) -> &mut [T] {
    entries.get_mut(k..).unwrap_or_default()
}

/// Subtracts a multiple of other numbers, entry by entry.
#[inline]
fn subtract<T: Real>(entries: &mut [T], factor: T, others: &[T]) {
    for (entry, &other) in entries.iter_mut().zip(others) {
        *entry -= factor * other;
    }
}
