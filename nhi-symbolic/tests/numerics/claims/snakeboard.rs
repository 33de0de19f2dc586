//! The snakeboard of Kobilarov, Martín de Diego, Ferraro.

use crate::support::assert_close;
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::case;

use super::{Start, assert_order};

const MODEL: &str = "snakeboard";

/// The state of figure 4, without its torques.
const START: Start<'_> = Start {
    q: &[
        core::f64::consts::FRAC_PI_2,
        core::f64::consts::FRAC_PI_3,
        0.0,
        0.0,
        0.0,
    ],
    v: &[
        2.5,
        -0.02,
        -1.803_525_403_784_438_6,
        1.041_265_877_365_274,
        0.0,
    ],
};

/// Equation 34: each wheel set runs where it points.
#[test]
fn the_constraints_of_the_model_are_those_of_the_wheels() {
    let case = case(MODEL);
    let l = case.parameters[1];
    for seed in 0..20 {
        let state = Random::new(seed).state(case.coordinates, case.controls);
        let state = on_constraints(&case.system, &case.parameters, &state);
        let (phi, theta) = (state.q[1], state.q[2]);
        let [turn, x, y] = [2, 3, 4].map(|i| state.v[i]);
        for (side, angle) in [(-l, theta + phi), (l, theta - phi)] {
            let slip = side * phi.cos() * turn - angle.sin() * x + angle.cos() * y;
            assert!(slip.abs() < 1e-13, "{slip:e}");
        }
    }
}

/// The projector of the paper with the prefactor put right.
#[test]
fn the_projector_with_the_corrected_prefactor_is_that_of_the_paper() {
    let case = case(MODEL);
    let [m, l, rotor] = [0, 1, 2].map(|i| case.parameters[i]);
    let board = m * l * l - rotor;
    for seed in 0..20 {
        let state = Random::new(seed).state(case.coordinates, case.controls);
        let (phi, theta) = (state.q[1], state.q[2]);
        let a = -2.0 * l * theta.cos() * phi.cos().powi(2);
        let b = -2.0 * l * theta.sin() * phi.cos().powi(2);
        let c = (2.0 * phi).sin();
        let factor = 4.0 * phi.cos().powi(2) * (m * l * l - rotor * phi.sin().powi(2));
        let turn = [0.0, 0.0, m * (a * a + b * b), -m * a * c, -m * b * c];
        let rows = [
            turn.map(|x| -x),
            [0.0; 5],
            turn,
            [
                0.0,
                0.0,
                -board * a * c,
                m * b * b + board * c * c,
                -m * a * b,
            ],
            [
                0.0,
                0.0,
                -board * b * c,
                -m * a * b,
                m * a * a + board * c * c,
            ],
        ];
        let printed: Vec<_> = rows.as_flattened().iter().map(|x| x / factor).collect();
        let projector = case.dynamics(&state).projector();
        let complement = nalgebra::DMatrix::identity(5, 5) - projector;
        let complement = complement.transpose();
        assert_close("Q", &printed, complement.as_slice(), 1e-11);
    }
}

#[test]
fn without_torques_rotor_momentum_and_steering_rate_are_exact() {
    for integrator in ["Gni", "Gni(start = Paper)", "Dla", "Dap", "Mla", "Gauss"] {
        for sample in case(MODEL).simulate(integrator, &START, 0.05, 40) {
            let v = &sample.state.v;
            let kept = [v[0] + v[2], v[1]];
            let expected = [START.v[0] + START.v[2], START.v[1]];
            assert_close(integrator, &kept, &expected, 1e-12);
        }
    }
}

#[test]
fn the_energy_error_is_of_order_four_for_mla_and_two_for_dla() {
    let case = case(MODEL);
    let mla = case.energy_orders("Mla", &START, 2.0, 80);
    assert_order("Mla", &mla, 4.0, 0.1);
    let dla = case.energy_orders("Dla", &START, 2.0, 80);
    assert_order("Dla", &dla, 2.0, 0.1);
}
