//! Attributes in front of an item or a field.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::buffer::Cursor;

use super::ATTRIBUTE;
use super::limits::count_tokens;
use super::parser::Parser;
use crate::diag::{Code, Diagnostic};

/// Largest number of tokens of a value in `#[name = value]`, over which `syn` recurses.
const MAX_VALUE: usize = 256;

/// `#[path arguments]`
pub(super) struct Outer<'a> {
    /// The last segment of the path.
    pub(super) name: String,
    pub(super) span: Span,
    /// Behind the path, inside the brackets.
    pub(super) arguments: Cursor<'a>,
    pub(super) tokens: [TokenTree; 2],
    /// What stands in the brackets.
    inside: TokenStream,
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

    /// What is wrong with an attribute that is handed on as it is.
    fn not_rust(&self) -> Option<Diagnostic> {
        let has_value = self.arguments.punct().is_some();
        let (span, found) = if has_value && count_tokens(&self.inside) > MAX_VALUE {
            (
                self.span,
                "the value of an attribute is too long".to_owned(),
            )
        } else {
            let error = syn::parse2::<syn::Meta>(self.inside.clone()).err()?;
            (error.span(), error.to_string())
        };
        let required = format!("an attribute of Rust, with a value of at most {MAX_VALUE} tokens");
        Some(Diagnostic::error(Code::RustSyntax, span, found, required))
    }
}

/// Takes all attributes at the cursor, and reports those that are none of Rust.
pub(super) fn outer_attributes<'a>(parser: &mut Parser<'a>) -> Vec<Outer<'a>> {
    let mut attributes = Vec::new();
    while let Some((attribute, after)) = outer_attribute(parser.cursor) {
        if attribute.name != ATTRIBUTE
            && let Some(diagnostic) = attribute.not_rust()
        {
            parser.report(diagnostic);
        }
        attributes.push(attribute);
        parser.advance(after);
    }
    attributes
}

fn outer_attribute(cursor: Cursor<'_>) -> Option<(Outer<'_>, Cursor<'_>)> {
    let (pound, next) = cursor.punct().filter(|(punct, _)| punct.as_char() == '#')?;
    let (mut arguments, _, after) = next.group(Delimiter::Bracket)?;
    let (brackets, _) = next.token_tree()?;
    let inside = arguments.token_stream();
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
        inside,
    };
    Some((attribute, after))
}
