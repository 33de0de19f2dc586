//! The energy-preserving method: the energy to round-off, the work of forces, the constraint in the
//! mean.

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run};
use crate::support::dynamics::{Dynamics, State};
use crate::support::short_run::initial;
use crate::support::systems::{Case, case};

/// The system by hand at a node, or at any other configuration and velocity.
fn dynamics(case: &Case, q: &[f64], v: &[f64], t: f64) -> Dynamics {
    let state = State {
        q: q.to_vec(),
        v: v.to_vec(),
        u: vec![0.0; case.controls],
        t,
    };
    case.system.at(&case.parameters, &state)
}

fn energy(case: &Case, run: &Run<'_>, node: &Node) -> f64 {
    dynamics(case, &node.q, &run.sample(node).v, run.time(node)).energy
}

pub(crate) fn mean(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| 0.5 * (a + b)).collect()
}

/// Mass matrices of the configuration, sines in potentials and in mass matrices, gyroscopic terms,
/// steps in which angles turn by some tenths.
#[test]
fn the_energy_is_constant_to_round_off_without_forces() {
    for (model, h) in [
        ("knife_edge", 0.05),
        ("inclined_sleigh", 0.05),
        ("nonholonomic_oscillator", 0.05),
        ("charged_particle", 0.05),
        ("skating_pendulum", 0.05),
        ("two_link_knife_edge", 0.05),
        ("snakeboard", 0.05),
    ] {
        let case = case(model);
        let compiled = Compiled::of_file(model, "EnergyPreserving");
        let run = Run::new(&compiled, &case.parameters, h);
        let state = initial(&case, 3);
        let mut node = run.start(&state.q, &state.v, 0.0);
        let first = energy(&case, &run, &node);
        let (mut worst, mut turned, mut kinetic) = (0.0_f64, 0.0_f64, 0.0_f64);
        for _ in 0..400 {
            let next = run.step(&node);
            let ways = next.q.iter().zip(&node.q).map(|(a, b)| (a - b).abs());
            turned = ways.fold(turned, f64::max);
            node = next;
            worst = worst.max((energy(&case, &run, &node) - first).abs());
            let here = dynamics(&case, &node.q, &run.sample(&node).v, 0.0);
            kinetic = kinetic.max(0.5 * here.v.dot(&(&here.mass * &here.v)));
        }
        let relative = worst / kinetic;
        println!(
            "{model}: {relative:.2e} of the kinetic energy, longest way of a step {turned:.3}"
        );
        assert!(relative < 4e-14, "{model}: {relative:e}");
    }
}

/// Each number of nodes at the highest degree of a force for which it is exact, and five beyond any
/// polynomial: an angle may turn by half a radian in a step.
#[test]
fn the_energy_is_constant_in_long_steps_through_steep_potentials() {
    type Function = fn(f64) -> f64;
    let potentials: [(&str, Function, f64, f64, f64); 5] = [
        ("0.5 * x.powi(2)", |x| 0.5 * x * x, 0.0, 1.5, 0.5),
        ("x.powi(4)", |x| x.powi(4), 0.0, 1.5, 0.3),
        ("x.powi(6)", |x| x.powi(6), 0.0, 1.5, 0.3),
        ("x.powi(10)", |x| x.powi(10), 0.0, 1.5, 0.3),
        ("8 * sin(x)", |x| 8.0 * x.sin(), 1.0, 0.3, 0.09),
    ];
    for (potential, value, x, v, h) in potentials {
        let text = format!(
            "#[nonholonomic(
                coordinates(x),
                lagrangian = 0.5 * x_dot.powi(2) - {potential},
                integrators(EnergyPreserving),
            )]
            struct Steep {{}}"
        );
        let compiled = Compiled::new(&text, "EnergyPreserving");
        let run = Run::new(&compiled, &[], h);
        let energy = |node: &Node| {
            let (x, v) = (node.q[0], run.sample(node).v[0]);
            0.5 * v * v + value(x)
        };
        let nodes = run.trajectory(&[x], &[v], 0.0, 1000);
        let changes = nodes.iter().map(|node| energy(node) - energy(&nodes[0]));
        let worst = changes.fold(0.0_f64, |worst, change| worst.max(change.abs()));
        println!("{potential}: {worst:.2e} of {:.3}", energy(&nodes[0]));
        assert!(worst < 1e-13 * energy(&nodes[0]), "{potential}: {worst:e}");
    }
}

/// `E_1 - E_0 = h f(q_m, u, t_m) . u`: with time and friction in the force.
#[test]
fn the_energy_changes_by_the_work_of_the_force_at_the_midpoint() {
    for model in ["dragged_sleigh", "driven_disk"] {
        let case = case(model);
        let compiled = Compiled::of_file(model, "EnergyPreserving");
        let h = 0.1;
        let run = Run::new(&compiled, &case.parameters, h);
        let state = initial(&case, 5);
        let nodes = run.trajectory(&state.q, &state.v, 0.3, 20);
        for pair in nodes.windows(2) {
            let u = mean(&run.sample(&pair[0]).v, &run.sample(&pair[1]).v);
            let q = mean(&pair[0].q, &pair[1].q);
            let t = run.time(&pair[0]) + 0.5 * h;
            let middle = dynamics(&case, &q, &u, t);
            let work = h * middle.force.dot(&middle.v);
            let change = energy(&case, &run, &pair[1]) - energy(&case, &run, &pair[0]);
            assert!(work.abs() > 1e-6, "{model}: {work}");
            assert!((change - work).abs() < 1e-13, "{model}: {change} {work}");
        }
    }
}

#[test]
fn the_constraints_hold_for_means_at_midpoints_and_positions_move_by_means() {
    for model in ["turntable_knife_edge", "motor_disk", "skating_pendulum"] {
        let case = case(model);
        let compiled = Compiled::of_file(model, "EnergyPreserving");
        let h = 0.05;
        let run = Run::new(&compiled, &case.parameters, h);
        let state = initial(&case, 9);
        let nodes = run.trajectory(&state.q, &state.v, state.t, 50);
        for pair in nodes.windows(2) {
            let u = mean(&run.sample(&pair[0]).v, &run.sample(&pair[1]).v);
            let way: Vec<_> = pair[1]
                .q
                .iter()
                .zip(&pair[0].q)
                .map(|(b, a)| (b - a) / h)
                .collect();
            assert_close(model, &way, &u, 1e-12);
            let q = mean(&pair[0].q, &pair[1].q);
            let t = run.time(&pair[0]) + 0.5 * h;
            let residual = dynamics(&case, &q, &u, t).residual();
            assert!(residual.amax() < 1e-13, "{model}: {residual}");
        }
    }
}

/// The part of the velocity off the constraints, of second order in the step, is reported.
#[test]
fn the_constraint_drift_of_a_sample_is_reported_and_falls_with_the_square_of_the_step() {
    let case = case("inclined_sleigh");
    let compiled = Compiled::of_file(case.model, "EnergyPreserving");
    let state = initial(&case, 1);
    let drifts = [32_u32, 64, 128].map(|steps| {
        let run = Run::new(&compiled, &case.parameters, 1.0 / f64::from(steps));
        let nodes = run.trajectory(&state.q, &state.v, 0.0, steps as usize);
        let drifts = nodes.iter().map(|node| {
            let reported = run.diagnostic("constraint_drift", node);
            let at = dynamics(&case, &node.q, &run.sample(node).v, run.time(node));
            assert_close("drift", &reported, at.residual().as_slice(), 1e-14);
            reported[0].abs()
        });
        drifts.fold(0.0, f64::max)
    });
    println!("{drifts:?}");
    for pair in drifts.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{drifts:?}");
    }
}
