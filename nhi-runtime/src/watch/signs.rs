use crate::plumbing::relative_residual;
use crate::{Real, math};

/// The quantities of a state that must stay small.
///
/// A quantity that a model or integrator does not have is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signs<T> {
    /// The energy `v . L_v - L`, if everything that changes it is known.
    pub energy: Option<T>,
    /// The rate of the energy, `f . v - lambda . b - L_t`: the power of forces, controls, moving
    /// constraints and time-dependent terms. `None` if the exact motion preserves the energy, NaN
    /// if the rate depends on unknown controls.
    pub power: Option<T>,
    /// The same with the controls of the step that led to the state, if they differ from those of
    /// the step that follows.
    pub arriving_power: Option<T>,
    /// The kinetic energy `1/2 v . (L_v - L_v(q, 0))`, which is the scale for energies.
    pub kinetic: T,
    /// The kinetic energy of the alternating part of a reflected velocity.
    pub parasitic: Option<T>,
    /// The largest relative residual of a constraint.
    pub residual: Option<T>,
    /// The smallest distance of an angle, in radians, from a pole of its chart. A pole is a value
    /// at which the mass matrix is singular.
    pub pole: Option<T>,
    /// The largest change of a pivot of the mass matrix `M` or of `A M^-1 A^T` in a step at this
    /// velocity, relative to the pivot.
    pub pivot: Option<T>,
    /// The largest change of an angle in a step at this velocity, in radians.
    pub turn: Option<T>,
    /// True if the integrator moves a group by a retraction that turns less than the exact
    /// motion, like the Cayley map. Such methods preserve energy or momentum exactly, and no other
    /// sign shows the lag.
    pub lags: bool,
    /// True if the method controls steps of its own. Then changes from one row to the next, such as
    /// `pivot`, `turn` and the work of `power`, show how far apart rows are, not how exact they
    /// are.
    pub adaptive: bool,
    /// The number of substeps of a composed step; `None` if a step is made at once. Each solves its
    /// own equations, so a step takes as many more iterations.
    pub substeps: Option<u32>,
    /// The loads of the contacts of the model.
    pub contact: Option<ContactSign<T>>,
}

/// The loads of the contacts of a model.
///
/// They are multipliers, with the sign with which the contact presses. They are weighted as the
/// change of the velocity that they cause in a step, the square root of a kinetic energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSign<T> {
    /// The number of the contact that pulls most, or presses least, in the order of the model.
    pub place: usize,
    /// The pull of that contact; negative if it presses.
    pub pull: T,
    /// The largest absolute load of any contact.
    pub load: T,
}

impl<T: Real> Signs<T> {
    /// Returns the largest relative residual of constraints `(residual, scale)`, as compared by
    /// [`off_constraint`](crate::plumbing::off_constraint).
    ///
    /// Scales are roots of squares, which underflow if a motion has almost come to rest. So no
    /// scale is taken below the root of the smallest number.
    #[must_use]
    pub fn largest_residual(constraints: &[(T, T)]) -> Option<T> {
        let least = math::sqrt(T::MIN_POSITIVE);
        let relative = constraints
            .iter()
            .map(|&(residual, scale)| relative_residual(residual, scale.max(least)));
        relative.reduce(T::max)
    }

    /// Returns the loads of contacts from their weighted multipliers, positive if they press;
    /// `None` if there are no contacts.
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

    /// Returns the values of unknown controls: NaN.
    #[must_use]
    pub fn unknown<const CONTROLS: usize>() -> [T; CONTROLS] {
        [T::literal(f64::NAN); CONTROLS]
    }

    /// Returns the constraint residuals of a reflected velocity for integrators that do not
    /// reflect.
    #[must_use]
    pub fn unreflected<const CONSTRAINTS: usize>() -> [T; CONSTRAINTS] {
        [T::zero(); CONSTRAINTS]
    }

    /// Returns the largest absolute value; `None` if there are no values.
    #[must_use]
    pub fn largest(values: &[T]) -> Option<T> {
        values.iter().map(|&value| math::abs(value)).reduce(T::max)
    }

    /// Returns the smallest absolute value; `None` if there are no values.
    #[must_use]
    pub fn smallest(values: &[T]) -> Option<T> {
        values.iter().map(|&value| math::abs(value)).reduce(T::min)
    }
}
