//! Motions by equations that were written by hand.

use differential_equations::prelude::{ExplicitRungeKutta, IVP};

/// The rate of a state at a time.
type Rate = dyn Fn(f64, &[f64]) -> Vec<f64>;

/// What a model sees of a state.
type Seen = dyn Fn(&[f64]) -> Vec<f64>;

/// A first-order system, and what the model sees of its state.
pub(crate) struct ByHand {
    /// The state at the time 0.
    pub(crate) start: Vec<f64>,
    /// The rate of the state at a time.
    pub(crate) rate: Box<Rate>,
    /// Configuration, then velocity in the order of the model: coordinates before group elements,
    /// elements by rows.
    pub(crate) seen: Box<Seen>,
}

/// The bound of the local error, relative and absolute.
const TOLERANCE: f64 = 1e-14;

impl ByHand {
    /// Configuration and velocity at a time, by the method of order eight of Dormand and Prince.
    pub(crate) fn at(&self, t: f64) -> Vec<f64> {
        let rate = |t: f64, y: &Vec<f64>, dy: &mut Vec<f64>| dy.copy_from_slice(&(self.rate)(t, y));
        let method = ExplicitRungeKutta::dop853()
            .rtol(TOLERANCE)
            .atol(TOLERANCE)
            .max_steps(1_000_000);
        let solution = IVP::ode_from_fn(rate, 0.0, t, self.start.clone())
            .method(method)
            .solve()
            .expect("the motion exists");
        (self.seen)(solution.y.last().expect("the end"))
    }
}
