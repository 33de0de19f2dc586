//! Where the functions of the emitted code stand.

use proc_macro2::TokenStream;
use quote::quote;

use super::interface::Interface;

/// Items without a name in a block of their own, which sees the traits of `core` and no constant of the
/// user's in the place of a variable.
pub(super) fn in_scope(interface: &Interface, items: &TokenStream) -> TokenStream {
    let of_names = interface.lints_on_methods().into_iter();
    quote! {
        #[allow(unused_imports, unused_variables, #(#of_names,)* clippy::all)]
        const _: () = {
            use ::nhi::__abi_1::scope::*;

            #items
        };
    }
}
