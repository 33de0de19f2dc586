//! Velocity constraints that are not affine in the velocities.

use nalgebra::DMatrix;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run};

/// A particle in a potential whose speed depends on its height.
const SPEED: &str = "
    #[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + (1 + y.powi(2)) * z_dot.powi(2)) - x * z,
        constraints(speed = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - 1 - 0.1 * z),
        integrators(VakonomicGauss),
    )]
    struct Runner {}";

const Q: [f64; 3] = [0.1, 0.2, 0.0];
const V: [f64; 3] = [1.0, 1.0, 0.5];
const LAMBDA: [f64; 1] = [0.3];

fn compiled(stages: u32) -> Compiled {
    Compiled::new(
        SPEED,
        &format!("VakonomicGauss(stages = {stages}, jacobian)"),
    )
}

#[test]
fn the_first_momentum_is_the_extended_one() {
    let compiled = compiled(1);
    let run = Run::new(&compiled, &[], 0.1);
    let node = run.start_with(&Q, &V, &LAMBDA, 0.0);
    // L_v - lambda g_v
    let momentum = [0.7, 0.7, 0.5 * 1.04];
    assert_close("p", &node.reflected[..3], &momentum, 1e-15);
}

#[test]
fn nodes_satisfy_a_nonlinear_constraint_and_have_the_momentum_of_their_velocity() {
    for stages in [1, 2, 3] {
        let compiled = compiled(stages);
        let run = Run::new(&compiled, &[], 0.05);
        let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
        for _ in 0..60 {
            node = run.step(&node);
            let sample = run.sample(&node);
            let (v, lambda) = (&sample.v, sample.lambda[0]);
            let speed = 0.5 * (v[0] * v[0] + v[1] * v[1]);
            assert!((speed - 1.0 - 0.1 * node.q[2]).abs() < 1e-14, "{speed}");
            let extended = [
                (1.0 - lambda) * v[0],
                (1.0 - lambda) * v[1],
                (1.0 + node.q[1].powi(2)) * v[2],
            ];
            assert_close("p", &node.reflected[..3], &extended, 1e-13);
        }
    }
}

#[test]
fn the_orders_under_a_nonlinear_constraint_are_two_four_and_six() {
    let end = |stages: u32, steps: u32| {
        let compiled = compiled(stages);
        let run = Run::new(&compiled, &[], 1.0 / f64::from(steps));
        let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
        for _ in 0..steps {
            node = run.step(&node);
        }
        nalgebra::DVector::from_vec([&node.q[..], &node.reflected].concat())
    };
    let exact = end(3, 80);
    for (stages, fewest) in [(1, 32), (2, 8), (3, 4)] {
        let errors = [1, 2, 4].map(|factor| (end(stages, fewest * factor) - &exact).norm());
        let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
        println!("{stages}: {errors:?} {orders:?}");
        let declared = 2.0 * f64::from(stages);
        for order in orders {
            assert!((order - declared).abs() < 0.06 * declared, "{orders:?}");
        }
    }
}

/// Velocity and multipliers of the node are in the state too; the map of `(q, p)` is the block.
#[test]
fn steps_under_a_nonlinear_constraint_are_symplectic() {
    let compiled = compiled(2);
    let run = Run::new(&compiled, &[], 0.1);
    let mut node = run.start_with(&Q, &V, &LAMBDA, 0.0);
    let size = 10;
    let form = DMatrix::from_fn(6, 6, |i, j| match j as i32 - i as i32 {
        3 => 1.0,
        -3 => -1.0,
        _ => 0.0,
    });
    for _ in 0..10 {
        let outputs = run.step_jacobian(&node);
        let slopes = &outputs[size..size + size * size];
        let whole = DMatrix::from_column_slice(size, size, slopes);
        let block = whole.view((0, 0), (6, 6)).clone_owned();
        let defect = block.transpose() * &form * &block - &form;
        assert!(defect.amax() < 1e-12, "{:e}", defect.amax());
        assert!(
            whole.columns(6, 4).amax() < 1e-12,
            "a guess has no influence"
        );
        node = run.step(&node);
    }
}
