//! Settings of the stopping criteria of Newton's method.

use crate::Real;

/// The settings of the stopping criteria of Newton's method.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NewtonSettings<T> {
    /// The largest number of iterations; each evaluates the system once.
    pub max_iterations: u32,
    /// The level of round-off, relative to the size of each unknown and of the terms of each
    /// equation: a few machine epsilons.
    pub relative_tolerance: T,
}

/// At most 30 iterations, round-off at 4 machine epsilons.
impl<T: Real> Default for NewtonSettings<T> {
    #[inline]
    fn default() -> Self {
        Self {
            max_iterations: 30,
            relative_tolerance: T::literal(4.0) * T::EPSILON,
        }
    }
}
