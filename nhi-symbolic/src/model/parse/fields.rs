//! The fields of the struct: the parameters of the model.

use proc_macro2::{Delimiter, Ident, Span};
use syn::buffer::Cursor;

use super::carried::{Owner, carried};
use super::outer::outer_attributes;
use super::parser::Parser;
use super::visibility::visibility;
use crate::diag::{Code, Diagnostic};
use crate::model::item::Field;

/// The type of a field: a word, or something else at a position.
#[derive(Clone, Debug)]
pub(super) enum FieldType {
    Word(Ident),
    Other(Span),
}

/// Reads the fields in the braces at `body`. The cursor of the parser does not move.
pub(super) fn read_fields<'a>(
    parser: &mut Parser<'a>,
    body: Cursor<'a>,
    owner: Owner,
) -> (Vec<Field>, Vec<FieldType>) {
    let (mut fields, mut types) = (Vec::new(), Vec::new());
    let behind = parser.cursor;
    if let Some((inside, _, _)) = body.group(Delimiter::Brace) {
        parser.cursor = body;
        parser.list((inside, behind), starts_field, |parser| {
            match read_field(parser, owner) {
                Some((field, field_type)) => {
                    fields.push(field);
                    types.push(field_type);
                }
                None => skip_type(parser),
            }
        });
    }
    (fields, types)
}

/// Reads `#[attributes] pub name: type`; returns `None` after a reported error.
fn read_field(parser: &mut Parser<'_>, owner: Owner) -> Option<(Field, FieldType)> {
    let attributes = outer_attributes(parser);
    let carried = carried(parser, &attributes, owner);
    let visibility = visibility(parser);
    let name = parser.name()?;
    if !parser.take_punct(':') {
        let (span, found) = (parser.here(), parser.describe_next());
        parser.report(Diagnostic::error(
            Code::RustSyntax,
            span,
            found,
            "`:` and the type of the field",
        ));
        return None;
    }
    let field = Field {
        name,
        visibility,
        docs: carried.docs,
        attributes: carried.attributes,
    };
    Some((field, read_type(parser)))
}

fn read_type(parser: &mut Parser<'_>) -> FieldType {
    let span = parser.here();
    if let Some((word, next)) = parser.cursor.ident() {
        parser.advance(next);
        refuse_default(parser);
        if parser.at_separator() || parser.at_new_entry() {
            return FieldType::Word(word);
        }
    }
    skip_type(parser);
    FieldType::Other(span)
}

/// Reports a value after a type, and advances to the comma after it.
fn refuse_default(parser: &mut Parser<'_>) {
    let span = parser.here();
    if parser.take_equals() {
        parser.report(
            Diagnostic::error(
                Code::RustSyntax,
                span,
                "a value for a parameter",
                "`,` or the end of the list: fields have no values",
            )
            .help("give the value under `[parameters]` in a scenario, or to `new` in Rust"),
        );
        parser.skip_to_comma();
    }
}

/// Advances to the comma after a type; commas in angle brackets belong to the type.
fn skip_type(parser: &mut Parser<'_>) {
    let mut depth = 0_usize;
    while !(parser.at_end() || depth == 0 && parser.at_punct(',')) {
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

/// Returns true if `name:` or `pub` is at the cursor.
fn starts_field(cursor: Cursor<'_>) -> bool {
    cursor.ident().is_some_and(|(ident, next)| {
        ident == "pub"
            || next.punct().is_some_and(|(punct, behind)| {
                punct.as_char() == ':'
                    && behind
                        .punct()
                        .is_none_or(|(second, _)| second.as_char() != ':')
            })
    })
}
