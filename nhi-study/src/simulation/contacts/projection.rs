//! Configurations and velocities on the constraints of a phase.

use nhi_machine::Residual;
use nhi_runtime::plumbing::{MOST_PROJECTIONS, project_position, project_velocity};

use super::super::simulator::Simulator;

impl Simulator<'_> {
    /// Returns a configuration and a velocity on the constraints of the phase. The configuration
    /// changes only if it is off the position constraints, as samples of some integrators are.
    pub(in super::super) fn project_in_phase(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
    ) -> (Vec<f64>, Vec<f64>) {
        let projected = self.velocity_in_phase(t, q, v);
        let admission = self.admission(t, q, &projected);
        if admission.iter().all(Residual::is_accepted) {
            return (q.to_vec(), projected);
        }
        let moved = self.position_in_phase(t, q, v);
        let q = moved.unwrap_or_else(|| q.to_vec());
        let v = self.velocity_in_phase(t, &q, v);
        (q, v)
    }

    fn velocity_in_phase(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
        let numbers = self.contact_numbers(t, q, v);
        let mut projected = v.to_vec();
        let memory = &mut numbers.memory();
        match project_velocity(numbers.readings(), self.open(), &mut projected, memory) {
            Ok(()) => projected,
            Err(_) => v.to_vec(),
        }
    }

    /// Returns the configuration moved onto the position constraints of the phase; `None` if that
    /// fails, or if velocities are not the rates of the entries.
    fn position_in_phase(&self, t: f64, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let mut moved = q.to_vec();
        for _ in 0..MOST_PROJECTIONS {
            let numbers = self.contact_numbers(t, &moved, v);
            let memory = &mut numbers.memory();
            let projected = project_position(numbers.readings(), self.open(), &mut moved, memory);
            if projected.ok()? {
                return Some(moved);
            }
        }
        None
    }
}
