//! Correct models, and their syntax trees.

use super::*;
use crate::model::ast::{Arena, Entry, Expression, Key, NodeId, Op, OptionValue};
use crate::model::item::Scalar;
use crate::model::parse::{parse_expression, parse_integrator};

const SNAKEBOARD: &str = "
/// Snakeboard with rotor and steering torques.
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
#[derive(Clone, Debug)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    /// Half the wheel base [m]
    pub l: f64,
    pub i_rotor: f64,
    pub j_wheel: f64,
}";

/// Writes an expression with every operation in parentheses. Recursive, for the small expressions
/// of these tests.
fn written_out(arena: &Arena, id: NodeId) -> String {
    let part = |id: &NodeId| written_out(arena, *id);
    match &arena.node(id).op {
        Op::Number(number) => format!("{}e{}", number.digits, number.exponent),
        Op::Name(name) => name.clone(),
        Op::MatrixEntry { name, row, column } => format!("{name}[{row}][{column}]"),
        Op::Negate(a) => format!("(-{})", part(a)),
        Op::Add(a, b) => format!("({} + {})", part(a), part(b)),
        Op::Subtract(a, b) => format!("({} - {})", part(a), part(b)),
        Op::Multiply(a, b) => format!("({} * {})", part(a), part(b)),
        Op::Divide(a, b) => format!("({} / {})", part(a), part(b)),
        Op::PowerInteger(a, n) => format!("({} ^ {n})", part(a)),
        Op::Tangent(a) => format!("Tan({})", part(a)),
        Op::Rate(a) => format!("Rate({})", part(a)),
        Op::Delay(a, b) => format!("Delay({}, {})", part(a), part(b)),
        Op::Unary(f, a) => format!("{f:?}({})", part(a)),
        Op::Binary(f, a, b) => format!("{f:?}({}, {})", part(a), part(b)),
        Op::Mistake => "?".to_owned(),
    }
}

#[track_caller]
fn reads_as(source: &str, expected: &str) {
    let (arena, Expression { root, .. }) = parse_expression(tokens(source)).unwrap();
    assert_eq!(written_out(&arena, root), expected, "from {source}");
}

fn names(entries: &[Entry]) -> Vec<&str> {
    entries
        .iter()
        .map(|entry| entry.name.text.as_str())
        .collect()
}

#[test]
fn the_snakeboard_is_read_from_a_file() {
    let models = parse_file(tokens(SNAKEBOARD)).unwrap();
    let [board] = &models[..] else {
        panic!("one model")
    };
    assert_eq!(board.item.ident, "Snakeboard");
    assert_eq!(board.item.scalar, Scalar::F64);
    assert_eq!(
        board.item.docs.as_written(),
        [" Snakeboard with rotor and steering torques."]
    );
    assert_eq!(
        board.item.fields[1].docs.as_written(),
        [" Half the wheel base [m]"]
    );
    assert_eq!(board.item.fields.len(), 4);
    assert_eq!(board.coordinates.len(), 5);
    assert_eq!(names(&board.constraints), ["skid", "steer"]);
    assert_eq!(names(&board.forces), ["psi", "phi"]);
    assert_eq!(board.symmetry[0].kind.text, "SE2");
    assert_eq!(board.symmetry[0].names.len(), 3);
    assert_eq!(board.integrators[1].options[1].name.text, "alpha");
    assert_eq!(board.keys.len(), 7);
    assert_eq!(
        board
            .key_span(Key::Lagrangian)
            .unwrap()
            .source_text()
            .unwrap(),
        "lagrangian"
    );
    assert!(board.key_span(Key::Groups).is_none());
}

#[test]
fn precedence_is_that_of_rust() {
    reads_as("-x.powi(2)", "(-(x ^ 2))");
    reads_as("a - b - c", "((a - b) - c)");
    reads_as("a / b * c / d", "(((a / b) * c) / d)");
    reads_as("a + b * c - d / e", "((a + (b * c)) - (d / e))");
    reads_as("-a * b", "((-a) * b)");
    reads_as("a * -b", "(a * (-b))");
    reads_as("a - --b", "(a - (-(-b)))");
    reads_as("(a + b) * c", "((a + b) * c)");
    reads_as("2.0.powi(-3)", "(20e-1 ^ -3)");
    reads_as("-sin(x).powi(2)", "(-(Sin(x) ^ 2))");
}

#[test]
fn functions_and_methods_are_the_same() {
    for (function, method) in [
        ("sin(x)", "x.sin()"),
        ("atan2(y, x)", "y.atan2(x)"),
        ("hypot(x, y,)", "x.hypot(y)"),
    ] {
        let (left, right) = (
            parse_expression(tokens(function)).unwrap(),
            parse_expression(tokens(method)).unwrap(),
        );
        assert_eq!(
            written_out(&left.0, left.1.root),
            written_out(&right.0, right.1.root)
        );
    }
    reads_as("x.clamp(a, b)", "Min(Max(x, a), b)");
    reads_as("ramp(x, w)", "Min(Max((x / w), 0e0), 1e0)");
    reads_as("x.pulse(w)", "(Step(x) * (1e0 - Step((x - w))))");
    reads_as("powi(x + 1, 3)", "((x + 1e0) ^ 3)");
    reads_as("x.powf(0.5).exp()", "Exp(Powf(x, 5e-1))");
}

#[test]
fn every_function_of_the_language_is_known() {
    for name in [
        "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "ln", "sqrt",
    ] {
        parse_expression(tokens(&format!("x.{name}() + {name}(x)"))).unwrap();
    }
    for name in ["abs", "sign", "step"] {
        parse_expression(tokens(&format!("x.{name}() + {name}(x)"))).unwrap();
    }
    for name in ["atan2", "hypot", "powf", "min", "max", "pulse", "ramp"] {
        parse_expression(tokens(&format!("x.{name}(y) + {name}(x, y)"))).unwrap();
    }
}

#[test]
fn entries_of_a_group_element_are_indexed() {
    reads_as("body[0][2] * g", "(body[0][2] * g)");
}

#[test]
fn an_argument_of_a_macro_is_one_operand() {
    let mut source = TokenStream::new();
    let argument = proc_macro2::Group::new(proc_macro2::Delimiter::None, tokens("a + b"));
    source.extend([proc_macro2::TokenTree::Group(argument)]);
    source.extend(tokens("* 2"));
    let (arena, expression) = parse_expression(source).unwrap();
    assert_eq!(written_out(&arena, expression.root), "((a + b) * 2e0)");
}

#[test]
fn operands_stand_before_what_uses_them() {
    let ast = parse("coordinates(x), lagrangian = (x + 1) * sin(-x), integrators(Gni)").unwrap();
    for (id, node) in ast.arena.nodes_of(&ast.lagrangian) {
        let operands = match node.op {
            Op::Add(a, b) | Op::Multiply(a, b) => vec![a, b],
            Op::Negate(a) | Op::Unary(_, a) => vec![a],
            _ => vec![],
        };
        assert!(operands.iter().all(|operand| *operand < id));
    }
}

#[test]
fn every_key_is_read_in_any_order_with_trailing_commas() {
    let ast = parse(
        "integrators(Feedback(base = Rk4, energy = -1.5, jacobian,),), integrals(e = x,), symmetry(R(x), S1(psi)),
         forces(x = u), controls(u,), holonomic(rod = x), constraints(c = x_dot), lagrangian = x,
         definitions(r = x), groups(body: SO3(w1, w2, w3)), coordinates(x, psi,),",
    )
    .unwrap();
    assert_eq!(ast.keys.len(), 11);
    assert_eq!(ast.groups[0].factor.names.len(), 3);
    assert_eq!(ast.symmetry.len(), 2);
    let options = &ast.integrators[0].options;
    assert!(matches!(&options[0].value, OptionValue::Word(word) if word.text == "Rk4"));
    assert!(
        matches!(&options[1].value, OptionValue::Number { value, .. } if value.digits == "-15" && value.exponent == -1)
    );
    assert!(matches!(options[2].value, OptionValue::Flag));
}

#[test]
fn the_scalar_type_follows_the_struct() {
    let scalar = |item: &str| {
        let arguments = tokens("coordinates(x), lagrangian = x, integrators(Gni)");
        parse_attribute(arguments, tokens(item))
            .unwrap()
            .item
            .scalar
    };
    assert_eq!(scalar("struct S { m: f32 }"), Scalar::F32);
    assert_eq!(scalar("struct S {}"), Scalar::F64);
    assert!(
        matches!(scalar("struct S<T: nhi::Real> { m: T }"), Scalar::Generic(name) if name == "T")
    );
    assert!(matches!(
        scalar("pub(crate) struct S<F: ::nhi::Real,> { pub(crate) m: F }"),
        Scalar::Generic(_)
    ));
}

#[test]
fn a_file_may_hold_comments_and_several_models() {
    let one =
        "#[nhi::nonholonomic(coordinates(x), lagrangian = x_dot * x_dot, integrators(Gni))] struct";
    let models = parse_file(tokens(&format!(
        "//! Two systems.\n// aside\n{one} A {{}}\n{one} B {{}}"
    )))
    .unwrap();
    assert!(
        models
            .iter()
            .map(|model| model.item.ident.to_string())
            .eq(["A", "B"])
    );
}

#[test]
fn a_lone_integrator_is_read() {
    let integrator = parse_integrator(tokens("Rdp(retraction = Cayley)")).unwrap();
    assert_eq!(
        (integrator.name.text.as_str(), integrator.options.len()),
        ("Rdp", 1)
    );
    assert_eq!(
        found(parse_integrator(tokens("Gni, Rdp"))),
        [(Code::UnexpectedToken, ",".to_owned())]
    );
}
