//! Input that is meant to break the parser.

use super::*;
use crate::model::parse::parse_expression;
use Code::*;

fn nested(depth: usize) -> String {
    format!("{}x{}", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn nesting_up_to_the_bound_is_read_and_beyond_it_is_one_mistake() {
    assert!(parse_expression(tokens(&nested(128))).is_ok());
    let functions = format!("{}x{}", "-sin(".repeat(128), ")".repeat(128));
    assert!(parse_expression(tokens(&functions)).is_ok());
    assert_eq!(
        found(parse_expression(tokens(&nested(129)))),
        [(NestingTooDeep, "(x)".to_owned())]
    );
    assert_eq!(found(parse_expression(tokens(&nested(100_000)))).len(), 1);
}

#[test]
fn every_group_that_is_too_deep_is_reported() {
    let twice = format!("{} + {}", nested(129), nested(129));
    assert_eq!(found(parse_expression(tokens(&twice))).len(), 2);
}

#[test]
fn a_long_sum_is_read_in_a_loop_and_a_longer_one_is_refused() {
    let sum = |terms: usize| format!("x{}", " + x".repeat(terms - 1));
    let (arena, _) = parse_expression(tokens(&sum(25_000))).unwrap();
    assert_eq!(arena.len(), 49_999);
    assert_eq!(
        found(parse_expression(tokens(&sum(1_000_000)))),
        [(ModelTooLarge, "x".to_owned())]
    );
}

#[test]
fn long_chains_of_every_kind_are_read_in_a_loop() {
    for (chain, nodes) in [
        (format!("{}x", "-".repeat(45_000)), 45_001),
        (format!("x{}", ".sin()".repeat(15_000)), 15_001),
    ] {
        let (arena, _) = parse_expression(tokens(&chain)).unwrap();
        assert_eq!(arena.len(), nodes);
    }
    for (chain, code, text) in [
        (format!("x{}", " ^ x".repeat(20_000)), PowerOperator, "^"),
        ("!".repeat(45_000), UnsupportedOperator, "!"),
        (format!("x{}", " x".repeat(20_000)), MissingOperator, "x"),
        (format!("x{}", "?".repeat(20_000)), UnsupportedOperator, "?"),
        (
            format!("x{}", " as y".repeat(20_000)),
            UnsupportedSyntax,
            "as",
        ),
    ] {
        let first = found(parse_expression(tokens(&chain))).into_iter().next();
        assert_eq!(first, Some((code, text.to_owned())));
    }
}

#[test]
fn a_long_type_or_bound_does_not_reach_the_recursive_parser() {
    item_gives(
        &format!(
            "struct S {{ m: {}f64{} }}",
            "Box<".repeat(15_000),
            ">".repeat(15_000)
        ),
        &[(ScalarType, "Box")],
    );
    item_gives(
        &format!(
            "struct S<T: {}Real{}> {{ m: T }}",
            "A<".repeat(15_000),
            ">".repeat(15_000)
        ),
        &[(MissingRealBound, "T")],
    );
}

#[test]
fn no_sequence_of_tokens_makes_the_parser_panic_or_loop() {
    let words = [
        "x",
        "sin",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "+",
        "-",
        "*",
        "/",
        "^",
        ".",
        ",",
        ";",
        "=",
        "==",
        "|",
        "::",
        "<",
        ">",
        "2",
        "0.5",
        "'a",
        "\"s\"",
        "as",
        "if",
        "self",
        "!",
        "?",
        "#",
        "coordinates",
        "lagrangian",
        "constraints",
        "powi",
        "&",
        "t",
        "@",
    ];
    let mut state = 1_u64;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..5_000 {
        let length = 1 + next(24);
        let source: Vec<&str> = (0..length).map(|_| words[next(words.len())]).collect();
        if let Ok(stream) = source.join(" ").parse::<TokenStream>() {
            let _ = parse_expression(stream.clone());
            let _ = parse_attribute(stream.clone(), tokens(STRUCT));
            let _ = parse_attribute(tokens("coordinates(x)"), stream.clone());
            let _ = parse_file(stream);
        }
    }
}

#[test]
fn values_of_attributes_are_bounded() {
    let value = "-".repeat(20_000);
    let item = format!("#[a = {value}1] struct A {{ #[b = {value}1] m: f64 }}");
    item_gives(&item, &[(StructAttribute, "a"), (StructAttribute, "b")]);
}

#[test]
fn a_token_of_several_lines_is_cut_in_the_message() {
    let Err(found) = parse("coordinates(\"one\ntwo\"), lagrangian = x, integrators(Gni)") else {
        panic!("a string is no name");
    };
    let messages: Vec<_> = found.iter().map(|mistake| mistake.found.as_str()).collect();
    assert_eq!(messages, ["unexpected `\"one...`"]);
}
