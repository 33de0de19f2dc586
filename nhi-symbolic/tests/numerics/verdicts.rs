//! Verdicts on models, each with its witness.

use nhi_symbolic::diag::{Code, Diagnostic};

use crate::support::compiled::{derive, model_text};

/// A model on coordinates `x, y, z, w` with unit masses, or the given Lagrangian.
fn text(lagrangian: &str, constraints: &str) -> String {
    let lagrangian = match lagrangian {
        "" => "0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + w_dot.powi(2))",
        other => other,
    };
    format!(
        "#[nonholonomic(
            coordinates(x, y, z, w),
            lagrangian = {lagrangian},
            constraints({constraints}),
            integrators(Gni),
        )]
        struct Judged {{}}"
    )
}

fn errors(text: &str) -> Vec<Diagnostic> {
    let diagnostics = derive(text).expect_err("the model is at fault");
    diagnostics.errors().cloned().collect()
}

fn notes(text: &str) -> Vec<Diagnostic> {
    derive(text).expect("a valid model").notes
}

/// The source text of a span, on one line.
fn source(diagnostic: &Diagnostic) -> String {
    diagnostic.span.source_text().expect("parsed from text")
}

#[track_caller]
fn assert_error(text: &str, expected: &[(Code, &str, &str)]) {
    let errors = errors(text);
    let found: Vec<_> = errors
        .iter()
        .map(|e| (e.code, source(e), e.found.clone()))
        .collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((code, place, what), (expected_code, expected_place, expected_what)) in
        found.iter().zip(expected)
    {
        assert_eq!((code, place.as_str()), (expected_code, *expected_place));
        assert_eq!(what, expected_what);
    }
    for error in &errors {
        assert!(
            !error.required.is_empty() && !error.help.is_empty(),
            "{error}"
        );
    }
}

#[test]
fn a_constraint_that_repeats_others_is_written_as_their_combination() {
    assert_error(
        &text(
            "",
            "front = x_dot - y * z_dot, skid = w_dot + x * y_dot, rear = 2 * x_dot - 2 * y * z_dot - 3 * w_dot - 3 * x * y_dot",
        ),
        &[(
            Code::DependentConstraint,
            "rear",
            "constraint `rear` depends on the others: in every configuration rear = 2*front - 3*skid",
        )],
    );
}

#[test]
fn fractions_in_a_combination_are_exact() {
    assert_error(
        &text(
            "",
            "a = 3 * x_dot + sin(y) * z_dot, b = x_dot + sin(y) / 3 * z_dot",
        ),
        &[(
            Code::DependentConstraint,
            "b",
            "constraint `b` depends on the others: in every configuration b = 1/3*a",
        )],
    );
}

#[test]
fn dependence_is_found_through_trigonometric_identities() {
    assert_error(
        &text(
            "",
            "a = sin(2 * z) * x_dot + w_dot, b = 2 * sin(z) * cos(z) * x_dot + w_dot",
        ),
        &[(
            Code::DependentConstraint,
            "b",
            "constraint `b` depends on the others: in every configuration b = a",
        )],
    );
}

#[test]
fn factors_that_move_are_hidden() {
    let errors = errors(&text(
        "",
        "a = x_dot - y * z_dot, b = cos(w) * x_dot - y * cos(w) * z_dot",
    ));
    assert_eq!(errors.len(), 1);
    assert_eq!(
        errors[0].found,
        "constraint `b` depends on the others: in every configuration b = (...)*a"
    );
}

#[test]
fn every_dependent_constraint_is_reported_at_its_own_place() {
    assert_error(
        &text("", "a = x_dot, b = -x_dot, c = 5 * x_dot"),
        &[
            (
                Code::DependentConstraint,
                "b",
                "constraint `b` depends on the others: in every configuration b = -a",
            ),
            (
                Code::DependentConstraint,
                "c",
                "constraint `c` depends on the others: in every configuration c = 5*a",
            ),
        ],
    );
}

#[test]
fn a_constraint_that_holds_identically_is_not_a_condition() {
    assert_error(
        &text(
            "",
            "nothing = (sin(z).powi(2) + cos(z).powi(2) - 1) * x_dot, real = y_dot - x * z_dot",
        ),
        &[(
            Code::ConstraintWithoutVelocity,
            "nothing",
            "the constraint `nothing` does not depend on any velocity",
        )],
    );
}

#[test]
fn independent_constraints_that_meet_in_single_configurations_are_allowed() {
    // At z = 0 both are x_dot = 0.
    let notes = notes(&text(
        "",
        "a = x_dot + z * y_dot, b = x_dot + z * x * w_dot",
    ));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn a_singular_mass_matrix_is_shown_by_the_relation_of_its_rows() {
    let lagrangian =
        "0.5 * (x_dot + 2 * y_dot).powi(2) + 0.5 * z_dot.powi(2) + 0.5 * w_dot.powi(2)";
    assert_error(
        &text(lagrangian, "a = w_dot - y * z_dot"),
        &[(
            Code::SingularLagrangian,
            "y",
            "the mass matrix L_vv is singular on the velocities that the constraints allow: with the constraints its \
             rows satisfy y_dot = 2*x_dot",
        )],
    );
}

#[test]
fn a_velocity_that_enters_linearly_leaves_an_empty_row() {
    let lagrangian = "0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + x * w_dot";
    assert_error(
        &text(lagrangian, "a = x_dot - y * z_dot"),
        &[(
            Code::SingularLagrangian,
            "w",
            "the Lagrangian is not quadratic in `w_dot`: its row of L_vv is zero",
        )],
    );
}

#[test]
fn singular_lagrangians_and_dependent_constraints_are_reported_together() {
    let lagrangian = "0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + x * w_dot";
    let errors = errors(&text(lagrangian, "a = x_dot, b = 2 * x_dot"));
    let codes: Vec<_> = errors.iter().map(|e| e.code).collect();
    assert_eq!(codes, [Code::SingularLagrangian, Code::DependentConstraint]);
}

#[track_caller]
fn assert_note(text: &str, place: &str, start: &str) {
    let notes = notes(text);
    assert_eq!(notes.len(), 1, "{notes:#?}");
    assert_eq!(notes[0].code, Code::IntegrableConstraints);
    assert_eq!(source(&notes[0]), place);
    assert!(notes[0].found.starts_with(start), "{}", notes[0].found);
}

#[test]
fn a_distribution_that_is_integrable_is_noted() {
    let integrable = "the constraints are integrable";
    assert_note(
        &text("", "sphere = x * x_dot + y * y_dot + z * z_dot"),
        "sphere",
        integrable,
    );
    // Neither form is closed, but they span dx and dy.
    assert_note(
        &text(
            "",
            "a = cos(z) * x_dot + sin(z) * y_dot, b = cos(z) * y_dot - sin(z) * x_dot",
        ),
        "a",
        integrable,
    );
}

#[test]
fn an_integrating_factor_is_found() {
    assert_note(
        &text("", "a = exp(w) * (2 + sin(z)) * (y * x_dot + x * y_dot)"),
        "a",
        "the constraints are integrable",
    );
}

#[test]
fn a_single_form_that_is_integrable_among_others_is_noted() {
    assert_note(
        &text(
            "",
            "contact = z_dot - y * x_dot, level = w_dot - 2 * z * z_dot",
        ),
        "level",
        "of 2 independent combinations of the constraints 1 integrates to a condition on positions: `level`",
    );
}

#[test]
fn time_makes_an_affine_constraint_integrable_or_not() {
    assert_note(
        &text("", "moving = x_dot - cos(t)"),
        "moving",
        "the constraints are integrable",
    );
    assert!(notes(&text("", "moving = x_dot - y * cos(t)")).is_empty());
}

#[test]
fn the_nonholonomic_systems_of_the_literature_get_no_note() {
    for model in [
        "chaplygin_sleigh",
        "snakeboard",
        "roller_racer",
        "rolling_disk",
        "heisenberg",
        "nonholonomic_particle",
        "nonholonomic_oscillator",
        "knife_edge",
    ] {
        let notes = notes(&model_text(model));
        assert!(notes.is_empty(), "{model}: {notes:?}");
    }
}

/// A model with a symmetry; the group's mistakes are the model's only ones.
fn symmetric(potential: &str, constraint: &str, force: &str, group: &str) -> String {
    format!(
        "#[nonholonomic(
            coordinates(a, x, y),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + a_dot.powi(2)) - ({potential}),
            constraints(blade = {constraint}),
            forces(x = {force}),
            symmetry({group}),
            integrators(Gni),
        )]
        struct Judged {{ m: f64, g: f64 }}"
    )
}

const BLADE: &str = "sin(a) * x_dot - cos(a) * y_dot";

#[test]
fn a_true_symmetry_is_accepted() {
    for (potential, constraint, force, group) in [
        ("cos(g)", BLADE, "0", "SE2(a, x, y)"),
        ("g * y", BLADE, "g * y_dot", "R(x)"),
        (
            "g * sin(a)",
            "2 * x * (y_dot - cos(a) * a_dot)",
            "0",
            "R(y), R(x)",
        ),
        ("g * (x.powi(2) + y.powi(2))", BLADE, "0", "SE2(a, x, y)"),
    ] {
        let text = symmetric(potential, constraint, force, group);
        let broken = potential.contains("x.powi");
        assert_eq!(derive(&text).is_err(), broken, "{text}");
    }
}

#[test]
fn a_potential_breaks_a_symmetry_through_its_terms() {
    assert_error(
        &symmetric("g * x + y.powi(2) * g", BLADE, "0", "SE2(a, x, y)"),
        &[(
            Code::BrokenSymmetry,
            "SE2",
            "the Lagrangian is not invariant under SE2(a, x, y): it depends on `x` through `-x*g`",
        )],
    );
}

#[test]
fn constraints_and_forces_break_symmetries_each_by_itself() {
    assert_error(
        &symmetric(
            "g * y",
            "x_dot * y - a_dot",
            "x * a_dot",
            "R(a), R(x), R(y)",
        ),
        &[
            (
                Code::BrokenSymmetry,
                "R",
                "the force on `x` is not invariant under R(x): it depends on `x` through `a_dot*x`",
            ),
            (
                Code::BrokenSymmetry,
                "R",
                "the Lagrangian is not invariant under R(y): it depends on `y` through `-y*g`",
            ),
        ],
    );
}

#[test]
fn a_rotation_that_changes_the_constraint_is_shown_with_its_rate() {
    let errors = errors(&symmetric("cos(g)", "x_dot - a_dot", "0", "SE2(a, x, y)"));
    let [error] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(
        error.found,
        "constraint `blade` is not invariant under SE2(a, x, y): under the rotation of the plane \
         (`x`, `y`) with `a`, it changes at the rate `-y_dot`, which is not a combination of the constraints"
    );
    assert_eq!(
        error.help,
        "of `SE2(a, x, y)` the model keeps `R(x)`, `R(y)`: declare that instead, or correct what breaks it"
    );
}

#[test]
fn a_long_rate_is_shown_at_a_witness_point() {
    let long = (1..30)
        .map(|k| format!("+ sin({k} * g + x) * y"))
        .collect::<String>();
    let errors = errors(&symmetric(&format!("0 {long}"), BLADE, "0", "R(x)"));
    assert!(errors[0].found.contains(" at "), "{}", errors[0].found);
}

/// What is found at special configurations.
fn singular(text: &str) -> Vec<String> {
    let mechanics = derive(text).expect("a valid model");
    let notes = mechanics.singular_configurations(&[]);
    notes.into_iter().map(|note| note.found).collect()
}

#[test]
fn one_forms_that_become_dependent_at_a_right_angle_are_found() {
    // The axles of the snakeboard, each as a condition of its own (Kobilarov, Martín de Diego,
    // Ferraro, section 6.2): across the board both say that the centre stands still sideways.
    let axles = "front = sin(w + z) * x_dot - cos(w + z) * y_dot - cos(z) * w_dot,
        back = sin(w - z) * x_dot - cos(w - z) * y_dot + cos(z) * w_dot";
    assert_eq!(
        singular(&text("", axles)),
        ["at z = pi/2 constraint `back` depends on the others: back = -front"]
    );
    assert_eq!(
        singular(&text("", "c = sin(z) * x_dot - cos(z) * y_dot")),
        [""; 0]
    );
}

#[test]
fn polar_coordinates_are_singular_at_the_origin() {
    let polar = "0.5 * (x_dot.powi(2) + x.powi(2) * y_dot.powi(2) + z_dot.powi(2) + w_dot.powi(2))";
    assert_eq!(
        singular(&text(polar, "c = z_dot - y * w_dot")),
        ["at x = 0 the mass matrix is singular: its rows satisfy y_dot = 0"]
    );
}

/// The reflection of `Gni` divides by the mass matrix, which is singular where the motion is not.
#[test]
fn integrators_that_need_a_singular_mass_matrix_are_named() {
    let polar = "0.5 * (x_dot.powi(2) + x.powi(2) * y_dot.powi(2) + z_dot.powi(2) + w_dot.powi(2))";
    let mechanics = derive(&text(polar, "c = y_dot - w_dot")).expect("a valid model");
    assert!(mechanics.singular_configurations(&[]).is_empty());
    let notes = mechanics.singular_configurations(&["Gni"]);
    let [note] = &notes[..] else {
        panic!("{notes:?}");
    };
    assert_eq!(
        note.found,
        "at x = 0 the mass matrix is singular: its rows satisfy y_dot = 0"
    );
    assert!(note.help.contains("`Gni` depend"), "{}", note.help);
}

/// Another group of the model is no part of the advice on this one.
#[test]
fn what_a_model_keeps_of_a_group_is_of_that_group() {
    let errors = errors(&symmetric("g * y", BLADE, "0", "R(x), R(y)"));
    let [error] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(error.help, "remove `R(y)`, or correct what breaks it");
}
