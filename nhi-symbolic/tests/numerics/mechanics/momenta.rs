//! Momentum maps of declared groups, and which of their momenta are constant.

use nalgebra::{Matrix3, Vector3};

use super::on_all_models;
use crate::support::compiled::derive;

#[test]
fn the_momentum_map_is_the_momentum_along_the_motions_of_the_group() {
    let mut momenta = 0;
    on_all_models(|probe| {
        let p = probe.by_hand.momentum.clone();
        let q = probe.state.q.clone();
        let model = &probe.mechanics.model;
        let expected: Vec<f64> = model
            .symmetry
            .iter()
            .flat_map(|factor| match factor.coordinates[..] {
                [] => spatial_momentum(&q, p.as_slice()),
                [theta, x, y] => vec![p[theta] - q[y] * p[x] + q[x] * p[y], p[x], p[y]],
                [shifted] => vec![p[shifted]],
                _ => unreachable!("a group acts on one or three coordinates"),
            })
            .collect();
        momenta += expected.len();
        let generators = probe.mechanics.symmetry.generators.clone();
        let exprs: Vec<_> = generators.iter().map(|xi| xi.momentum).collect();
        probe.expect("momentum map", &exprs, &expected);
    });
    assert!(momenta > 0, "no model declares a symmetry");
}

/// `R Pi`, and for rigid motions `(R Pi + p x R P, R P)`, of a configuration that is one element of
/// SO(3), or coordinates and an element of SE(2).
fn spatial_momentum(q: &[f64], momentum: &[f64]) -> Vec<f64> {
    if q.len() == 9 {
        let r = Matrix3::from_row_slice(q);
        let turn = r * Vector3::from_column_slice(momentum);
        return turn.as_slice().to_vec();
    }
    let [.., a, b, x, c, d, y] = q else {
        unreachable!("no model with such a configuration declares a symmetry");
    };
    let [.., turn, ahead, aside] = momentum else {
        unreachable!("the velocities of an element of SE(2)");
    };
    let push = [a * ahead + b * aside, c * ahead + d * aside];
    vec![turn + x * push[1] - y * push[0], push[0], push[1]]
}

#[test]
fn only_momenta_of_allowed_motions_free_of_forces_are_called_constant() {
    let mut mechanics = derive(
        "#[nonholonomic(
            coordinates(theta, x, y, psi),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * theta_dot.powi(2)
                + 0.5 * i * (theta_dot + psi_dot).powi(2),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
            symmetry(SE2(theta, x, y), S1(psi)),
            integrators(Gni),
        )]
        struct SleighWithRotor { m: f64, i: f64 }",
    )
    .expect("a valid model");
    let generators = mechanics.symmetry.generators.clone();
    let called: Vec<_> = generators.iter().map(|xi| xi.is_conserved).collect();
    assert_eq!(called, [false, false, false, true]);
    let (q, v) = (mechanics.q.clone(), mechanics.v.clone());
    for generator in generators {
        let graph = &mut mechanics.model.graph;
        let by_q = graph.gradient(generator.momentum, &q);
        let by_v = graph.gradient(generator.momentum, &v);
        let transport = graph.dot(&by_q, &v);
        let pushed = graph.dot(&by_v, &mechanics.acceleration);
        let rate = graph.add(transport, pushed);
        assert_eq!(graph.is_zero(rate), generator.is_conserved, "{generator}");
    }
}
