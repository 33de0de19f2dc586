//! The attribute macro of nhi. Its documentation is in the library `nhi` of the package
//! `nonholonomic`.

use proc_macro::TokenStream;

/// Generates the mechanics and the integrators of an annotated model struct.
#[proc_macro_attribute]
pub fn nonholonomic(arguments: TokenStream, item: TokenStream) -> TokenStream {
    nhi_symbolic::expand(arguments.into(), item.into()).into()
}
