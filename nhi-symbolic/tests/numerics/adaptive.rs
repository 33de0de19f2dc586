//! Methods with their own step size: their errors follow the tolerance, not the distance of the rows.

use nhi_symbolic::{INTEGRATORS, Integrator};

use crate::registry::{
    samples_hold_the_multipliers_of_the_motion_at_their_own_velocity,
    satisfies_the_constraints_if_declared,
};
use crate::support::compiled::{Compiled, model_text};
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
