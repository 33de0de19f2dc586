//! How much pivots of the mass matrix and of `A M^-1 A^T` change in a step.

use nhi_symbolic::Signs;

use crate::support::compiled::derive;

const H: f64 = 0.1;

/// The changes in a step of a model on `a, b, c` at a configuration and a velocity.
fn changes(attribute: &str, q: [f64; 3], v: [f64; 3]) -> Vec<f64> {
    let text = format!(
        "#[nonholonomic(coordinates(a, b, c), {attribute}, integrators(Rk))] struct Pivoted {{}}"
    );
    let mechanics = derive(&text).expect("a valid model");
    let coordinates = mechanics.q.iter().copied().zip(q);
    let velocities = mechanics.v.iter().copied().zip(v);
    let others = [(mechanics.step_size, H), (mechanics.model.time, 0.5)];
    let values: Vec<_> = coordinates.chain(velocities).chain(others).collect();
    let signs = Signs::derive(&mechanics, core::iter::empty());
    mechanics.model.graph.evaluate(&signs.pivots, &values)
}

#[track_caller]
fn assert_changes(attribute: &str, q: [f64; 3], v: [f64; 3], expected: &[f64]) {
    let found = changes(attribute, q, v);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn the_inertia_of_a_distance_changes_as_the_square_does() {
    let polar = "lagrangian = a_dot.powi(2) + a.powi(2) * b_dot.powi(2) + c_dot.powi(2)";
    let change = 2.0 * H * -0.7 / 0.3;
    assert_changes(polar, [0.3, 0.2, 0.1], [-0.7, 5.0, 6.0], &[change]);
}

#[test]
fn the_pivot_of_euler_angles_changes_as_the_square_of_a_sine() {
    let euler = "lagrangian = a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2)
        + 2.0 * cos(b) * a_dot * c_dot";
    let change = 2.0 * H * 0.4 / 0.05_f64.tan();
    assert_changes(euler, [0.3, 0.05, 0.7], [3.0, 0.4, 2.0], &[change]);
}

#[test]
fn constraints_that_come_to_depend_on_each_other_change_their_own_pivot() {
    // A M^-1 A^T is ((1, 1), (1, 1 + a^2)) / 2, with the determinant a^2 / 4.
    let dependent = "lagrangian = a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2),
        constraints(first = b_dot, second = b_dot + a * c_dot)";
    let change = 2.0 * H * 0.6 / 0.2;
    assert_changes(dependent, [0.2, 0.0, 0.0], [0.6, 0.0, 0.0], &[change]);
}

#[test]
fn constraints_that_depend_on_the_time_change_with_it() {
    // The determinant is t^2 / 4, at t = 0.5.
    let driven = "lagrangian = a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2),
        constraints(first = b_dot, second = b_dot + t * c_dot)";
    assert_changes(driven, [0.0; 3], [0.0; 3], &[2.0 * H / 0.5]);
}

#[test]
fn what_is_constant_has_no_change() {
    let sleigh = "lagrangian = a_dot.powi(2) + b_dot.powi(2) + c_dot.powi(2),
        constraints(blade = sin(a) * b_dot - cos(a) * c_dot)";
    assert_changes(sleigh, [0.3; 3], [1.0; 3], &[]);
}
