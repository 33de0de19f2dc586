//! Systems on slices.

use super::SystemIn;
use super::iteration::{Jacobian, System};
use crate::{Real, linear};
use core::mem;

/// A system that writes into slices.
pub(super) struct OnSlices<'s, T> {
    pub(super) residual: &'s mut [T],
    pub(super) jacobian: Entries<'s, T>,
    pub(super) system: &'s mut SystemIn<'s, T>,
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

    fn linearise(&mut self, x: &&mut [T]) -> (&mut [T], Entries<'_, T>) {
        let Entries {
            unknowns,
            entries,
            increment,
            equations,
        } = &mut self.jacobian;
        (self.system)(x, self.residual, entries);
        let jacobian = Entries {
            unknowns: *unknowns,
            entries,
            increment,
            equations,
        };
        (self.residual, jacobian)
    }
}

/// A Jacobian on a slice, and room to solve.
pub(super) struct Entries<'s, T> {
    pub(super) unknowns: usize,
    pub(super) entries: &'s mut [T],
    pub(super) increment: &'s mut [T],
    /// Jacobian and residual in elimination.
    pub(super) equations: &'s mut [T],
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

    fn increment(&mut self, residual: &&'s mut [T]) -> Option<&'s mut [T]> {
        let increment = mem::take(&mut self.increment);
        for (entry, &residual) in increment.iter_mut().zip(residual.iter()) {
            *entry = residual;
        }
        linear::solve_roughly_in(increment.len(), self.entries, increment, self.equations)?;
        Some(increment)
    }

    fn is_regular(&mut self) -> bool {
        linear::is_regular_in(self.unknowns, self.entries, self.unknowns, self.equations)
    }
}
