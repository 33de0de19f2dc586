//! Newton's method for the implicit equations of a step.
//!
//! The iteration and its stopping criteria are written once. The numbers are in arrays for
//! generated code, and on slices for systems whose size is known only at run time.

use crate::{Real, math};
use iteration::{Sizes, iterate, iterate_once};
use keeping::Keeping;

mod arrays;
mod entries;
mod failure;
mod iteration;
mod keeping;
mod progress;
mod report;
mod settings;
mod sizes;
mod slices;

pub use arrays::SharedIteration;
pub use failure::NewtonFailure;
pub use report::NewtonReport;
pub use settings::NewtonSettings;
pub(crate) use sizes::is_finite_sum;
pub use sizes::largest;
pub use slices::{
    Linearised, NewtonIteration, PartialSystemIn, SystemIn, Unknowns, newton_in,
    newton_keeping_factors_in, newton_linear_in, newton_workspace,
};

/// Solves `r(x) = 0` from `guess` by `x <- x - J(x)^-1 r(x)`, to machine precision.
///
/// This is [`newton_scaled`] for unknowns without known sizes other than their values.
///
/// # Errors
/// [`NewtonFailure`]: non-finite values, a singular Jacobian, or more than `max_iterations`.
///
/// ```
/// use nhi_runtime::plumbing::newton;
/// use nhi_runtime::NewtonSettings;
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
    let no_background = || [T::zero(); N];
    newton_scaled(guess, &[T::zero(); N], no_background, settings, system)
}

/// Solves `r(x) = 0` from `guess` by `x <- x - J(x)^-1 r(x)`, to machine precision, for unknowns
/// of known size.
///
/// `system(x)` returns the residual `r(x)` and its exact Jacobian as rows,
/// `J[i][j] = d r_i / d x_j`. `scale` holds the known sizes of the unknowns other than their
/// values, of either sign, or 0 if none is known. A step passes its old coordinates as `scale`. If
/// a coordinate passes through zero, the round-off of its new value is that of the old one, and the
/// iteration itself cannot determine its amount.
///
/// `background` returns the values that the unknowns are added to, in their units and of either
/// sign, or 0 if there are none. A step moves the coordinate `q` by `h u`, so the background of a
/// velocity `u` is `q / h`: the round-off of `q` changes `u` however small `u` is. `background` is
/// called only if increments contract slowly.
///
/// The iteration ends, always after the current increment has been applied, as soon as
/// 1. the increment, relative to the size of each unknown and times the observed rate of
///    contraction (which bounds the next increment), is within `relative_tolerance`; or
/// 2. the residual of each equation is within `relative_tolerance` of the size `sum_j |J_ij| |x_j|`
///    of its terms, so that it is round-off of its own evaluation: this also ends the iteration if
///    an unknown is zero except for round-off; or
/// 3. the increment no longer halves, and in each equation its terms `sum_j |J_ij| |increment_j|`
///    are within the square root of the machine epsilon of the terms `sum_j |J_ij| |x_j|`; or
/// 4. the increment contracts by a factor of less than eight, or it is the eighth or later, and in
///    each equation its terms are within 16 `relative_tolerance` of `sum_j |J_ij| background_j`.
///    This ends steps of a motion that comes to rest, and steps whose position constraints are
///    solved to the last digit; or
/// 5. it is the eighth iteration or later, the increment no longer halves, and each unknown's
///    `|J_ij| |increment_j|` is within 16 `relative_tolerance` of the terms of one equation, with
///    the larger of unknown and background: its digits are round-off of that equation. This ends
///    steps with a multiplier that an equation sets to zero.
///
/// Criteria 3 and 4 apply from the third iteration on. No criterion depends on the units of
/// equations and unknowns.
///
/// # Errors
/// [`NewtonFailure`]: non-finite values, a singular Jacobian, or more than `max_iterations`.
#[inline]
pub fn newton_scaled<T: Real, const N: usize>(
    guess: [T; N],
    scale: &[T; N],
    background: impl Fn() -> [T; N],
    settings: &NewtonSettings<T>,
    system: impl FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    iterate(guess, sizes(scale), background, settings, system)
}

/// Solves like [`newton_scaled`], for many unknowns, when a Jacobian costs more than the rest of an
/// iteration. Its factors are reused in the following iterations, as long as these are near the
/// solution and contract well.
///
/// `system(x, jacobian)` returns the residual `r(x)`, and writes the Jacobian if it is requested.
///
/// Near means that the last increment is at most an eighth of the unknowns. Well means a
/// contraction by a factor of at least 64. After any other iteration, the next one uses a new
/// Jacobian. So difficult starts are iterated as by `newton_scaled`.
///
/// The stopping criteria are the same, with one exception. The rate of contraction is assumed to be
/// no better than the relative distance that the unknowns have moved away from the Jacobian,
/// because one increment may be small by chance. There may be one more iteration.
///
/// This is not the simplified Newton method, which keeps the Jacobian of the guess in all cases (E.
/// Hairer, G. Wanner, *Solving Ordinary Differential Equations II*, IV.8,
/// doi:10.1007/978-3-642-05221-7).
///
/// # Errors
/// [`NewtonFailure`]: non-finite values, a singular Jacobian, or more than `max_iterations`.
///
/// ```
/// use nhi_runtime::plumbing::newton_keeping_factors;
/// use nhi_runtime::NewtonSettings;
///
/// let settings = NewtonSettings::default();
/// let root = |&[x]: &[f64; 1], jacobian: Option<&mut [[f64; 1]; 1]>| {
///     if let Some(jacobian) = jacobian {
///         *jacobian = [[2.0 * x]];
///     }
///     [x * x - 2.0]
/// };
/// let (x, _) = newton_keeping_factors([1.4], &[0.0], || [0.0], &settings, root).unwrap();
/// assert!((x[0] - 2.0_f64.sqrt()).abs() < 1e-15);
/// ```
#[inline]
pub fn newton_keeping_factors<T: Real, const N: usize>(
    guess: [T; N],
    scale: &[T; N],
    background: impl Fn() -> [T; N],
    settings: &NewtonSettings<T>,
    system: impl FnMut(&[T; N], Option<&mut [[T; N]; N]>) -> [T; N],
) -> Result<([T; N], NewtonReport<T>), NewtonFailure<T>> {
    iterate(
        guess,
        sizes(scale),
        background,
        settings,
        Keeping::new(system),
    )
}

#[inline]
fn sizes<T: Real, const N: usize>(scale: &[T; N]) -> Sizes<[T; N]> {
    Sizes {
        scale: scale.map(math::abs),
        unknowns: [T::zero(); N],
        equations: [T::zero(); N],
    }
}

/// Solves linear equations, for which one iteration of Newton's method is exact. The solution is
/// `guess - J^-1 r`, from the residual `r` and the Jacobian `J` at the guess.
///
/// # Errors
/// [`NewtonFailure`]: non-finite values or a singular Jacobian, in iteration 1.
///
/// ```
/// use nhi_runtime::plumbing::newton_linear;
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
