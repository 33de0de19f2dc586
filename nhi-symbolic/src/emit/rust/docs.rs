//! Documentation comments of the emitted code.

use proc_macro2::TokenStream;
use quote::quote;

/// One `///` per line of the text.
pub(super) fn docs(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| {
        if line.is_empty() {
            String::new()
        } else {
            format!(" {line}")
        }
    });
    quote!(#( #[doc = #lines] )*)
}
