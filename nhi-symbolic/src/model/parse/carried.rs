//! The attributes that a struct and its fields may carry. All others are reported at their
//! positions.

use proc_macro2::{Delimiter, Span};

use super::outer::{Outer, path, text};
use super::parser::{Parser, starts_name};
use super::serial::SerdeKeys;
use crate::diag::{Code, Diagnostic, one_of, suggestion};
use crate::model::item::{DERIVES, Derive, Docs, ItemAttribute, LINTS};

/// The item that carries the attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Struct,
    Field {
        /// True if the struct derives one of serde's traits.
        is_serialised: bool,
    },
}

/// The attributes that are accepted.
#[derive(Default)]
pub(super) struct Carried {
    pub(super) docs: Docs,
    pub(super) attributes: Vec<ItemAttribute>,
    derives: Vec<(&'static Derive, Span)>,
}

impl Carried {
    /// Returns true if one of serde's traits is derived.
    pub(super) fn is_serialised(&self) -> bool {
        self.derives.iter().any(|(derive, _)| derive.is_of_serde())
    }

    fn derives(&self, written: &str) -> bool {
        let mut derives = self.derives.iter();
        derives.any(|(derive, _)| derive.written == written)
    }
}

/// Accepts the attributes that the generated code can carry, and reports the rest.
pub(super) fn carried<'a>(
    parser: &mut Parser<'a>,
    attributes: &[Outer<'a>],
    owner: Owner,
) -> Carried {
    let mut carried = Carried::default();
    let mut serde = SerdeKeys::new(owner);
    for attribute in attributes {
        match (attribute.path.as_str(), owner) {
            ("doc", _) => match attribute.doc() {
                Some(text) => carried.docs.push(text),
                None => parser.report(not_a_text(attribute.span)),
            },
            ("allow", _) => {
                let mut lints = Vec::new();
                list(parser, attribute, |parser| lints.extend(lint(parser)));
                carried.attributes.push(ItemAttribute::Allow(lints));
            }
            ("serde", _) => {
                list(parser, attribute, |parser| serde.read(parser));
                let keys = ItemAttribute::Serde(serde.take(attribute.span));
                carried.attributes.push(keys);
            }
            ("derive", Owner::Struct) => {
                let before = carried.derives.len();
                list(parser, attribute, |parser| derive(parser, &mut carried));
                let derives = carried.derives[before..].iter();
                let derives = derives.map(|(derive, _)| *derive).collect();
                carried.attributes.push(ItemAttribute::Derive(derives));
            }
            ("non_exhaustive", Owner::Struct) if attribute.arguments.eof() => {
                carried.attributes.push(ItemAttribute::NonExhaustive);
            }
            _ => parser.report(refused(attribute, owner)),
        }
    }
    leave_out_incomplete_derives(parser, &mut carried);
    serde.check(parser, |written| match owner {
        Owner::Struct => carried.derives(written),
        Owner::Field { .. } => false,
    });
    carried
}

/// Accepts documentation, which is all that a coordinate or a control can carry, and reports the
/// rest.
pub(super) fn documentation<'a>(parser: &mut Parser<'a>, attributes: &[Outer<'a>]) -> Docs {
    let mut docs = Docs::default();
    for attribute in attributes {
        match attribute.doc() {
            Some(text) if attribute.path == "doc" => docs.push(text),
            _ if attribute.path == "doc" => parser.report(not_a_text(attribute.span)),
            _ => {
                let found = format!("the attribute `{}` of a name", attribute.path);
                parser.report(mistake(attribute.span, found, "documentation, or none"));
            }
        }
    }
    docs
}

/// Reads the entries in the parentheses of an attribute. The cursor of the parser does not move.
fn list<'a>(parser: &mut Parser<'a>, attribute: &Outer<'a>, read: impl FnMut(&mut Parser<'a>)) {
    let group = attribute.arguments.group(Delimiter::Parenthesis);
    let Some((inside, ..)) = group.filter(|(.., behind)| behind.eof()) else {
        let path = &attribute.path;
        parser.report(Diagnostic::error(
            Code::StructAttribute,
            attribute.span,
            format!("`{path}` without a list"),
            format!("`#[{path}(...)]`"),
        ));
        return;
    };
    let behind = std::mem::replace(&mut parser.cursor, attribute.arguments);
    let last = parser.last;
    parser.list((inside, behind), starts_name, read);
    parser.last = last;
}

/// Reads a trait to derive.
fn derive(parser: &mut Parser<'_>, carried: &mut Carried) {
    let Some((written, span, behind)) = path(parser.cursor) else {
        let required = "the name of a trait";
        return entry_expected(parser, required);
    };
    parser.advance(behind);
    match Derive::from_text(&written) {
        Some(derive) if carried.derives(&written) => {
            let found = format!("`{}` is derived twice", derive.written);
            parser.report(mistake(span, found, "each trait once"));
        }
        Some(derive) => carried.derives.push((derive, span)),
        None => parser.report(unknown_derive(&written, span)),
    }
}

fn unknown_derive(written: &str, span: Span) -> Diagnostic {
    let known: Vec<_> = DERIVES.iter().map(|derive| derive.written).collect();
    let of_serde = format!("serde::{written}");
    let help = if known.contains(&of_serde.as_str()) {
        format!("write `{of_serde}`")
    } else {
        "in a Rust source, derives above `#[nonholonomic]` are rustc's alone".to_owned()
    };
    let required = one_of(&known);
    mistake(span, format!("the derive `{written}`"), &required).help(help)
}

/// Checks that every derived trait comes with the one it needs. Traits without it are reported and
/// left out.
fn leave_out_incomplete_derives(parser: &mut Parser<'_>, carried: &mut Carried) {
    let mut incomplete = Vec::new();
    for (derive, span) in &carried.derives {
        if let Some(need) = derive.needs.filter(|need| !carried.derives(need)) {
            let found = format!("`{}` is derived without `{need}`", derive.written);
            let diagnostic = mistake(*span, found, &format!("`{need}` beside it"));
            parser.report(diagnostic.help(format!("write `derive({need}, {})`", derive.written)));
            incomplete.push(*derive);
        }
    }
    for attribute in &mut carried.attributes {
        if let ItemAttribute::Derive(derives) = attribute {
            derives.retain(|derive| !incomplete.contains(derive));
        }
    }
}

/// Reads a lint, or the reason for allowing one, which stays in the model like a comment.
fn lint(parser: &mut Parser<'_>) -> Option<&'static str> {
    let Some((written, span, behind)) = path(parser.cursor) else {
        entry_expected(parser, "the name of a lint");
        return None;
    };
    parser.advance(behind);
    if written == "reason" && parser.take_equals() {
        match text(parser.cursor) {
            Some((_, behind)) => parser.advance(behind),
            None => entry_expected(parser, "a text"),
        }
        return None;
    }
    let known = LINTS.iter().find(|lint| **lint == written).copied();
    if known.is_none() {
        let required = "a lint that speaks of structs and fields";
        let diagnostic = mistake(span, format!("the lint `{written}`"), required);
        let near = suggestion(&written, LINTS.iter().copied());
        parser.report(diagnostic.help(near));
    }
    known
}

fn entry_expected(parser: &mut Parser<'_>, required: &str) {
    parser.unexpected(required);
    parser.skip_token();
}

pub(super) fn mistake(span: Span, found: String, required: &str) -> Diagnostic {
    Diagnostic::error(Code::StructAttribute, span, found, required)
}

fn not_a_text(span: Span) -> Diagnostic {
    let found = "documentation that is not plain text".to_owned();
    mistake(span, found, "`/// text` or `#[doc = \"text\"]`")
}

fn refused(attribute: &Outer<'_>, owner: Owner) -> Diagnostic {
    let found = match attribute.path.as_str() {
        "" => "an attribute without a name".to_owned(),
        path => format!("the attribute `{path}`"),
    };
    let required = match owner {
        Owner::Struct => "one of documentation, `derive`, `serde`, `allow`, `non_exhaustive`",
        Owner::Field { .. } => "one of documentation, `serde`, `allow`",
    };
    let diagnostic = mistake(attribute.span, found, required);
    match (attribute.path.as_str(), owner) {
        ("cfg" | "cfg_attr", Owner::Struct) => diagnostic.help(
            "in a Rust source, write it above `#[nonholonomic]`, where rustc decides it first",
        ),
        ("cfg" | "cfg_attr", Owner::Field { .. }) => {
            diagnostic.help("annotate one struct per variant of the model")
        }
        _ => diagnostic,
    }
}
