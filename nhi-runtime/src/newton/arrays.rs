//! Systems of few unknowns in arrays.

use super::iteration::{Iteration, Jacobian, System};
use super::progress::Stagnation;
use super::{NewtonFailure, NewtonReport, NewtonSettings, sizes};
use crate::{Real, linear};
use core::array;

/// Newton's method for one system of few unknowns, one iteration at a time:
/// [`newton_scaled`](super::newton_scaled) for callers that evaluate several systems together.
/// `max_iterations` is at least one. See [`NewtonIteration`](super::NewtonIteration) for systems
/// whose size is known only at run time.
#[allow(
    missing_debug_implementations,
    reason = "its numbers have no meaning outside"
)]
pub struct NewtonInArrays<T, const N: usize>(Iteration<T, [T; N]>);

impl<T: Real, const N: usize> NewtonInArrays<T, N> {
    /// Begins with a guess; for `scale` see [`newton_scaled`](super::newton_scaled).
    #[inline]
    #[must_use]
    pub fn new(guess: [T; N], scale: &[T; N], settings: &NewtonSettings<T>) -> Self {
        Self(Iteration::new(guess, sizes(scale), settings))
    }

    /// Returns the iterate, and after success the solution.
    #[inline]
    #[must_use]
    pub fn x(&self) -> &[T; N] {
        &self.0.x
    }

    /// Performs an iteration with the residual and the Jacobian at [`x`](Self::x). Returns `None`
    /// if the iteration goes on.
    #[inline]
    pub fn advance(
        &mut self,
        residual: &[T; N],
        jacobian: [[T; N]; N],
        background: &[T; N],
        settings: &NewtonSettings<T>,
    ) -> Option<Result<NewtonReport<T>, NewtonFailure<T>>> {
        self.0
            .advance(*residual, jacobian, &|| *background, settings)
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
