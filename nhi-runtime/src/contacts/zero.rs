//! Zeros of functions of the state within a step.

use crate::Real;

/// The maximum number of steps to locate a zero.
const MOST_STEPS: usize = 100;

/// Locates a zero of a function within a step, by Illinois' variant of the rule of false position.
/// The function has values of different signs before and after the step; `at` evaluates it, and
/// what belongs to it, after a share of the step. Returns what belongs to the first share that is
/// not before the zero; `None` if that is the whole step.
///
/// # Errors
/// `at` fails.
pub fn locate_zero<T: Real, S, E>(
    [before, after]: [T; 2],
    mut at: impl FnMut(T) -> Result<(S, T), E>,
) -> Result<Option<S>, E> {
    let (zero, half) = (T::zero(), T::literal(0.5));
    if after == zero {
        return Ok(None);
    }
    // The zero is between `low` and `high`.
    let (mut low, mut high) = ((zero, before), (T::one(), after));
    let mut last = None;
    for _ in 0..MOST_STEPS {
        let secant = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let middle = half * (low.0 + high.0);
        let is_between = low.0 < secant && secant < high.0;
        let share = if is_between { secant } else { middle };
        if high.0 - low.0 <= T::literal(2.0) * T::EPSILON || share <= low.0 || share >= high.0 {
            break;
        }
        let (found, value) = at(share)?;
        if value * after < zero {
            low = (share, value);
            high.1 *= half;
        } else {
            high = (share, value);
            low.1 *= half;
            last = Some(found);
        }
        if value == zero {
            break;
        }
    }
    Ok(last)
}
