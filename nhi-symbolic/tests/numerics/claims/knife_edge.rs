//! The knife edge on an inclined plane of Chang, Perlmutter and of Anahory Simoes, Marrero, Martín de
//! Diego.

use crate::support::assert_close;
use crate::support::dynamics::State;
use crate::support::systems::case;

use super::{Start, assert_order};

const MODEL: &str = "knife_edge";

const START: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0],
    v: &[0.0, 0.0, 0.5],
};

/// The motion from rest with the rate of turning 1/2; the paper prints `x = 1 - cos t`, `phi = t`.
fn exact(t: f64) -> State {
    State {
        q: vec![0.5 * (1.0 - t.cos()), 0.5 * (t - t.sin()), 0.5 * t],
        v: vec![0.5 * t.sin(), 0.5 * (1.0 - t.cos()), 0.5],
        u: Vec::new(),
        t,
    }
}

#[test]
fn the_corrected_closed_form_satisfies_the_equations_of_motion() {
    let case = case(MODEL);
    for t in [0.0, 0.7, 2.0, 3.1, 5.5, 40.0] {
        let here = case.dynamics(&exact(t));
        assert!(here.residual()[0].abs() < 1e-14, "{t}");
        let (acceleration, _) = here.motion();
        let expected = [0.5 * t.cos(), 0.5 * t.sin(), 0.0];
        assert_close("acceleration", acceleration.as_slice(), &expected, 1e-13);
    }
}

#[test]
fn the_edge_cycles_across_the_slope() {
    for sample in case(MODEL).simulate("Gauss", &START, 0.1, 200) {
        let expected = exact(sample.state.t);
        assert_close("q", &sample.state.q, &expected.q, 1e-9);
        assert_close("v", &sample.state.v, &expected.v, 1e-9);
    }
}

/// The gains and the step of the paper, over a tenth of its time.
#[test]
fn feedback_holds_the_integrals_that_euler_loses() {
    let case = case(MODEL);
    let worst = |gains: &str| {
        let integrator = format!("Feedback(base = Euler, {gains})");
        let run = case.simulate(&integrator, &START, 1e-3, 20_000);
        let energy = case.energy_errors(&run).into_iter().fold(0.0, f64::max);
        let path = run.iter().step_by(100).map(|sample| {
            let expected = exact(sample.state.t).q;
            (sample.state.q[0] - expected[0]).hypot(sample.state.q[1] - expected[1])
        });
        (energy, path.fold(0.0, f64::max))
    };
    let with = worst("energy = 1000, constraint = 1000, spin = 1000");
    let without = worst("energy = 0, constraint = 0");
    println!("energy and path: {with:?} with feedback, {without:?} without");
    assert!(with.0 < 1e-5 && with.1 < 1e-2, "{with:?}");
    assert!(without.0 > 100.0 * with.0, "{without:?}");
}

#[test]
fn the_energy_error_of_mla_is_of_order_four_and_does_not_grow() {
    let case = case(MODEL);
    let orders = case.energy_orders("Mla", &START, 12.0, 60);
    assert_order("Mla", &orders, 4.0, 0.1);
    let run = case.simulate("Mla", &START, 0.2, 5000);
    let [first, .., last] = case.energy_errors(&run);
    println!("first quarter {first:.3e}, last quarter {last:.3e}");
    assert!((last / first - 1.0).abs() < 0.01, "{first:e} {last:e}");
}
