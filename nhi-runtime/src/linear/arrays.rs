//! Equations in arrays, whose size the compiler knows, so it unrolls elimination for few unknowns.

use super::elimination::{self, Equation as _, elimination};
use crate::{Real, math};
use core::mem;

/// One equation `row . x = rhs`.
pub(super) struct Equation<T, R, const N: usize> {
    pub(super) row: [T; N],
    pub(super) rhs: R,
}

/// The right-hand side of an equation: one number, or one for each of several systems.
///
/// It is not an array in both cases: with loops of length one, elimination is not unrolled, and a
/// Newton iteration with four unknowns takes 1.7 times the instructions.
pub(super) trait RightHandSide<T> {
    /// Subtracts a multiple of another right-hand side.
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

impl<T: Real, R: RightHandSide<T>, const N: usize> elimination::Equation<T> for Equation<T, R, N> {
    #[inline]
    fn coefficient(&self, k: usize) -> T {
        self.row.get(k).copied().unwrap_or_default()
    }

    #[inline]
    fn exchange(&mut self, _: usize, other: &mut Self) {
        mem::swap(self, other);
    }

    /// Subtracts whole rows, including entries that are not read later: loops of constant length
    /// are faster for small `N`.
    #[inline]
    fn eliminate(&mut self, k: usize, pivot: &Self) {
        let factor = self.coefficient(k) / pivot.coefficient(k);
        for (entry, &pivot_entry) in self.row.iter_mut().zip(&pivot.row) {
            *entry -= factor * pivot_entry;
        }
        self.rhs.subtract(factor, &pivot.rhs);
    }

    #[inline]
    fn divide(&mut self, k: usize, _: usize) {
        self.rhs.divide(self.coefficient(k));
    }

    #[inline]
    fn substitute(&mut self, k: usize, _: usize, solved: &Self) {
        let factor = self.coefficient(k);
        self.rhs.subtract(factor, &solved.rhs);
    }
}

/// Returns true if no pivot of triangular equations can be round-off.
#[inline]
pub(super) fn are_certain<T: Real, R: RightHandSide<T>, const N: usize>(
    equations: &[Equation<T, R, N>; N],
) -> bool {
    elimination::are_certain(equations.iter())
}

elimination!([T: Real, R: RightHandSide<T>, const N: usize] [Equation<T, R, N>; N]);
