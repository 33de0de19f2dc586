//! The path of the crate in emitted code: `::nhi`, or a path given by the user.

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::quote;

use crate::model::item::Root;

use super::interface::ident;

/// Replaces the beginning of every path that begins with `::nhi`.
///
/// The only user tokens in emitted code are identifiers, and none of them follows `::`. The user's
/// own paths are therefore not affected.
pub fn rooted(tokens: TokenStream, root: &Root) -> TokenStream {
    let written = written_out(root);
    in_tokens(tokens, &written)
}

fn written_out(root: &Root) -> TokenStream {
    let segments = root.segments().iter().map(|segment| ident(segment));
    let start = root.is_global().then(|| quote!(::));
    quote!(#start #(#segments)::*)
}

/// Replaces the paths in tokens. Groups are nested as deeply as in emitted code, whose depth is
/// bounded.
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

/// Returns true if the tokens end with `::`.
fn ends_with_colons(tokens: &[TokenTree]) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':');
    matches!(tokens, [.., first, second] if is_colon(first) && is_colon(second))
}

/// Replaces a path in the text of a serde attribute.
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
