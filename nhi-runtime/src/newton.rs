//! Newton's method for the implicit equations of a step.

use crate::{Real, linear, math};

mod failure;

pub use failure::NewtonFailure;

/// When Newton's method stops.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NewtonSettings<T> {
    /// The largest number of iterations; each evaluates the system once.
    pub max_iterations: u32,
    /// What counts as round-off, relative to the size of each unknown and of the terms of each
    /// equation: a few machine epsilons.
    pub relative_tolerance: T,
}

/// At most 30 iterations, round-off at 4 machine epsilons.
impl<T: Real> Default for NewtonSettings<T> {
    #[inline]
    fn default() -> Self {
        Self {
            max_iterations: 30,
            relative_tolerance: T::literal(4.0) * T::EPSILON,
        }
    }
}

/// How Newton's method came to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NewtonReport<T> {
    /// The number of iterations, which is also the number of evaluations of the system.
    pub iterations: u32,
    /// The largest absolute component of the last increment. The error that remains after it is
    /// smaller by the rate of contraction.
    pub increment: T,
    /// The largest absolute component of the last residual, before the last increment.
    pub residual: T,
}

/// No iteration yet.
impl<T: Real> Default for NewtonReport<T> {
    #[inline]
    fn default() -> Self {
        Self {
            iterations: 0,
            increment: T::zero(),
            residual: T::zero(),
        }
    }
}

impl<T: Real> NewtonReport<T> {
    #[inline]
    fn new(iterations: u32, increment: &[T], residual: &[T]) -> Self {
        Self {
            iterations,
            increment: largest(increment),
            residual: largest(residual),
        }
    }

    /// The report of a step that solves one system after another: iterations add up, of increments
    /// and residuals the largest counts.
    ///
    /// ```
    /// use nhi_runtime::NewtonReport;
    ///
    /// let predictor = NewtonReport { iterations: 2, increment: 1e-9, residual: 1e-12 };
    /// let corrector = NewtonReport { iterations: 3, increment: 1e-16, residual: 1e-10 };
    /// let both = NewtonReport { iterations: 5, increment: 1e-9, residual: 1e-10 };
    /// assert_eq!(predictor.and(corrector), both);
    /// ```
    #[inline]
    #[must_use]
    pub fn and(self, next: Self) -> Self {
        Self {
            iterations: self.iterations.saturating_add(next.iterations),
            increment: self.increment.max(next.increment),
            residual: self.residual.max(next.residual),
        }
    }
}

/// Solves `r(x) = 0` from `guess` by `x <- x - J(x)^-1 r(x)`, down to round-off.
///
/// This is [`newton_scaled`] for unknowns whose size is that of their values alone.
///
/// # Errors
/// [`NewtonFailure`]: not finite, singular Jacobian, or more than `max_iterations`.
///
/// ```
/// use nhi_runtime::{NewtonSettings, newton};
///
/// let settings = NewtonSettings::default();
/// let (x, report) = newton([1.5_f64], &settings, |&[x]| ([x * x - 2.0], [[2.0 * x]])).unwrap();
/// assert!((x[0] - 2.0_f64.sqrt()).abs() < 1e-15);
/// assert!(report.iterations <= 5);
/// ```
#[inline]
pub fn newton<T: Real, const N: usize>(
    guess: [T; N],
    settings: &NewtonSettings<T>,
    system: impl FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    newton_scaled(guess, &[T::zero(); N], settings, system)
}

/// Newton's method for unknowns of known size: solves `r(x) = 0` from `guess` by
/// `x <- x - J(x)^-1 r(x)`, down to round-off.
///
/// `system(x)` returns the residual `r(x)` and its exact Jacobian as rows, `J[i][j] = d r_i / d x_j`.
/// `scale` holds sizes of the unknowns apart from their values, of either sign; 0 where none is
/// known. A step gives its old coordinates: where a coordinate passes through zero, the round-off of
/// its new value is that of the old one, and nothing in the iteration itself tells how much that is.
///
/// The iteration ends, always after the increment at hand has been applied, as soon as
/// 1. the increment, relative to the size of each unknown and times the observed rate of contraction
///    (which bounds the increment that would follow), is within `relative_tolerance`; or
/// 2. the residual of each equation is within `relative_tolerance` of the size `sum_j |J_ij| |x_j|`
///    of its terms, so that it is round-off of its own evaluation: this ends the iteration also
///    where an unknown is zero but for round-off; or
/// 3. the residual has stagnated: below the square root of the machine epsilon, relative to the
///    terms and residuals that there were, it no longer halves, and the increment is as small
///    relative to the largest unknown.
///
/// # Errors
/// [`NewtonFailure`]: not finite, singular Jacobian, or more than `max_iterations`.
#[inline]
pub fn newton_scaled<T: Real, const N: usize>(
    guess: [T; N],
    scale: &[T; N],
    settings: &NewtonSettings<T>,
    mut system: impl FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    let mut x = guess;
    let scale = scale.map(math::abs);
    let mut progress = Progress::new(settings.relative_tolerance);
    let mut iteration = 0;
    if settings.max_iterations == 0 {
        let infinite = [T::literal(f64::INFINITY)];
        let report = NewtonReport::new(iteration, &infinite, &infinite);
        return Err(NewtonFailure::Diverged(report));
    }
    loop {
        iteration += 1;
        let (residual, jacobian) = system(&x);
        let Some(increment) = linear::solve(jacobian, residual) else {
            return Err(unsolved(&residual, &jacobian, iteration));
        };
        let size = apply(&mut x, &increment, &scale);
        if progress.increment_ends(&increment, &size)
            || progress.residual_ends(&residual, &jacobian, &increment, &size)
        {
            // Beyond the range of numbers all increments are relatively small.
            return if is_finite_sum(&x) {
                Ok((x, NewtonReport::new(iteration, &increment, &residual)))
            } else {
                Err(NewtonFailure::NonFinite { iteration })
            };
        }
        if iteration >= settings.max_iterations {
            let report = NewtonReport::new(iteration, &increment, &residual);
            return Err(NewtonFailure::Diverged(report));
        }
    }
}

/// Newton's method for linear equations, for which one iteration is exact: the solution
/// `guess - J^-1 r` from the residual `r` and the Jacobian `J` at the guess.
///
/// # Errors
/// [`NewtonFailure`]: not finite or singular Jacobian, in iteration 1.
///
/// ```
/// use nhi_runtime::newton_linear;
///
/// // 2 x - 6 = 0 from x = 1.
/// let (x, _) = newton_linear([1.0], [-4.0], [[2.0]]).unwrap();
/// assert_eq!(x, [3.0]);
/// ```
#[inline]
pub fn newton_linear<T: Real, const N: usize>(
    guess: [T; N],
    residual: [T; N],
    jacobian: [[T; N]; N],
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    let iteration = 1;
    let Some(increment) = linear::solve(jacobian, residual) else {
        return Err(unsolved(&residual, &jacobian, iteration));
    };
    let mut x = guess;
    apply(&mut x, &increment, &[T::zero(); N]);
    Ok((x, NewtonReport::new(iteration, &increment, &residual)))
}

/// Why linear equations have no finite solution.
///
/// Inlined for what goes well: a call by reference would keep residual and Jacobian in memory.
#[inline]
fn unsolved<T: Real, const N: usize>(
    residual: &[T; N],
    jacobian: &[[T; N]; N],
    iteration: u32,
) -> NewtonFailure<T> {
    if is_finite_sum(residual.iter().chain(jacobian.as_flattened())) {
        NewtonFailure::SingularJacobian { iteration }
    } else {
        NewtonFailure::NonFinite { iteration }
    }
}

/// Subtracts the increment from `x` and returns the size of each unknown: the largest of its scale,
/// which is not negative, and of its absolute values before and after.
#[inline]
fn apply<T: Real, const N: usize>(x: &mut [T; N], increment: &[T; N], scale: &[T; N]) -> [T; N] {
    let mut size = *scale;
    for ((x, size), &increment) in x.iter_mut().zip(&mut size).zip(increment) {
        let next = *x - increment;
        *size = larger(*size, larger(math::abs(*x), math::abs(next)));
        *x = next;
    }
    size
}

/// The largest absolute value; 0 for none.
#[inline]
#[must_use]
pub fn largest<T: Real>(values: &[T]) -> T {
    values.iter().fold(T::zero(), |largest, &value| {
        larger(largest, math::abs(value))
    })
}

/// The larger of two numbers, the first where the second is NaN: one instruction, where `max` in
/// its care for NaN takes several.
#[inline]
fn larger<T: Real>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// Whether all values are finite: their sum is. One addition each is the cheapest test; it also
/// rejects values near the end of the range, whose sum overflows.
#[inline]
pub(crate) fn is_finite_sum<'a, T: Real>(values: impl IntoIterator<Item = &'a T>) -> bool {
    let values = values.into_iter();
    math::is_finite(values.fold(T::zero(), |sum, &value| sum + value))
}

/// What the stopping criteria remember from one iteration to the next.
struct Progress<T, const N: usize> {
    tolerance: T,
    /// The last relative increment; zero before the first, from which nothing has contracted.
    increment: T,
    /// The last relative residual; infinite where not all equations were looked at.
    residual: T,
    /// The largest residual or size of terms that each equation has had where it was looked at.
    equation_size: [T; N],
}

impl<T: Real, const N: usize> Progress<T, N> {
    #[inline]
    fn new(tolerance: T) -> Self {
        Self {
            tolerance,
            increment: T::zero(),
            residual: T::literal(f64::INFINITY),
            equation_size: [T::zero(); N],
        }
    }

    /// Criterion 1: the increment that would follow is round-off.
    #[inline]
    fn increment_ends(&mut self, increment: &[T; N], size: &[T; N]) -> bool {
        let relative = largest_ratio(increment, size);
        let rate = if self.increment > relative {
            relative / self.increment
        } else {
            T::one()
        };
        self.increment = relative;
        relative * rate <= self.tolerance
    }

    /// Criteria 2 and 3: the residual is round-off of its own evaluation, or has stagnated there.
    #[inline]
    fn residual_ends(
        &mut self,
        residual: &[T; N],
        jacobian: &[[T; N]; N],
        increment: &[T; N],
        size: &[T; N],
    ) -> bool {
        let half_precision = math::sqrt(T::EPSILON);
        let last = self.residual;
        self.residual = T::literal(f64::INFINITY);
        let mut at_round_off = true;
        for ((row, &residual), largest) in
            jacobian.iter().zip(residual).zip(&mut self.equation_size)
        {
            let residual = math::abs(residual);
            let terms = row.iter().zip(size);
            let terms = terms.fold(T::zero(), |sum, (&slope, &size)| {
                sum + math::abs(slope) * size
            });
            *largest = larger(*largest, larger(residual, terms));
            // One equation that is not nearly solved decides: the others need not be looked at.
            if residual > half_precision * *largest {
                return false;
            }
            at_round_off &= residual <= self.tolerance * terms;
        }
        if !is_finite_sum(&self.equation_size) {
            return false;
        }
        // Iterates far off once make every later residual look small: the increment must agree.
        let relative = largest_ratio(residual, &self.equation_size);
        self.residual = relative;
        let stagnated =
            relative + relative >= last && largest(increment) <= half_precision * largest(size);
        at_round_off || stagnated
    }
}

/// The largest `|value_i| / size_i`; a value of zero counts as zero on any scale, for NaN is not
/// larger than anything.
#[inline]
fn largest_ratio<T: Real, const N: usize>(values: &[T; N], sizes: &[T; N]) -> T {
    let values = values.iter().zip(sizes);
    values.fold(T::zero(), |largest, (&value, &size)| {
        larger(largest, math::abs(value) / size)
    })
}
