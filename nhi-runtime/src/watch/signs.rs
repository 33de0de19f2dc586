use crate::{Real, math};

/// What a state shows of what must stay small.
///
/// What a model or integrator has no sign of is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs<T> {
    /// The energy `v . L_v - L`, where the exact motion keeps it: no force works, and nothing depends
    /// on the time.
    pub energy: Option<T>,
    /// The kinetic energy `1/2 v . (L_v - L_v(q, 0))`, with which energies are compared.
    pub kinetic: T,
    /// The kinetic energy of the alternating part of a reflected velocity.
    pub parasitic: Option<T>,
    /// The largest relative residual of a constraint.
    pub residual: Option<T>,
    /// The smallest distance of an angle from a pole of its chart, a value at which the mass matrix is
    /// singular, in radians.
    pub pole: Option<T>,
    /// The largest change of a pivot of the mass matrix `M` or of `A M^-1 A^T` in a step at this velocity,
    /// relative to the pivot.
    pub pivot: Option<T>,
    /// The largest change of an angle in a step at this velocity, in radians.
    pub turn: Option<T>,
}

impl<T: Real> Signs<T> {
    /// The largest relative residual of constraints `(residual, scale)`, as
    /// [`off_constraint`](crate::off_constraint) compares them; a residual of zero is none on any scale.
    ///
    /// Scales are roots of squares, which underflow where a motion has all but come to rest: none is below the root of the
    /// smallest number.
    #[must_use]
    pub fn largest_residual(constraints: &[(T, T)]) -> Option<T> {
        let least = math::sqrt(T::MIN_POSITIVE);
        let relative = constraints.iter().map(|&(residual, scale)| {
            if residual == T::zero() {
                T::zero()
            } else {
                // The scale first, so that one that is NaN shows.
                math::abs(residual) / if scale < least { least } else { scale }
            }
        });
        relative.reduce(T::max)
    }

    /// The constraint residuals of a reflected velocity where an integrator reflects none.
    #[must_use]
    pub fn unreflected<const CONSTRAINTS: usize>() -> [T; CONSTRAINTS] {
        [T::zero(); CONSTRAINTS]
    }

    /// The largest absolute value; `None` where there is no value.
    #[must_use]
    pub fn largest(values: &[T]) -> Option<T> {
        values.iter().map(|&value| math::abs(value)).reduce(T::max)
    }

    /// The smallest absolute value; `None` where there is no value.
    #[must_use]
    pub fn smallest(values: &[T]) -> Option<T> {
        values.iter().map(|&value| math::abs(value)).reduce(T::min)
    }
}
