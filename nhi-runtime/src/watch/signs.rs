use crate::{Real, math, relative_residual};

/// What a state shows of what must stay small.
///
/// What a model or integrator has no sign of is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs<T> {
    /// The energy `v . L_v - L`, if it is known what changes it.
    pub energy: Option<T>,
    /// The rate of the energy, `f . v - lambda . b - L_t`: the power of forces, controls, constraints that
    /// move, and of what depends on the time. `None` if the exact motion keeps the energy, NaN if it depends
    /// on controls that are not known.
    pub power: Option<T>,
    /// The same with the controls of the step that led to the state, if they differ from those of the
    /// step that follows.
    pub arriving_power: Option<T>,
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
    /// Whether the integrator moves a group by a retraction that lags behind a turn, as Cayley's does: such
    /// methods keep energy or momentum exactly, and nothing else shows the lag.
    pub lags: bool,
    /// What the contacts of the model bear.
    pub contact: Option<ContactSign<T>>,
}

/// What the contacts of a model bear: multipliers, each with the sign in which the contact presses,
/// weighed as the change of the velocity that they make in a step, the square root of a kinetic energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSign<T> {
    /// The number of the contact that pulls most, or presses least, in the order of the model.
    pub place: usize,
    /// How much it pulls; negative if it presses.
    pub pull: T,
    /// The largest absolute load of any contact.
    pub load: T,
}

impl<T: Real> Signs<T> {
    /// The largest relative residual of constraints `(residual, scale)`, as
    /// [`off_constraint`](crate::off_constraint) compares them.
    ///
    /// Scales are roots of squares, which underflow where a motion has all but come to rest: none is below the root of the
    /// smallest number.
    #[must_use]
    pub fn largest_residual(constraints: &[(T, T)]) -> Option<T> {
        let least = math::sqrt(T::MIN_POSITIVE);
        let relative = constraints
            .iter()
            .map(|&(residual, scale)| relative_residual(residual, scale.max(least)));
        relative.reduce(T::max)
    }

    /// What contacts bear, from their weighed multipliers, positive if they press; `None` if there is no
    /// contact.
    #[must_use]
    pub fn contact(loads: &[T]) -> Option<ContactSign<T>> {
        let first = *loads.first()?;
        let none = ContactSign {
            place: 0,
            pull: -first,
            load: T::zero(),
        };
        let worst = loads
            .iter()
            .enumerate()
            .fold(none, |worst, (place, &load)| {
                let most = worst.load.max(math::abs(load));
                match -load > worst.pull {
                    true => ContactSign {
                        place,
                        pull: -load,
                        load: most,
                    },
                    false => ContactSign {
                        load: most,
                        ..worst
                    },
                }
            });
        Some(worst)
    }

    /// Controls that are not known: NaN.
    #[must_use]
    pub fn unknown<const CONTROLS: usize>() -> [T; CONTROLS] {
        [T::literal(f64::NAN); CONTROLS]
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
