//! Newton's method for systems whose size is known only at run time.

use super::entries::{Entries, OnSlices};
use super::iteration::{Sizes, iterate, iterate_once};
use super::{NewtonFailure, NewtonReport, NewtonSettings};
use crate::{Real, WorkspaceTooShort, math};
use core::iter;

/// The length of the workspace of `n` [`Unknowns`]: `2 n^2 + 6 n`, or
/// `usize::MAX` where that is beyond all slices.
#[inline]
#[must_use]
pub const fn newton_workspace(n: usize) -> usize {
    n.saturating_mul(n.saturating_mul(2).saturating_add(6))
}

/// Unknowns of a system whose size is known only at run time, and room to solve for them:
/// what [`newton_in`] and [`newton_linear_in`] work on.
///
/// Neither their scale nor the equations; those are arguments.
#[derive(Debug)]
pub struct Unknowns<'w, T> {
    x: &'w mut [T],
    residual: &'w mut [T],
    increment: &'w mut [T],
    scale: &'w mut [T],
    size: &'w mut [T],
    equation_size: &'w mut [T],
    jacobian: &'w mut [T],
    /// Jacobian and residual in elimination, or factors and the order of their rows.
    equations: &'w mut [T],
}

impl<'w, T: Real> Unknowns<'w, T> {
    /// The unknowns `x`, as many as the slice has numbers; none is allowed.
    ///
    /// `x` holds the guess and then, after success, the solution. Of `workspace`, the first
    /// [`newton_workspace`]`(x.len())` numbers are used; what they hold does not matter.
    ///
    /// # Errors
    /// [`WorkspaceTooShort`] where it has fewer.
    pub fn new(x: &'w mut [T], workspace: &'w mut [T]) -> Result<Self, WorkspaceTooShort> {
        let n = x.len();
        let mut workspace = WorkspaceTooShort::check(workspace, newton_workspace(n))?;
        let mut room = |length| workspace.split_off_mut(..length).unwrap_or_default();
        Ok(Self {
            x,
            residual: room(n),
            increment: room(n),
            scale: room(n),
            size: room(n),
            equation_size: room(n),
            jacobian: room(n * n),
            equations: room(n * n + n),
        })
    }
}

/// Equations `r(x) = 0` with `n` unknowns, for [`newton_in`] and [`newton_linear_in`]:
/// `system(x, residual, jacobian)` writes the residual `r(x)`, `n` numbers, and its exact Jacobian row
/// by row, `n * n` numbers, `jacobian[i * n + j] = d r_i / d x_j`.
///
/// It has to write all of them: they hold what they held before, at first what was in the workspace.
pub type SystemIn<'f, T> = dyn FnMut(&[T], &mut [T], &mut [T]) + 'f;

/// Newton's method for systems whose size is known only at run time:
/// [`newton_scaled`](super::newton_scaled) on slices, with the same iterates to the last bit, the same
/// end and the same failures. Where the size is known to the compiler, `newton_scaled` is faster for few
/// unknowns.
///
/// `unknowns` hold the guess and then the solution; after a failure they hold the iterate at hand.
/// `scale` holds sizes of the unknowns apart from their values, in their order and of either sign; an
/// unknown beyond its end has none, as if it were 0; `background` likewise. `&[]` for both makes this
/// [`newton`](super::newton).
///
/// # Errors
/// [`NewtonFailure`]: not finite, singular Jacobian, or more than `max_iterations`.
///
/// ```
/// use nhi_runtime::{NewtonSettings, Unknowns, newton_in, newton_workspace};
///
/// let mut x = [1.5_f64];
/// let mut workspace = [0.0; newton_workspace(1)];
/// let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
/// let report = newton_in(unknowns, &[], &[], &NewtonSettings::default(), &mut |x, residual, jacobian| {
///     residual[0] = x[0] * x[0] - 2.0;
///     jacobian[0] = 2.0 * x[0];
/// });
/// assert!(report.unwrap().iterations <= 5);
/// assert!((x[0] - 2.0_f64.sqrt()).abs() < 1e-15);
/// ```
pub fn newton_in<T: Real>(
    unknowns: Unknowns<'_, T>,
    scale: &[T],
    background: &[T],
    settings: &NewtonSettings<T>,
    system: &mut SystemIn<'_, T>,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    let mut system = |x: &[T], residual: &mut [T], jacobian: Option<&mut [T]>| {
        if let Some(jacobian) = jacobian {
            system(x, residual, jacobian);
        }
    };
    iterate_in(unknowns, [scale, background], settings, &mut system, false)
}

/// Equations for [`newton_keeping_factors_in`]: as [`SystemIn`], but the Jacobian is written only where it is wanted.
pub type PartialSystemIn<'f, T> = dyn FnMut(&[T], &mut [T], Option<&mut [T]>) + 'f;

/// [`newton_keeping_factors`](super::newton_keeping_factors) on slices, with the same iterates to the last bit, the same
/// end and the same failures; for what is given and left see [`newton_in`].
///
/// # Errors
/// [`NewtonFailure`]: not finite, singular Jacobian, or more than `max_iterations`.
pub fn newton_keeping_factors_in<T: Real>(
    unknowns: Unknowns<'_, T>,
    scale: &[T],
    background: &[T],
    settings: &NewtonSettings<T>,
    system: &mut PartialSystemIn<'_, T>,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    iterate_in(unknowns, [scale, background], settings, system, true)
}

fn iterate_in<T: Real>(
    unknowns: Unknowns<'_, T>,
    [scale, background]: [&[T]; 2],
    settings: &NewtonSettings<T>,
    system: &mut PartialSystemIn<'_, T>,
    keeps_factors: bool,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    write_sizes(unknowns.scale, scale);
    unknowns.equation_size.fill(T::zero());
    let sizes = Sizes {
        scale: unknowns.scale,
        unknowns: unknowns.size,
        equations: unknowns.equation_size,
    };
    let system = OnSlices {
        residual: unknowns.residual,
        jacobian: Entries {
            unknowns: unknowns.increment.len(),
            entries: unknowns.jacobian,
            increment: unknowns.increment,
            equations: unknowns.equations,
            keeps_factors,
        },
        system,
    };
    iterate(unknowns.x, sizes, || background, settings, system).map(|(_, report)| report)
}

/// Writes absolute values; zeros where none are given.
fn write_sizes<T: Real>(places: &mut [T], given: &[T]) {
    let given = given.iter().map(|&size| math::abs(size));
    let absent = iter::repeat(T::zero());
    for (place, size) in places.iter_mut().zip(given.chain(absent)) {
        *place = size;
    }
}

/// Newton's method for linear equations whose number is known only at run time, for which one iteration
/// is exact: [`newton_linear`](super::newton_linear) on slices, with the same numbers to the last bit.
///
/// `unknowns` hold the guess and then the solution, and after a failure the guess still. `system` is
/// that of [`newton_in`]; it is called once, at the guess.
///
/// # Errors
/// [`NewtonFailure`]: not finite or singular Jacobian, in iteration 1.
///
/// ```
/// use nhi_runtime::{Unknowns, newton_linear_in, newton_workspace};
///
/// // 2 x - 6 = 0 from x = 1.
/// let mut x = [1.0];
/// let mut workspace = [0.0; newton_workspace(1)];
/// let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
/// newton_linear_in(unknowns, &mut |x, residual, jacobian| {
///     residual[0] = 2.0 * x[0] - 6.0;
///     jacobian[0] = 2.0;
/// })
/// .unwrap();
/// assert_eq!(x, [3.0]);
/// ```
pub fn newton_linear_in<T: Real>(
    unknowns: Unknowns<'_, T>,
    system: &mut SystemIn<'_, T>,
) -> Result<NewtonReport<T>, NewtonFailure<T>> {
    system(unknowns.x, unknowns.residual, unknowns.jacobian);
    let jacobian = Entries {
        unknowns: unknowns.increment.len(),
        entries: unknowns.jacobian,
        increment: unknowns.increment,
        equations: unknowns.equations,
        keeps_factors: false,
    };
    iterate_once(unknowns.x, unknowns.residual, jacobian).map(|(_, report)| report)
}
