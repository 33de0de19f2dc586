//! The punctuation between operands.

use proc_macro2::{Spacing, Span};
use syn::buffer::Cursor;

use crate::diag::{Code, Diagnostic};

/// Rust operators of several characters, longest first if one begins another.
const COMPOUND: [&str; 23] = [
    "<<=", ">>=", "...", "..=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "..", "=>", "->",
    "+=", "-=", "*=", "/=", "%=", "^=", "**", "::",
];

/// A punctuation operator of one or more characters.
pub(super) struct Operator<'a> {
    pub(super) text: String,
    pub(super) span: Span,
    /// The cursor after it.
    pub(super) next: Cursor<'a>,
}

/// Returns the operator at the cursor, as long as Rust would read it.
pub(super) fn operator(cursor: Cursor<'_>) -> Option<Operator<'_>> {
    let (first, mut next) = cursor.punct()?;
    let mut text = joint_characters(cursor);
    let length = COMPOUND
        .iter()
        .find(|compound| text.starts_with(**compound))
        .map_or(1, |compound| compound.len());
    text.truncate(length);
    for _ in 1..length {
        next = next.punct()?.1;
    }
    Some(Operator {
        text,
        span: first.span(),
        next,
    })
}

/// Returns up to three adjacent punctuation characters.
fn joint_characters(mut cursor: Cursor<'_>) -> String {
    let mut text = String::new();
    while let Some((punct, next)) = cursor.punct() {
        text.push(punct.as_char());
        cursor = next;
        if punct.spacing() == Spacing::Alone || text.len() == 3 {
            break;
        }
    }
    text
}

/// Returns the diagnostic for an operator that the language does not have.
pub(super) fn unsupported(text: &str, span: Span) -> Diagnostic {
    if matches!(text, "^" | "**") {
        return Diagnostic::error(
            Code::PowerOperator,
            span,
            format!("`{text}` is not the power"),
            "a power as a method",
        )
        .help("write `x.powi(2)` for an integer power, `x.powf(0.5)` for others");
    }
    let help = match text {
        "%" | "%=" => "a remainder is not smooth; use `sin` and `cos` of an angle",
        "==" => "an equation is the difference of its sides, without `== 0`",
        "!=" | "<" | ">" | "<=" | ">=" | "&&" | "||" | "!" => {
            "an expression is one smooth formula without conditions"
        }
        "=" => {
            "an entry is one expression: leave `= 0` out, or put the comma that is missing before this entry"
        }
        "&" => "names need no reference",
        "?" => "no operation of the language can fail",
        _ => "",
    };
    Diagnostic::error(
        Code::UnsupportedOperator,
        span,
        format!("operator `{text}` is not in the language"),
        "one of `+`, `-`, `*`, `/`",
    )
    .help(help)
}
