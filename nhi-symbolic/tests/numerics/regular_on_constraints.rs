//! Motions that are regular on the constraints although the mass matrix is singular.
//!
//! The references are the same systems in other coordinates, in which the mass matrix is regular, the same systems with small
//! inertias added, and closed forms.

use nhi_runtime::{ModelMatrix, StepErrorKind};
use nhi_symbolic::diag::Code;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run, derive};
use crate::support::dynamics::State;

const METHODS: [&str; 7] = [
    "Dla",
    "Dap",
    "Mla",
    "EnergyPreserving",
    "Gauss",
    "Rk(order = 2)",
    "Rk(order = 4)",
];

/// What the mass matrix must be regular for.
const NEEDING_MASS: [&str; 5] = ["Gni", "Rattle", "Shake", "Lobatto", "Feedback"];

/// The sleigh with its contact point as two more coordinates, which have no mass.
const CONTACT: &str = "#[nonholonomic(
    coordinates(x, y, theta, px, py),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot.powi(2),
    constraints(
        skid = py_dot * cos(theta) - px_dot * sin(theta),
        along = px_dot - x_dot - a * sin(theta) * theta_dot,
        across = py_dot - y_dot + a * cos(theta) * theta_dot,
    ),
    integrators(Mla),
)] struct Contact { m: f64, inertia: f64, a: f64 }";

/// The same sleigh without them.
const SLEIGH: &str = "#[nonholonomic(
    coordinates(x, y, theta),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot.powi(2),
    constraints(skid = y_dot * cos(theta) - x_dot * sin(theta) - a * theta_dot),
    integrators(Mla),
)] struct Sleigh { m: f64, inertia: f64, a: f64 }";

/// Configuration and velocity after steps.
fn end(
    text: &str,
    integrator: &str,
    p: &[f64],
    h: f64,
    q: &[f64],
    v: &[f64],
    n: usize,
) -> Vec<f64> {
    let compiled = Compiled::new(text, integrator);
    let run = Run::new(&compiled, p, h);
    let nodes = run.trajectory(q, v, 0.0, n);
    let last = nodes.last().unwrap();
    [last.q.clone(), run.sample(last).v].concat()
}

#[test]
fn coordinates_without_mass_change_nothing() {
    let p = [1.3, 0.3, 0.2];
    for integrator in METHODS {
        let q = [0.2, 0.0, 0.0];
        let v = [1.0, 0.1, 0.5];
        let sleigh = end(SLEIGH, integrator, &p, 0.02, &q, &v, 100);
        let q = [0.2, 0.0, 0.0, 0.0, 0.0];
        let v = [1.0, 0.1, 0.5, 1.0, 0.0];
        let contact = end(CONTACT, integrator, &p, 0.02, &q, &v, 100);
        let same: Vec<_> = [0, 1, 2].into_iter().map(|i| contact[i]).collect();
        // Explicit methods leave the constraints at their order, and with more constraints elsewhere; the velocity of
        // `EnergyPreserving` is on them in the mean only.
        let tolerance = match integrator {
            "Rk(order = 2)" => 1e-5,
            "Rk(order = 4)" => 1e-9,
            _ => 1e-12,
        };
        assert_close(integrator, &same, &sleigh[..3], tolerance);
    }
}

#[test]
fn integrators_that_need_the_mass_matrix_refuse_one_that_is_singular() {
    for integrator in NEEDING_MASS {
        let errors = Compiled::try_new(CONTACT, integrator)
            .err()
            .expect(integrator);
        let errors: Vec<_> = errors.iter().collect();
        assert_eq!(errors.len(), 1, "{integrator}");
        assert_eq!(errors[0].code, Code::UnsupportedLagrangian, "{integrator}");
        let found = &errors[0].found;
        assert!(found.contains("needs a regular mass matrix"), "{found}");
    }
}

/// A point mass upright over a board without inertia that steers by its lean: the yaw has no inertia at all while it is
/// upright.
fn board(inertia: &str) -> String {
    format!(
        "#[nonholonomic(
    coordinates(x, y, yaw, lean),
    definitions(
        ahead = x_dot * cos(yaw) + y_dot * sin(yaw),
        aside = y_dot * cos(yaw) - x_dot * sin(yaw),
        fore = ahead + h * sin(lean) * yaw_dot,
        side = aside - h * cos(lean) * lean_dot,
        up = -h * sin(lean) * lean_dot,
    ),
    lagrangian = 0.5 * m * (fore.powi(2) + side.powi(2) + up.powi(2)) - 9.81 * m * h * cos(lean)
        - 0.5 * k * lean.powi(2) + 0.5 * {inertia} * (yaw_dot.powi(2) + lean_dot.powi(2)),
    constraints(
        rear = aside - b * yaw_dot - 0.2 * ahead * lean,
        front = aside + b * yaw_dot + 0.2 * ahead * lean,
    ),
    integrators(Mla),
)] struct Board {{ m: f64, h: f64, k: f64, b: f64 }}"
    )
}

#[test]
fn a_board_without_inertia_moves_as_one_with_next_to_none() {
    let p = [60.0, 0.8, 600.0, 0.3];
    let (q, v) = ([0.0; 4], [2.0, 0.0, 0.0, 0.2]);
    for integrator in METHODS {
        let without = end(&board("0.0"), integrator, &p, 0.01, &q, &v, 100);
        // The inertia of 1e-7 beside one of 38, and the round-off of a reference whose mass matrix has the condition 4e8.
        let with = end(&board("1e-7"), integrator, &p, 0.01, &q, &v, 100);
        assert_close(integrator, &without, &with, 1e-6);
    }
}

/// A mass matrix of rank two in three coordinates under one constraint whose coefficients all move, so that there is no basis
/// without a division: with an affine part, a force and a term that is linear in the velocity, or as a position constraint.
fn of_lower_rank(inertia: &str, constraint: &str) -> String {
    format!(
        "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot + y_dot).powi(2) + 0.5 * (1 + x.powi(2)) * (y_dot + 2 * z_dot).powi(2)
        + 0.5 * {inertia} * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + 0.3 * x * y_dot
        - 0.5 * k * (x.powi(2) + y.powi(2) + z.powi(2)),
    {constraint},
    forces(x = -0.1 * x_dot),
    integrators(Mla),
)] struct Lower {{ k: f64 }}"
    )
}

const AFFINE: &str = "constraints(c = (1 + x.powi(2)) * x_dot + (2 + sin(y)) * y_dot + (3 + y) * z_dot + 0.3 + 0.2 * sin(t) * x)";
const ROD: &str = "holonomic(c = x + x.powi(3) / 3 + 2 * y - cos(y) + 3 * z + y * z + 0.2)";

#[test]
fn a_mass_matrix_of_lower_rank_is_augmented_where_there_is_no_basis() {
    for (constraint, q, v) in [
        (AFFINE, [0.2, 0.1, -0.3], [0.4, 0.1, 0.0]),
        (ROD, [0.0; 3], [0.0; 3]),
    ] {
        let texts = ["0.0", "1e-9"].map(|inertia| of_lower_rank(inertia, constraint));
        let mechanics = derive(&texts[0]).unwrap();
        assert!(mechanics.may_have_singular_mass());
        let (q, v) = on_constraints(&texts[0], &q, &v);
        for integrator in METHODS {
            if constraint == ROD && integrator == "EnergyPreserving" {
                continue;
            }
            let [without, with] = texts
                .each_ref()
                .map(|text| end(text, integrator, &[1.3], 0.02, &q, &v, 40));
            // The inertia of 1e-9 against masses of one, times the largest acceleration along the null vector.
            assert_close(integrator, &without, &with, 3e-7);
        }
    }
}

/// A state on the constraint: the last coordinate and the last velocity follow from the others.
fn on_constraints(text: &str, q: &[f64], v: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let compiled = Compiled::new(text, "Gauss");
    let run = Run::new(&compiled, &[1.3], 0.02);
    let (mut q, mut v) = (q.to_vec(), v.to_vec());
    let residuals = |q: &[f64], v: &[f64]| {
        let (q, v) = (q.to_vec(), v.to_vec());
        let state = State {
            q,
            v,
            u: Vec::new(),
            t: 0.0,
        };
        run.admission(&state).0
    };
    for _ in 0..20 {
        let off = residuals(&q, &v);
        if off.len() > 1 {
            q[2] -= off[0] / (3.0 + q[1]);
        }
        let off = residuals(&q, &v);
        v[2] -= off.last().unwrap() / (3.0 + q[1]);
    }
    (q, v)
}

/// Singular where it starts, regular on the constraint: there `x` and `z` are independent oscillators.
const OSCILLATORS: &str = "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (a * x_dot + b * y_dot).powi(2) + 0.5 * c * (x_dot - 3 * y_dot).powi(2) * z.powi(2)
        + 0.5 * z_dot.powi(2) - 0.5 * k * x.powi(2) - 0.5 * z.powi(2),
    holonomic(rod = y - d * x),
    integrators(Gauss),
)] struct Min { a: f64, b: f64, c: f64, d: f64, k: f64 }";

#[test]
fn a_motion_through_a_singular_mass_matrix_is_the_closed_form() {
    let p = [0.1, 0.3, 1.0, 0.7, 2.0];
    let rate = 2.0_f64.sqrt() / (0.1 + 0.3 * 0.7);
    for (integrator, tolerance) in [
        ("Gauss", 1e-9),
        ("Rk(order = 4)", 1e-6),
        ("Mla", 1e-3),
        ("Dla", 1e-3),
    ] {
        let q = [0.3, 0.3 * 0.7, 0.0];
        let found = end(OSCILLATORS, integrator, &p, 0.005, &q, &[0.0; 3], 200);
        let x = 0.3 * rate.cos();
        assert_close(integrator, &found[..3], &[x, 0.7 * x, 0.0], tolerance);
    }
}

#[test]
fn a_singular_start_is_refused_by_what_needs_the_mass_matrix_alone() {
    let text = board("0.0");
    let near = [0.0, 0.0, 0.0, 0.3];
    for integrator in ["Gni", "Lobatto"] {
        let with_inertia = text.replace("0.5 * 0.0 * (", "0.5 * lean.powi(2) * (");
        let compiled = Compiled::new(&with_inertia, integrator);
        let run = Run::new(&compiled, &[60.0, 0.8, 600.0, 0.3], 0.01);
        let error = run
            .try_start(&[0.0; 4], &[2.0, 0.0, 0.0, 0.0], 0.0)
            .expect_err(integrator);
        let StepErrorKind::Singular { matrix, .. } = &error.kind else {
            panic!("{integrator}: {error}");
        };
        assert_eq!(*matrix, ModelMatrix::MassWithoutConstraints, "{integrator}");
        assert!(
            error.to_string().contains("choose `Mla`, `Gauss` or `Rk`"),
            "{error}"
        );
        let v = [0.0, 0.0, 0.0, 0.1 / 0.8];
        assert!(run.try_start(&near, &v, 0.0).is_ok(), "{integrator}");
    }
}

#[test]
fn kinetic_energy_that_is_negative_is_refused() {
    for (lagrangian, constraints, pivot) in [
        (
            "-0.5 * x_dot.powi(2) + 0.5 * m * y_dot.powi(2)",
            "",
            "`x_dot` is -1",
        ),
        (
            "0.5 * m - y_dot.powi(2) + 0.5 * x_dot.powi(2)",
            "",
            "`y_dot` is -2",
        ),
        (
            "0.5 * m * x_dot.powi(2) - 3 * y_dot.powi(2)",
            "constraints(c = x_dot - m * y_dot * x),",
            "",
        ),
        (
            "0.5 * x_dot.powi(2) - 3 * y_dot.powi(2)",
            "constraints(c = x_dot - y_dot),",
            "is -5",
        ),
    ] {
        let text = format!(
            "#[nonholonomic(coordinates(x, y), lagrangian = {lagrangian} - m * x - y, {constraints} integrators(Mla))] \
             struct S {{ m: f64 }}"
        );
        let Some(errors) = Compiled::try_new(&text, "Mla").err() else {
            assert!(pivot.is_empty(), "{text}");
            continue;
        };
        let errors: Vec<_> = errors.iter().collect();
        assert_eq!(errors[0].code, Code::NegativeKineticEnergy, "{text}");
        assert!(errors[0].found.contains(pivot), "{}", errors[0].found);
    }
    // Negative in a direction that the constraint forbids: the motion has positive kinetic energy.
    let text = "#[nonholonomic(coordinates(x, y), lagrangian = 0.5 * x_dot.powi(2) - 0.5 * y_dot.powi(2) - 0.5 * x.powi(2), \
                constraints(c = 2 * y_dot - x_dot), integrators(Gauss))] struct S { }";
    let found = end(text, "Gauss", &[], 0.01, &[1.0, 0.0], &[0.0; 2], 100);
    let x = (1.0 / 0.75_f64.sqrt()).cos();
    assert_close("Gauss", &found[..2], &[x, (x - 1.0) / 2.0], 1e-9);
}
