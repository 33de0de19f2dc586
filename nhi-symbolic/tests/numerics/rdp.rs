//! The reduced d'Alembert-Pontryagin method: reference steps, orders, invariants, signs.

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run};
use crate::support::fixture::{Fixture, ReducedRun};
use crate::support::systems::case;

/// Reduced fixtures, the fixtures of their motions, and model files that describe them.
const FIXTURES: [(&str, &str, &str); 4] = [
    ("rdp_sleigh", "sleigh_com", "chaplygin_sleigh"),
    ("rdp_snakeboard", "snakeboard_free", "snakeboard"),
    ("rdp_snakeboard_forced", "snakeboard_forced", "snakeboard"),
    (
        "rdp_snakeboard_forced",
        "snakeboard_forced",
        "driven_snakeboard",
    ),
];

fn integrator(run: &ReducedRun) -> String {
    let map = match run.dtau.as_str() {
        "exp" => "retraction = Exp, dtau = Exact",
        "exp1" => "retraction = Exp, dtau = First",
        "exp2" => "retraction = Exp, dtau = Second",
        "cay" => "retraction = Cayley",
        "ccsk" => "retraction = Ccsk",
        other => panic!("unknown differential {other}"),
    };
    format!("Rdp({map}, alpha = {})", run.alpha)
}

/// The controls of a fixture at a time, for a model with as many controls.
fn controls(fixture: &str, count: usize, t: f64) -> Vec<f64> {
    let turn = core::f64::consts::TAU * t;
    match (fixture, count) {
        (_, 0) => Vec::new(),
        ("snakeboard_forced", _) => vec![(10.0 * turn).cos(), turn.sin()],
        _ => vec![0.0; count],
    }
}

#[test]
fn steps_of_every_retraction_and_differential_equal_the_fixtures() {
    for (reduced, motion, model) in FIXTURES {
        let (runs, motion_data) = (Fixture::load(reduced).reduced_runs(), Fixture::load(motion));
        assert_eq!(runs.len(), 7, "{reduced}");
        let case = case(model);
        for run in &runs {
            let integrator = integrator(run);
            let compiled = Compiled::of_file(model, &integrator);
            let stepper = Run::new(&compiled, &case.parameters, run.h);
            let stepper = stepper.with_controls(|t| controls(motion, case.controls, t));
            let (q0, v0) = (motion_data.column("q0"), motion_data.column("v0"));
            let nodes = stepper.trajectory(&q0, &v0, 0.0, run.g.len() - 1);
            assert_eq!(nodes.len(), 11);
            for (k, node) in nodes.iter().enumerate() {
                let what = format!("{reduced} {model} {integrator} step {k}");
                let q = [&run.r[k][..], &run.g[k]].concat();
                assert_close(&format!("{what} q"), &node.q, &q, 1e-12);
                let (s, c) = run.g[k][0].sin_cos();
                let xi = &run.xi[k];
                let rates = [xi[0], c * xi[1] - s * xi[2], s * xi[1] + c * xi[2]];
                let v = [&run.u[k][..], &rates].concat();
                assert_close(&format!("{what} v"), &stepper.sample(node).v, &v, 1e-12);
            }
        }
    }
}
