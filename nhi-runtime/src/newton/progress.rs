//! When Newton's method has converged.

use super::iteration::Linearised;
use super::sizes::{is_finite_sum, larger, largest, largest_ratio};
use crate::{Real, math};

/// What the stopping criteria remember from one iteration to the next.
pub(super) struct Progress<'m, T> {
    tolerance: T,
    /// The last relative increment; zero before the first, from which nothing has contracted.
    increment: T,
    /// The last relative residual; infinite where not all equations were looked at.
    residual: T,
    /// The largest residual or size of terms that each equation has had where it was looked at.
    equation_size: &'m mut [T],
}

impl<'m, T: Real> Progress<'m, T> {
    #[inline]
    pub(super) fn new(tolerance: T, equation_size: &'m mut [T]) -> Self {
        Self {
            tolerance,
            increment: T::zero(),
            residual: T::literal(f64::INFINITY),
            equation_size,
        }
    }

    /// Criterion 1: the increment that would follow is round-off.
    #[inline]
    pub(super) fn increment_ends(&mut self, increment: &[T], size: &[T]) -> bool {
        let relative = largest_ratio(increment, size);
        let rate = if self.increment > relative {
            relative / self.increment
        } else {
            T::one()
        };
        self.increment = relative;
        relative * rate <= self.tolerance
    }

    /// Criteria 2 and 3: the residual is round-off of its own evaluation, or has stagnated there.
    #[inline]
    pub(super) fn residual_ends(
        &mut self,
        linearised: &impl Linearised<T>,
        increment: &[T],
        size: &[T],
    ) -> bool {
        let half_precision = math::sqrt(T::EPSILON);
        let last = self.residual;
        self.residual = T::literal(f64::INFINITY);
        let mut at_round_off = true;
        let residuals = linearised.residual();
        let equations = linearised.rows().zip(residuals);
        for ((row, &residual), largest) in equations.zip(self.equation_size.iter_mut()) {
            let residual = math::abs(residual);
            let terms = row.iter().zip(size);
            let terms = terms.fold(T::zero(), |sum, (&slope, &size)| {
                sum + math::abs(slope) * size
            });
            *largest = larger(*largest, larger(residual, terms));
            // One equation that is not nearly solved decides: the others need not be looked at.
            if residual > half_precision * *largest {
                return false;
            }
            at_round_off &= residual <= self.tolerance * terms;
        }
        if !is_finite_sum(self.equation_size.iter()) {
            return false;
        }
        // Iterates far off once make every later residual look small: the increment must agree.
        let relative = largest_ratio(residuals, self.equation_size);
        self.residual = relative;
        let stagnated =
            relative + relative >= last && largest(increment) <= half_precision * largest(size);
        at_round_off || stagnated
    }
}
