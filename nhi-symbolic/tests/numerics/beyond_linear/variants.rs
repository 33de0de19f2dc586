//! Systems of the same kinds whose steps have other forms: explicit steps, position constraints
//! together with nonlinear ones, and methods with their own step size.

use crate::support::compiled::{Compiled, Run};
use crate::support::dynamics::Point;
use crate::support::short_run::{Reversal, ShortRun};
use crate::support::systems::Case;

use super::{APPELL_HAMEL, ON_POSITIONS, OSCILLATING, TIPPE_TOP};
use super::{appell_hamel, measure, oscillating, tippe_top};

/// A skate with a constant mass matrix on a slope that tilts: explicit steps read a potential of the time.
const TILTED: &str = "
    #[nonholonomic(
        coordinates(theta, x, y),
        lagrangian = 0.5 * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - (2 + sin(3 * t)) * (x + x * y),
        constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Mla),
    )]
    struct Tilted { m: f64 }";

fn tilted() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let moving = (v[1].square() + v[2].square()) * p.p[0] + v[0].square();
        moving * 0.5 - ((p.t * 3.0).sin() + 2.0) * (q[1] + q[1] * q[2])
    };
    Case::new("tilted", 3, &[0.8], lagrangian, |p| {
        vec![p.q[0].sin() * p.v[1] - p.q[0].cos() * p.v[2]]
    })
}

#[test]
fn explicit_steps_with_a_potential_of_the_time() {
    let trials = [
        ("Gni", 64, Reversal::Reflect),
        ("Rattle", 64, Reversal::Plain),
        ("Shake", 64, Reversal::Swap),
    ];
    measure(tilted(), TILTED, &trials);
}

/// Two points with perpendicular velocities (Benenti) and constant masses.
const PERPENDICULAR: &str = "
    #[nonholonomic(
        coordinates(x1, y1, x2, y2),
        lagrangian = 0.5 * (x1_dot.powi(2) + y1_dot.powi(2)) + 0.5 * m * (x2_dot.powi(2) + y2_dot.powi(2))
            - 0.5 * k * ((x1 - x2).powi(2) + (y1 - y2).powi(2)) - 0.1 * x1.powi(3),
        constraints(perpendicular = x1_dot * x2_dot + y1_dot * y2_dot),
        rule = Chetaev,
        integrators(Mla),
    )]
    struct Perpendicular { m: f64, k: f64 }";

fn perpendicular() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let second = (v[2].square() + v[3].square()) * p.p[0];
        let stretched = (q[0] - q[2]).square() + (q[1] - q[3]).square();
        (v[0].square() + v[1].square() + second - stretched * p.p[1]) * 0.5
            - q[0].square() * q[0] * 0.1
    };
    Case::new("perpendicular", 4, &[0.7, 1.3], lagrangian, |p| {
        vec![p.v[0] * p.v[2] + p.v[1] * p.v[3]]
    })
}

#[test]
fn perpendicular_velocities_of_constant_masses() {
    let trials = [
        ("Mla", 128, Reversal::Plain),
        ("Dla", 128, Reversal::Plain),
        ("Gni", 128, Reversal::Reflect),
        ("Rattle", 128, Reversal::Plain),
        ("Lobatto", 64, Reversal::Plain),
        ("Rk(order = 4)", 160, Reversal::Plain),
        ("Gauss(stages = 2)", 160, Reversal::Plain),
    ];
    measure(perpendicular(), PERPENDICULAR, &trials);
}

/// A point of given speed on a surface.
const ON_SURFACE: &str = "
    #[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + 0.3 * x * y - 0.4 * z,
        holonomic(surface = z - 0.3 * sin(x) - 0.2 * y.powi(2)),
        constraints(speed = x_dot.powi(2) + 2 * y_dot.powi(2) + z_dot.powi(2) - c.powi(2)),
        rule = Chetaev,
        integrators(Mla),
    )]
    struct OnSurface { m: f64, c: f64 }";

fn on_surface() -> Case {
    let lagrangian = |p: &Point| {
        let (q, v) = (&p.q, &p.v);
        let speeds = v[0].square() + v[1].square() + v[2].square();
        speeds * (0.5 * p.p[0]) + q[0] * q[1] * 0.3 - q[2] * 0.4
    };
    Case::new("on_surface", 3, &[0.9, 2.2], lagrangian, |p| {
        let (q, v) = (&p.q, &p.v);
        let speed = v[0].square() + v[1].square() * 2.0 + v[2].square() - p.p[1].powi(2);
        let rise = v[2] - q[0].cos() * v[0] * 0.3 - q[1] * v[1] * 0.4;
        vec![speed, rise]
    })
    .placed(|q, _| q[2] = 0.3 * q[0].sin() + 0.2 * q[1].powi(2))
}

#[test]
fn a_given_speed_on_a_surface() {
    measure(on_surface(), ON_SURFACE, &ON_POSITIONS);
}

#[test]
fn errors_of_adaptive_methods_follow_their_tolerance() {
    let cases = [
        (appell_hamel(), APPELL_HAMEL),
        (oscillating(), OSCILLATING),
        (tippe_top(), TIPPE_TOP),
        (on_surface(), ON_SURFACE),
    ];
    for (case, text) in cases {
        let run = ShortRun::of_text(case, text.to_owned());
        for integrator in ["Dop853", "Taylor"] {
            for tolerance in [1e-5, 1e-10] {
                let name = format!("{integrator}(tolerance = {tolerance:e})");
                let compiled = Compiled::new(text, &name);
                let [q, v, _] = run.errors_of(&compiled, 3);
                println!("{} {name}: {q:e} {v:e}", run.case.model);
                assert!(
                    q.max(v) < 100.0 * tolerance,
                    "{}: {q:e} {v:e}",
                    run.case.model
                );
            }
        }
    }
}

/// The closed form of Appell and Hamel's machine without a spring.
#[test]
fn adaptive_methods_reach_round_off_on_a_straight_line() {
    let (a, g, s0): (f64, f64, f64) = (0.8, 0.6, 2.0);
    let (t, brake) = (1.0, a * g / (1.0 + a * a));
    for integrator in ["Dop853(tolerance = 1e-13)", "Taylor"] {
        let compiled = Compiled::new(APPELL_HAMEL, integrator);
        let run = Run::new(&compiled, &[1.0, g, a, 0.0, 0.0], t);
        let nodes = run.trajectory(&[0.0; 3], &[0.6 * s0, 0.8 * s0, a * s0], 0.0, 1);
        let (speed, way) = (s0 - brake * t, s0 * t - brake * t * t / 2.0);
        let v = run.sample(&nodes[1]).v;
        for (i, part) in [0.6, 0.8, a].into_iter().enumerate() {
            let (q, v) = (nodes[1].q[i] - part * way, v[i] - part * speed);
            assert!(
                q.abs() < 1e-13 && v.abs() < 1e-13,
                "{integrator}: {q:e} {v:e}"
            );
        }
    }
}
