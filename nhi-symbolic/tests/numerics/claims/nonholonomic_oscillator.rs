//! The nonholonomic oscillator of Chang, Perlmutter, from their initial state.

use core::f64::consts::{FRAC_PI_2, TAU};

use nalgebra::Vector3;

use crate::support::assert_close;
use crate::support::systems::case;

use super::{Sampled, Start};

const MODEL: &str = "nonholonomic_oscillator";

const START: Start<'_> = Start {
    q: &[1.0, 1.0, 1.0],
    v: &[0.0, 0.0, 0.0],
};

const FEEDBACK: &str = "Feedback(base = Euler, energy = 500, constraint = 300, transversal = 300)";

const DLA: &str = "Dla(quadrature = Left)";

/// The energy of the `y` direction.
fn transversal(sample: &Sampled) -> f64 {
    0.5 * (sample.state.v[1].powi(2) + sample.state.q[1].powi(2))
}

/// Equations 84 and 85 for `q_0 = q_1`, which is the start from rest in `q_1`.
#[test]
fn steps_of_dla_are_the_explicit_equations_of_the_paper() {
    let h = 1e-2;
    let run = case(MODEL).simulate(DLA, &START, h, 500);
    let mut before = Vector3::from_row_slice(START.q);
    let mut here = before;
    for sample in &run {
        assert_close("q", &sample.state.q, here.as_slice(), 1e-12);
        let row = Vector3::new(1.0, 0.0, here.y);
        let free = 2.0 * here - before - h * h * here;
        let lambda = row.dot(&(free - here)) / (h * h * row.norm_squared());
        (before, here) = (here, free - h * h * lambda * row);
    }
}

#[test]
fn y_is_a_cosine_of_its_own() {
    for sample in case(MODEL).simulate("Gauss", &START, 0.05, 400) {
        let t = sample.state.t;
        let y = [sample.state.q[1], sample.state.v[1]];
        assert_close("y", &y, &[t.cos(), -t.sin()], 1e-9);
    }
}

/// A tenth of the time of figure 6.
#[test]
fn dla_loses_the_energy_that_feedback_keeps() {
    let case = case(MODEL);
    let [feedback, dla] = [FEEDBACK, DLA].map(|integrator| {
        let run = case.simulate(integrator, &START, 1e-3, 20_000);
        let energy = case.energy_errors(&run).into_iter().fold(0.0, f64::max);
        let first = transversal(&run[0]);
        let errors = run.iter().map(|sample| (transversal(sample) - first).abs());
        (energy, errors.fold(0.0, f64::max))
    });
    println!("feedback {feedback:?}, DLA {dla:?}");
    assert!(dla.0 > 10.0 * feedback.0, "{feedback:?} {dla:?}");
    assert!(dla.1 < 1e-3 && feedback.1 < 1e-3, "{feedback:?} {dla:?}");
}

/// Where `y` is given as a function of time, the rest of the motion is linear and keeps `x^2 + z^2 + z'^2`
/// at the crossings: the map from crossing to crossing is a rotation.
#[test]
fn the_poincare_points_lie_on_a_circle() {
    let per_turn = 64;
    let h = TAU / f64::from(per_turn);
    let start = Start {
        q: &[1.0, 0.0, 1.0],
        v: &[0.0, 1.0, 0.4],
    };
    let run = case(MODEL).simulate("Gauss", &start, h, 40 * per_turn as usize);
    let points: Vec<_> = run
        .iter()
        .step_by(per_turn as usize)
        .map(|sample| {
            assert!(sample.state.q[1].abs() < 1e-6, "a crossing");
            Vector3::new(sample.state.q[0], sample.state.q[2], sample.state.v[2])
        })
        .collect();
    let axis = (points[1] - points[0])
        .cross(&(points[2] - points[1]))
        .normalize();
    for point in &points {
        assert!((point.norm() - points[0].norm()).abs() < 1e-6, "{point}");
        assert!((point - points[0]).dot(&axis).abs() < 1e-5, "{point}");
    }
    let spread = points.iter().map(|point| (point - points[0]).norm());
    let spread = spread.fold(0.0, f64::max);
    assert!(spread > 0.5, "the points go round: {spread}");
}

/// The paper's runs reach `y = 0` upwards for the first time at `3 pi / 2`.
#[test]
fn the_first_crossing_is_at_three_quarters_of_a_turn() {
    let run = case(MODEL).simulate(DLA, &START, 1e-3, 5_000);
    let crossing = run.windows(2).find(|pair| {
        let [from, to] = [0, 1].map(|i| pair[i].state.q[1]);
        from < 0.0 && to >= 0.0
    });
    let time = crossing.expect("a crossing")[1].state.t;
    assert!((time - 3.0 * FRAC_PI_2).abs() < 2e-3, "{time}");
}
