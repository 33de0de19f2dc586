//! The path of the crate in emitted code: `::nhi`, or the one that the user gives.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::quote;

use crate::model::item::Root;

use super::interface::ident;

/// The tokens with every path that begins with `::nhi` begun anew.
///
/// Of the user's tokens emitted code holds identifiers alone, and none of them stands behind `::`, so that no path of the
/// user's is met.
pub fn rooted(tokens: TokenStream, root: &Root) -> TokenStream {
    let written = written_out(root);
    in_tokens(tokens, &written)
}

fn written_out(root: &Root) -> TokenStream {
    let segments = root.segments().iter().map(|segment| ident(segment));
    let start = root.is_global().then(|| quote!(::));
    quote!(#start #(#segments)::*)
}

/// Groups nest as deep as emitted code does, which is bounded.
fn in_tokens(tokens: TokenStream, root: &TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let inside = in_tokens(group.stream(), root);
                let mut renewed = Group::new(group.delimiter(), inside);
                renewed.set_span(group.span());
                out.push(renewed.into());
            }
            TokenTree::Ident(word) if word == "nhi" && ends_with_colons(&out) => {
                out.truncate(out.len() - 2);
                out.extend(root.clone());
            }
            TokenTree::Literal(text) => out.push(in_text(text, root)),
            token => out.push(token),
        }
    }
    out.into_iter().collect()
}

/// Whether the tokens end with `::`.
fn ends_with_colons(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    matches!(tokens, [.., first, second] if is_colon(first) && is_colon(second))
}

/// A path in the text of an attribute of serde's.
fn in_text(text: Literal, root: &TokenStream) -> TokenTree {
    let written = text.to_string();
    match written.strip_prefix("\"::nhi::") {
        Some(rest) => {
            let root: String = root.to_string().split_whitespace().collect();
            Literal::string(&format!("{root}::{}", rest.trim_end_matches('"'))).into()
        }
        None => text.into(),
    }
}
