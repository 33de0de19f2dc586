//! Newton's method for the implicit equations of a step.
//!
//! The iteration and its stopping criteria are written once; the numbers are in arrays for generated
//! code, on slices for systems whose size is known only at run time.

use crate::{Real, math};
use iteration::{Sizes, iterate, iterate_once};

mod arrays;
mod entries;
mod failure;
mod iteration;
mod progress;
mod report;
mod settings;
mod sizes;
mod slices;

pub use failure::NewtonFailure;
pub use report::NewtonReport;
pub use settings::NewtonSettings;
pub(crate) use sizes::is_finite_sum;
pub use sizes::largest;
pub use slices::{SystemIn, Unknowns, newton_in, newton_linear_in, newton_workspace};

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
    system: impl FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    let sizes = Sizes {
        scale: scale.map(math::abs),
        unknowns: [T::zero(); N],
        equations: [T::zero(); N],
    };
    iterate(guess, sizes, settings, system)
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
    iterate_once(guess, residual, jacobian)
}
