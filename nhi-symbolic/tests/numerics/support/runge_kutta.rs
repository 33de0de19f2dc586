//! The classical Runge-Kutta method on a hand-written system, as a reference.

use super::chart;
use super::dynamics::{State, System};

/// The state after `steps` steps of size `h`, with controls as functions of time.
pub(crate) fn integrate(
    system: &System,
    parameters: &[f64],
    start: &State,
    h: f64,
    steps: usize,
    controls: impl Fn(f64) -> Vec<f64>,
) -> State {
    let n = start.q.len();
    let field = |y: &[f64], t: f64| {
        let state = State {
            q: y[..n].to_vec(),
            v: y[n..].to_vec(),
            u: controls(t),
            t,
        };
        let (acceleration, _) = system.at(parameters, &state).motion();
        let rates = chart::rates(&system.factors, &state.q, &state.v);
        [&rates[..], acceleration.as_slice()].concat()
    };
    let moved = |y: &[f64], k: &[f64], c: f64| -> Vec<f64> {
        y.iter().zip(k).map(|(y, k)| y + c * k).collect()
    };
    let mut y = [start.q.as_slice(), &start.v].concat();
    for step in 0..steps {
        let t = start.t + step as f64 * h;
        let k1 = field(&y, t);
        let k2 = field(&moved(&y, &k1, 0.5 * h), t + 0.5 * h);
        let k3 = field(&moved(&y, &k2, 0.5 * h), t + 0.5 * h);
        let k4 = field(&moved(&y, &k3, h), t + h);
        for i in 0..y.len() {
            y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
    }
    let t = start.t + steps as f64 * h;
    State {
        v: y.split_off(n),
        q: y,
        u: controls(t),
        t,
    }
}
