//! Repeatable random states.

use super::dynamics::{Dynamics, State, System};

/// A small generator of numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        low + (high - low) * (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub(crate) fn many(&mut self, count: usize, low: f64, high: f64) -> Vec<f64> {
        (0..count).map(|_| self.between(low, high)).collect()
    }

    /// One of `0..count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.between(0.0, count as f64) as usize
    }

    /// A state with coordinates and velocities of size one, off the constraints.
    pub(crate) fn state(&mut self, coordinates: usize, controls: usize) -> State {
        State {
            q: self.many(coordinates, -1.2, 1.2),
            v: self.many(coordinates, -1.5, 1.5),
            u: self.many(controls, -1.0, 1.0),
            t: self.between(0.0, 2.0),
        }
    }
}

/// The state with its velocity projected on the constraints, and the dynamics there.
pub(crate) fn on_constraints(system: &System, parameters: &[f64], state: &State) -> State {
    let dynamics: Dynamics = system.at(parameters, state);
    State {
        v: dynamics.nearest_velocity(&dynamics.v).as_slice().to_vec(),
        ..state.clone()
    }
}
