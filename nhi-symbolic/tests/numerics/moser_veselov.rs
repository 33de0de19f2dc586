//! The discrete Moser-Veselov equations of a free rigid body, by each way to solve them.

use nalgebra::{Matrix3, Vector3};
use nhi_runtime::StepErrorKind;

use crate::rotations::{IDENTITY, INERTIA, OMEGA, body_momentum, free_rigid_body, rotation};
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run};
use crate::support::fixture::{Fixture, RotationRun};
use crate::support::sampling::Random;
use crate::support::short_run::distance;

#[test]
fn the_discrete_moser_veselov_equations_give_the_steps_of_the_fixture() {
    let fixture = Fixture::load("free_rigid_body");
    for (solve, name) in [
        ("Cayley", "mmmm_cay"),
        ("Direct", "mmmm_exp"),
        ("Explicit", "mmmm_explicit"),
    ] {
        let compiled = free_rigid_body(&format!("MoserVeselov(solve = {solve})"));
        let runs = fixture.rotation_runs(name);
        assert_eq!(runs.len(), 1, "{name}");
        for expected in &runs {
            let RotationRun { h, r, pi, .. } = expected;
            let run = Run::new(&compiled, &INERTIA, *h);
            let nodes = run.trajectory(&r[0], &OMEGA, 0.0, r.len() - 1);
            for ((node, r), pi) in nodes.iter().zip(r).zip(pi) {
                assert_close(&format!("{solve} R"), &node.q, r, 1e-12);
                let actual = body_momentum(&run.sample(node).v);
                assert_close(&format!("{solve} Pi"), &actual, pi, 1e-12);
            }
        }
    }
}

/// Axes that are not principal: both ways to solve the equations end in the same rotation.
#[test]
fn the_moser_veselov_equations_hold_with_products_of_inertia() {
    const BODY: &str = "#[nonholonomic(
        groups(body: SO3(w1, w2, w3)),
        lagrangian = 0.5 * (j1 * w1.powi(2) + j2 * w2.powi(2) + j3 * w3.powi(2))
            + 0.2 * w1 * w2 - 0.1 * w1 * w3 + 0.3 * w2 * w3,
        integrators(MoserVeselov),
    )]
    struct Body { j1: f64, j2: f64, j3: f64 }";
    let [cayley, direct] = ["Cayley", "Direct"].map(|solve| {
        let compiled = Compiled::new(BODY, &format!("MoserVeselov(solve = {solve})"));
        let run = Run::new(&compiled, &INERTIA, 0.05);
        run.trajectory(&IDENTITY, &OMEGA, 0.0, 20)[20].q.clone()
    });
    assert_close("R", &direct, &cayley, 1e-13);
}

#[test]
fn a_step_back_undoes_a_step_of_the_moser_veselov_equations_but_not_of_their_approximation() {
    for (solve, is_symmetric) in [("Cayley", true), ("Direct", true), ("Explicit", false)] {
        let compiled = free_rigid_body(&format!("MoserVeselov(solve = {solve})"));
        let [forwards, backwards] = [0.2, -0.2].map(|h| Run::new(&compiled, &INERTIA, h));
        let mut node = forwards.start(&IDENTITY, &OMEGA, 0.0);
        for _ in 0..10 {
            node = forwards.step(&node);
        }
        for _ in 0..10 {
            node = backwards.step(&node);
        }
        let distance = distance(&node.q, &IDENTITY);
        assert_eq!(distance < 1e-13, is_symmetric, "{solve}: {distance:e}");
        assert_eq!(compiled.scheme.traits.symmetric, is_symmetric);
    }
}

#[test]
fn steps_too_long_for_the_moser_veselov_equations_are_errors_and_shorter_ones_turn_by_less_than_a_half_turn()
 {
    let mut random = Random::new(3);
    let compiled = free_rigid_body("MoserVeselov");
    let mut failures = 0;
    for _ in 0..300 {
        let omega = random.many(3, -3.0, 3.0);
        let run = Run::new(&compiled, &INERTIA, 0.5);
        let start = run.start(&IDENTITY, &omega, 0.0);
        let momentum = body_momentum(&omega);
        match run.try_step(&start) {
            Ok(next) => {
                let residual = equation(&rotation(&next.q), &momentum, 0.5);
                assert!(residual < 1e-12, "{omega:?}: {residual:e}");
                let quick = omega.iter().map(|w| w * w).sum::<f64>().sqrt() * 0.5 < 0.5;
                assert!(!quick || rotation(&next.q).trace() > 1.0, "{omega:?}");
            }
            Err(error) => {
                let is_newtons = matches!(
                    error.kind,
                    StepErrorKind::NonFiniteResidual { .. }
                        | StepErrorKind::NewtonDiverged { .. }
                        | StepErrorKind::SingularJacobian { .. }
                );
                assert!(is_newtons, "{error}");
                failures += 1;
            }
        }
    }
    println!("{failures} of 300 have no solution");
    assert!(failures > 20);
}

/// How far `W` is from solving `W Lam - Lam W^T = h hat(Pi)`.
fn equation(turn: &Matrix3<f64>, momentum: &[f64], h: f64) -> f64 {
    let half_trace = INERTIA.iter().sum::<f64>() / 2.0;
    let complement = Matrix3::from_diagonal(&Vector3::from(INERTIA.map(|j| half_trace - j)));
    let hat = Vector3::from_column_slice(momentum).cross_matrix() * h;
    (turn * complement - complement * turn.transpose() - hat).amax()
}
