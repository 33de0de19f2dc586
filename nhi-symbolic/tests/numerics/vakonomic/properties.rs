//! What the Gauss methods promise on any vakonomic system.

use nalgebra::DMatrix;

use crate::support::compiled::{Compiled, Node, Run};
use crate::support::dynamics::State;
use crate::support::short_run::distance;
use crate::support::systems::case;

use super::{Start, integrator};

fn numbers(node: &Node) -> Vec<f64> {
    [&node.q[..], &node.reflected].concat()
}

/// The reference is the method of order six with steps that leave round-off alone.
#[test]
fn the_orders_are_two_four_and_six() {
    let end = 1.0;
    for start in Start::all() {
        let parameters = case(start.model).parameters;
        let last = |stages: u64, steps: u32| {
            let compiled = Compiled::of_file(start.model, &integrator(stages));
            let run = Run::new(&compiled, &parameters, end / f64::from(steps));
            let node = start.trajectory(&run, steps as usize).pop();
            let node = node.expect("a last node");
            [numbers(&node), run.sample(&node).lambda].concat()
        };
        let exact = last(3, 160);
        for (stages, fewest) in [(1, 32), (2, 8), (3, 5)] {
            let errors = [1, 2, 4].map(|factor| distance(&last(stages, fewest * factor), &exact));
            let orders = [errors[0] / errors[1], errors[1] / errors[2]].map(f64::log2);
            println!(
                "{} {stages}: errors {errors:?}, orders {orders:.3?}",
                start.model
            );
            let declared = 2.0 * stages as f64;
            for order in orders {
                assert!(
                    (order - declared).abs() < 0.05 * declared,
                    "{} {orders:?}",
                    start.model
                );
            }
        }
    }
}

#[test]
fn the_exact_jacobian_of_a_step_is_symplectic() {
    for start in Start::all() {
        let parameters = case(start.model).parameters;
        for stages in [1, 2, 3] {
            let text = format!("VakonomicGauss(stages = {stages}, jacobian)");
            let compiled = Compiled::of_file(start.model, &text);
            let run = Run::new(&compiled, &parameters, 0.1);
            let mut node = start.node(&run);
            let n = node.q.len();
            let unit = |i: usize, j: usize| match (i < n, j < n) {
                (true, false) if j - n == i => 1.0,
                (false, true) if i - n == j => -1.0,
                _ => 0.0,
            };
            let form = DMatrix::from_fn(2 * n, 2 * n, unit);
            for _ in 0..20 {
                let outputs = run.step_jacobian(&node);
                let columns = &outputs[2 * n..];
                let jacobian = DMatrix::from_column_slice(2 * n, 2 * n, &columns[..4 * n * n]);
                let defect = jacobian.transpose() * &form * &jacobian - &form;
                let size = jacobian.norm().powi(2).max(1.0);
                assert!(
                    defect.amax() < 1e-12 * size,
                    "{} {:e}",
                    start.model,
                    defect.amax()
                );
                assert!((jacobian - DMatrix::identity(2 * n, 2 * n)).amax() > 1e-3);
                node = run.step(&node);
            }
        }
    }
}

#[test]
fn a_step_backwards_undoes_a_step() {
    for start in Start::all() {
        let parameters = case(start.model).parameters;
        for stages in [1, 2, 3] {
            let compiled = Compiled::of_file(start.model, &integrator(stages));
            let [there, back] = [0.1, -0.1].map(|h| Run::new(&compiled, &parameters, h));
            let nodes = start.trajectory(&there, 10);
            let mut node = nodes[10].clone().at(1.0);
            for _ in 0..10 {
                node = back.step(&node);
            }
            let error = distance(&numbers(&node), &numbers(&nodes[0]));
            assert!(error < 1e-13, "{} {stages}: {error:e}", start.model);
        }
    }
}

#[test]
fn velocities_of_nodes_satisfy_the_constraints_to_round_off() {
    for start in Start::all() {
        let case = case(start.model);
        for stages in [1, 2, 3] {
            let compiled = Compiled::of_file(start.model, &integrator(stages));
            let run = Run::new(&compiled, &case.parameters, 0.05);
            for node in start.trajectory(&run, 200) {
                let state = State {
                    v: run.sample(&node).v,
                    q: node.q.clone(),
                    u: Vec::new(),
                    t: 0.0,
                };
                let here = case.system.at(&case.parameters, &state);
                let worst = here.residual().amax();
                assert!(worst < 4e-15, "{} {stages}: {worst:e}", start.model);
            }
        }
    }
}

/// For the midpoint rule the velocity of the stage is the difference of the nodes.
#[test]
fn the_velocity_of_the_midpoint_satisfies_the_constraints_to_round_off() {
    for start in Start::all() {
        let case = case(start.model);
        let compiled = Compiled::of_file(start.model, &integrator(1));
        let h = 0.25;
        let run = Run::new(&compiled, &case.parameters, h);
        for pair in start.trajectory(&run, 100).windows(2) {
            let means = pair[0].q.iter().zip(&pair[1].q);
            let state = State {
                q: means.clone().map(|(a, b)| 0.5 * (a + b)).collect(),
                v: means.map(|(a, b)| (b - a) / h).collect(),
                u: Vec::new(),
                t: 0.0,
            };
            let here = case.system.at(&case.parameters, &state);
            let worst = here.residual().amax();
            assert!(worst < 1e-14, "{}: {worst:e}", start.model);
        }
    }
}

#[test]
fn linear_and_quadratic_momenta_are_exact() {
    let vehicle = Start::of_scenario("two_wheeled_vehicle", "two_wheeled_vehicle");
    let heisenberg = Start::of_scenario("heisenberg_geodesic", "heisenberg");
    type Momenta = fn(&[f64], &[f64]) -> Vec<f64>;
    let of_vehicle: Momenta = |q, p| vec![p[0], p[1], p[2] + p[3] + q[0] * p[1] - q[1] * p[0]];
    let of_heisenberg: Momenta = |q, p| vec![p[2], q[0] * p[1] - q[1] * p[0]];
    for (start, momenta) in [(vehicle, of_vehicle), (heisenberg, of_heisenberg)] {
        let parameters = case(start.model).parameters;
        for stages in [1, 2, 3] {
            let compiled = Compiled::of_file(start.model, &integrator(stages));
            let run = Run::new(&compiled, &parameters, 0.05);
            let nodes = start.trajectory(&run, 400);
            let first = momenta(&nodes[0].q, &nodes[0].reflected);
            for node in &nodes {
                let error = distance(&momenta(&node.q, &node.reflected), &first);
                assert!(error < 2e-13, "{} {stages}: {error:e}", start.model);
            }
        }
    }
}
