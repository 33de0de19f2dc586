//! Attributes in front of an item or a field.

use proc_macro2::{Delimiter, Span, TokenTree};
use syn::buffer::Cursor;

use super::parser::Parser;

/// `#[path arguments]`
pub(super) struct Outer<'a> {
    /// The last segment of the path.
    pub(super) name: String,
    pub(super) span: Span,
    /// Behind the path, inside the brackets.
    pub(super) arguments: Cursor<'a>,
    pub(super) tokens: [TokenTree; 2],
}

impl Outer<'_> {
    /// The text of `#[doc = "..."]`.
    pub(super) fn doc(&self) -> Option<String> {
        let (_, value) = self
            .arguments
            .punct()
            .filter(|(punct, _)| self.name == "doc" && punct.as_char() == '=')?;
        let (literal, _) = value.literal()?;
        let text: syn::LitStr = syn::parse2(TokenTree::from(literal).into()).ok()?;
        Some(text.value())
    }
}

/// Takes all attributes at the cursor.
pub(super) fn outer_attributes<'a>(parser: &mut Parser<'a>) -> Vec<Outer<'a>> {
    let mut attributes = Vec::new();
    while let Some((attribute, after)) = outer_attribute(parser.cursor) {
        attributes.push(attribute);
        parser.advance(after);
    }
    attributes
}

fn outer_attribute(cursor: Cursor<'_>) -> Option<(Outer<'_>, Cursor<'_>)> {
    let (pound, next) = cursor.punct().filter(|(punct, _)| punct.as_char() == '#')?;
    let (mut arguments, _, after) = next.group(Delimiter::Bracket)?;
    let (brackets, _) = next.token_tree()?;
    let (mut name, mut span) = (String::new(), brackets.span());
    loop {
        if let Some((ident, behind)) = arguments.ident() {
            (name, span, arguments) = (ident.to_string(), ident.span(), behind);
        }
        match arguments.punct() {
            Some((colon, behind)) if colon.as_char() == ':' => arguments = behind,
            _ => break,
        }
    }
    let attribute = Outer {
        name,
        span,
        arguments,
        tokens: [pound.into(), brackets],
    };
    Some((attribute, after))
}
