//! Systems on slices.

use super::PartialSystemIn;
use super::iteration::{Jacobian, System};
use crate::Real;
use crate::linear::{self, Factors};
use core::mem;

/// A system that writes into slices.
pub(super) struct OnSlices<'s, T> {
    pub(super) residual: &'s mut [T],
    pub(super) jacobian: Entries<'s, T>,
    pub(super) system: &'s mut PartialSystemIn<'s, T>,
}

impl<T: Real> System<T, &mut [T]> for OnSlices<'_, T> {
    type Residual<'s>
        = &'s mut [T]
    where
        Self: 's;
    type Jacobian<'s>
        = Entries<'s, T>
    where
        Self: 's;

    fn linearise(&mut self, x: &&mut [T], are_factors_kept: bool) -> (&mut [T], Entries<'_, T>) {
        let Entries {
            unknowns,
            entries,
            increment,
            equations,
            keeps_factors,
        } = &mut self.jacobian;
        let wanted = (!are_factors_kept).then_some(&mut **entries);
        (self.system)(x, self.residual, wanted);
        let jacobian = Entries {
            unknowns: *unknowns,
            entries,
            increment,
            equations,
            keeps_factors: *keeps_factors,
        };
        (self.residual, jacobian)
    }
}

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
