//! The check of a dissipation at configurations that exist.

use super::*;

fn checked(keys: &str, dissipation: &str) -> Result<Model, Diagnostics> {
    with_struct(
        &format!("{keys}, dissipation = {dissipation}, integrators(Gni)"),
        "struct Damped { c: f64 }",
    )
}

#[test]
fn rotations_are_rotations() {
    let body = "groups(body: SO3(a, b, d)),
        lagrangian = 0.5 * (a.powi(2) + 2 * b.powi(2) + 3 * d.powi(2))";
    let up = "(body[2][0] * a + body[2][1] * b + body[2][2] * d)";
    let horizontal = format!("0.5 * c * (a.powi(2) + b.powi(2) + d.powi(2) - {up}.powi(2))");
    gives(checked(body, &horizontal), &[]);
    let tilted = |bound: f64| format!("0.5 * c * ({bound} - body[2][2].powi(2)) * a.powi(2)");
    gives(checked(body, &tilted(1.0)), &[]);
    let found = checked(body, &tilted(0.5)).unwrap_err();
    assert_eq!(
        found.iter().map(|x| x.code).collect::<Vec<_>>(),
        [DrivingDissipation]
    );
    let vehicle =
        "groups(pose: SE2(w, u, v)), lagrangian = 0.5 * (w.powi(2) + u.powi(2) + v.powi(2))";
    gives(
        checked(vehicle, "0.5 * c * (1 - pose[0][0].powi(2)) * w.powi(2)"),
        &[],
    );
}

/// A product of two entries that is a square for rotations, and its negative for reflections.
#[test]
fn reflections_are_no_rotations() {
    let vehicle =
        "groups(pose: SE2(w, u, v)), lagrangian = 0.5 * (w.powi(2) + u.powi(2) + v.powi(2))";
    let square = "0.5 * c * pose[0][0] * pose[1][1] * w.powi(2)";
    gives(checked(vehicle, square), &[]);
    let body = "groups(body: SO3(a, b, d)),
        lagrangian = 0.5 * (a.powi(2) + 2 * b.powi(2) + 3 * d.powi(2))";
    let minor = "(body[0][0] * body[1][1] - body[0][1] * body[1][0])";
    let square = format!("0.5 * c * body[2][2] * {minor} * a.powi(2)");
    gives(checked(body, &square), &[]);
}

/// The bodies are apart or touch.
#[test]
fn gaps_are_not_negative() {
    let wall = "coordinates(x), lagrangian = 0.5 * x_dot.powi(2), holonomic(wall = 1 - x),
        contacts(wall >= 0, opens)";
    let found = checked(wall, "0.5 * c * (x - 1) * x_dot.powi(2)").unwrap_err();
    assert_eq!(
        found.iter().map(|x| x.code).collect::<Vec<_>>(),
        [DrivingDissipation]
    );
    gives(checked(wall, "0.5 * c * (1 - x) * x_dot.powi(2)"), &[]);
}

#[test]
fn positions_satisfy_their_constraints() {
    let circle = "coordinates(x, y, s), holonomic(circle = x * x + y * y - 1),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + s_dot.powi(2))";
    let bounded = |bound: f64| format!("0.5 * c * ({bound} - x.powi(2)) * s_dot.powi(2)");
    gives(checked(circle, &bounded(1.5)), &[]);
    let found = checked(circle, &bounded(0.5)).unwrap_err();
    assert_eq!(
        found.iter().map(|x| x.code).collect::<Vec<_>>(),
        [DrivingDissipation]
    );
}
