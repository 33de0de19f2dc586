//! Errors in expressions: each is reported once, at its token, and parsing goes on after it.

use super::*;
use Code::*;

#[test]
fn every_caret_is_reported_where_it_stands() {
    lagrangian_gives(
        "x ^ 2 + 3 * y ^ 2",
        &[(PowerOperator, "^"), (PowerOperator, "^")],
    );
    lagrangian_gives("x ** 2", &[(PowerOperator, "*")]);
}

#[test]
fn operators_outside_the_language_are_reported_one_by_one() {
    lagrangian_gives(
        "x % 2 + (a && b) - (a < b) + (c == d) * !e + &f",
        &[
            (UnsupportedOperator, "%"),
            (UnsupportedOperator, "&"),
            (UnsupportedOperator, "<"),
            (UnsupportedOperator, "="),
            (UnsupportedOperator, "!"),
            (UnsupportedOperator, "&"),
        ],
    );
    lagrangian_gives(
        "x? + 1..2 + (y = 3)",
        &[
            (UnsupportedOperator, "?"),
            (UnsupportedOperator, "."),
            (UnsupportedOperator, "="),
        ],
    );
    lagrangian_gives("!-x", &[(UnsupportedOperator, "!")]);
    lagrangian_gives("x ^", &[(PowerOperator, "^")]);
}

#[test]
fn syntax_of_rust_is_reported_at_its_first_token() {
    lagrangian_gives("if x { 1 } else { 2 }", &[(UnsupportedSyntax, "if")]);
    lagrangian_gives("{ x } + 1", &[(UnsupportedSyntax, "{ x }")]);
    lagrangian_gives("|a, b| a + b", &[(UnsupportedSyntax, "|")]);
    lagrangian_gives("|| 2", &[(UnsupportedSyntax, "|")]);
    lagrangian_gives("vec![1, 2] + x", &[(UnsupportedSyntax, "vec")]);
    lagrangian_gives("std::f64::consts::PI * x", &[(UnsupportedSyntax, "std")]);
    lagrangian_gives(
        "f64::sin(x ^ 2)",
        &[(UnsupportedSyntax, "f64"), (PowerOperator, "^")],
    );
    lagrangian_gives("Vec::<f64>::new() * x", &[(UnsupportedSyntax, "Vec")]);
    lagrangian_gives("x as f64 + 1", &[(UnsupportedSyntax, "as")]);
    lagrangian_gives("self.m * x", &[(UnsupportedSyntax, "self")]);
    lagrangian_gives(
        "x.m + y.0",
        &[(UnsupportedSyntax, "m"), (UnsupportedSyntax, ".")],
    );
    lagrangian_gives("x.sin + 1", &[(UnsupportedSyntax, "sin")]);
    lagrangian_gives(
        "(x, y) + [1, 2]",
        &[(UnsupportedSyntax, "(x, y)"), (UnsupportedSyntax, "[1, 2]")],
    );
    lagrangian_gives(
        "body[i][0] + body[0]",
        &[(UnsupportedSyntax, "[i]"), (UnsupportedSyntax, "[0]")],
    );
    lagrangian_gives("'a + x", &[(UnsupportedSyntax, "'")]);
}

#[test]
fn unknown_functions_are_reported_with_what_exists() {
    lagrangian_gives(
        "x.abs() + max(x, y ^ 2) + snh(x)",
        &[
            (UnknownFunction, "abs"),
            (PowerOperator, "^"),
            (UnknownFunction, "max"),
            (UnknownFunction, "snh"),
        ],
    );
    let help = |expression: &str| {
        let arguments = format!("coordinates(x), lagrangian = {expression}, integrators(Gni)");
        parse(&arguments)
            .unwrap_err()
            .iter()
            .next()
            .unwrap()
            .help
            .clone()
    };
    assert_eq!(help("sqr(x)"), "did you mean `sqrt`?");
    assert!(help("x.abs()").contains("smooth substitute"));
    assert!(help("clamp(x, 0, 1)").contains("forces may switch"));
    assert!(help("mass(x + 1)").contains("`mass * (...)`"));
    assert!(help("x ^ 2").contains("powi"));
}

#[test]
fn functions_take_their_number_of_operands() {
    lagrangian_gives(
        "sin() + hypot(x) + x.cos(y) + atan2(x, y, z) + x.powi()",
        &[
            (WrongArity, "sin"),
            (WrongArity, "hypot"),
            (WrongArity, "cos"),
            (WrongArity, "atan2"),
            (WrongArity, "powi"),
        ],
    );
}

#[test]
fn exponents_of_powi_are_small_integer_literals() {
    lagrangian_gives(
        "x.powi(n) + x.powi(0.5) + x.powi(65) + x.powi(-64) + x.powi(2 + 1) + x.powi(99999999999) + x.powi(n ^ 2)",
        &[
            (BadExponent, "n"),
            (BadExponent, "0.5"),
            (BadExponent, "65"),
            (BadExponent, "+"),
            (BadExponent, "99999999999"),
            (PowerOperator, "^"),
        ],
    );
}

#[test]
fn numbers_are_decimal() {
    lagrangian_gives(
        "0x10 + 1u32 + \"m\" + 'm' + true + 1e999 + 2f32",
        &[
            (BadNumber, "0x10"),
            (BadNumber, "1u32"),
            (BadNumber, "\"m\""),
            (BadNumber, "'m'"),
            (BadNumber, "true"),
            (NumberTooLarge, "1e999"),
        ],
    );
}

#[test]
fn missing_operands_are_reported_at_the_operator() {
    lagrangian_gives("x + * y", &[(MissingOperand, "*")]);
    lagrangian_gives("x +", &[(MissingOperand, "+")]);
    lagrangian_gives("", &[(MissingOperand, "=")]);
    lagrangian_gives(
        "() + sin(x -)",
        &[(MissingOperand, "()"), (MissingOperand, "-")],
    );
    lagrangian_gives(".5 * x", &[(MissingOperand, ".")]);
    lagrangian_gives("+x", &[(MissingOperand, "+")]);
}

#[test]
fn missing_operators_are_reported_at_the_second_operand() {
    lagrangian_gives(
        "0.5 m * x (y) (z)",
        &[
            (MissingOperator, "m"),
            (UnknownFunction, "x"),
            (MissingOperator, "(z)"),
        ],
    );
    lagrangian_gives("2 x ^ 2", &[(MissingOperator, "x"), (PowerOperator, "^")]);
}

#[test]
fn a_mistake_in_one_entry_does_not_hide_those_in_the_next() {
    arguments_give(
        "coordinates(x), constraints(a = if x { 1 }, b = x ^ 2, c = |u| u), lagrangian = let, integrators(Gni)",
        &[
            (UnsupportedSyntax, "if"),
            (PowerOperator, "^"),
            (UnsupportedSyntax, "|"),
            (UnsupportedSyntax, "let"),
        ],
    );
}
