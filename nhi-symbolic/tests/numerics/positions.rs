//! Position constraints beside those of velocities.

use crate::registry::trials::{Trial, trials_on_positions};
use crate::support::compiled::{Compiled, Node, Run};
use crate::support::dynamics::State;
use crate::support::short_run::initial;
use crate::support::systems::case;

/// Positions do not drift: they are constraints themselves, not integrals of their rates.
#[test]
fn position_constraints_hold_to_round_off_at_every_node() {
    let off = |model: &str, q: &[f64], p: &[f64]| match model {
        "skating_bob" => {
            let rod = [q[3] - q[0], q[4] - q[1], q[5]];
            rod.iter().map(|x| x * x).sum::<f64>() - p[4] * p[4]
        }
        _ => q[11] - p[4],
    };
    for trials in trials_on_positions() {
        for model in trials.systems {
            let case = case(model);
            let state = initial(&case, 4);
            for Trial { integrator, .. } in &trials.variants {
                let compiled = Compiled::of_file(model, integrator);
                let run = Run::new(&compiled, &case.parameters, 0.02);
                let nodes = run.trajectory(&state.q, &state.v, state.t, 1000);
                let offs = nodes
                    .iter()
                    .map(|node| off(model, &node.q, &case.parameters).abs());
                let worst = offs.fold(0.0, f64::max);
                println!("{model} {integrator}: {worst:.1e}");
                assert!(worst < 1e-13, "{model} {integrator}: {worst:e}");
            }
        }
    }
}

/// Velocities at nodes are on all constraints, the rates of the positions among them, where that is declared.
#[test]
fn velocities_are_on_all_constraints_where_that_is_declared_and_nowhere_else() {
    for trials in trials_on_positions() {
        for model in trials.systems {
            let case = case(model);
            let state = initial(&case, 4);
            for Trial { integrator, .. } in &trials.variants {
                let compiled = Compiled::of_file(model, integrator);
                let run = Run::new(&compiled, &case.parameters, 0.02);
                let nodes = run.trajectory(&state.q, &state.v, state.t, 200);
                let off = |node: &Node| {
                    let at = State {
                        q: node.q.clone(),
                        v: run.sample(node).v,
                        u: Vec::new(),
                        t: run.time(node),
                    };
                    let here = case.system.at(&case.parameters, &at);
                    let pairs = here.residual();
                    let pairs = pairs.iter().zip(here.scale());
                    pairs.map(|(r, s)| r.abs() / s).fold(0.0, f64::max)
                };
                let worst = nodes.iter().map(off).fold(0.0, f64::max);
                println!("{model} {integrator}: {worst:.1e}");
                let is_exact = compiled.scheme.traits.exact_constraints;
                assert_eq!(is_exact, worst < 4e-15, "{model} {integrator}: {worst:e}");
            }
        }
    }
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
