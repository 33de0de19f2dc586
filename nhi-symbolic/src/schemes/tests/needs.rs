//! Which integrators accept which kinds of models.

use super::super::{INTEGRATORS, Integrator};
use super::mechanics_of;
use crate::diag::Code;
use crate::mechanics::needs::{Constraints, Positions, is_separable};

/// The integrators that no model in coordinates with a constraint meets.
const OTHERS: [&str; 2] = ["Rdp", "MoserVeselov"];

#[track_caller]
fn assert_refused(lagrangian: &str, constraint: &str, expected: &[&str]) {
    let keys = format!(
        "coordinates(x, y, z), lagrangian = {lagrangian}, constraints(c = {constraint}){}",
        if constraint.contains("powi") {
            ", rule = Chetaev"
        } else {
            ""
        }
    );
    let mechanics = mechanics_of(&keys, "Mla");
    let rows = INTEGRATORS.iter().filter(|row| !OTHERS.contains(&row.name));
    let refusing = rows.filter(|row| !row.needs.are_met(&mechanics));
    let refusing: Vec<_> = refusing.map(|row| row.name).collect();
    assert_eq!(refusing, expected);
}

#[test]
fn integrators_refuse_what_their_theory_leaves_out() {
    let energy = "x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)";
    let linear = "y_dot - x * x_dot";
    assert_refused(energy, linear, &[]);
    let vakonomic = ["VakonomicGauss", "VakonomicRattle"];
    let of_time = format!("{energy} - t * x");
    let refusing = [&["EnergyPreserving", "Feedback"][..], &vakonomic].concat();
    assert_refused(&of_time, linear, &refusing);
    assert_refused(energy, "y_dot - x * x_dot - 1", &["Feedback"]);
    assert_refused(energy, "y_dot - t * x_dot", &["Feedback"]);
    let pushed = format!("{energy} + x_dot");
    assert_refused(&pushed, linear, &["Feedback", "Shake"]);
    let refusing = [&["EnergyPreserving", "Feedback", "Shake"][..], &vakonomic].concat();
    assert_refused(
        energy,
        "y_dot.powi(2) + z_dot.powi(2) - x_dot.powi(2)",
        &refusing,
    );
    let massless = "x_dot.powi(2) + z_dot.powi(2)";
    let refusing = [
        &["Lobatto", "Feedback", "Gni", "Shake", "Rattle"][..],
        &vakonomic,
    ]
    .concat();
    assert_refused(massless, linear, &refusing);
}

#[test]
fn separable_lagrangians_have_constant_masses_and_no_forces_of_the_velocity() {
    for (lagrangian, expected) in [
        ("x_dot.powi(2) + y_dot.powi(2) - x * y", true),
        // The momentum at rest is not zero, although no force follows from it.
        ("x_dot.powi(2) + y_dot.powi(2) + 2 * x_dot", false),
        ("x_dot.powi(2) + y_dot.powi(2) + x * y_dot", false),
        ("(2 + x) * x_dot.powi(2) + y_dot.powi(2)", false),
    ] {
        let keys = format!("coordinates(x, y), lagrangian = {lagrangian}");
        let found = is_separable(&mechanics_of(&keys, "Mla"));
        assert_eq!(found, expected, "{lagrangian}");
    }
}

#[test]
fn the_article_on_position_constraints_names_the_integrators_that_accept_them() {
    let article = Code::UnsupportedConstraint.article().explanation;
    let (named, rest) = article.split_once(';').expect("two sentences");
    let (ideal, variational) = named
        .split_once("variational problems")
        .expect("both kinds of motions");
    for row in INTEGRATORS {
        let is_named = |text: &str| text.contains(&format!("`{}`", row.name));
        let found = [is_named(ideal), is_named(variational)];
        let expected = match row.needs.position_constraints {
            Positions::None => [false, false],
            Positions::Ideal => [true, false],
            Positions::Variational => [false, true],
        };
        assert_eq!(found, expected, "{}", row.name);
    }
    // Of those, the article names the ones that accept affine constraints only.
    let rows = INTEGRATORS.iter();
    let ideal = rows.filter(|row| row.needs.position_constraints == Positions::Ideal);
    let (accepted, left_out): (Vec<&Integrator>, Vec<_>) =
        ideal.partition(|row| row.needs.constraints == Constraints::Chetaev);
    let in_second = |name: &str| rest.contains(&format!("`{name}`"));
    assert!(left_out.iter().all(|row| in_second(row.name)));
    assert!(!accepted.iter().any(|row| in_second(row.name)));
}
