//! The iteration, the same for systems in arrays and on slices.

use super::progress::{Progress, Stagnation};
use super::sizes::{is_finite_sum, larger};
use super::{NewtonFailure, NewtonReport, NewtonSettings};
use crate::{Real, math};

/// A vector with one number for each unknown: an array, which is passed by value, or a slice.
pub(super) trait Vector<T>: AsRef<[T]> + AsMut<[T]> {}

impl<T, const N: usize> Vector<T> for [T; N] {}

impl<T> Vector<T> for &mut [T] {}

/// Equations `r(x) = 0` with unknowns in `X`.
pub(super) trait System<T, X> {
    /// The storage of the residual.
    type Residual<'s>: Vector<T>
    where
        Self: 's;

    /// The storage of the Jacobian.
    type Jacobian<'s>: Jacobian<T, Self::Residual<'s>>
    where
        Self: 's;

    /// Returns the residual at `x` with the Jacobian there, or with the last Jacobian if its
    /// factors are kept.
    fn linearise(
        &mut self,
        x: &X,
        are_factors_kept: bool,
    ) -> (Self::Residual<'_>, Self::Jacobian<'_>);
}

/// The Jacobian `J` at one `x`.
pub(super) trait Jacobian<T, V> {
    /// A row.
    type Row: AsRef<[T]> + ?Sized;

    /// Returns all entries, row by row.
    fn entries(&self) -> &[T];

    /// Returns the rows.
    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a Self::Row>
    where
        T: 'a,
        Self::Row: 'a;

    /// Returns true if there is room for factors that are reused in several iterations.
    #[inline]
    fn has_room_for_factors(&self) -> bool {
        false
    }

    /// Returns the increment, the solution of `J increment = residual`, with the factors of the
    /// previous iteration if these are kept. Returns `None` if a pivot is zero or the increment is
    /// not finite. There is room for one increment.
    fn increment(&mut self, residual: &V, are_kept: bool) -> Option<V>;

    /// Returns true if an increment that contracts slowly is round-off.
    #[inline]
    fn is_round_off(
        &self,
        increment: &V,
        size: &[T],
        background: &[T],
        stagnation: Stagnation<T>,
    ) -> bool
    where
        Self: Sized,
        T: Real,
        V: Vector<T>,
    {
        stagnation.ends(self, increment, size, background)
    }

    /// Returns true if no pivot is round-off, as [`solve`](crate::solve) requires. An iteration may
    /// pass through an irregular matrix, but the matrix at the end must be regular.
    fn is_regular(&mut self) -> bool;

    /// Returns the increment for equations that are solved once; also `None` if a pivot is
    /// round-off.
    fn regular_increment(&mut self, residual: &V) -> Option<V> {
        let increment = self.increment(residual, false)?;
        self.is_regular().then_some(increment)
    }
}

/// Sizes that are kept during the iteration.
pub(super) struct Sizes<V> {
    /// The known size of each unknown other than its values, not negative.
    pub(super) scale: V,
    /// Room for the size of each unknown.
    pub(super) unknowns: V,
    /// The size of each equation, initially zero.
    pub(super) equations: V,
}

/// Performs an iteration with the residual and the Jacobian at `x`. Returns from the function if it
/// is the last one: with `$solved` of the report, or with `$failed` of the failure. The first
/// arguments are places of the values in an [`Iteration`].
///
/// This is not a function, because an iteration in arrays would take up to a tenth more
/// instructions, inlined or not.
macro_rules! perform {
    ($x:expr, $scale:expr, $size:expr, $progress:expr, $count:expr, $are_kept:expr,
     $residual:ident, $jacobian:ident, $background:expr, $settings:ident,
     $solved:expr, $failed:expr) => {
        $count += 1;
        let Some(increment) = $jacobian.increment(&$residual, $are_kept) else {
            return $failed(unsolved(&$residual, &$jacobian, $count));
        };
        apply(&mut $x, &increment, &$scale, &mut $size);
        if $progress.increment_ends(&increment, &$size, $are_kept)
            || $progress.residual_ends(&$residual, &$jacobian, &$size)
            || ($count > 2
                && !$are_kept
                && $progress.has_stagnated($count, &$jacobian, &increment, &$size, $background))
        {
            let iteration = $count;
            // Beyond the range of the scalar, all increments are relatively small.
            return if !is_finite_sum($x.as_ref()) {
                $failed(NewtonFailure::NonFinite { iteration })
            } else if $jacobian.is_regular() {
                let report = NewtonReport::new(iteration, &increment, &$residual);
                $solved(report)
            } else {
                $failed(NewtonFailure::SingularJacobian { iteration })
            };
        }
        $are_kept = $jacobian.has_room_for_factors() && $progress.is_near($count);
        if $count >= $settings.max_iterations {
            let report = NewtonReport::new($count, &increment, &$residual);
            return $failed($progress.failure(report));
        }
    };
}

/// An iteration in progress.
pub(super) struct Iteration<T, V> {
    /// The iterate, and after success the solution.
    pub(super) x: V,
    /// True if the next increment uses the factors of the last Jacobian.
    pub(super) are_kept: bool,
    /// The known size of each unknown other than its values, not negative.
    scale: V,
    /// The size of each unknown.
    size: V,
    progress: Progress<T, V>,
    /// The number of iterations so far.
    count: u32,
}

impl<T: Real, V: Vector<T>> Iteration<T, V> {
    /// Begins with the guess `x`.
    #[inline(always)] // as for `iterate`
    pub(super) fn new(x: V, sizes: Sizes<V>, settings: &NewtonSettings<T>) -> Self {
        Self {
            x,
            are_kept: false,
            scale: sizes.scale,
            size: sizes.unknowns,
            progress: Progress::new(settings.relative_tolerance, sizes.equations),
            count: 0,
        }
    }

    /// Performs an iteration with the residual and the Jacobian at `x`. Returns `None` if the
    /// iteration goes on.
    ///
    /// `background` returns the value that each unknown is added to, of either sign. Few iterations
    /// call it.
    #[inline]
    pub(super) fn advance<W: Vector<T>, B: AsRef<[T]>>(
        &mut self,
        residual: W,
        mut jacobian: impl Jacobian<T, W>,
        background: &impl Fn() -> B,
        settings: &NewtonSettings<T>,
    ) -> Option<Result<NewtonReport<T>, NewtonFailure<T>>> {
        perform!(
            self.x,
            self.scale,
            self.size,
            self.progress,
            self.count,
            self.are_kept,
            residual,
            jacobian,
            background,
            settings,
            |report| Some(Ok(report)),
            |failure| Some(Err(failure))
        );
        None
    }
}

/// Returns the failure if no iteration is allowed.
#[inline]
pub(super) fn none_allowed<T: Real>() -> NewtonFailure<T> {
    let infinite = [T::literal(f64::INFINITY)];
    NewtonFailure::Diverged(NewtonReport::new(0, &infinite, &infinite))
}

/// Solves from the guess `x`, which becomes the solution; see
/// [`newton_scaled`](super::newton_scaled).
///
/// Always inlined: a call from the interface for arrays would copy them.
#[inline(always)]
pub(super) fn iterate<T: Real, V: Vector<T>, B: AsRef<[T]>>(
    mut x: V,
    sizes: Sizes<V>,
    background: impl Fn() -> B,
    settings: &NewtonSettings<T>,
    mut system: impl System<T, V>,
) -> Result<(V, NewtonReport<T>), NewtonFailure<T>> {
    let Sizes {
        scale,
        unknowns: mut size,
        equations,
    } = sizes;
    let mut progress = Progress::new(settings.relative_tolerance, equations);
    let (mut count, mut are_kept) = (0, false);
    if settings.max_iterations == 0 {
        return Err(none_allowed());
    }
    loop {
        let (residual, mut jacobian) = system.linearise(&x, are_kept);
        perform!(
            x,
            scale,
            size,
            progress,
            count,
            are_kept,
            residual,
            jacobian,
            &background,
            settings,
            |report| Ok((x, report)),
            Err
        );
    }
}

/// Makes the one iteration that is exact for linear equations, from their residual and Jacobian at
/// `x`.
#[inline(always)] // as for `iterate`
pub(super) fn iterate_once<T: Real, X: Vector<T>, V: Vector<T>>(
    mut x: X,
    residual: V,
    mut jacobian: impl Jacobian<T, V>,
) -> Result<(X, NewtonReport<T>), NewtonFailure<T>> {
    let iteration = 1;
    let Some(increment) = jacobian.regular_increment(&residual) else {
        return Err(unsolved(&residual, &jacobian, iteration));
    };
    for (x, &increment) in x.as_mut().iter_mut().zip(increment.as_ref()) {
        *x -= increment;
    }
    let report = NewtonReport::new(iteration, &increment, &residual);
    Ok((x, report))
}

/// Returns the reason why linear equations have no finite solution.
///
/// Inlined for the case of success: a call by reference would keep residual and Jacobian in memory.
#[inline]
pub(super) fn unsolved<T: Real, V: Vector<T>>(
    residual: &V,
    jacobian: &impl Jacobian<T, V>,
    iteration: u32,
) -> NewtonFailure<T> {
    if is_finite_sum(residual.as_ref().iter().chain(jacobian.entries())) {
        NewtonFailure::SingularJacobian { iteration }
    } else {
        NewtonFailure::NonFinite { iteration }
    }
}

/// Subtracts the increment from `x` and writes the size of each unknown: the largest of its scale,
/// which is not negative, and its absolute values before and after.
#[inline]
fn apply<T: Real, V: Vector<T>>(x: &mut V, increment: &impl Vector<T>, scale: &V, size: &mut V) {
    let unknowns = x.as_mut().iter_mut().zip(size.as_mut());
    let unknowns = unknowns.zip(increment.as_ref()).zip(scale.as_ref());
    for (((x, size), &increment), &scale) in unknowns {
        let next = *x - increment;
        *size = larger(scale, larger(math::abs(*x), math::abs(next)));
        *x = next;
    }
}
