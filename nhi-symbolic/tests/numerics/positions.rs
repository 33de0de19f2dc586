//! Position constraints beside those of velocities.

use crate::registry::trials::{Trial, names_on_positions, on_positions};
use crate::support::compiled::{Compiled, Node, Run};
use crate::support::dynamics::State;
use crate::support::short_run::initial;
use crate::support::systems::{Case, case};

/// Positions do not drift: they are constraints themselves, not integrals of their rates. Velocities at
/// nodes satisfy all constraints, including the rates of the positions, if the scheme declares it.
#[test]
fn positions_hold_at_every_node_and_velocities_where_that_is_declared() {
    for trials in names_on_positions().into_iter().map(on_positions) {
        for model in trials.systems {
            let case = case(model);
            let state = initial(&case, 4);
            for Trial { integrator, .. } in &trials.variants {
                let compiled = Compiled::of_file(model, integrator);
                let run = Run::new(&compiled, &case.parameters, 0.02);
                let nodes = run.trajectory(&state.q, &state.v, state.t, 1000);
                let off = |node: &Node| off_position(model, &node.q, &case.parameters).abs();
                let worst = nodes.iter().map(off).fold(0.0, f64::max);
                println!("{model} {integrator}: positions {worst:.1e}");
                assert!(worst < 1e-13, "{model} {integrator}: {worst:e}");

                let off = |node: &Node| off_velocity_constraints(&case, &run, node);
                let worst = nodes[..=200].iter().map(off).fold(0.0, f64::max);
                println!("{model} {integrator}: velocities {worst:.1e}");
                let is_exact = compiled.scheme.traits.exact_constraints;
                assert_eq!(is_exact, worst < 4e-15, "{model} {integrator}: {worst:e}");
            }
        }
    }
}

fn off_position(model: &str, q: &[f64], p: &[f64]) -> f64 {
    match model {
        "skating_bob" => {
            let rod = [q[3] - q[0], q[4] - q[1], q[5]];
            rod.iter().map(|x| x * x).sum::<f64>() - p[4] * p[4]
        }
        _ => q[11] - p[4],
    }
}

fn off_velocity_constraints(case: &Case, run: &Run<'_>, node: &Node) -> f64 {
    let at = State {
        q: node.q.clone(),
        v: run.sample(node).v,
        u: Vec::new(),
        t: run.time(node),
    };
    let here = case.system.at(&case.parameters, &at);
    let residual = here.residual();
    let pairs = residual.iter().zip(here.scale());
    pairs.map(|(r, s)| r.abs() / s).fold(0.0, f64::max)
}

/// The forces of position constraints are along means of their gradients, and do no work.
#[test]
fn the_energy_of_a_bob_on_a_skate_is_constant_to_round_off() {
    let case = case("skating_bob");
    let state = initial(&case, 4);
    let compiled = Compiled::of_file(case.model, "EnergyPreserving");
    let run = Run::new(&compiled, &case.parameters, 0.02);
    let energy = |node: &Node| {
        let at = State {
            q: node.q.clone(),
            v: run.sample(node).v,
            u: Vec::new(),
            t: 0.0,
        };
        case.system.at(&case.parameters, &at).energy
    };
    let nodes = run.trajectory(&state.q, &state.v, 0.0, 2000);
    let first = energy(&nodes[0]);
    let changes = nodes.iter().map(|node| (energy(node) - first).abs());
    let worst = changes.fold(0.0, f64::max);
    println!("largest change of the energy in 40 s: {worst:.1e}");
    assert!(worst < 2e-13, "{worst:e}");
}
