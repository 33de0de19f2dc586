//! Zeros of functions of the state within a step, by steps of adjusted length.

use nhi_machine::Sample;
use nhi_runtime::plumbing;

use super::error::RunError;
use super::node::Node;
use super::simulator::Simulator;
use super::state::State;

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
    let h = simulator.step_size();
    plumbing::locate_zero([before, after], |share| {
        let (short, state) = simulator.short_step(share * h, began, end)?;
        let value = function(&mut Node::at(&short, state.clone()))?;
        Ok(((short, state), value))
    })
}
