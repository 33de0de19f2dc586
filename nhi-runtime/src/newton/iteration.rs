//! The iteration, the same for systems in arrays and on slices.

use super::progress::Progress;
use super::sizes::{is_finite_sum, larger};
use super::{NewtonFailure, NewtonReport, NewtonSettings};
use crate::{Real, math};

/// Equations `r(x) = 0` with unknowns in `X`.
pub(super) trait System<T, X: ?Sized> {
    /// What the equations are near one `x`.
    type Linearised<'s>: Linearised<T>
    where
        Self: 's;

    /// Evaluates residual and Jacobian at `x`.
    fn linearise(&mut self, x: &X) -> Self::Linearised<'_>;
}

/// Residual `r` and Jacobian `J` at one `x`.
pub(super) trait Linearised<T> {
    /// Where the increment is kept.
    type Increment: AsRef<[T]>;

    /// The residual `r`.
    fn residual(&self) -> &[T];

    /// The rows of the Jacobian `J`.
    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a [T]>
    where
        T: 'a;

    /// The solution of `J increment = r`, called once; `None` where [`solve`](crate::solve) has none.
    fn increment(&mut self) -> Option<Self::Increment>;
}

/// Sizes that are kept through the iteration.
pub(super) struct Sizes<'m, T> {
    /// The size of each unknown apart from its values, not negative.
    pub(super) scale: &'m [T],
    /// Room for the size of each unknown.
    pub(super) unknowns: &'m mut [T],
    /// The size of each equation: zero.
    pub(super) equations: &'m mut [T],
}

/// Solves from the guess `x`, which becomes the solution; see [`newton_scaled`](super::newton_scaled).
#[inline]
pub(super) fn iterate<T: Real, X: AsMut<[T]> + ?Sized>(
    x: &mut X,
    sizes: Sizes<'_, T>,
    settings: &NewtonSettings<T>,
    mut system: impl System<T, X>,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    let Sizes {
        scale,
        unknowns: size,
        equations,
    } = sizes;
    let mut progress = Progress::new(settings.relative_tolerance, equations);
    let mut iteration = 0;
    if settings.max_iterations == 0 {
        let infinite = [T::literal(f64::INFINITY)];
        let report = NewtonReport::new(iteration, &infinite, &infinite);
        return Err(NewtonFailure::Diverged(report));
    }
    loop {
        iteration += 1;
        let mut linearised = system.linearise(x);
        let Some(increment) = linearised.increment() else {
            return Err(unsolved(&linearised, iteration));
        };
        let increment = increment.as_ref();
        let x = x.as_mut();
        apply(x, increment, scale, size);
        if progress.increment_ends(increment, size)
            || progress.residual_ends(&linearised, increment, size)
        {
            // Beyond the range of numbers all increments are relatively small.
            return if is_finite_sum(x.iter()) {
                Ok(NewtonReport::new(
                    iteration,
                    increment,
                    linearised.residual(),
                ))
            } else {
                Err(NewtonFailure::NonFinite { iteration })
            };
        }
        if iteration >= settings.max_iterations {
            let report = NewtonReport::new(iteration, increment, linearised.residual());
            return Err(NewtonFailure::Diverged(report));
        }
    }
}

/// The one iteration that is exact for linear equations, from what they are at `x`.
#[inline]
pub(super) fn iterate_once<T: Real>(
    x: &mut [T],
    mut linearised: impl Linearised<T>,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    let iteration = 1;
    let Some(increment) = linearised.increment() else {
        return Err(unsolved(&linearised, iteration));
    };
    let increment = increment.as_ref();
    for (x, &increment) in x.iter_mut().zip(increment) {
        *x -= increment;
    }
    Ok(NewtonReport::new(
        iteration,
        increment,
        linearised.residual(),
    ))
}

/// Why linear equations have no finite solution.
///
/// Inlined for what goes well: a call by reference would keep residual and Jacobian in memory.
#[inline]
fn unsolved<T: Real>(linearised: &impl Linearised<T>, iteration: u32) -> NewtonFailure<T> {
    let entries = linearised.rows().flatten();
    if is_finite_sum(linearised.residual().iter().chain(entries)) {
        NewtonFailure::SingularJacobian { iteration }
    } else {
        NewtonFailure::NonFinite { iteration }
    }
}

/// Subtracts the increment from `x` and writes the size of each unknown: the largest of its scale,
/// which is not negative, and of its absolute values before and after.
#[inline]
fn apply<T: Real>(x: &mut [T], increment: &[T], scale: &[T], size: &mut [T]) {
    let unknowns = x.iter_mut().zip(increment);
    for ((x, &increment), (size, &scale)) in unknowns.zip(size.iter_mut().zip(scale)) {
        let next = *x - increment;
        *size = larger(scale, larger(math::abs(*x), math::abs(next)));
        *x = next;
    }
}
