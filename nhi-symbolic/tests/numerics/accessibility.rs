//! What controls reach from rest, against answers by hand and of the literature.

use nhi_symbolic::mechanics::Accessibility;

use crate::support::compiled::{derive, model_text};

/// A model with the parameters `h` and `g`, as far as it needs them.
fn found(keys: &str) -> Option<Accessibility> {
    let words = || keys.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let fields = ["h", "g"]
        .into_iter()
        .filter(|name| words().any(|word| word == *name));
    let fields: String = fields.map(|name| format!("{name}: f64, ")).collect();
    let text = format!("#[nonholonomic({keys}, integrators(Rk))] struct Pushed {{ {fields} }}");
    let mechanics = derive(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    mechanics.accessibility()
}

/// Sizes with symmetric products, of how many; positions reached, of how many.
#[track_caller]
fn reaches(keys: &str, pushed: &[usize], allowed: usize, reached: usize, reachable: usize) {
    let found = found(keys).unwrap_or_else(|| panic!("nothing was found for {keys}"));
    assert_eq!(found.pushed, pushed, "{keys}");
    let numbers = (found.allowed, found.reached, found.reachable);
    assert_eq!(numbers, (allowed, reached, reachable), "{keys}");
}

/// A plate on ice with unit mass and inertia: thrust along it, and across it at the distance `h` from its centre.
fn plate(controls: &str, forces: &str) -> String {
    format!(
        "coordinates(x, y, a), lagrangian = (x_dot.powi(2) + y_dot.powi(2) + a_dot.powi(2)) / 2,
         controls({controls}), forces({forces})"
    )
}

/// Lewis and Murray, the planar rigid body: `<Y_2 : Y_2> = 2 h Y_1` for the force across, zero for that along.
#[test]
fn a_force_beside_the_centre_reaches_what_one_through_it_does_not() {
    let along = ("u", "x = u * cos(a), y = u * sin(a)");
    let across = ("w", "x = -w * sin(a), y = w * cos(a), a = -h * w");
    reaches(&plate(along.0, along.1), &[1], 3, 1, 3);
    reaches(&plate(across.0, across.1), &[1, 2, 3], 3, 3, 3);
    let both = "x = u * cos(a) - w * sin(a), y = u * sin(a) + w * cos(a), a = -h * w";
    reaches(&plate("u, w", both), &[2, 3], 3, 3, 3);
    // A couple alone turns about the centre, which stays.
    reaches(&plate("m", "a = m"), &[1], 3, 1, 3);
}

/// The same plate as an element of SE(2), where the forces are constant in the body and the frame does not commute.
#[test]
fn the_same_is_found_on_the_group() {
    let plate = |forces: &str| {
        format!(
            "groups(pose: SE2(w, u, v)), lagrangian = (w.powi(2) + u.powi(2) + v.powi(2)) / 2,
             controls(f), forces({forces})"
        )
    };
    reaches(&plate("u = f"), &[1], 3, 1, 3);
    reaches(&plate("v = f, w = -h * f"), &[1, 2, 3], 3, 3, 3);
}

/// `dz = y dx` with unit masses. On the distribution the motion is `(1 + y^2) x'' + y y' x' = u` and `y'' = w`: the symmetric
/// product of a push along `x` with itself vanishes, as does that along `y`, and only both reach all.
#[test]
fn a_particle_under_a_constraint_needs_both_forces() {
    let particle = |controls: &str, forces: &str| {
        format!(
            "coordinates(x, y, z), lagrangian = (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) / 2,
             constraints(rise = z_dot - y * x_dot), controls({controls}), forces({forces})"
        )
    };
    reaches(&particle("u", "x = u"), &[1], 2, 1, 3);
    reaches(&particle("u", "y = u"), &[1], 2, 1, 3);
    reaches(&particle("u, w", "x = u, y = w"), &[2], 2, 3, 3);
}

/// Lewis (2000), Ostrowski and Burdick (1997): the snakeboard with torques on rotor and wheels is configuration accessible.
#[test]
fn the_snakeboard_is_accessible_and_wheels_on_one_axle_keep_what_they_keep() {
    let found = |model: &str| derive(&model_text(model)).unwrap().accessibility();
    let board = found("snakeboard").unwrap();
    assert!(board.is_full() && board.is_all, "{board:?}");
    assert_eq!((board.pushed.as_slice(), board.reached), (&[2, 3][..], 5));
    // Two motors on one axle: what is reached is what the constraint that integrates leaves, four of five.
    let drive = "coordinates(x, y, a, l, r),
        lagrangian = (x_dot.powi(2) + y_dot.powi(2) + a_dot.powi(2) + l_dot.powi(2) + r_dot.powi(2)) / 2,
        constraints(
            axle = sin(a) * x_dot - cos(a) * y_dot,
            left = cos(a) * x_dot + sin(a) * y_dot - h * a_dot - g * l_dot,
            right = cos(a) * x_dot + sin(a) * y_dot + h * a_dot - g * r_dot,
        )";
    let motors =
        |forces: &str, controls: &str| format!("{drive}, controls({controls}), forces({forces})");
    reaches(&motors("l = u, r = w", "u, w"), &[2], 2, 4, 4);
}

/// Two masses, of which one is pushed: nothing moves the other but a spring between them, and that something else acts is
/// said.
#[test]
fn other_forces_may_reach_more() {
    let spring = "coordinates(x, y), controls(u), forces(x = u),
        lagrangian = (x_dot.powi(2) + y_dot.powi(2)) / 2 - g * (x - y).powi(2) / 2";
    reaches(spring, &[1], 2, 1, 2);
    let text = found(spring).unwrap().text();
    assert!(text.ends_with("reach 1 of 2 dimensions of positions; other forces may reach more"));
    let free = spring.replace("- g * (x - y).powi(2) / 2", "");
    let text = found(&free).unwrap().text();
    assert!(text.ends_with("in 1 of 2 directions and reach 1 of 2 dimensions of positions"));
}

#[test]
fn nothing_is_said_of_what_is_not_covered() {
    let plane = |more: &str| {
        format!("coordinates(x, y), lagrangian = (x_dot.powi(2) + y_dot.powi(2)) / 2, {more}")
    };
    for (case, keys) in [
        ("no controls", "forces(x = 1)"),
        (
            "a force that grows with the speed",
            "controls(u), forces(x = u * y_dot)",
        ),
        (
            "a force that changes with the time",
            "controls(u), forces(x = u * t)",
        ),
        ("no linear control", "controls(u), forces(x = u.powi(2))"),
        (
            "a drag of third degree",
            "controls(u), forces(x = u, y = -x_dot.powi(3))",
        ),
        (
            "a drag that is no polynomial",
            "controls(u), forces(x = u, y = -x_dot * sqrt(x_dot.powi(2)))",
        ),
        (
            "an affine constraint",
            "constraints(c = x_dot - 1), controls(u), forces(y = u)",
        ),
    ] {
        assert_eq!(found(&plane(keys)), None, "{case}");
    }
}

#[test]
fn all_is_reached_only_if_velocities_and_configurations_are() {
    let of = |pushed: usize, reached: usize| Accessibility {
        pushed: vec![1, pushed],
        allowed: 2,
        reached,
        reachable: 3,
        is_all: true,
    };
    assert!(of(2, 3).is_full());
    assert!(!of(1, 3).is_full());
    assert!(!of(2, 2).is_full());
}
