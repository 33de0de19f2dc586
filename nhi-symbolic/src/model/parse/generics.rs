//! The generics of a struct: nothing, or `<T: Real>`.

use proc_macro2::{Ident, Span};

use super::outer::path;
use super::parser::{Parser, is_keyword};
use crate::diag::{Code, Diagnostic};
use crate::model::item::RealPath;

/// A type parameter with the trait that bounds it.
pub(super) struct TypeParameter {
    pub(super) ident: Ident,
    pub(super) bound: RealPath,
}

/// Reads everything between the name of a struct and its fields. Anything other than one type
/// parameter with the bound `Real` is reported.
pub(super) fn generics(parser: &mut Parser<'_>) -> Option<TypeParameter> {
    let mut scalar = None;
    if parser.take_punct('<') {
        while !(parser.at_end() || parser.at_punct('>')) {
            parameter(parser, &mut scalar);
            parser.take_punct(',');
        }
        parser.take_punct('>');
    }
    if let Some((word, _)) = parser.cursor.ident().filter(|(word, _)| word == "where") {
        let diagnostic = unsupported("a where clause", word.span());
        parser.report(diagnostic.help("write the bound `Real` after the type parameter"));
    }
    scalar
}

/// Reads one parameter up to its comma.
fn parameter(parser: &mut Parser<'_>, scalar: &mut Option<TypeParameter>) {
    let first = parser.cursor.ident();
    if let Some((lifetime, _)) = parser.cursor.lifetime() {
        parser.report(unsupported("a lifetime", lifetime.span()));
    } else if let Some((_, behind)) = first.clone().filter(|(word, _)| word == "const") {
        let name = behind.ident().map(|(name, _)| name.span());
        let span = name.unwrap_or_else(|| parser.here());
        parser.report(unsupported("a constant parameter", span));
    } else if let Some((ident, behind)) = first.filter(|(word, _)| is_type_name(word)) {
        parser.advance(behind);
        if scalar.is_some() {
            parser.report(unsupported("a second type parameter", ident.span()));
        } else {
            let bound = bounds(parser, &ident);
            *scalar = Some(TypeParameter { ident, bound });
        }
    } else {
        let (span, found) = (parser.here(), parser.describe_next());
        parser.report(unsupported(&found, span));
        parser.skip_token();
    }
    skip_to(parser, &[',']);
}

/// Returns true if a type parameter can have this name. It must not be the name of a type of Rust,
/// because the emitted code refers to those.
fn is_type_name(word: &Ident) -> bool {
    let text = word.to_string();
    !(is_keyword(&text) || text.starts_with("r#") || is_primitive(&text) || text == "_")
}

/// Returns true if a type of Rust has this name without an import.
pub(super) fn is_primitive(text: &str) -> bool {
    const TYPES: &[&str] = &[
        "bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize",
        "str", "u128", "u16", "u32", "u64", "u8", "usize",
    ];
    TYPES.binary_search(&text).is_ok()
}

/// Reads `: Real`; other bounds and a default are reported.
fn bounds(parser: &mut Parser<'_>, parameter: &Ident) -> RealPath {
    let mut found = None;
    let mut others = Vec::new();
    while parser.take_punct(':') || parser.take_punct('+') {
        let span = parser.here();
        match real(parser) {
            Some(real) if found.is_none() => found = Some(real),
            _ => others.push(unsupported("a bound in addition to `Real`", span)),
        }
        skip_to(parser, &['+', ',', '=']);
    }
    if found.is_none() {
        others = vec![without_real(parameter)];
    }
    others.into_iter().for_each(|other| parser.report(other));
    if parser.at_punct('=') {
        let span = parser.here();
        parser.report(unsupported("a default of the type parameter", span));
    }
    found.unwrap_or(RealPath::Qualified)
}

/// Consumes nhi's scalar trait if it is here and ends the bound.
fn real(parser: &mut Parser<'_>) -> Option<RealPath> {
    let (path, _, behind) = path(parser.cursor)?;
    let real = match path.as_str() {
        "Real" => RealPath::Imported,
        "nhi::Real" => RealPath::Qualified,
        _ => return None,
    };
    let is_end = |character| matches!(character, '+' | ',' | '=' | '>');
    let ends = behind
        .punct()
        .is_some_and(|(punct, _)| is_end(punct.as_char()));
    ends.then(|| {
        parser.advance(behind);
        real
    })
}

/// Advances to one of the characters, or to the `>` that closes the generics.
fn skip_to(parser: &mut Parser<'_>, ends: &[char]) {
    let mut depth = 0_usize;
    while !parser.at_end() {
        let at_end = parser.at_punct('>') || ends.iter().any(|&end| parser.at_punct(end));
        if depth == 0 && at_end {
            return;
        }
        if parser.at_operator("->") {
            parser.skip_token();
        } else if parser.at_punct('<') {
            depth += 1;
        } else if parser.at_punct('>') {
            depth = depth.saturating_sub(1);
        }
        parser.skip_token();
    }
}

fn without_real(parameter: &Ident) -> Diagnostic {
    Diagnostic::error(
        Code::MissingRealBound,
        parameter.span(),
        format!("type parameter `{parameter}` without the bound `Real`"),
        "a type parameter bound by nhi's trait of scalars",
    )
    .help(format!("write `{parameter}: nhi::Real`"))
}

pub(super) fn unsupported(found: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedGenerics,
        span,
        found,
        "no generics, or one type parameter `T: Real`",
    )
}
