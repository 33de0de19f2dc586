//! Methods with their own step size: their errors follow the tolerance, not the distance of the rows.

use nhi_symbolic::{INTEGRATORS, Integrator};

use crate::registry::{
    samples_hold_the_multipliers_of_the_motion_at_their_own_velocity,
    satisfies_the_constraints_if_declared,
};
use crate::support::compiled::{Compiled, Run, model_text};
use crate::support::short_run::ShortRun;

/// Without controls: mass matrices of the configuration, constraints and forces of the time,
/// position constraints, a rotation.
const SMOOTH: [&str; 6] = [
    "turntable_knife_edge",
    "driven_disk",
    "driven_snakeboard",
    "skating_bob",
    "held_ball",
    "magnetic_ball",
];

/// With a control.
const CONTROLLED: &str = "skating_pendulum";

fn adaptive() -> impl Iterator<Item = &'static Integrator> {
    INTEGRATORS
        .iter()
        .filter(|integrator| integrator.is_adaptive())
}

fn with_tolerance(integrator: &Integrator, tolerance: f64) -> String {
    format!("{}(tolerance = {tolerance:e})", integrator.name)
}

/// The reference is exact to about 1e-12. An error of a few dozen tolerances is that of a few
/// steps of which each is off by its tolerance, amplified by the motion.
#[test]
fn errors_follow_the_tolerance_whatever_the_distance_of_rows() {
    for model in SMOOTH {
        let run = ShortRun::new(model);
        assert_eq!(run.case.controls, 0, "{model}");
        for integrator in adaptive() {
            for tolerance in [1e-4, 1e-7, 1e-10] {
                let compiled = Compiled::of_file(model, &with_tolerance(integrator, tolerance));
                for rows in [1, 3, 200] {
                    let errors = run.errors_of(&compiled, rows);
                    println!("{model} {tolerance:e} {rows}: {errors:?}");
                    let [q, v, _] = errors;
                    assert!(q.max(v) < 100.0 * tolerance, "{model}: {errors:?}");
                }
            }
        }
    }
}

#[test]
fn samples_are_on_the_constraints_and_hold_the_multipliers_of_the_motion() {
    for model in SMOOTH.into_iter().chain([CONTROLLED]) {
        let run = ShortRun::new(model);
        for integrator in adaptive() {
            let compiled = Compiled::of_file(model, &with_tolerance(integrator, 1e-6));
            satisfies_the_constraints_if_declared(&run.case, &compiled);
            samples_hold_the_multipliers_of_the_motion_at_their_own_velocity(&run.case, &compiled);
        }
    }
}

/// A control is that of the beginning of its row: an approximation of order one.
#[test]
fn controls_are_held_over_rows() {
    let run = ShortRun::new(CONTROLLED);
    for integrator in adaptive() {
        let compiled = Compiled::of_file(CONTROLLED, integrator.name);
        let [q, v, lambda] = run.orders_of(&compiled, 64);
        println!("{q:.3?} {v:.3?} {lambda:.3?}");
        for order in q.into_iter().chain(v) {
            assert!((order - 1.0).abs() < 0.05, "{q:?} {v:?}");
        }
    }
}

/// A force of every function that has a series, in time, position and velocity.
const FUNCTIONS: &str = "#[nonholonomic(
    coordinates(x),
    definitions(u = 0.3 + 0.2 * sin(x + t)),
    lagrangian = 0.5 * x_dot.powi(2) - 0.1 * x.powi(4),
    forces(x = tan(u) + cos(2 * x_dot) - asin(u) * (1 + acos(u)) + atan(x) * atan2(x_dot, 2 + x)
        + sinh(u) * cosh(x) - tanh(x + x_dot) + exp(-x) * ln(1 + u) - sqrt(1 + x.powi(2)) / hypot(x, 2)
        + (1 + u).powf(1.5) - (1 + u).powf(x) + atan2(u, x) + abs_free * u),
    integrators(Taylor),
)]
struct Functions { abs_free: f64 }";

/// Two methods that share no formula agree.
#[test]
fn series_of_all_functions_are_those_of_the_motion() {
    let end = |integrator: &str| {
        let compiled = Compiled::new(FUNCTIONS, integrator);
        let run = Run::new(&compiled, &[0.4], 0.25);
        let nodes = run.trajectory(&[0.5], &[-0.3], 0.1, 8);
        [nodes[8].q[0], run.sample(&nodes[8]).v[0]]
    };
    let (series, other) = (end("Taylor"), end("Dop853(tolerance = 1e-14)"));
    assert!((series[0] - 0.5).abs() > 0.1, "there was a motion");
    for (a, b) in series.iter().zip(other) {
        assert!((a - b).abs() < 1e-12, "{series:?} {other:?}");
    }
}

#[test]
fn derivatives_of_steps_are_refused() {
    for integrator in adaptive() {
        let request = format!("{}(jacobian)", integrator.name);
        let refused = Compiled::try_new(&model_text(SMOOTH[0]), &request)
            .err()
            .expect("refused");
        let found = &refused.errors().next().unwrap().found;
        assert!(found.contains("constant step size"), "{found}");
    }
}
