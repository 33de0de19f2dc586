//! From text to model: what is resolved, and what is reported where.

use proc_macro2::TokenStream;

use super::*;
use crate::diag::Code::{self, *};

const SNAKEBOARD: &str = "
#[nonholonomic(
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
        + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid  = sin(theta) * x_dot - cos(theta) * y_dot,
        steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
    ),
    controls(u_psi, u_phi),
    forces(psi = u_psi, phi = u_phi),
    symmetry(SE2(theta, x, y)),
    integrators(Gni, Rdp(retraction = Cayley, alpha = 0.5)),
)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    pub l: f64,
    pub i_rotor: f64,
    pub j_wheel: f64,
}";

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap()
}

/// The model of a file with one struct.
fn file(text: &str) -> Result<Model, Diagnostics> {
    resolve(&parse_file(tokens(text)).unwrap()[0])
}

/// A model in the plane with a parameter `m` and further keys.
fn planar(keys: &str) -> Result<Model, Diagnostics> {
    with_struct(
        &format!(
            "coordinates(x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)), integrators(Gni), {keys}"
        ),
        "struct Point { m: f64 }",
    )
}

fn with_struct(arguments: &str, item: &str) -> Result<Model, Diagnostics> {
    resolve(&parse_attribute(tokens(arguments), tokens(item)).unwrap())
}

/// Asserts exactly these mistakes, in this order, each with its code at its source text.
#[track_caller]
fn gives(result: Result<Model, Diagnostics>, expected: &[(Code, &str)]) {
    let found: Vec<(Code, String)> = match result {
        Ok(_) => Vec::new(),
        Err(diagnostics) => diagnostics
            .iter()
            .map(|d| (d.code, d.span.source_text().unwrap_or_default()))
            .collect(),
    };
    let found: Vec<(Code, &str)> = found
        .iter()
        .map(|(code, text)| (*code, text.as_str()))
        .collect();
    assert_eq!(found, expected);
}

/// The same for a potential in a planar model.
#[track_caller]
fn potential_gives(potential: &str, expected: &[(Code, &str)]) {
    let arguments = format!(
        "coordinates(x, y), integrators(Gni), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - ({potential})"
    );
    gives(with_struct(&arguments, "struct Point { m: f64 }"), expected);
}

#[test]
fn the_snakeboard_resolves() {
    let model = file(SNAKEBOARD).unwrap();
    let names =
        |variables: &[Variable]| variables.iter().map(|v| v.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&model.coordinates), ["psi", "phi", "theta", "x", "y"]);
    assert_eq!(
        names(&model.velocities),
        ["psi_dot", "phi_dot", "theta_dot", "x_dot", "y_dot"]
    );
    assert_eq!(names(&model.controls), ["u_psi", "u_phi"]);
    assert_eq!(model.parameters[0].docs, "Total mass [kg]");
    assert_eq!(model.constraints[1].name, "steer");
    assert_eq!(model.forces[0], model.controls[0].symbol);
    assert_eq!(model.forces[2..], [Graph::ZERO; 3]);
    assert_eq!(model.symmetry[0].kind, SymmetryKind::Se2);
    assert_eq!(model.symmetry[0].coordinates, [2, 3, 4]);
    assert_eq!(model.integrators.len(), 2);
}

#[test]
fn expressions_keep_their_values() {
    let mut model = planar(
        "definitions(r = x.hypot(y), e = 0.1), forces(x = r - e * x.powi(3) / 3.0 + tan(-y))",
    )
    .unwrap();
    let values = [
        (model.coordinates[0].symbol, 0.75),
        (model.coordinates[1].symbol, 1.25),
    ];
    let found = model.graph.evaluate(&[model.forces[0]], &values)[0];
    let (x, y) = (0.75_f64, 1.25_f64);
    let expected = x.hypot(y) - 0.1 * x.powi(3) / 3.0 + (-y).tan();
    assert!(
        (found - expected).abs() < 1e-14,
        "{found} is not {expected}"
    );
    let velocity = model.velocities[0].symbol;
    let momentum = model.graph.derivative(model.lagrangian, velocity);
    let product = model.graph.mul(model.parameters[0].symbol, velocity);
    assert_eq!(momentum, product);
}

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
fn quantities_stand_where_they_belong() {
    potential_gives("t * x", &[(TimeNotAllowed, "t")]);
    gives(
        planar(
            "controls(u), definitions(k = u * t), constraints(c = u * x_dot + t), integrals(i = k + t), forces(x = k + t)",
        ),
        &[
            (ControlNotAllowed, "u"),
            (ControlNotAllowed, "k"),
            (TimeNotAllowed, "t"),
        ],
    );
    gives(
        planar("holonomic(rod = x * x_dot)"),
        &[(VelocityNotAllowed, "x_dot")],
    );
}

#[test]
fn forces_act_on_coordinates_once() {
    gives(
        planar("forces(m = x, x = y, x = 2, y_dot = 1)"),
        &[
            (ForceOnUnknownCoordinate, "m"),
            (DuplicateForce, "x"),
            (ForceOnUnknownCoordinate, "y_dot"),
        ],
    );
}

#[test]
fn constants_have_finite_values() {
    potential_gives(
        "1 / 0 + ln(0) + sqrt(-1) + x / (y - y) + asin(2) + 0.powi(-1) + (x - x).powi(-2) + sqrt(1 - pi) + 0.0 / 0 + ln(cos(pi))",
        &[
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "ln"),
            (NonFiniteConstant, "sqrt"),
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "asin"),
            (NonFiniteConstant, "powi"),
            (NonFiniteConstant, "powi"),
            (NonFiniteConstant, "sqrt"),
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "ln"),
        ],
    );
}

#[test]
fn numbers_and_exponents_stay_in_range() {
    potential_gives(
        "1e200 * 1e200 + x.powi(64).powi(64) + 1e400 * x + 1e-400 * y + 10.powi(64).powi(64) + x.powf(2000)",
        &[
            (NumberOverflow, "*"),
            (NumberOverflow, "powi"),
            (NumberOverflow, "1e400"),
            (NumberOverflow, "1e-400"),
            (NumberOverflow, "powi"),
            (NumberOverflow, "powf"),
        ],
    );
    gives(
        with_struct(
            "coordinates(x), lagrangian = 1e200 * m * x_dot, integrators(Gni)",
            "struct S { m: f32 }",
        ),
        &[(NumberOverflow, "1e200")],
    );
}

#[test]
fn numbers_that_overflow_inside_a_factored_sum_are_found() {
    potential_gives(
        "(1e200 * x + 1e-200 * y) / m",
        &[(NumberOverflow, "lagrangian")],
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
fn constraints_are_affine_and_leave_a_motion() {
    gives(
        planar("constraints(c = x_dot.powi(2) - 1)"),
        &[(NonAffineConstraint, "c")],
    );
    gives(
        planar("constraints(c = sqrt(1 + x_dot * y_dot))"),
        &[(NonAffineConstraint, "c")],
    );
    gives(
        planar("constraints(c = x * y + t)"),
        &[(ConstraintWithoutVelocity, "c")],
    );
    gives(
        planar("constraints(c = (x_dot + 1).powi(2) - x_dot.powi(2) - 2 * x_dot)"),
        &[(ConstraintWithoutVelocity, "c")],
    );
    gives(
        planar("constraints(c = (x_dot + y).powi(2) - x_dot.powi(2) + cos(t))"),
        &[],
    );
    gives(
        planar("constraints(c = x_dot, d = y_dot)"),
        &[(TooManyConstraints, "d")],
    );
}

#[test]
fn nonlinear_constraints_are_for_vakonomic_integrators() {
    let text = "coordinates(x, y), lagrangian = x_dot * y_dot, constraints(c = x_dot * y_dot), integrators(I)";
    let of = |integrator: &str| {
        let text = text.replace("(I)", &format!("({integrator})"));
        with_struct(&text, "struct S {}")
    };
    gives(of("VakonomicGauss(stages = 2)"), &[]);
    gives(of("VakonomicGauss, Gni"), &[(NonAffineConstraint, "c")]);
}

#[test]
fn keys_of_few_integrators_are_checked() {
    gives(
        planar("holonomic(rod = x - x + 1)"),
        &[(ConstraintWithoutCoordinate, "rod")],
    );
    gives(
        with_struct(
            "groups(a: SO3(w1, w2), b: SO4(v)), lagrangian = a[3][0] + a + w1 + v, integrators(Gni)",
            "struct S {}",
        ),
        &[
            (GroupArity, "SO3"),
            (UnknownGroup, "SO4"),
            (UnknownName, "a"),
            (UnknownName, "a"),
        ],
    );
    gives(
        with_struct(
            "groups(car: SE2(w, a, b)), lagrangian = w * w + a * a + b * b, symmetry(SO3(car)), integrators(Gauss)",
            "struct S {}",
        ),
        &[(SymmetryName, "SO3")],
    );
}

#[test]
fn group_elements_have_entries_and_body_velocities_but_no_coordinates() {
    let model = with_struct(
        "coordinates(x), groups(body: SO3(w1, w2, w3), car: SE2(w, a, b)),
         lagrangian = x_dot * x_dot + w1 * w1 + w2 * w2 + w3 * w3 + w * w + a * a + b * b - body[2][1] * car[0][2] + car[2][2],
         constraints(c = w3), forces(w1 = 2, b = x), symmetry(SO3(body)), integrators(Gauss)",
        "struct S {}",
    )
    .unwrap();
    let names: Vec<_> = model.configuration().map(|x| x.name.as_str()).collect();
    assert_eq!(names.len(), 1 + 9 + 6);
    assert_eq!([names[8], names[12]], ["body[2][1]", "car[0][2]"]);
    let names: Vec<_> = model.velocities.iter().map(|x| x.name.as_str()).collect();
    assert_eq!(names, ["x_dot", "w1", "w2", "w3", "w", "a", "b"]);
    assert_eq!(model.forces[6], model.coordinates[0].symbol);
    assert_eq!(model.groups[1].velocities(), 4..7);
    // The last row of a rigid motion is constant.
    assert_eq!(model.groups[1].entry(2, 2), Graph::ONE);
    assert_eq!(model.groups[1].entry(2, 0), Graph::ZERO);
    assert_eq!(model.group_text(0), "SO3(body)");
    // Entries of one rotation obey R^T R = Id wherever the model is tested.
    let mut graph = model.graph.clone();
    let column: Vec<_> = (0..3).map(|i| model.groups[0].entry(i, 1)).collect();
    let square = graph.dot(&column, &column);
    let excess = graph.sub(square, Graph::ONE);
    assert!(graph.is_zero(excess) && !graph.is_zero(square));
    let other = model.groups[1].entry(0, 1);
    let turned = graph.add(other, model.groups[1].entry(1, 0));
    assert!(graph.is_zero(turned));
}

#[test]
fn symmetry_groups_act_on_coordinates() {
    gives(
        planar("symmetry(SE2(x, y), R(m), S1(x), Se2(x), SO3(y))"),
        &[
            (GroupArity, "SE2"),
            (SymmetryName, "m"),
            (SymmetryName, "x"),
            (UnknownGroup, "Se2"),
            (SymmetryName, "x"),
            (SymmetryName, "y"),
        ],
    );
    let model = planar("symmetry(R(y), R(x))").unwrap();
    assert_eq!(model.symmetry[0].coordinates, [1]);
}

#[test]
fn long_expressions_resolve_in_a_loop() {
    let sum = vec!["m * x"; 12_000].join(" + ");
    assert!(planar(&format!("forces(x = {sum})")).is_ok());
    let chain = format!("x{}", ".sin()".repeat(12_000));
    assert!(planar(&format!("forces(x = {chain})")).is_ok());
}

#[test]
fn resolving_is_repeatable() {
    let printed = || {
        format!(
            "{:?}",
            file(SNAKEBOARD)
                .unwrap()
                .graph
                .reachable(&[file(SNAKEBOARD).unwrap().lagrangian])
        )
    };
    assert_eq!(printed(), printed());
}

#[test]
fn no_expression_makes_the_compiler_panic() {
    let operands = [
        "x", "y_dot", "m", "t", "pi", "0", "1", "2.5", "1e-300", "9e300", "unknown", "k",
    ];
    let mut state = 7_u64;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..1_000 {
        let mut expression = operands[next(operands.len())].to_owned();
        for _ in 0..next(12) {
            let operand = operands[next(operands.len())];
            expression = match next(9) {
                0 => format!("({expression} + {operand})"),
                1 => format!("({operand} - {expression})"),
                2 => format!("({expression}) * ({operand})"),
                3 => format!("({operand}) / ({expression})"),
                4 => format!("({expression}).powi({})", next(129) as i32 - 64),
                5 => format!("({expression}).powf({operand})"),
                6 => format!(
                    "{}({expression})",
                    ["sin", "tan", "ln", "sqrt", "acos", "exp"][next(6)]
                ),
                7 => format!("atan2({expression}, {operand})"),
                _ => format!("-hypot({operand}, {expression})"),
            };
        }
        let _ = planar(&format!(
            "definitions(k = {expression}), constraints(c = x_dot * ({expression})), forces(y = k)"
        ));
    }
}

#[test]
fn a_model_beyond_the_budget_of_work_is_one_mistake() {
    let ast = &parse_file(tokens(SNAKEBOARD)).unwrap()[0];
    for budget in 0..2_000 {
        if let Err(diagnostics) = resolve_in(ast, Graph::with_budget(budget)) {
            let codes: Vec<Code> = diagnostics
                .iter()
                .map(|diagnostic| diagnostic.code)
                .collect();
            assert_eq!(codes, [BudgetExceeded], "with a budget of {budget}");
        }
    }
    assert!(resolve_in(ast, Graph::with_budget(1)).is_err());
}

#[test]
fn an_expression_outside_the_model_uses_its_names_but_no_control() {
    let mut model = file(SNAKEBOARD).unwrap();
    let outside = |model: &mut Model, text: &str| {
        let (arena, expression) = parse_expression(tokens(text)).unwrap();
        model.resolve_expression(&arena, &expression)
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

#[test]
fn a_model_has_a_bounded_number_of_coordinates() {
    let chain = |n: usize| {
        let names: Vec<_> = (0..n).map(|i| format!("x{i}")).collect();
        let energy: Vec<_> = names.iter().map(|x| format!("{x}_dot.powi(2)")).collect();
        let (names, energy) = (names.join(", "), energy.join(" + "));
        let keys = format!("coordinates({names}), lagrangian = {energy}, integrators(Gni)");
        with_struct(&keys, "struct Chain {}")
    };
    assert!(chain(128).is_ok());
    gives(chain(129), &[(ModelTooLarge, "x128")]);
}
