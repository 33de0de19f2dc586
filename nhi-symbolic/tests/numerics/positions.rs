//! Position constraints beside those of velocities.

use crate::registry::trials::{Trial, trials_on_positions};
use crate::support::compiled::{Compiled, Run};
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
