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
