//! Jacobians on slices.

use super::iteration::Jacobian;
use crate::Real;
use crate::linear::{self, Factors};
use core::mem;

/// A Jacobian on a slice, with room to solve.
pub(super) struct Entries<'s, T> {
    pub(super) unknowns: usize,
    pub(super) entries: &'s mut [T],
    pub(super) increment: &'s mut [T],
    /// Jacobian and residual during elimination, or factors and the order of their rows.
    pub(super) equations: &'s mut [T],
    pub(super) keeps_factors: bool,
}

impl<T: Real> Entries<'_, T> {
    /// Returns the same Jacobian for one iteration.
    pub(super) fn reborrow(&mut self) -> Entries<'_, T> {
        Entries {
            unknowns: self.unknowns,
            entries: self.entries,
            increment: self.increment,
            equations: self.equations,
            keeps_factors: self.keeps_factors,
        }
    }

    /// Returns the entries of the Jacobian, and its factors or the room for them.
    fn factors(&mut self) -> (&[T], Factors<'_, T>) {
        let place = self.entries.len().min(self.equations.len());
        let (entries, order) = self.equations.split_at_mut(place);
        (self.entries, Factors { entries, order })
    }
}

impl<'s, T: Real> Jacobian<T, &'s mut [T]> for Entries<'s, T> {
    type Row = [T];

    fn entries(&self) -> &[T] {
        self.entries
    }

    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a [T]>
    where
        T: 'a,
    {
        // Without unknowns there are no rows; `chunks_exact` does not allow rows of length zero.
        let n = self.unknowns.max(1);
        self.entries.chunks_exact(n)
    }

    fn has_room_for_factors(&self) -> bool {
        self.keeps_factors
    }

    fn increment(&mut self, residual: &&'s mut [T], are_kept: bool) -> Option<&'s mut [T]> {
        let increment = mem::take(&mut self.increment);
        for (entry, &residual) in increment.iter_mut().zip(residual.iter()) {
            *entry = residual;
        }
        if self.keeps_factors {
            let (jacobian, mut factors) = self.factors();
            factors.solve(jacobian, increment, are_kept)?;
            return Some(increment);
        }
        linear::solve_roughly_in(increment.len(), self.entries, increment, self.equations)?;
        Some(increment)
    }

    fn is_regular(&mut self) -> bool {
        if self.keeps_factors {
            let (jacobian, mut factors) = self.factors();
            return factors.are_regular(jacobian);
        }
        linear::is_regular_in(self.unknowns, self.entries, self.unknowns, self.equations)
    }
}
