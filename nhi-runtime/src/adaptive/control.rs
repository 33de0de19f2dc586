//! The control of the step size, common to all adaptive methods.

use super::dop853::Advance;
use crate::{Real, StepErrorKind, math};

/// The largest step, in rows. A step sees the field at a few places only, and may pass over what is
/// much shorter than itself. The distance of the rows shows which lengths matter.
const MOST_ROWS: f64 = 64.0;

/// The maximum number of steps between two rows, rejected ones included.
const MOST_STEPS: u32 = 100_000;

/// The maximum number of switches between two rows.
const MOST_SWITCHES: u32 = 1000;

/// The smallest tolerance, as a multiple of the machine epsilon: an error below it is round-off.
const LEAST_TOLERANCE: f64 = 4.0;

/// The largest correction of the end of a step, as a multiple of the tolerance. Those of regular
/// motions are a few tolerances.
const LARGEST_CORRECTION: f64 = 1e4;

/// Checks that the constraints only correct the error of a step that ends at `time`.
///
/// # Errors
/// They move the motion `from` the end of the step much farther.
#[inline]
pub(super) fn check_correction<T: Real>(
    time: T,
    from: &[T],
    to: &[T],
    tolerance: T,
) -> Result<(), StepErrorKind<T>> {
    let largest = |values: &mut dyn Iterator<Item = T>| values.fold(T::zero(), T::max);
    let size = largest(&mut to.iter().map(|&y| math::abs(y))).max(T::one());
    let pairs = from.iter().zip(to);
    let correction = largest(&mut pairs.map(|(&from, &to)| math::abs(to - from)));
    if correction > T::literal(LARGEST_CORRECTION) * tolerance * size {
        return Err(StepErrorKind::LostToRoundOff { time, correction });
    }
    Ok(())
}

/// Returns the tolerance that the scalar type can attain: at least four times its epsilon.
#[inline]
pub(super) fn attainable<T: Real>(tolerance: T) -> T {
    tolerance.max(T::literal(LEAST_TOLERANCE) * T::EPSILON)
}

/// The work of an advance so far, and the smallest step that changes the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort<T> {
    steps: u32,
    switches: u32,
    least: T,
    /// The largest step.
    most: T,
    /// True if the last rejection was for a value that is not finite.
    is_lost: bool,
}

impl<T: Real> Effort<T> {
    /// Starts an advance from a time.
    #[inline]
    pub(super) fn new(from: T, Advance { begin, target, .. }: Advance<T>) -> Self {
        let size = math::abs(from).max(math::abs(target));
        Self {
            steps: 0,
            switches: 0,
            least: T::literal(10.0) * T::EPSILON * size,
            most: T::literal(MOST_ROWS) * math::abs(target - begin),
            is_lost: false,
        }
    }

    /// Counts a step that is about to be made from `time`.
    #[inline]
    pub(super) fn spend(&mut self, time: T) -> Result<(), StepErrorKind<T>> {
        if self.steps == MOST_STEPS {
            let steps = MOST_STEPS;
            return Err(StepErrorKind::TooManySteps { time, steps });
        }
        self.steps += 1;
        Ok(())
    }

    /// Counts a switch at `time`.
    #[cold]
    pub(super) fn switch(&mut self, time: T) -> Result<(), StepErrorKind<T>> {
        self.switches += 1;
        if self.switches > MOST_SWITCHES {
            let switches = MOST_SWITCHES;
            return Err(StepErrorKind::TooManySwitches { time, switches });
        }
        Ok(())
    }

    /// Returns the smallest change of time, as a part of the step `h`.
    pub(super) fn resolution(&self, h: T) -> T {
        self.least / math::abs(h)
    }

    /// Returns the step after an accepted one: times `factor`, within what the time resolves.
    #[inline]
    pub(super) fn accepted(&mut self, h: T, factor: T) -> T {
        self.is_lost = false;
        let size = math::abs(h * factor).max(self.least).min(self.most);
        size.copysign(h)
    }

    /// Returns a step from `time`, within what the time resolves.
    ///
    /// # Errors
    /// A step too small for the time to resolve it.
    #[inline]
    pub(super) fn within(&self, time: T, h: T) -> Result<T, StepErrorKind<T>> {
        if math::abs(h) < self.least {
            return Err(StepErrorKind::StepSizeUnderflow { time, h });
        }
        Ok(math::abs(h).min(self.most).copysign(h))
    }

    /// Returns the step after a rejected one from `time`: times `factor`, or a tenth if a value
    /// was not finite.
    ///
    /// # Errors
    /// A step too small for the time to resolve it.
    #[cold]
    pub(super) fn rejected(
        &mut self,
        time: T,
        h: T,
        factor: Option<T>,
    ) -> Result<T, StepErrorKind<T>> {
        self.is_lost = factor.is_none();
        let next = h * factor.unwrap_or(T::literal(0.1));
        if math::abs(next) > self.least {
            return Ok(next);
        }
        Err(if self.is_lost {
            StepErrorKind::NonFiniteMotion { time }
        } else {
            StepErrorKind::StepSizeUnderflow { time, h: next }
        })
    }
}
