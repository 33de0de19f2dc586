//! Attributes before an item or a field.

use proc_macro2::{Delimiter, Span};
use syn::buffer::Cursor;

use super::parser::Parser;

/// The paths of the attribute that declares a model.
const MODEL: [&str; 2] = ["nonholonomic", "nhi::nonholonomic"];

/// `#[path arguments]`
pub(super) struct Outer<'a> {
    /// The segments of the path, with `::` between them.
    pub(super) path: String,
    pub(super) span: Span,
    /// The cursor after the path, inside the brackets.
    pub(super) arguments: Cursor<'a>,
}

impl Outer<'_> {
    /// Returns true if it declares a model.
    pub(super) fn is_model(&self) -> bool {
        MODEL.contains(&self.path.as_str())
    }

    /// Returns the text of `#[doc = "..."]`.
    pub(super) fn doc(&self) -> Option<String> {
        let is_equals = |(punct, _): &(proc_macro2::Punct, _)| punct.as_char() == '=';
        let (_, value) = self.arguments.punct().filter(is_equals)?;
        let (text, after) = text(value)?;
        after.eof().then_some(text)
    }
}

/// Returns the string at the cursor, and the cursor after it.
pub(super) fn text(cursor: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let (literal, after) = cursor.literal()?;
    let token = proc_macro2::TokenTree::from(literal);
    let text: syn::LitStr = syn::parse2(token.into()).ok()?;
    text.suffix().is_empty().then(|| (text.value(), after))
}

/// Consumes all attributes at the cursor.
pub(super) fn outer_attributes<'a>(parser: &mut Parser<'a>) -> Vec<Outer<'a>> {
    let mut attributes = Vec::new();
    while let Some((attribute, after)) = outer_attribute(parser.cursor) {
        attributes.push(attribute);
        parser.advance(after);
    }
    attributes
}

fn outer_attribute(cursor: Cursor<'_>) -> Option<(Outer<'_>, Cursor<'_>)> {
    let (_, next) = cursor.punct().filter(|(punct, _)| punct.as_char() == '#')?;
    let (inside, _, after) = next.group(Delimiter::Bracket)?;
    let (path, span, arguments) = path(inside).unwrap_or((String::new(), next.span(), inside));
    let attribute = Outer {
        path,
        span,
        arguments,
    };
    Some((attribute, after))
}

/// Returns the path at the cursor without a leading `::`, the span of its last segment and the
/// cursor after it.
pub(super) fn path(cursor: Cursor<'_>) -> Option<(String, Span, Cursor<'_>)> {
    let (first, mut behind) = behind_colons(cursor).unwrap_or(cursor).ident()?;
    let (mut path, mut span) = (first.to_string(), first.span());
    while let Some((segment, next)) = behind_colons(behind).and_then(Cursor::ident) {
        path = format!("{path}::{segment}");
        (span, behind) = (segment.span(), next);
    }
    Some((path, span, behind))
}

/// Returns the cursor after the `::` at the cursor.
fn behind_colons(cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let (first, next) = cursor.punct()?;
    let (second, behind) = next.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(behind)
}
