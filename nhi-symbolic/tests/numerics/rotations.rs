//! Rigid bodies whose configuration is a rotation.

use nalgebra::{Matrix3, Vector3};
use nhi_symbolic::program::InterpretError;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run};
use crate::support::fixture::{Fixture, RotationRun};
use crate::support::sampling::Random;

const INERTIA: [f64; 3] = [1.0, 1.5, 2.2];
const OMEGA: [f64; 3] = [0.3, 1.0, -0.5];
const IDENTITY: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];

fn free_rigid_body(integrator: &str) -> Compiled {
    Compiled::of_file("free_rigid_body", integrator)
}

fn body_momentum(omega: &[f64]) -> Vec<f64> {
    omega.iter().zip(INERTIA).map(|(w, j)| w * j).collect()
}

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

/// The distance from the reference at `t = 2` with as many steps.
fn error(integrator: &str, steps: u32) -> f64 {
    let (r, pi) = Fixture::load("free_rigid_body").rotation_at(2.0);
    let compiled = free_rigid_body(integrator);
    let run = Run::new(&compiled, &INERTIA, 2.0 / f64::from(steps));
    let nodes = run.trajectory(&IDENTITY, &OMEGA, 0.0, steps as usize);
    let node = &nodes[steps as usize];
    let momentum = body_momentum(&run.sample(node).v);
    let numbers = node.q.iter().chain(&momentum);
    let squares = numbers
        .zip(r.iter().chain(&pi))
        .map(|(x, y)| (x - y).powi(2));
    squares.sum::<f64>().sqrt()
}

#[test]
fn every_integrator_of_rotations_has_its_declared_order() {
    for (integrator, order, steps) in [
        ("MoserVeselov", 2.0, 32),
        ("MoserVeselov(solve = Direct)", 2.0, 32),
        ("MoserVeselov(solve = Explicit)", 1.0, 1024),
        ("Rk(order = 2)", 2.0, 128),
        ("Rk(order = 4)", 4.0, 16),
        ("Gauss(stages = 1)", 2.0, 32),
        ("Gauss(stages = 2)", 4.0, 8),
    ] {
        let errors = [1, 2, 4, 8].map(|factor| error(integrator, steps * factor));
        for pair in errors.windows(2) {
            let measured = (pair[0] / pair[1]).log2();
            println!("{integrator}: {measured:.3} at {:.2e}", pair[0]);
            assert!(
                (measured - order).abs() < 0.05 * f64::max(1.0, order / 2.0),
                "{integrator}: {errors:?}"
            );
        }
        assert_eq!(
            f64::from(free_rigid_body(integrator).scheme.traits.order),
            order
        );
    }
    assert!(error("Gauss(stages = 3)", 64) < 1e-11);
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
fn momentum_in_space_and_energy_are_constant_where_that_is_declared() {
    for (integrator, has_momentum, has_energy) in [
        ("MoserVeselov", true, true),
        ("MoserVeselov(solve = Direct)", true, true),
        ("MoserVeselov(solve = Explicit)", true, false),
        ("Gauss(stages = 1)", true, true),
        ("Rk(order = 2)", false, false),
    ] {
        let compiled = free_rigid_body(integrator);
        let run = Run::new(&compiled, &INERTIA, 0.125);
        let nodes = run.trajectory(&IDENTITY, &OMEGA, 0.0, 200);
        let [momentum, energy] = drift(&run, &nodes);
        println!("{integrator}: R Pi {momentum:.1e}, energy {energy:.1e}");
        assert_eq!(momentum < 1e-13, has_momentum, "{integrator}: {momentum:e}");
        assert_eq!(energy < 1e-13, has_energy, "{integrator}: {energy:e}");
    }
}

/// The largest changes of `R Pi` and of the energy.
fn drift(run: &Run<'_>, nodes: &[Node]) -> [f64; 2] {
    let values = nodes.iter().map(|node| {
        let omega = run.sample(node).v;
        let momentum = body_momentum(&omega);
        let energy = omega
            .iter()
            .zip(&momentum)
            .map(|(w, p)| w * p / 2.0)
            .sum::<f64>();
        (rotation(&node.q) * Vector3::from_vec(momentum), energy)
    });
    let values: Vec<_> = values.collect();
    let largest = |change: &dyn Fn(&(Vector3<f64>, f64)) -> f64| {
        values.iter().map(change).fold(0.0, f64::max)
    };
    let (momentum, energy) = values[0];
    [
        largest(&|(other, _)| (other - momentum).norm()),
        largest(&|(_, other)| (other - energy).abs()),
    ]
}

#[test]
fn rotations_stay_orthogonal_under_every_integrator_of_rotations() {
    for integrator in [
        "MoserVeselov",
        "MoserVeselov(solve = Explicit)",
        "Rk(order = 4)",
        "Gauss(stages = 1)",
    ] {
        let compiled = free_rigid_body(integrator);
        let run = Run::new(&compiled, &INERTIA, 0.05);
        let nodes = run.trajectory(&IDENTITY, &OMEGA, 0.0, 2000);
        let worst = nodes.iter().map(|node| {
            let r = rotation(&node.q);
            (r.transpose() * r - Matrix3::identity()).amax()
        });
        let worst = worst.fold(0.0, f64::max);
        println!("{integrator}: {worst:.1e}");
        assert!(worst < 1e-12, "{integrator}: {worst:e}");
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
            Err(InterpretError::Unsolved(_)) => failures += 1,
            Err(other) => panic!("{other}"),
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

fn rotation(entries: &[f64]) -> Matrix3<f64> {
    Matrix3::from_row_slice(entries)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(x, y)| (x - y).abs())
        .fold(0.0, f64::max)
}
