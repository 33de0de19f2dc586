//! Newton's method for systems whose size is known only at run time.

use super::entries::Entries;
use super::iteration::{Iteration, Sizes, iterate_once, none_allowed};
use super::{NewtonFailure, NewtonReport, NewtonSettings};
use crate::{Real, WorkspaceTooShort, math};
use core::iter;

/// Returns the length of the workspace of `n` [`Unknowns`]: `2 n^2 + 6 n`, or `usize::MAX` if that
/// exceeds the length of any slice.
#[inline]
#[must_use]
pub const fn newton_workspace(n: usize) -> usize {
    n.saturating_mul(n.saturating_mul(2).saturating_add(6))
}

/// Unknowns of a system whose size is known only at run time, and room to solve for them, for
/// [`newton_in`] and [`newton_linear_in`].
///
/// The scale of the unknowns and the equations are not included; they are separate arguments.
#[derive(Debug)]
pub struct Unknowns<'w, T> {
    x: &'w mut [T],
    residual: &'w mut [T],
    increment: &'w mut [T],
    scale: &'w mut [T],
    size: &'w mut [T],
    equation_size: &'w mut [T],
    jacobian: &'w mut [T],
    /// Jacobian and residual during elimination, or factors and the order of their rows.
    equations: &'w mut [T],
}

impl<'w, T: Real> Unknowns<'w, T> {
    /// Returns the unknowns `x`, one for each number of the slice, which may be empty.
    ///
    /// `x` holds the guess and, after success, the solution. The first
    /// [`newton_workspace`]`(x.len())` numbers of `workspace` are used; their values do not matter.
    ///
    /// # Errors
    /// [`WorkspaceTooShort`] if `workspace` has fewer numbers.
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

/// Equations `r(x) = 0` with `n` unknowns, for [`newton_in`] and [`newton_linear_in`].
///
/// `system(x, residual, jacobian)` writes the residual `r(x)`, `n` numbers, and its exact Jacobian
/// row by row, `n * n` numbers, `jacobian[i * n + j] = d r_i / d x_j`.
///
/// It must write all of them: they hold their previous values, initially those of the workspace.
pub type SystemIn<'f, T> = dyn FnMut(&[T], &mut [T], &mut [T]) + 'f;

/// Solves systems whose size is known only at run time by Newton's method.
///
/// This is [`newton_scaled`](super::newton_scaled) on slices, with bit-identical iterates, the same
/// end and the same failures. If the compiler knows the size, `newton_scaled` is faster for few
/// unknowns.
///
/// `unknowns` hold the guess and then the solution; after a failure they hold the current iterate.
/// `scale` holds the known sizes of the unknowns other than their values, in their order and of
/// either sign. It may be shorter than the unknowns; missing entries count as 0. The same applies
/// to `background`. With `&[]` for both, this is [`newton`](super::newton).
///
/// # Errors
/// [`NewtonFailure`]: non-finite values, a singular Jacobian, or more than `max_iterations`.
///
/// ```
/// use nhi_runtime::plumbing::{Unknowns, newton_in, newton_workspace};
/// use nhi_runtime::NewtonSettings;
///
/// let mut x = [1.5_f64];
/// let mut workspace = [0.0; newton_workspace(1)];
/// let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
/// let settings = NewtonSettings::default();
/// let report = newton_in(unknowns, &[], &[], &settings, &mut |x, residual, jacobian| {
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

/// Equations for [`newton_keeping_factors_in`]: like [`SystemIn`], but the Jacobian is written only
/// if it is requested.
pub type PartialSystemIn<'f, T> = dyn FnMut(&[T], &mut [T], Option<&mut [T]>) + 'f;

/// Solves like [`newton_keeping_factors`](super::newton_keeping_factors) on slices, with
/// bit-identical iterates, the same end and the same failures. For the arguments and the final
/// values see [`newton_in`].
///
/// # Errors
/// [`NewtonFailure`]: non-finite values, a singular Jacobian, or more than `max_iterations`.
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
    if settings.max_iterations == 0 {
        return Err(none_allowed());
    }
    let mut newton = NewtonIteration::new(unknowns, scale, settings, keeps_factors);
    loop {
        let Linearised {
            x,
            residual,
            jacobian,
        } = newton.at();
        system(x, residual, jacobian);
        if let Some(end) = newton.advance(background, settings) {
            return end;
        }
    }
}

/// Newton's method for one system, one iteration at a time: [`newton_in`] for callers that evaluate
/// several systems together. `max_iterations` is at least one.
///
/// In each iteration the caller writes the residual, and the Jacobian if there is a place for it,
/// where [`at`](Self::at) says, and then calls [`advance`](Self::advance).
///
/// ```
/// use nhi_runtime::plumbing::{Linearised, NewtonIteration, Unknowns, newton_workspace};
/// use nhi_runtime::NewtonSettings;
///
/// let mut x = [1.5_f64];
/// let mut workspace = [0.0; newton_workspace(1)];
/// let unknowns = Unknowns::new(&mut x, &mut workspace).unwrap();
/// let settings = NewtonSettings::default();
/// let mut newton = NewtonIteration::new(unknowns, &[], &settings, false);
/// let end = loop {
///     let Linearised { x, residual, jacobian } = newton.at();
///     residual[0] = x[0] * x[0] - 2.0;
///     jacobian.unwrap()[0] = 2.0 * x[0];
///     if let Some(end) = newton.advance(&[], &settings) {
///         break end;
///     }
/// };
/// assert!(end.unwrap().iterations <= 5);
/// assert!((x[0] - 2.0_f64.sqrt()).abs() < 1e-15);
/// ```
#[allow(
    missing_debug_implementations,
    reason = "its numbers have no meaning outside"
)]
pub struct NewtonIteration<'w, T> {
    iteration: Iteration<T, &'w mut [T]>,
    residual: &'w mut [T],
    jacobian: Entries<'w, T>,
}

/// The iterate, and the places of what the next iteration reads.
#[derive(Debug)]
pub struct Linearised<'i, T> {
    /// The iterate.
    pub x: &'i [T],
    /// The place of the residual.
    pub residual: &'i mut [T],
    /// The place of the Jacobian, row by row, unless the factors of the last one are used again.
    pub jacobian: Option<&'i mut [T]>,
}

impl<'w, T: Real> NewtonIteration<'w, T> {
    /// Begins with the guess in `unknowns`. Factors of the Jacobian are used again as by
    /// [`newton_keeping_factors`](super::newton_keeping_factors) if `keeps_factors` is true.
    #[must_use]
    pub fn new(
        unknowns: Unknowns<'w, T>,
        scale: &[T],
        settings: &NewtonSettings<T>,
        keeps_factors: bool,
    ) -> Self {
        write_sizes(unknowns.scale, scale);
        unknowns.equation_size.fill(T::zero());
        let sizes = Sizes {
            scale: unknowns.scale,
            unknowns: unknowns.size,
            equations: unknowns.equation_size,
        };
        Self {
            iteration: Iteration::new(unknowns.x, sizes, settings),
            residual: unknowns.residual,
            jacobian: Entries {
                unknowns: unknowns.increment.len(),
                entries: unknowns.jacobian,
                increment: unknowns.increment,
                equations: unknowns.equations,
                keeps_factors,
            },
        }
    }

    /// Returns the iterate, and the places of its residual and Jacobian.
    #[must_use]
    pub fn at(&mut self) -> Linearised<'_, T> {
        Linearised {
            x: self.iteration.x,
            residual: self.residual,
            jacobian: (!self.iteration.are_kept).then_some(&mut *self.jacobian.entries),
        }
    }

    /// Performs an iteration. Returns `None` if the iteration goes on.
    pub fn advance(
        &mut self,
        background: &[T],
        settings: &NewtonSettings<T>,
    ) -> Option<Result<NewtonReport<T>, NewtonFailure<T>>> {
        let residual = &mut *self.residual;
        let jacobian = self.jacobian.reborrow();
        self.iteration
            .advance(residual, jacobian, &|| background, settings)
    }
}

/// Writes absolute values, and zeros for missing values.
fn write_sizes<T: Real>(places: &mut [T], given: &[T]) {
    let given = given.iter().map(|&size| math::abs(size));
    let absent = iter::repeat(T::zero());
    for (place, size) in places.iter_mut().zip(given.chain(absent)) {
        *place = size;
    }
}

/// Solves linear equations whose number is known only at run time; one iteration of Newton's method
/// is exact for them.
///
/// This is [`newton_linear`](super::newton_linear) on slices, with bit-identical numbers.
/// `unknowns` hold the guess and then the solution; after a failure they still hold the guess.
/// `system` is that of [`newton_in`]; it is called once, at the guess.
///
/// # Errors
/// [`NewtonFailure`]: non-finite values or a singular Jacobian, in iteration 1.
///
/// ```
/// use nhi_runtime::plumbing::{Unknowns, newton_linear_in, newton_workspace};
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
