//! The stopping criteria of Newton's method.

use super::iteration::{Jacobian, Vector};
use super::sizes::{is_finite_sum, larger, largest_ratio};
use super::{NewtonFailure, NewtonReport};
use crate::{Real, math};

/// The largest relative increment at which factors are kept.
const NEAR: f64 = 1.0 / 8.0;
/// The largest contraction at which factors are kept: at least six bits per iteration.
const GOOD_CONTRACTION: f64 = 1.0 / 64.0;
/// The contraction from which on increments at the round-off of the background have stagnated. Near
/// a solution they would contract by more, but a coordinate that is too large to follow them stays
/// unchanged.
pub(super) const SLOW_CONTRACTION: f64 = 1.0 / 8.0;
/// The iteration from which on every contraction counts as slow. Quadratic convergence would have
/// ended by then. Within the round-off of the background, equations do not follow their slopes.
pub(super) const MANY_ITERATIONS: u32 = 8;
/// The contraction from which on increments have stagnated, whatever they are compared with.
const NO_CONTRACTION: f64 = 1.0 / 2.0;
/// The largest size of stagnated increments, in tolerances of the background: a background has one
/// rounding, an equation several.
const ROUNDINGS: f64 = 16.0;

/// The values that the stopping criteria keep from one iteration to the next.
pub(super) struct Progress<T, V> {
    tolerance: T,
    /// The last relative increment; zero before the first one, so the first has not contracted.
    increment: T,
    /// Its ratio to the previous increment, at most one; one for the first increment.
    rate: T,
    /// The sum of the relative increments since the Jacobian was factorised: the inaccuracy of its
    /// factors.
    moved: T,
    /// The largest residual or size of terms of each equation in the iterations that examined it.
    equation_size: V,
}

impl<T: Real, V: Vector<T>> Progress<T, V> {
    #[inline]
    pub(super) fn new(tolerance: T, equation_size: V) -> Self {
        Self {
            tolerance,
            increment: T::zero(),
            rate: T::zero(),
            moved: T::zero(),
            equation_size,
        }
    }

    /// Checks criterion 1: the next increment would be round-off.
    ///
    /// With kept factors, an increment that contracted well by chance does not predict the next
    /// one. If the unknowns moved by a fraction of their size, the Jacobian is assumed to have
    /// changed by the same fraction.
    #[inline]
    pub(super) fn increment_ends(
        &mut self,
        increment: &impl Vector<T>,
        size: &V,
        are_factors_kept: bool,
    ) -> bool {
        let relative = largest_ratio(increment, size);
        let rate = if self.increment > relative {
            relative / self.increment
        } else {
            T::one()
        };
        self.rate = rate;
        self.increment = relative;
        if !are_factors_kept {
            self.moved = relative;
            return relative * rate <= self.tolerance;
        }
        let moved = self.moved;
        self.moved = moved + relative;
        relative * larger(rate, moved) <= self.tolerance
    }

    /// Returns the reason why the allowed iterations were not enough.
    pub(super) fn failure(&self, report: NewtonReport<T>) -> NewtonFailure<T> {
        exhausted(self.increment, report)
    }

    /// Returns true if the solution is so near that factors of the Jacobian remain useful. The last
    /// increment must be a small part of the unknowns, by which the Jacobian will have changed. It
    /// must also have contracted well, unless it was the first.
    #[inline]
    pub(super) fn is_near(&self, iteration: u32) -> bool {
        self.increment <= T::literal(NEAR)
            && (iteration == 1 || self.rate <= T::literal(GOOD_CONTRACTION))
    }

    /// Checks criterion 2: the residual is round-off of its own evaluation.
    #[inline]
    pub(super) fn residual_ends<W: Vector<T>>(
        &mut self,
        residual: &W,
        jacobian: &impl Jacobian<T, W>,
        size: &V,
    ) -> bool {
        let half_precision = math::sqrt(T::EPSILON);
        // The largest excess of a residual over its round-off.
        let mut above_round_off = T::zero();
        let equations = jacobian.rows().zip(residual.as_ref());
        for ((row, &residual), largest) in equations.zip(self.equation_size.as_mut()) {
            let residual = math::abs(residual);
            let terms = row.as_ref().iter().zip(size.as_ref());
            let terms = terms.fold(T::zero(), |sum, (&slope, &size)| {
                sum + math::abs(slope) * size
            });
            *largest = larger(*largest, larger(residual, terms));
            // A single equation that is not nearly solved decides; the others need no examination.
            if residual > half_precision * *largest {
                return false;
            }
            above_round_off = larger(above_round_off, residual - self.tolerance * terms);
        }
        above_round_off <= T::zero() && is_finite_sum(self.equation_size.as_ref())
    }

    /// Checks criteria 3 to 5: the increment has stagnated.
    ///
    /// Valid only from the third iteration on and with a new Jacobian, which the caller ensures.
    #[inline]
    pub(super) fn has_stagnated<W: Vector<T>, B: AsRef<[T]>>(
        &self,
        iteration: u32,
        jacobian: &impl Jacobian<T, W>,
        increment: &W,
        size: &V,
        background: &impl Fn() -> B,
    ) -> bool {
        if self.rate < T::literal(SLOW_CONTRACTION) && iteration < MANY_ITERATIONS {
            return false;
        }
        let stagnation = Stagnation::new(self.rate, iteration, self.tolerance);
        let background = background();
        jacobian.is_round_off(increment, size.as_ref(), background.as_ref(), stagnation)
    }
}

/// Returns the reason why the allowed iterations were not enough, from the last relative increment.
pub(super) fn exhausted<T: Real>(increment: T, report: NewtonReport<T>) -> NewtonFailure<T> {
    let is_near = increment <= math::sqrt(T::EPSILON);
    if is_near && report.iterations >= MANY_ITERATIONS {
        NewtonFailure::Stagnated(report)
    } else {
        NewtonFailure::Diverged(report)
    }
}

/// An increment that contracts slowly.
pub(super) struct Stagnation<T> {
    /// Its ratio to the previous increment, negative after many iterations. With a third field, all
    /// of them would be passed through memory.
    rate: T,
    tolerance: T,
}

impl<T: Real> Stagnation<T> {
    #[inline]
    pub(super) fn new(rate: T, iteration: u32, tolerance: T) -> Self {
        let is_late = iteration >= MANY_ITERATIONS;
        let rate = if is_late { -rate } else { rate };
        Self { rate, tolerance }
    }

    /// Returns true if the increment is as small as round-off permits.
    ///
    /// Compares the terms of each equation, because unknowns have different units. An unknown
    /// without a background, such as a multiplier, thus has the background of the unknowns in its
    /// equations. Out of line, because few iterations call it.
    #[cold]
    #[inline(never)]
    pub(super) fn ends<W: Vector<T>>(
        self,
        jacobian: &impl Jacobian<T, W>,
        increment: &W,
        size: &[T],
        background: &[T],
    ) -> bool {
        let at = |sizes: &[T], i| math::abs(sizes.get(i).copied().unwrap_or_default());
        let half_precision = math::sqrt(T::EPSILON);
        let halves = math::abs(self.rate) < T::literal(NO_CONTRACTION);
        let is_late = self.rate < T::zero();
        if !halves && are_small(jacobian, increment, half_precision, |i| at(size, i)) {
            return true;
        }
        // Numbers that underflow have lost their last digits, whatever the background is.
        let underflow = T::MIN_POSITIVE / T::EPSILON;
        let round_off = T::literal(ROUNDINGS) * self.tolerance;
        let most = |i| {
            // Increments that still halve continue to the last digit of the unknowns themselves.
            let own = if halves { T::zero() } else { at(size, i) };
            larger(underflow, larger(own, at(background, i)))
        };
        are_small(jacobian, increment, round_off, most)
            || !halves && is_late && are_lost(jacobian, increment, round_off, most)
    }
}

/// Returns true if in every equation the terms `|J_ij| |increment_j|` are within `part` of the
/// terms `|J_ij| size_j`.
fn are_small<T: Real, W: Vector<T>>(
    jacobian: &impl Jacobian<T, W>,
    increment: &W,
    part: T,
    size: impl Fn(usize) -> T,
) -> bool {
    jacobian.rows().all(|row| {
        let terms = row.as_ref().iter().zip(increment.as_ref()).enumerate();
        let (moved, limit) = terms.fold(
            (T::zero(), T::zero()),
            |(moved, limit), (j, (&slope, &step))| {
                let slope = math::abs(slope);
                (moved + slope * math::abs(step), limit + slope * size(j))
            },
        );
        moved <= part * limit && math::is_finite(limit)
    })
}

/// Returns true if each increment is within `part` of the terms `|J_ij| size_j` of an equation, as
/// the multiplier is that an equation of a coordinate without mass sets to zero. The elimination
/// takes its digits from other equations.
#[cold]
#[inline(never)]
fn are_lost<T: Real, W: Vector<T>>(
    jacobian: &impl Jacobian<T, W>,
    increment: &W,
    part: T,
    size: impl Fn(usize) -> T,
) -> bool {
    let mut steps = increment.as_ref().iter().enumerate();
    steps.all(|(j, &step)| {
        let is_lost_in = |row: &[T]| {
            let terms = row.iter().enumerate();
            let limit = terms.fold(T::zero(), |limit, (k, &slope)| {
                limit + math::abs(slope) * size(k)
            });
            let moved = row
                .get(j)
                .map_or(T::zero(), |&slope| math::abs(slope * step));
            moved > T::zero() && moved <= part * limit && math::is_finite(limit)
        };
        step == T::zero() || jacobian.rows().any(|row| is_lost_in(row.as_ref()))
    })
}
