//! The struct under the attribute, by a separate grammar.
//!
//! Only what this grammar accepts can reach the emitted code. A Rust struct with anything else is
//! reported at that position.

use proc_macro2::{Delimiter, Ident, Span};
use syn::buffer::Cursor;

use super::carried::{Owner, carried};
use super::fields::read_fields;
use super::generics::{TypeParameter, generics, is_primitive, unsupported};
use super::outer::{Outer, outer_attributes};
use super::parser::Parser;
use super::scalar::scalar_of;
use super::serial::report_meeting_names;
use super::visibility::visibility;
use crate::diag::{Code, Diagnostic};
use crate::model::item::{Item, Origin, RealPath, Scalar};

/// An item split into its parts.
pub(super) struct RawItem<'a> {
    /// The attributes that declare a model.
    pub(super) models: Vec<Outer<'a>>,
    /// All other attributes.
    attributes: Vec<Outer<'a>>,
    /// The part from the visibility on.
    header: Cursor<'a>,
    /// The words outside of brackets between the visibility and the body.
    words: Vec<Ident>,
    /// The braces, if there are any.
    body: Option<Cursor<'a>>,
    /// The first token of the header, for errors about the whole item.
    pub(super) span: Span,
}

impl<'a> RawItem<'a> {
    /// Splits off the item at the cursor, up to its body or its semicolon.
    pub(super) fn split(parser: &mut Parser<'a>) -> Self {
        let attributes = outer_attributes(parser).into_iter();
        let (models, attributes) = attributes.partition::<Vec<_>, _>(Outer::is_model);
        let mut item = Self {
            models,
            attributes,
            header: parser.cursor,
            words: Vec::new(),
            body: None,
            span: parser.here(),
        };
        while !parser.at_end() {
            let at_body = parser.cursor.group(Delimiter::Brace).is_some();
            let ends = at_body || parser.at_punct(';');
            item.body = at_body.then_some(parser.cursor);
            item.words
                .extend(parser.cursor.ident().map(|(word, _)| word));
            parser.skip_token();
            if ends {
                break;
            }
        }
        item
    }

    /// Reads the parts; returns `None` if a reported error leaves no struct.
    pub(super) fn read(self, parser: &mut Parser<'a>, origin: Origin) -> Option<Item> {
        if let Some(diagnostic) = self.not_a_struct() {
            parser.report(diagnostic);
            return None;
        }
        let behind = std::mem::replace(&mut parser.cursor, self.header);
        let carried = carried(parser, &self.attributes, Owner::Struct);
        let visibility = visibility(parser);
        let header = header(parser, self.body?);
        parser.cursor = behind;
        let (ident, parameter) = header?;

        let is_serialised = carried.is_serialised();
        let owner = Owner::Field { is_serialised };
        let (fields, types) = read_fields(parser, self.body?, owner);
        if is_serialised {
            report_meeting_names(parser, &fields);
        }
        let word = parameter.as_ref().map(|parameter| &parameter.ident);
        let scalar = scalar_of(&types, word, parser);
        if let Scalar::Generic(parameter) = &scalar {
            check_parameter(parameter, &ident, fields.is_empty(), parser);
        }
        Some(Item {
            origin,
            ident,
            visibility,
            scalar,
            bound: parameter.map_or(RealPath::Qualified, |parameter| parameter.bound),
            docs: carried.docs,
            attributes: carried.attributes,
            fields,
            derives_of_data: Vec::new(),
            root: None,
        })
    }

    /// Returns the diagnostic for an item of another kind.
    fn not_a_struct(&self) -> Option<Diagnostic> {
        let keyword = self.words.iter().find(|word| **word != "pub");
        let found = match keyword {
            Some(keyword) if keyword != "struct" => format!("`{keyword}` instead of `struct`"),
            _ if self.body.is_none() => "a struct without named fields".to_owned(),
            _ => return None,
        };
        let span = keyword.map_or(self.span, Ident::span);
        Some(
            Diagnostic::error(
                Code::NotAStruct,
                span,
                found,
                "a struct with named fields, the parameters of the model",
            )
            .help("a model without parameters is written `struct Name {}`"),
        )
    }
}

/// Reads `struct Name<T: Real>` up to the body; returns `None` if there is no name.
fn header<'a>(parser: &mut Parser<'a>, body: Cursor<'a>) -> Option<(Ident, Option<TypeParameter>)> {
    parser.skip_token();
    let name = parser.name()?;
    if is_primitive(&name.text) {
        parser.report(primitive(&name.text, name.span));
    }
    let before = parser.diagnostics.iter().len();
    let parameter = generics(parser);
    if parser.cursor != body && parser.diagnostics.iter().len() == before {
        parser.unexpected("the fields in braces");
    }
    Some((Ident::new(&name.text, name.span), parameter))
}

/// Checks that the type parameter is used by a field and does not hide a type of the model.
fn check_parameter(parameter: &Ident, model: &Ident, unused: bool, parser: &mut Parser<'_>) {
    if unused {
        let diagnostic = unsupported("a type parameter that no field has", parameter.span());
        parser.report(diagnostic);
    }
    if parameter.to_string().starts_with(&model.to_string()) {
        let found = "a type parameter whose name begins like those of the generated types";
        parser.report(unsupported(found, parameter.span()));
    }
}

fn primitive(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::ExpectedName,
        span,
        format!("`{name}` is a type of Rust"),
        "a name for the model that is not a type",
    )
}
