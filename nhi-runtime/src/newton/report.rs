//! The report of Newton's method.

use super::iteration::Vector;
use super::sizes::largest;
use crate::Real;

/// A report on the end of Newton's method.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NewtonReport<T> {
    /// The number of iterations, which is also the number of evaluations of the system.
    pub iterations: u32,
    /// The largest absolute component of the last increment. The remaining error is smaller by the
    /// rate of contraction.
    pub increment: T,
    /// The largest absolute component of the last residual, before the last increment.
    pub residual: T,
}

/// A report without iterations.
impl<T: Real> Default for NewtonReport<T> {
    #[inline]
    fn default() -> Self {
        Self {
            iterations: 0,
            increment: T::zero(),
            residual: T::zero(),
        }
    }
}

impl<T: Real> NewtonReport<T> {
    #[inline]
    pub(super) fn new(
        iterations: u32,
        increment: &impl Vector<T>,
        residual: &impl Vector<T>,
    ) -> Self {
        Self {
            iterations,
            increment: largest(increment.as_ref()),
            residual: largest(residual.as_ref()),
        }
    }

    /// Returns the report of a step that solves one system after another: the sum of the
    /// iterations, and the largest of the increments and of the residuals.
    ///
    /// ```
    /// use nhi_runtime::NewtonReport;
    ///
    /// let predictor = NewtonReport { iterations: 2, increment: 1e-9, residual: 1e-12 };
    /// let corrector = NewtonReport { iterations: 3, increment: 1e-16, residual: 1e-10 };
    /// let both = NewtonReport { iterations: 5, increment: 1e-9, residual: 1e-10 };
    /// assert_eq!(predictor.and(corrector), both);
    /// ```
    #[inline]
    #[must_use]
    pub fn and(self, next: Self) -> Self {
        Self {
            iterations: self.iterations.saturating_add(next.iterations),
            increment: self.increment.max(next.increment),
            residual: self.residual.max(next.residual),
        }
    }
}
