//! Errors in the keys and their lists.

use super::*;
use Code::*;

const REST: &str = "lagrangian = x, integrators(Gni)";

#[track_caller]
fn with_rest_gives(arguments: &str, expected: &[(Code, &str)]) {
    arguments_give(&format!("{arguments}, {REST}"), expected);
}

#[test]
fn an_unknown_key_is_reported_once_and_the_key_it_stands_for_is_not_missing() {
    with_rest_gives("cordinates(x)", &[(UnknownKey, "cordinates")]);
    with_rest_gives(
        "coordinates(x), colour = 3 + 4, size(a, b)",
        &[(UnknownKey, "colour"), (UnknownKey, "size")],
    );
}

#[test]
fn an_unknown_key_names_the_nearest_one() {
    let diagnostics = parse("coordinates(x), lagrangean = x, integrators(Gni)").unwrap_err();
    assert_eq!(
        diagnostics.iter().next().unwrap().help,
        "did you mean `lagrangian`?"
    );
}

#[test]
fn a_key_written_twice_is_reported_at_the_second() {
    with_rest_gives(
        "coordinates(x), coordinates(y)",
        &[(DuplicateKey, "coordinates")],
    );
    with_rest_gives(
        "coordinates(x), lagrangian = 2 ^ x",
        &[(PowerOperator, "^"), (DuplicateKey, "lagrangian")],
    );
}

#[test]
fn every_missing_key_is_reported() {
    arguments_give("", &[(MissingKey, "Sleigh"); 3]);
    arguments_give("coordinates(x)", &[(MissingKey, "Sleigh"); 2]);
    arguments_give(
        "groups(body: SO3(a, b, c)), lagrangian = a",
        &[(MissingKey, "Sleigh")],
    );
}

#[test]
fn a_key_in_the_wrong_form_is_one_mistake() {
    arguments_give(
        "coordinates = x, y, lagrangian(x ^ 2), integrators = (Gni)",
        &[
            (KeyForm, "coordinates"),
            (KeyForm, "lagrangian"),
            (PowerOperator, "^"),
            (KeyForm, "integrators"),
        ],
    );
    arguments_give(
        "coordinates, lagrangian, integrators(Gni)",
        &[(KeyForm, "coordinates"), (KeyForm, "lagrangian")],
    );
}

#[test]
fn empty_lists_are_reported_at_their_names() {
    with_rest_gives(
        "coordinates(), constraints(), controls(), symmetry(SE2())",
        &[
            (EmptySet, "coordinates"),
            (EmptySet, "constraints"),
            (EmptySet, "controls"),
            (EmptySet, "SE2"),
        ],
    );
}

#[test]
fn names_are_plain_identifiers() {
    with_rest_gives(
        "coordinates(x, type, 2, r#in, _, y), controls((u))",
        &[
            (ExpectedName, "type"),
            (ExpectedName, "2"),
            (ExpectedName, "r#in"),
            (ExpectedName, "_"),
            (ExpectedName, "(u)"),
        ],
    );
}

#[test]
fn separators_are_commas() {
    with_rest_gives(
        "coordinates(x; y z,, w: f64)",
        &[
            (UnexpectedToken, ";"),
            (MissingComma, "z"),
            (UnexpectedToken, ","),
            (UnexpectedToken, ":"),
        ],
    );
    arguments_give(
        "coordinates(x) lagrangian = x + 1 integrators(Gni)",
        &[(MissingComma, "lagrangian"), (MissingComma, "integrators")],
    );
    with_rest_gives(
        "coordinates(x), constraints(a = x b = y)",
        &[(MissingComma, "b")],
    );
}

#[test]
fn entries_have_names() {
    with_rest_gives(
        "coordinates(x), constraints(x_dot - y_dot, ok = x, sin(x) * x_dot)",
        &[(UnexpectedToken, "x_dot"), (UnexpectedToken, "sin")],
    );
    with_rest_gives(
        "coordinates(x), definitions(fn = x, b = x)",
        &[(ExpectedName, "fn")],
    );
    with_rest_gives(
        "coordinates(x), definitions(a = , b = x)",
        &[(MissingOperand, "=")],
    );
}

#[test]
fn factors_are_a_kind_with_names() {
    with_rest_gives(
        "coordinates(x), symmetry(SE2, R(1))",
        &[(UnexpectedToken, ","), (ExpectedName, "1")],
    );
    with_rest_gives(
        "groups(SO3(a, b, c), body: SO3)",
        &[(UnexpectedToken, "(a, b, c)"), (UnexpectedToken, "SO3")],
    );
}

#[test]
fn options_are_words_or_numbers() {
    arguments_give(
        "coordinates(x), lagrangian = x,
         integrators(Rdp(retraction = 2 * h), Gni(start = (a), 3), Dap(alpha = 0.5, alpha = 1), Gauss(stages = 3u8), Rk(order = true))",
        &[
            (BadOption, "*"),
            (BadOption, "(a)"),
            (BadOption, "3"),
            (DuplicateOption, "alpha"),
            (BadNumber, "3u8"),
            (ExpectedName, "true"),
        ],
    );
}

#[test]
fn mistakes_of_all_keys_and_of_the_struct_are_reported_at_once() {
    let result = parse_attribute(
        tokens(
            "coordinates(x, fn), lagrangian = x ^ 2 + y.abs(), constraints(), integrators(Gni), colour = 1",
        ),
        tokens("struct Sleigh<'a> { m: i32, n: f64 }"),
    );
    let codes: Vec<Code> = found(result).into_iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        [
            UnsupportedGenerics,
            ScalarType,
            ExpectedName,
            PowerOperator,
            UnknownFunction,
            EmptySet,
            UnknownKey
        ]
    );
}
