//! The input that the parser accepts, and the errors that it reports, with their positions.

mod accepted;
mod attribute;
mod expression;
mod hostile;
mod item;
mod item_closed;

use proc_macro2::TokenStream;

use super::{parse_attribute, parse_file, parse_interpreted};
use crate::diag::{Code, Diagnostics};
use crate::model::ast::Ast;

const STRUCT: &str = "pub struct Sleigh { pub m: f64, a: f64 }";

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap()
}

/// Returns codes and source texts of all errors.
fn found<T>(result: Result<T, Diagnostics>) -> Vec<(Code, String)> {
    let Err(diagnostics) = result else {
        return Vec::new();
    };
    let place = |span: proc_macro2::Span| span.source_text().unwrap_or_default();
    diagnostics
        .iter()
        .map(|mistake| (mistake.code, place(mistake.span)))
        .collect()
}

fn parse(arguments: &str) -> Result<Ast, Diagnostics> {
    parse_attribute(tokens(arguments), tokens(STRUCT))
}

/// Asserts that the arguments have exactly these errors, in this order, each with its code at its
/// source text.
#[track_caller]
fn arguments_give(arguments: &str, expected: &[(Code, &str)]) {
    assert_same(arguments, &found(parse(arguments)), expected);
}

/// Asserts the same for the expression of a Lagrangian in an otherwise correct model.
#[track_caller]
fn lagrangian_gives(expression: &str, expected: &[(Code, &str)]) {
    arguments_give(
        &format!("coordinates(x), lagrangian = {expression}, integrators(Gni)"),
        expected,
    );
}

/// Asserts the same for the struct under an otherwise correct model.
#[track_caller]
fn item_gives(item: &str, expected: &[(Code, &str)]) {
    let arguments = tokens("coordinates(x), lagrangian = x, integrators(Gni)");
    assert_same(
        item,
        &found(parse_attribute(arguments, tokens(item))),
        expected,
    );
}

/// Asserts the same for a whole file.
#[track_caller]
fn file_gives(file: &str, expected: &[(Code, &str)]) {
    assert_same(file, &found(parse_file(tokens(file))), expected);
}

#[track_caller]
fn assert_same(source: &str, found: &[(Code, String)], expected: &[(Code, &str)]) {
    let found: Vec<(Code, &str)> = found
        .iter()
        .map(|(code, text)| (*code, text.as_str()))
        .collect();
    assert_eq!(found, expected, "in {source}");
}
