//! Zeros of functions of the state within a step, by steps of adjusted length.

use nhi_machine::Sample;

use super::error::RunError;
use super::node::Node;
use super::simulator::Simulator;
use super::state::State;

/// The maximum number of steps to locate a zero.
const MOST_STEPS: usize = 100;

/// Returns the state at a zero of a function within the step of a simulator from a sample, for
/// which the integrator kept some numbers, to a state. The function has values of different signs
/// before and after the step. Returns `None` if the zero is at the end.
///
/// # Errors
/// A step fails, or the function does.
pub(crate) fn locate_zero<'a>(
    simulator: &Simulator<'a>,
    began: (&Sample, &[f64]),
    end: &State,
    [before, after]: [f64; 2],
    mut function: impl FnMut(&mut Node<'_>) -> Result<f64, RunError>,
) -> Result<Option<(Simulator<'a>, State)>, RunError> {
    if after == 0.0 {
        return Ok(None);
    }
    let h = simulator.step_size();
    // The zero is between `low` and `high`; Illinois' variant of the rule of false position.
    let (mut low, mut high) = ((0.0, before), (1.0, after));
    let mut last = None;
    for _ in 0..MOST_STEPS {
        let secant = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let middle = 0.5 * (low.0 + high.0);
        let is_between = low.0 < secant && secant < high.0;
        let share = if is_between { secant } else { middle };
        if high.0 - low.0 <= 2.0 * f64::EPSILON || share <= low.0 || share >= high.0 {
            break;
        }
        let (short, state) = simulator.short_step(share * h, began, end)?;
        let value = function(&mut Node::at(&short, state.clone()))?;
        if value * after < 0.0 {
            low = (share, value);
            high.1 *= 0.5;
        } else {
            high = (share, value);
            low.1 *= 0.5;
            last = Some((short, state));
        }
        if value == 0.0 {
            break;
        }
    }
    Ok(last)
}
