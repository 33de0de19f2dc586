//! The vertical rolling disk of Kobilarov's slides, with and without torques.

use crate::support::assert_close;
use crate::support::systems::case;

use super::Start;

const MODEL: &str = "rolling_disk";

/// Parameters of the system by hand: `m, radius, i_roll, i_turn`.
const M: f64 = 1.0;
const RADIUS: f64 = 0.5;
const I_ROLL: f64 = 0.3;
const I_TURN: f64 = 0.2;

const TURNING: f64 = 0.5;
const ROLLING: f64 = 1.2;

const START: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0, 0.0],
    v: &[RADIUS * ROLLING, 0.0, TURNING, ROLLING],
};

fn torques(t: f64) -> Vec<f64> {
    vec![t.cos() / 5.0, 0.3 * (2.0 * t).sin()]
}

#[test]
fn without_torques_the_disk_rolls_in_a_circle() {
    let curve = RADIUS * ROLLING / TURNING;
    for sample in case(MODEL).simulate("Gauss", &START, 0.1, 150) {
        let t = sample.state.t;
        let phi = TURNING * t;
        let expected = [
            curve * phi.sin(),
            curve * (1.0 - phi.cos()),
            phi,
            ROLLING * t,
        ];
        assert_close("q", &sample.state.q, &expected, 1e-10);
    }
}

/// `J phi'' = u_phi`, `(I + m R^2) theta'' = u_theta`.
#[test]
fn with_torques_both_angles_are_the_closed_form() {
    assert_eq!(case(MODEL).parameters, [M, RADIUS, I_ROLL, I_TURN]);
    let rolling = I_ROLL + M * RADIUS * RADIUS;
    for sample in case(MODEL).simulate_driven("Gauss", &START, 0.1, 150, torques) {
        let t = sample.state.t;
        let expected = [
            TURNING * t + (1.0 - t.cos()) / (5.0 * I_TURN),
            ROLLING * t + 0.15 * (t - 0.5 * (2.0 * t).sin()) / rolling,
        ];
        assert_close("angles", &sample.state.q[2..], &expected, 1e-8);
    }
}

/// The equations of the slides, with the moments of inertia, the weights of the torques and the index of
/// the second cosine put right.
#[test]
fn steps_of_dap_are_the_corrected_equations_of_the_slides() {
    let h = 0.1;
    for alpha in [0.0, 0.25, 0.5, 1.0] {
        let integrator = format!("Dap(alpha = {alpha})");
        let run = case(MODEL).simulate_driven(&integrator, &START, h, 100, torques);
        for (k, nodes) in run.windows(3).enumerate() {
            let velocity = |i: usize, coordinate: usize| {
                (nodes[i + 1].state.q[coordinate] - nodes[i].state.q[coordinate]) / h
            };
            let [before, after] = [0.0, 1.0].map(|i| torques((k as f64 + i + alpha) * h));
            let torque = |i: usize| (1.0 - alpha) * after[i] + alpha * before[i];
            let lever = |angle: f64| I_ROLL + M * RADIUS * RADIUS * angle.cos();
            let turning = I_TURN * (velocity(1, 2) - velocity(0, 2)) / h;
            let rolling = (lever(alpha * h * velocity(1, 2)) * velocity(1, 3)
                - lever((1.0 - alpha) * h * velocity(0, 2)) * velocity(0, 3))
                / h;
            let expected = [torque(0), torque(1)];
            assert_close(&integrator, &[turning, rolling], &expected, 1e-11);
        }
    }
}
