//! The struct under the attribute.
//!
//! The header is read by `syn`, after a bound on its length because `syn` recurses over types; the fields are read here,
//! since the only types that they may have are single words.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::quote;
use syn::buffer::Cursor;

use super::ATTRIBUTE;
use super::fields::read_fields;
use super::limits::count_tokens;
use super::outer::{Outer, outer_attributes};
use super::parser::Parser;
use super::scalar::{scalar_of, type_parameter};
use crate::diag::{Code, Diagnostic};
use crate::model::ast::Item;

/// Largest number of tokens between the attributes and the body.
const MAX_HEADER: usize = 256;

/// An item split into its parts.
pub(super) struct RawItem<'a> {
    /// The attributes that declare a model.
    pub(super) models: Vec<Outer<'a>>,
    /// All others.
    attributes: Vec<Outer<'a>>,
    /// From the visibility up to the body.
    header: Vec<TokenTree>,
    /// The braces, if there are any.
    body: Option<Cursor<'a>>,
    /// Everything but the attributes that declare a model.
    tokens: TokenStream,
    /// The first token of the header, for complaints about the whole item.
    pub(super) span: Span,
}

impl<'a> RawItem<'a> {
    /// Splits off the item at the cursor, up to its body or its semicolon.
    pub(super) fn split(parser: &mut Parser<'a>) -> Self {
        let (models, attributes) = outer_attributes(parser)
            .into_iter()
            .partition::<Vec<_>, _>(|attribute| attribute.name == ATTRIBUTE);
        let mut item = Self {
            models,
            tokens: attributes
                .iter()
                .flat_map(|attribute| attribute.tokens.clone())
                .collect(),
            attributes,
            header: Vec::new(),
            body: None,
            span: parser.here(),
        };
        while let Some((token, next)) = parser.cursor.token_tree() {
            item.tokens.extend([token.clone()]);
            let at_body = parser.cursor.group(Delimiter::Brace).is_some();
            let ends = at_body || parser.at_punct(';');
            item.body = at_body.then_some(parser.cursor);
            parser.advance(next);
            if ends {
                break;
            }
            item.header.push(token);
        }
        item
    }

    /// Reads the parts; nothing where that reported a mistake which leaves no struct.
    pub(super) fn read(self, parser: &mut Parser<'a>) -> Option<Item> {
        if let Some(diagnostic) = self.not_a_struct() {
            parser.report(diagnostic);
            return None;
        }
        let header: TokenStream = self.header.into_iter().collect();
        if count_tokens(&header) > MAX_HEADER {
            parser.report(long_header(self.span));
            return None;
        }
        let input: syn::DeriveInput = match syn::parse2(quote!(#header {})) {
            Ok(input) => input,
            Err(error) => {
                parser.report(Diagnostic::error(
                    Code::RustSyntax,
                    error.span(),
                    error.to_string(),
                    "a struct of Rust",
                ));
                return None;
            }
        };
        let parameter = type_parameter(&input.generics, parser);
        let (fields, types) = read_fields(parser, self.body?);
        let scalar = scalar_of(&types, parameter.as_ref(), parser);
        Some(Item {
            ident: input.ident,
            visibility: input.vis,
            generics: input.generics,
            docs: self.attributes.iter().filter_map(Outer::doc).collect(),
            scalar,
            fields,
            tokens: self.tokens,
        })
    }

    /// The diagnostic for an item of another kind.
    fn not_a_struct(&self) -> Option<Diagnostic> {
        let words = self.header.iter().filter_map(|token| match token {
            TokenTree::Ident(ident) => Some(ident),
            _ => None,
        });
        let keyword = words.clone().find(|word| *word != "pub");
        let found = match keyword {
            Some(keyword) if keyword != "struct" => format!("`{keyword}` in the place of `struct`"),
            _ if self.body.is_none() => "a struct without named fields".to_owned(),
            _ => return None,
        };
        let span = keyword.map_or(self.span, proc_macro2::Ident::span);
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

fn long_header(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedGenerics,
        span,
        "the generics of the struct are too long",
        format!("at most {MAX_HEADER} tokens before the fields"),
    )
}
