//! Outlines of models with the integrators that they request: quantities and their arguments.

use crate::mechanics::quantities::{Outline, Quantity};

use super::mechanics_of;

const PLANE: &str = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2)";

fn outline(keys: &str, integrator: &str) -> Outline {
    Outline::of(&mechanics_of(keys, integrator))
}

/// The dependences on velocities, on time and on controls that an outline has.
fn dependences(outline: &Outline) -> Vec<&'static str> {
    let all = [
        (outline.velocity_in_mass, "v in M"),
        (outline.velocity_in_constraints, "v in A"),
        (outline.time_in_lagrangian, "t in L"),
        (outline.time_in_constraints, "t in A"),
        (outline.time_in_motion, "t in a"),
        (outline.has_controls, "u in a"),
    ];
    let found = all.into_iter().filter(|(depends, _)| *depends);
    found.map(|(_, name)| name).collect()
}

#[test]
fn an_outline_tells_where_velocities_time_and_controls_are() {
    let speed = "constraints(c = x_dot.powi(2) + y_dot.powi(2) - 1)";
    let plane = |rest: &str| format!("{PLANE}, {rest}");
    for (keys, integrator, expected) in [
        (PLANE.to_owned(), "Mla", &[][..]),
        (plane("constraints(c = y_dot - x * x_dot)"), "Mla", &[]),
        // The residual depends on time, and its rate does not.
        (
            plane("constraints(c = y_dot - t)"),
            "Mla",
            &["t in A", "t in a"],
        ),
        // The position depends on time, and its rate does not.
        (plane("holonomic(c = y - t)"), "Mla", &["t in A", "t in a"]),
        (
            plane(&format!("{speed}, rule = Chetaev")),
            "Mla",
            &["v in A"],
        ),
        (plane(speed), "VakonomicGauss", &[]),
        (plane("forces(x = sin(t))"), "Mla", &["t in a"]),
        (
            plane("controls(push), forces(x = push)"),
            "Mla",
            &["u in a"],
        ),
        (
            "coordinates(x), lagrangian = x_dot.powi(2) + x_dot.powi(4)".to_owned(),
            "Mla",
            &["v in M"],
        ),
        (
            "coordinates(x), lagrangian = x_dot.powi(2) - t * x".to_owned(),
            "Mla",
            &["t in L", "t in a"],
        ),
    ] {
        let found = dependences(&outline(&keys, integrator));
        assert_eq!(found, expected, "{keys}");
    }
}

/// The quantities of constrained and of reduced models that a model has, by name.
fn names(keys: &str, integrator: &str) -> Vec<&'static str> {
    let outline = outline(keys, integrator);
    let watched = [
        "constraint_residual",
        "constraint_rate",
        "multipliers",
        "holonomic_residual",
        "position_correction",
        "body_velocity",
        "symmetry_directions",
        "nonholonomic_connection",
        "locked_inertia",
    ];
    let all = Quantity::ALL.iter().map(|quantity| quantity.row());
    let of_model = all.filter(|row| (row.exists)(&outline)).map(|row| row.name);
    of_model.filter(|name| watched.contains(name)).collect()
}

#[test]
fn models_without_constraints_shape_or_directions_lack_their_quantities() {
    let plane = |rest: &str| format!("{PLANE}, {rest}");
    assert!(names(PLANE, "Mla").is_empty());
    let constrained = ["constraint_rate", "constraint_residual", "multipliers"];
    assert_eq!(
        names(&plane("constraints(c = y_dot - x * x_dot)"), "Mla"),
        constrained
    );
    let speed = plane("constraints(c = x_dot.powi(2) + y_dot.powi(2) - 1)");
    assert_eq!(names(&speed, "VakonomicGauss"), ["constraint_residual"]);
    let circle = plane("holonomic(c = x.powi(2) + y.powi(2) - 1)");
    assert_eq!(names(&circle, "VakonomicRattle"), ["holonomic_residual"]);
    let positions = ["holonomic_residual", "position_correction"];
    assert_eq!(
        names(&circle, "Mla"),
        [&positions[..], &constrained].concat()
    );

    // The translation along `y` is driven by the shape `x`, and no direction is left.
    let driven = plane("constraints(c = y_dot - x * x_dot), symmetry(R(y))");
    let reduced = ["body_velocity", "nonholonomic_connection"];
    assert_eq!(names(&driven, "Mla"), [&constrained[..], &reduced].concat());
    // Both coordinates are of the group, and no shape is left.
    let all = plane("constraints(c = y_dot - x_dot), symmetry(R(x), R(y))");
    let reduced = ["body_velocity", "symmetry_directions", "locked_inertia"];
    assert_eq!(names(&all, "Mla"), [&constrained[..], &reduced].concat());
}

#[test]
fn a_model_is_only_variational_by_its_positions_or_by_constraints_without_a_rule() {
    for (keys, integrator, expected) in [
        ("", "Mla", false),
        ("constraints(c = y_dot - x * x_dot)", "Mla", false),
        ("holonomic(c = x.powi(2) + y.powi(2) - 1)", "Mla", false),
        (
            "holonomic(c = x.powi(2) + y.powi(2) - 1)",
            "VakonomicRattle",
            true,
        ),
        (
            "constraints(c = x_dot.powi(2) + y_dot.powi(2) - 1)",
            "VakonomicGauss",
            true,
        ),
        (
            "constraints(c = x_dot.powi(2) + y_dot.powi(2) - 1), rule = Chetaev",
            "Mla",
            false,
        ),
    ] {
        let comma = if keys.is_empty() { "" } else { "," };
        let keys =
            format!("coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2){comma} {keys}");
        let mechanics = mechanics_of(&keys, integrator);
        assert_eq!(
            mechanics.is_only_variational(),
            expected,
            "{keys} {integrator}"
        );
    }
}
