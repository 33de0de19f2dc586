//! When Newton's method has converged.

use super::iteration::{Jacobian, Vector};
use super::sizes::{is_finite_sum, larger, largest_ratio};
use super::{NewtonFailure, NewtonReport};
use crate::{Real, math};

/// The relative increment from which on factors are kept.
const NEAR: f64 = 1.0 / 8.0;
/// The contraction up to which they are: six bits for each iteration at the least.
const GOOD_CONTRACTION: f64 = 1.0 / 64.0;
/// The contraction from which on increments that are round-off of the background have stagnated: near a solution they would
/// contract by more, but a coordinate that is too large to follow them stays where it is.
const SLOW_CONTRACTION: f64 = 1.0 / 8.0;
/// The contraction from which on increments have stagnated whatever they are compared with.
const NO_CONTRACTION: f64 = 1.0 / 2.0;
/// How many tolerances of the background increments that have stagnated may be: a background has one rounding, an
/// equation several.
const ROUNDINGS: f64 = 16.0;

/// What the stopping criteria remember from one iteration to the next.
pub(super) struct Progress<T, V> {
    tolerance: T,
    /// The last relative increment; zero before the first, from which nothing has contracted.
    increment: T,
    /// How much it contracted; zero after the first.
    rate: T,
    /// The sum of the relative increments since the Jacobian was factorised: how far off its factors are.
    moved: T,
    /// The last relative residual; infinite where not all equations were looked at.
    residual: T,
    /// The largest residual or size of terms that each equation has had where it was looked at.
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
            residual: T::literal(f64::INFINITY),
            equation_size,
        }
    }

    /// Criterion 1: the increment that would follow is round-off.
    ///
    /// With factors that were kept, an increment that contracted well by chance does not tell how the next one will:
    /// where unknowns moved by a part of themselves, the Jacobian is taken to have changed by the same part.
    #[inline]
    pub(super) fn increment_ends(
        &mut self,
        increment: &impl Vector<T>,
        size: &V,
        are_factors_kept: bool,
    ) -> bool {
        let relative = largest_ratio(increment, size);
        let moved = if are_factors_kept {
            self.moved
        } else {
            T::zero()
        };
        self.moved = moved + relative;
        let rate = if self.increment > relative {
            relative / self.increment
        } else {
            T::one()
        };
        self.rate = if self.increment == T::zero() {
            T::zero()
        } else {
            rate
        };
        self.increment = relative;
        relative * larger(rate, moved) <= self.tolerance
    }

    /// Why the iterations allowed were not enough.
    pub(super) fn failure(&self, report: NewtonReport<T>) -> NewtonFailure<T> {
        let is_near = self.increment <= math::sqrt(T::EPSILON);
        if is_near && self.rate >= T::literal(SLOW_CONTRACTION) {
            NewtonFailure::Stagnated(report)
        } else {
            NewtonFailure::Diverged(report)
        }
    }

    /// Whether the solution is so near that factors of the Jacobian still serve: the last increment was a small part of
    /// the unknowns, by which the Jacobian will have changed, and it had contracted well.
    #[inline]
    pub(super) fn is_near(&self) -> bool {
        self.increment <= T::literal(NEAR) && self.rate <= T::literal(GOOD_CONTRACTION)
    }

    /// Criteria 2 and 3: the residual is round-off of its own evaluation, or has stagnated there.
    #[inline]
    pub(super) fn residual_ends<W: Vector<T>>(
        &mut self,
        residual: &W,
        jacobian: &impl Jacobian<T, W>,
        increment: &W,
        size: &V,
    ) -> bool {
        let half_precision = math::sqrt(T::EPSILON);
        let last = self.residual;
        self.residual = T::literal(f64::INFINITY);
        // The most by which a residual is above its round-off.
        let mut above_round_off = T::zero();
        let equations = jacobian.rows().zip(residual.as_ref());
        for ((row, &residual), largest) in equations.zip(self.equation_size.as_mut()) {
            let residual = math::abs(residual);
            let terms = row.as_ref().iter().zip(size.as_ref());
            let terms = terms.fold(T::zero(), |sum, (&slope, &size)| {
                sum + math::abs(slope) * size
            });
            *largest = larger(*largest, larger(residual, terms));
            // One equation that is not nearly solved decides: the others need not be looked at.
            if residual > half_precision * *largest {
                return false;
            }
            above_round_off = larger(above_round_off, residual - self.tolerance * terms);
        }
        if !is_finite_sum(self.equation_size.as_ref()) {
            return false;
        }
        // Iterates far off once make every later residual look small: the increment must agree, whose terms are
        // compared equation by equation, since unknowns have different units.
        let relative = largest_ratio(residual, &self.equation_size);
        self.residual = relative;
        above_round_off <= T::zero()
            || (relative + relative >= last
                && are_small(jacobian, increment, half_precision, |i| {
                    size.as_ref().get(i).copied().unwrap_or_default()
                }))
    }

    /// Criterion 4: the increment has stagnated within the round-off of the background.
    ///
    /// Equation by equation, so that an unknown without a background, such as a multiplier, has that of the unknowns that
    /// it acts on. Where numbers underflow, they have lost their last digits whatever the background is.
    #[inline]
    pub(super) fn increment_is_background<W: Vector<T>>(
        &self,
        jacobian: &impl Jacobian<T, W>,
        increment: &W,
        size: &V,
        background: &V,
    ) -> bool {
        let underflow = T::MIN_POSITIVE / T::EPSILON;
        // Increments that still halve go on to the last digit of the unknowns themselves.
        let halves = self.rate < T::literal(NO_CONTRACTION);
        self.rate >= T::literal(SLOW_CONTRACTION)
            && are_small(
                jacobian,
                increment,
                T::literal(ROUNDINGS) * self.tolerance,
                |i| {
                    let at = |sizes: &V| sizes.as_ref().get(i).copied().unwrap_or_default();
                    let own = if halves { T::zero() } else { at(size) };
                    larger(underflow, larger(own, at(background)))
                },
            )
    }
}

/// Whether in every equation the terms `|J_ij| |increment_j|` are within a part of the terms `|J_ij| size_j`.
///
/// Out of line: few iterations come here.
#[cold]
#[inline(never)]
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
        moved <= part * limit
    })
}
