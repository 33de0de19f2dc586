//! Generated tokens as readable source.

use proc_macro2::TokenStream;

/// Formats generated items.
///
/// # Panics
/// When the tokens are not Rust items, which generated code always is.
#[must_use]
pub fn format_tokens(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("generated code consists of Rust items");
    prettyplease::unparse(&file)
}
