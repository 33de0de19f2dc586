//! The check of initial values against the constraints.

use crate::{Real, StepError, StepErrorKind, math};

/// Returns the largest relative residual of a constraint that initial values may have: `1e-8`, or
/// 64 machine epsilons if that is larger (`7.6e-6` for `f32`).
#[inline]
#[must_use]
pub fn constraint_tolerance<T: Real>() -> T {
    (T::literal(64.0) * T::EPSILON).max(T::literal(1e-8))
}

/// Accepts initial values at `time` that satisfy every constraint to within
/// [`constraint_tolerance`].
///
/// `constraints` are `(name, residual, scale)` in the order of the model. The residual of a row is
/// `A v + b`. The scale is the size of the terms that cancel in the residual, for example
/// `|A| |v| + |b|` with Euclidean norms if `b` is a single term. A sum of the absolute terms
/// `|A_j v_j|` is not a good scale: if the only nonzero term is round-off (`cos(pi/2) * v`), the
/// sum equals the residual. A residual of zero is accepted on any scale, including zero.
///
/// # Errors
/// - [`StepErrorKind::OffConstraints`] for the constraint with the largest relative residual;
/// - [`StepErrorKind::NonFinite`] if a residual or scale is NaN or infinite although the initial
///   values, which are checked first, are finite.
///
/// ```
/// use nhi_runtime::plumbing::off_constraint;
/// use nhi_runtime::StepErrorKind;
///
/// assert!(off_constraint(0.0, &[("skid", 1e-12, 1.0), ("steer", 0.0, 0.0)]).is_ok());
/// let error = off_constraint(0.0, &[("skid", 1e-3, 1.0), ("steer", -0.5, 2.0)]).unwrap_err();
/// assert!(matches!(error.kind, StepErrorKind::OffConstraints { index: 1, name: "steer", .. }));
/// ```
pub fn off_constraint<T: Real, N: Clone>(
    time: T,
    constraints: &[(N, T, T)],
) -> Result<(), StepError<T, N>> {
    let mut worst = None;
    let mut largest = constraint_tolerance::<T>();
    for (index, (name, residual, scale)) in (0_u32..).zip(constraints) {
        let (residual, scale) = (*residual, *scale);
        if !math::all_finite(&[residual, scale]) {
            return Err(StepError::new(time, StepErrorKind::NonFinite));
        }
        let relative = relative_residual(residual, scale);
        if relative > largest {
            largest = relative;
            worst = Some(StepErrorKind::OffConstraints {
                index,
                name: name.clone(),
                residual,
                relative,
            });
        }
    }
    worst.map_or(Ok(()), |kind| Err(StepError::new(time, kind)))
}

/// Returns a residual relative to its scale: 0 for a residual of zero on any scale, otherwise at
/// most 1.
///
/// A scale smaller than the residual is ignored: it vanishes if squares of tiny terms underflow.
#[inline]
#[must_use]
pub fn relative_residual<T: Real>(residual: T, scale: T) -> T {
    let size = math::abs(residual);
    if size == T::zero() {
        return T::zero();
    }
    size / scale.max(size)
}
