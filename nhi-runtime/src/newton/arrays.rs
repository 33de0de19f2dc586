//! Systems of few unknowns in arrays.

use super::iteration::{Jacobian, System, unsolved};
use super::progress::{MANY_ITERATIONS, SLOW_CONTRACTION, Stagnation, exhausted};
use super::{NewtonFailure, NewtonReport, NewtonSettings, sizes};
use crate::{Real, linear};
use core::array;

/// An iteration for one of several systems of few unknowns, if the caller computes the increments
/// of all at once: the rare cases of [`newton_scaled`](super::newton_scaled).
#[derive(Clone, Copy, Debug)]
pub struct SharedIteration<T, const N: usize> {
    /// The number of the iteration, counted from 1.
    pub count: u32,
    /// The residual before the increment.
    pub residual: [T; N],
    /// The Jacobian before the increment.
    pub jacobian: [[T; N]; N],
    /// The increment.
    pub increment: [T; N],
    /// The iterate after it.
    pub x: [T; N],
}

impl<T: Real, const N: usize> SharedIteration<T, N> {
    /// The contraction from which on [`has_stagnated`](Self::has_stagnated) has to be asked from
    /// the third iteration on.
    #[must_use]
    pub fn slow_contraction() -> T {
        T::literal(SLOW_CONTRACTION)
    }

    /// The iteration from which on it has to be asked whatever the contraction is.
    pub const MANY: u32 = MANY_ITERATIONS;

    /// Returns true if an increment that contracted by `rate` is as small as round-off permits, for
    /// unknowns of a given size and background.
    #[must_use]
    pub fn has_stagnated(
        &self,
        rate: T,
        size: &[T; N],
        background: &[T; N],
        settings: &NewtonSettings<T>,
    ) -> bool {
        let stagnation = Stagnation::new(rate, self.count, settings.relative_tolerance);
        stagnation.ends(&self.jacobian, &self.increment, size, background)
    }

    /// Returns how an iteration ends that fulfils a stopping criterion.
    ///
    /// # Errors
    /// [`NewtonFailure`]: a solution that is not finite, or a singular Jacobian.
    pub fn end(&self) -> Result<NewtonReport<T>, NewtonFailure<T>> {
        let iteration = self.count;
        if !sizes::is_finite_sum(&self.x) {
            return Err(NewtonFailure::NonFinite { iteration });
        }
        if !linear::is_regular(&self.jacobian) {
            return Err(NewtonFailure::SingularJacobian { iteration });
        }
        Ok(self.report())
    }

    /// Returns the failure of an iteration without an increment.
    #[must_use]
    pub fn unsolved(&self) -> NewtonFailure<T> {
        unsolved(&self.residual, &self.jacobian, self.count)
    }

    /// Returns the failure of an iteration that may not be followed by another one, from the size
    /// of its increment relative to the unknowns.
    #[must_use]
    pub fn exhausted(&self, relative: T) -> NewtonFailure<T> {
        exhausted(relative, self.report())
    }

    fn report(&self) -> NewtonReport<T> {
        NewtonReport::new(self.count, &self.increment, &self.residual)
    }
}

impl<T, F, const N: usize> System<T, [T; N]> for F
where
    T: Real,
    F: FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
{
    type Residual<'s>
        = [T; N]
    where
        Self: 's;
    type Jacobian<'s>
        = [[T; N]; N]
    where
        Self: 's;

    #[inline]
    fn linearise(&mut self, x: &[T; N], _: bool) -> ([T; N], [[T; N]; N]) {
        self(x)
    }
}

impl<T: Real, const N: usize> Jacobian<T, [T; N]> for [[T; N]; N] {
    type Row = [T; N];

    #[inline]
    fn entries(&self) -> &[T] {
        self.as_flattened()
    }

    #[inline]
    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a [T; N]>
    where
        T: 'a,
    {
        self.iter()
    }

    #[inline]
    fn increment(&mut self, residual: &[T; N], _: bool) -> Option<[T; N]> {
        linear::solve_roughly(*self, *residual)
    }

    /// Copies its arguments, so earlier iterations can keep these numbers in registers.
    #[inline]
    fn is_round_off(
        &self,
        increment: &[T; N],
        size: &[T],
        background: &[T],
        stagnation: Stagnation<T>,
    ) -> bool {
        let (jacobian, increment) = (*self, *increment);
        let copy = |sizes: &[T]| -> [T; N] {
            array::from_fn(|i| sizes.get(i).copied().unwrap_or_default())
        };
        stagnation.ends(&jacobian, &increment, &copy(size), &copy(background))
    }

    /// Checks a copy, so earlier iterations need not keep the Jacobian in memory.
    #[inline]
    fn is_regular(&mut self) -> bool {
        let copy = *self;
        linear::is_regular(&copy)
    }

    /// Solves by a single elimination.
    #[inline]
    fn regular_increment(&mut self, residual: &[T; N]) -> Option<[T; N]> {
        linear::solve(*self, *residual)
    }
}
