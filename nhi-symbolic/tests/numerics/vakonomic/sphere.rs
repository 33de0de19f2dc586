//! The Heisenberg system on a sphere: velocity and position constraints.

use nalgebra::{DMatrix, DVector};

use crate::support::compiled::{Compiled, Node, Run};
use crate::support::short_run::distance;

/// With a coordinate that the sphere leaves alone, else two constraints on three coordinates would
/// leave curves.
const SPHERE: &str = "
    #[nonholonomic(
        coordinates(x, y, z, s),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + s_dot.powi(2)) - 0.5 * x * s,
        constraints(contact = z_dot - y * x_dot + x * y_dot),
        holonomic(ball = x.powi(2) + y.powi(2) + z.powi(2) - 1),
        integrators(VakonomicRattle),
    )]
    struct Ball {}";

const Q: [f64; 4] = [1.0, 0.0, 0.0, 0.2];
/// On the contact plane and tangent: `z_dot = -x y_dot`.
const V: [f64; 4] = [0.0, 0.5, -0.5, 0.3];
const LAMBDA: [f64; 1] = [0.4];

fn end(h: f64, steps: usize) -> Vec<f64> {
    let compiled = Compiled::new(SPHERE, "VakonomicRattle");
    let run = Run::new(&compiled, &[], h);
    let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
    for _ in 0..steps {
        node = run.step(&node);
    }
    let sample = run.sample(&node);
    [node.q, sample.v, sample.lambda].concat()
}

#[test]
fn positions_velocities_and_hidden_constraints_hold_to_round_off() {
    let compiled = Compiled::new(SPHERE, "VakonomicRattle");
    let run = Run::new(&compiled, &[], 0.05);
    let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
    let mut way: f64 = 0.0;
    // The motion runs towards the south pole, where the contact form is normal to the sphere and the
    // constraints are dependent.
    for _ in 0..40 {
        node = run.step(&node);
        let (q, v) = (&node.q, run.sample(&node).v);
        let ball = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0;
        let tangent = q[0] * v[0] + q[1] * v[1] + q[2] * v[2];
        let contact = v[2] - q[1] * v[0] + q[0] * v[1];
        for residual in [ball, tangent, contact] {
            assert!(residual.abs() < 1e-13, "{residual:e}");
        }
        way = way.max((q[0] - 1.0).abs());
    }
    assert!(way > 0.05);
}

#[test]
fn the_order_of_rattle_is_two() {
    let exact = end(1.0 / 2048.0, 2048);
    let errors = [32, 64, 128, 256].map(|steps| distance(&end(1.0 / steps as f64, steps), &exact));
    let orders: Vec<_> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!("{errors:?} {orders:?}");
    assert!(
        orders.iter().all(|order| (order - 2.0).abs() < 0.06),
        "{orders:?}"
    );
}

#[test]
fn a_step_of_rattle_backwards_undoes_a_step() {
    let compiled = Compiled::new(SPHERE, "VakonomicRattle");
    let [there, back] = [0.05, -0.05].map(|h| Run::new(&compiled, &[], h));
    let start = there.start_with(&Q, &V, &LAMBDA, 0.0);
    let first = there.step(&start);
    let mut node = first.clone();
    for _ in 0..10 {
        node = there.step(&node);
    }
    node = node.at(0.0);
    for _ in 0..10 {
        node = back.step(&node);
    }
    let numbers = |node: &Node| [&node.q[..], &node.reflected].concat();
    let error = distance(&numbers(&node), &numbers(&first));
    assert!(error < 1e-12, "{error:e}");
}

/// On tangent vectors of the constraint manifold the two-form is kept.
#[test]
fn steps_of_rattle_are_symplectic_on_the_constraint_manifold() {
    let compiled = Compiled::new(SPHERE, "VakonomicRattle(jacobian)");
    let run = Run::new(&compiled, &[], 0.1);
    let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
    let form = DMatrix::from_fn(8, 8, |i, j| match j as i32 - i as i32 {
        4 => 1.0,
        -4 => -1.0,
        _ => 0.0,
    });
    for _ in 0..10 {
        let outputs = run.step_jacobian(&node);
        let jacobian = DMatrix::from_column_slice(8, 8, &outputs[8..72]);
        let tangents = tangents(&run, &node);
        let before = tangents.transpose() * &form * &tangents;
        let after = tangents.transpose() * jacobian.transpose() * &form * &jacobian * &tangents;
        let defect = (after - before).amax();
        assert!(defect < 1e-9, "{defect:e}");
        node = run.step(&node);
    }
}

/// A basis of the tangent vectors of the ball and of its hidden constraint, whose gradient is by
/// differences.
fn tangents(run: &Run<'_>, node: &Node) -> DMatrix<f64> {
    let constraints = |y: &[f64]| {
        let q = &y[..4];
        let v = run.sample(&node.clone().with(y.to_vec())).v;
        let ball = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
        [ball, q[0] * v[0] + q[1] * v[1] + q[2] * v[2]]
    };
    let y = [&node.q[..], &node.reflected].concat();
    let rows = DMatrix::from_fn(2, 8, |i, j| {
        let moved = |by: f64| {
            let mut y = y.clone();
            y[j] += by;
            constraints(&y)[i]
        };
        (moved(1e-5) - moved(-1e-5)) / 2e-5
    });
    let gram = (&rows * rows.transpose())
        .try_inverse()
        .expect("independent");
    let projector = DMatrix::identity(8, 8) - rows.transpose() * gram * &rows;
    DMatrix::from_columns(
        &(0..8)
            .map(|j| DVector::from(projector.column(j)))
            .collect::<Vec<_>>(),
    )
}

/// Starts off the ball and across it are told apart.
#[test]
fn initial_values_are_checked_against_positions_and_their_rates() {
    let compiled = Compiled::new(SPHERE, "VakonomicRattle");
    assert_eq!(
        compiled.mechanics.admission_names(),
        ["contact", "ball", "rate of ball"]
    );
    assert_eq!(compiled.scheme.admission.outputs.len(), 6);
}

#[test]
fn without_position_constraints_rattle_is_the_midpoint_rule() {
    let [rattle, gauss] = ["VakonomicRattle", "VakonomicGauss"].map(|integrator| {
        let compiled = Compiled::of_file("martinet", integrator);
        let run = Run::new(&compiled, &[], 0.1);
        let mut node = run.start_with(&[0.0, 0.1, 0.0], &[0.6, 0.8, 0.003], &[-2.0], 0.0);
        for _ in 0..20 {
            node = run.step(&node);
        }
        [node.q, node.reflected].concat()
    });
    assert!(distance(&rattle, &gauss) < 1e-13);
}

#[test]
fn other_integrators_refuse_what_they_would_leave_out() {
    let nonlinear =
        "#[nonholonomic(coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(c = x_dot.powi(2) - y_dot), integrators(VakonomicGauss))] struct S {}";
    let forced =
        "#[nonholonomic(coordinates(x, y), lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(c = x_dot - y_dot), forces(x = -y_dot), integrators(Gni))] struct S {}";
    let null = "#[nonholonomic(coordinates(x, y, z), lagrangian = 0.5 * (x_dot.powi(2) - y_dot.powi(2) + z_dot.powi(2)),
        constraints(c = x_dot - y_dot), integrators(Gni))] struct S {}";
    for (text, integrator, code) in [
        (SPHERE, "VakonomicGauss", "E095"),
        (nonlinear, "Gauss", "E053"),
        (nonlinear, "VakonomicRattle", "E053"),
        (forced, "VakonomicGauss", "E093"),
        (null, "VakonomicGauss", "E094"),
    ] {
        let refused = Compiled::try_new(text, integrator).err().expect("refused");
        let codes: Vec<_> = refused.iter().map(|found| found.code.to_string()).collect();
        assert_eq!(codes, [code], "{integrator}");
    }
}

/// The same on a sphere that grows at the rate 0.2, with a start that grows with it.
#[test]
fn velocities_follow_a_constraint_that_moves() {
    let moving = SPHERE.replace("- 1),", "- (1 + 0.2 * t).powi(2)),");
    assert_ne!(moving, SPHERE);
    let compiled = Compiled::new(&moving, "VakonomicRattle");
    let run = Run::new(&compiled, &[], 0.05);
    let mut node = run.start_with(&Q, &[0.2, 0.5, -0.5, 0.3], &LAMBDA, 0.0);
    for _ in 0..20 {
        node = run.step(&node);
        let (q, v, t) = (&node.q, run.sample(&node).v, run.time(&node));
        let radius = 1.0 + 0.2 * t;
        let ball = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - radius * radius;
        let rate = q[0] * v[0] + q[1] * v[1] + q[2] * v[2] - 0.2 * radius;
        let contact = v[2] - q[1] * v[0] + q[0] * v[1];
        for residual in [ball, rate, contact] {
            assert!(residual.abs() < 1e-13, "{residual:e}");
        }
    }
}

#[test]
fn the_order_of_gauss_is_twice_its_stages() {
    for stages in 1..=3 {
        let integrator = format!("VakonomicGauss(stages = {stages})");
        let order = Compiled::of_file("martinet", &integrator)
            .scheme
            .traits
            .order;
        assert_eq!(order, 2 * stages);
    }
}
