//! Distances of angles from the poles of their charts.

use std::f64::consts::{FRAC_PI_2, PI};

use nhi_symbolic::expr::Expr;

use crate::support::compiled::derive;

/// The distances of a model on `a, b, c` with a kinetic energy, at a configuration.
fn distances(energy: &str, q: [f64; 3]) -> Vec<f64> {
    let text = format!(
        "#[nonholonomic(coordinates(a, b, c), lagrangian = {energy}, integrators(Gauss(stages = 1)))]
        struct Charted {{}}"
    );
    let mechanics = derive(&text).expect("a valid model");
    let symbols: Vec<Expr> = mechanics
        .model
        .coordinates
        .iter()
        .map(|x| x.symbol)
        .collect();
    let values: Vec<_> = symbols.into_iter().zip(q).collect();
    let distances = mechanics.distances_from_poles(true);
    mechanics.model.graph.evaluate(&distances, &values)
}

#[track_caller]
fn assert_distances(energy: &str, q: [f64; 3], expected: &[f64]) {
    let found = distances(energy, q);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found.abs() - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn angles_about_equal_axes_have_poles_at_zero_and_half_a_turn() {
    let euler = "a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2) + 2.0 * cos(b) * a_dot * c_dot";
    for (b, distance) in [
        (0.1, 0.1),
        (1.2, 1.2),
        (PI - 0.3, 0.3),
        (-0.2, 0.2),
        (2.0 * PI + 0.4, 0.4),
    ] {
        assert_distances(euler, [0.3, b, 0.7], &[distance]);
    }
}

#[test]
fn angles_about_different_axes_have_poles_at_right_angles() {
    let cardan = "a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2) - 2.0 * sin(b) * a_dot * c_dot";
    for (b, distance) in [
        (0.0, FRAC_PI_2),
        (FRAC_PI_2 - 0.1, 0.1),
        (-FRAC_PI_2 - 0.2, 0.2),
    ] {
        assert_distances(cardan, [0.3, b, 0.7], &[distance]);
    }
}

#[test]
fn a_pole_on_one_side_comes_back_after_a_turn() {
    let bent = "a_dot.powi(2) + b_dot.powi(2) + (1.0 - cos(b)) * c_dot.powi(2)";
    for (b, distance) in [
        (0.1, 0.1),
        (PI, PI),
        (PI + 0.5, PI - 0.5),
        (-2.0 * PI + 0.2, 0.2),
    ] {
        assert_distances(bent, [0.3, b, 0.7], &[distance]);
    }
    let opposite = bent.replace(" - cos(b)", " + cos(b)");
    assert_distances(&opposite, [0.0, PI - 0.1, 0.0], &[0.1]);
    let side = bent.replace(" - cos(b)", " + sin(b)");
    assert_distances(&side, [0.0, -FRAC_PI_2 - 0.1, 0.0], &[0.1]);
}

#[test]
fn what_is_no_angle_or_never_singular_has_none() {
    let polar = "a_dot.powi(2) + a.powi(2) * b_dot.powi(2) + c_dot.powi(2)";
    assert_distances(polar, [0.1, 0.2, 0.3], &[]);
    let wrapped = "a_dot.powi(2) + (a.powi(2) + sin(a).powi(2)) * b_dot.powi(2) + c_dot.powi(2)";
    assert_distances(wrapped, [0.1, 0.2, 0.3], &[]);
    let joint = "a_dot.powi(2) + b_dot.powi(2) + cos(a - b) * a_dot * b_dot + c_dot.powi(2)";
    assert_distances(joint, [0.1, 0.2, 0.3], &[]);
}
