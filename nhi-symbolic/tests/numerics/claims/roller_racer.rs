//! The roller racer of Chang, Perlmutter.

use crate::support::assert_close;
use crate::support::dynamics::State;
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::case;

use super::{Start, assert_order};

const MODEL: &str = "roller_racer";

/// On the constraints for the parameters of the system by hand.
const START: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0, core::f64::consts::FRAC_PI_4],
    v: &[0.5, 1.065_685_424_949_238, 0.0, 0.3],
};

/// The front axle in momenta: the paper has `d_2 / I_2` alone before `p_phi` in the unreduced form.
#[test]
fn the_corrected_constraint_in_momenta_is_that_of_the_axle() {
    let case = case(MODEL);
    let [m, i_body, i_bar, d_body, d_bar] = [0, 1, 2, 3, 4].map(|i| case.parameters[i]);
    for seed in 0..20 {
        let state = Random::new(seed).state(case.coordinates, case.controls);
        let state = on_constraints(&case.system, &case.parameters, &state);
        let p = case.dynamics(&state).momentum;
        let (theta, phi) = (state.q[0], state.q[3]);
        let along = (p[1] * theta.cos() + p[2] * theta.sin()) / m;
        let printed = d_body * phi.cos() / i_body * p[0] - phi.sin() * along + d_bar / i_bar * p[3];
        let corrected = printed - d_body * phi.cos() / i_body * p[3];
        assert!(corrected.abs() < 1e-13, "{corrected:e}");
        assert!(printed.abs() > 1e-3, "{printed:e}");
    }
}

#[test]
fn with_a_straight_handlebar_the_racer_coasts() {
    let start = Start {
        q: &[0.3, 0.0, 0.0, 0.0],
        v: &[0.0, 2.0 * 0.3_f64.cos(), 2.0 * 0.3_f64.sin(), 0.0],
    };
    for integrator in ["Gni", "Dla", "Mla", "Gauss"] {
        let run = case(MODEL).simulate(integrator, &start, 0.05, 100);
        for State { q, v, t, .. } in run.iter().map(|sample| &sample.state) {
            let expected = [0.3, t * start.v[1], t * start.v[2], 0.0];
            assert_close(integrator, q, &expected, 1e-11);
            assert_close(integrator, v, start.v, 1e-11);
        }
    }
}

#[test]
fn the_energy_error_is_of_order_four_for_mla_and_two_for_dla() {
    let case = case(MODEL);
    let mla = case.energy_orders("Mla", &START, 2.0, 40);
    assert_order("Mla", &mla, 4.0, 0.1);
    let dla = case.energy_orders("Dla", &START, 2.0, 80);
    assert_order("Dla", &dla, 2.0, 0.1);
}
