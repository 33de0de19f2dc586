//! Steps of canonical integrators with their exact derivatives.

use nhi_runtime::Clock;
use nhi_symbolic::Quantity;

use super::error::RunError;
use super::simulator::Simulator;
use super::state::{Controls, State};

impl Simulator<'_> {
    /// Returns the state with the given coordinates and momenta after a number of steps.
    pub fn state_at(&self, steps: u64, entries: &[f64]) -> State {
        let origin = Clock::new(self.start_time);
        let state = nhi_machine::State::new(Clock { steps, ..origin }, entries.to_vec());
        State::new(state, Controls::new(&self.no_controls))
    }

    /// Returns the Lagrangian at a state.
    pub fn lagrangian(&self, state: &State) -> Result<f64, RunError> {
        let sample = self.sample(state)?;
        Ok(self.method_at(Quantity::Lagrangian.name(), &sample)[0])
    }

    /// Returns the momentum `L_v` of a velocity at the start.
    pub fn momentum(&self, q: &[f64], v: &[f64]) -> Vec<f64> {
        let momentum = self.method(Quantity::Momentum.name(), self.start_time, q, v);
        momentum.expect("every model has momenta")
    }

    /// Returns the next state and its derivatives with respect to the entries of the state, column
    /// by column.
    pub fn step_with_derivatives(&self, state: &State) -> Result<(State, Vec<f64>), RunError> {
        let jacobian = self.step_jacobian(state)?;
        let jacobian = jacobian.expect("derivatives were asked for when the plant was made");
        let next = State::new(jacobian.next, state.controls.clone());
        Ok((next, jacobian.state))
    }
}
