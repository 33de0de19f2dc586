//! Names: the scopes in which they are known, and the errors for unknown ones.

use super::*;

#[test]
fn every_unknown_name_is_reported_where_it_stands() {
    potential_gives(
        "cos(thet) + z / (w - w)",
        &[
            (UnknownName, "thet"),
            (UnknownName, "z"),
            (UnknownName, "w"),
            (UnknownName, "w"),
        ],
    );
    gives(
        planar("constraints(a = z_dot * x, b = x_dto), forces(y = u)"),
        &[
            (UnknownName, "z_dot"),
            (UnknownName, "x_dto"),
            (UnknownName, "u"),
        ],
    );
    let diagnostics = planar("constraints(b = x_dto)").unwrap_err();
    assert_eq!(
        diagnostics.iter().next().unwrap().help,
        "did you mean `x_dot`?"
    );
    potential_gives("body[0][1]", &[(UnknownName, "body")]);
}

#[test]
fn forces_are_told_of_multipliers() {
    let message = |keys: &str| {
        let diagnostics = planar(&format!("constraints(skid = y_dot - x * x_dot), {keys}"));
        let found = diagnostics.unwrap_err();
        let first = found.iter().next().unwrap();
        (first.required.clone(), first.help.clone())
    };
    for keys in [
        "forces(x = lambda_skid)",
        "definitions(grip = lambda.skit), forces(x = grip)",
    ] {
        let (required, help) = message(keys);
        assert!(
            required.contains("a multiplier such as `lambda.skid`"),
            "{required}"
        );
        assert_eq!(help, "did you mean `lambda.skid`?");
    }
    let (required, help) = message("integrals(spin = lambda_skid)");
    assert!(!required.contains("lambda") && help.is_empty(), "{help}");
}

#[test]
fn a_mistyped_name_does_not_make_the_right_one_unused() {
    gives(
        with_struct(
            "coordinates(theta), lagrangian = mas * thet_dot, integrators(Gni)",
            "struct S { mass: f64 }",
        ),
        &[(UnknownName, "mas"), (UnknownName, "thet_dot")],
    );
}

#[test]
fn names_are_declared_once_over_all_name_spaces() {
    gives(
        with_struct(
            "coordinates(x, x, y, y_dot), lagrangian = x_dot, controls(x, m, u, u), definitions(u = x, k = x, k = x), integrators(Gni)",
            "struct S { m: f64, x_dot: f64, t: f64 }",
        ),
        &[
            (DuplicateName, "x"),
            (DuplicateName, "y_dot"),
            (DuplicateName, "x_dot"),
            (ReservedName, "t"),
            (DuplicateName, "x"),
            (DuplicateName, "m"),
            (DuplicateName, "u"),
            (DuplicateName, "u"),
            (DuplicateName, "k"),
        ],
    );
    gives(
        planar("constraints(c = x_dot, c = y_dot), integrals(e = x_dot, e = y_dot), controls(pi)"),
        &[
            (ReservedName, "pi"),
            (DuplicateName, "c"),
            (DuplicateName, "e"),
        ],
    );
}

#[test]
fn only_coordinates_have_velocities() {
    gives(
        planar("controls(u), definitions(k = x), forces(x = m_dot + u_dot + k_dot + t_dot)"),
        &[
            (VelocityOfParameter, "m_dot"),
            (VelocityOfParameter, "u_dot"),
            (VelocityOfParameter, "k_dot"),
            (VelocityOfParameter, "t_dot"),
        ],
    );
}

#[test]
fn definitions_use_those_before_them() {
    gives(
        planar("definitions(a = 2 * b, b = a * b, c = b), forces(x = c)"),
        &[(UsedBeforeDefinition, "b"), (UsedBeforeDefinition, "b")],
    );
}

#[test]
fn everything_that_is_declared_is_used() {
    gives(
        with_struct(
            "coordinates(x, y, z), lagrangian = 0.5 * x_dot.powi(2) - y - (c - c), controls(u), definitions(r = k * x), integrators(Gni)",
            "struct S { m: f64, c: f64, k: f64 }",
        ),
        &[
            (CoordinateWithoutVelocity, "y"),
            (UnusedCoordinate, "z"),
            (UnusedParameter, "m"),
            (UnusedParameter, "c"),
            (UnusedControl, "u"),
            (UnusedDefinition, "r"),
        ],
    );
}

#[test]
fn an_expression_outside_the_model_uses_its_names_but_no_control() {
    let mut model = file(SNAKEBOARD).unwrap();
    let outside = |model: &Model, text: &str| {
        let (arena, expression) = parse_expression(tokens(text)).unwrap();
        Outside::of(model).resolve(&arena, &expression, Context::Control)
    };
    let expr = outside(&mut model, "2 * m * sin(pi * t) + psi_dot").unwrap();
    let symbols = [
        (model.parameters[0].symbol, 3.0),
        (model.time, 0.5),
        (model.velocities[0].symbol, 0.25),
    ];
    assert_eq!(model.graph.evaluate(&[expr], &symbols), [6.25]);

    let mistakes = outside(&mut model, "u_psi + mass").unwrap_err();
    let codes: Vec<_> = mistakes.errors().map(|mistake| mistake.code).collect();
    assert_eq!(codes, [ControlNotAllowed, UnknownName]);
}
