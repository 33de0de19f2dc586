//! The perturbed knife edge: without the reversing reflection the energy drifts, as Anahory Simoes,
//! Marrero, Martín de Diego report after Modin and Verdier.

use crate::support::compiled::{Compiled, Run, model_text};
use crate::support::systems::case;

use super::{Start, assert_order, samples};

const MODEL: &str = "perturbed_knife_edge";

const START: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0],
    v: &[0.0, 0.0, 0.5],
};

/// The edge is driven by gravity along itself only: `d speed / dt = g sin alpha cos(angle of the edge)`.
#[test]
fn the_speed_is_the_integral_of_the_slope_along_the_edge() {
    let case = case(MODEL);
    let epsilon = case.parameters[4];
    let direction = |t: f64| {
        let (sin, cos) = (0.5 * t).sin_cos();
        let along = cos + epsilon * sin;
        let length = along.hypot(sin);
        [along / length, sin / length]
    };
    let pull = |t: f64| 0.5 * direction(t)[0];
    let h = 0.1;
    let mut speed = 0.0;
    for sample in case.simulate("Gauss", &START, h, 150).iter().skip(1) {
        let (from, to) = (sample.state.t - h, sample.state.t);
        // Simpson's rule on eight parts of the step.
        for part in 0..8 {
            let [a, b] = [part, part + 1].map(|i| from + (to - from) * f64::from(i) / 8.0);
            speed += (b - a) / 6.0 * (pull(a) + 4.0 * pull(0.5 * (a + b)) + pull(b));
        }
        let [x, y] = direction(to);
        let measured = sample.state.v[0] * x + sample.state.v[1] * y;
        assert!((measured - speed).abs() < 1e-9, "{measured} {speed}");
    }
}

#[test]
fn the_energy_of_mla_drifts_with_the_fourth_power_of_the_step() {
    let case = case(MODEL);
    let drifts = [0.4, 0.2, 0.1].map(|h| {
        let run = case.simulate("Mla", &START, h, (400.0 / h) as usize);
        let errors = case.energy_errors(&run);
        println!("h = {h}: {errors:?}");
        let steps = [1, 2, 3].map(|i| (errors[i] - errors[i - 1]) / errors[0]);
        assert!(
            steps.iter().all(|step| (step - 1.0).abs() < 0.1),
            "the error grows by the same amount in each quarter: {errors:?}"
        );
        errors[3]
    });
    let orders: Vec<_> = drifts.windows(2).map(|d| (d[0] / d[1]).log2()).collect();
    assert_order("drift", &orders, 4.0, 0.1);
}

/// The reflection `phi -> pi - phi`, `y -> -y` reverses the motion of this one.
#[test]
fn the_energy_of_mla_does_not_drift_under_a_perturbation_that_a_reflection_reverses() {
    let case = case(MODEL);
    let text = model_text(MODEL).replace("epsilon * sin(phi)", "epsilon * sin(2 * phi)");
    let compiled = Compiled::new(&text, "Mla");
    let run = Run::new(&compiled, &case.parameters, 0.2);
    let [first, .., last] = case.energy_errors(&samples(&run, &START, 5000));
    println!("first quarter {first:.3e}, last quarter {last:.3e}");
    assert!((last / first - 1.0).abs() < 0.01, "{first:e} {last:e}");
}

#[test]
fn the_energy_of_mla_is_better_than_that_of_dla() {
    let case = case(MODEL);
    let [mla, dla] = ["Mla", "Dla"].map(|integrator| {
        let run = case.simulate(integrator, &START, 0.1, 4000);
        case.energy_errors(&run).into_iter().fold(0.0, f64::max)
    });
    println!("Mla {mla:.2e}, Dla {dla:.2e}");
    assert!(mla < 0.02 * dla, "{mla:e} {dla:e}");
}
