//! Steps of canonical integrators with their exact derivatives.

use nhi_runtime::Clock;
use nhi_symbolic::mechanics::quantities::Quantity;
use nhi_symbolic::schemes::GroupKind;

use super::machine::Machine;
use super::stepper::{RunError, State, Stepper, finite};

impl Machine {
    /// Whether a state is coordinates and momenta, and nothing else.
    pub(crate) fn is_canonical(&self) -> bool {
        let groups = self.scheme.state.iter().map(|group| group.kind);
        groups.eq([GroupKind::Coordinates, GroupKind::Momenta])
    }
}

impl Stepper<'_> {
    /// The state with the given coordinates and momenta after a number of steps.
    pub(crate) fn state_at(&self, steps: u64, entries: &[f64]) -> State {
        let origin = Clock::new(0.0);
        State {
            clock: Clock { steps, ..origin },
            values: entries.to_vec(),
        }
    }

    /// Coordinates and momenta of a state.
    pub(crate) fn entries<'s>(&self, state: &'s State) -> &'s [f64] {
        &state.values
    }

    /// The Lagrangian at a state.
    pub(crate) fn lagrangian(&self, state: &State) -> Result<f64, RunError> {
        let sample = self.sample(state)?;
        let values = self.method_at(Quantity::Lagrangian.name(), &sample)?;
        Ok(values[0])
    }

    /// The momentum `L_v` of a velocity.
    pub(crate) fn momentum(&self, q: &[f64], v: &[f64]) -> Result<Vec<f64>, RunError> {
        self.method(Quantity::Momentum.name(), &self.at(0.0, q, v), 0.0)
    }

    /// The next state and its derivatives by the entries of the state, column by column.
    pub(crate) fn step_with_derivatives(
        &self,
        state: &State,
    ) -> Result<(State, Vec<f64>), RunError> {
        let time = self.time(state);
        let n = state.values.len();
        let outputs = self.integrate("step_jacobian", &self.of_state(state), time)?;
        let mut values = finite(outputs, time)?;
        values.truncate(n + n * n);
        let slopes = values.split_off(n);
        let clock = state.clock.next();
        Ok((State { clock, values }, slopes))
    }
}
