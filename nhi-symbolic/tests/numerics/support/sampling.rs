//! Repeatable random states.

use super::chart::Factor;
use super::dynamics::{Dynamics, State, System};
use super::systems::Case;
use nalgebra::{Rotation3, Vector3};

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

impl Random {
    /// A state of a system on groups: coordinates, velocities and group elements of size one.
    pub(crate) fn state_of(&mut self, case: &Case) -> State {
        let mut state = self.state(case.coordinates, case.controls);
        for factor in &case.system.factors {
            let axis = Vector3::from_vec(self.many(3, -1.2, 1.2));
            let (rows, columns) = factor.shape();
            let rotation = Rotation3::new(match factor {
                Factor::Se2 => Vector3::z() * axis.z,
                Factor::So3 | Factor::Se3 => axis,
            });
            for i in 0..rows {
                state.q.extend((0..rows).map(|j| rotation[(i, j)]));
                state.q.extend(self.many(columns - rows, -1.2, 1.2));
            }
            state.v.extend(self.many(factor.dimension(), -1.5, 1.5));
        }
        state
    }
}

/// The state with its velocity projected on the constraints, and the dynamics there.
pub(crate) fn on_constraints(system: &System, parameters: &[f64], state: &State) -> State {
    let mut state = state.clone();
    for _ in 0..20 {
        let dynamics: Dynamics = system.at(parameters, &state);
        state.v = dynamics.nearer_velocity().as_slice().to_vec();
        if system.at(parameters, &state).residual().amax() < 1e-14 {
            break;
        }
    }
    state
}
