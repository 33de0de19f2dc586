//! The scope of the functions in emitted code.

use proc_macro2::TokenStream;
use quote::quote;

use super::interface::Interface;

/// Wraps unnamed items in a separate block. In this block, the traits of `core` are in scope, and
/// no constant of the user can replace a variable.
pub(super) fn in_scope(interface: &Interface, items: &TokenStream) -> TokenStream {
    let of_names = interface.lints_on_methods().into_iter();
    quote! {
        #[allow(
            unused_imports,
            unused_variables,
            unreachable_pub,
            #(#of_names,)*
            clippy::all,
            clippy::pedantic,
            clippy::nursery
        )]
        const _: () = {
            use ::nhi::__abi_1::scope::*;

            #items
        };
    }
}
