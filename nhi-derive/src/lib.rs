//! The attribute macro of nhi; see the crate `nhi` for its documentation.

use proc_macro::TokenStream;

/// Generates the mechanics and the integrators of an annotated model struct.
#[proc_macro_attribute]
pub fn nonholonomic(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let (arguments, item) = (arguments.into(), item.into());
    expand(arguments, item).into()
}

fn expand(
    arguments: proc_macro2::TokenStream,
    item: proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    match nhi_symbolic::expand(arguments.clone(), item.clone()) {
        Ok(generated) => {
            let mut tokens = generated.item;
            tokens.extend(generated.items);
            tokens
        }
        Err(diagnostics) => {
            let mut tokens = nhi_symbolic::emit::rust::fallback(arguments, item);
            tokens.extend(diagnostics.to_compile_error());
            tokens
        }
    }
}
