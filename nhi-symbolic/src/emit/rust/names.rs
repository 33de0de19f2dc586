//! Names of plain data and of parameters, next to their values.

use proc_macro2::TokenStream;
use quote::quote;

use super::interface::{Interface, count, ident};
use super::mechanics::inherent_impl;

/// Returns `NAMES`, `LEN` and `iter` of a plain data type, and the implementation of the runtime's
/// `Named`.
pub(super) fn of_type(interface: &Interface, suffix: &str, names: &[String]) -> TokenStream {
    let scalar = interface.scalar_type();
    let of = interface.type_of(suffix);
    let impl_generics = interface.impl_generics();
    let length = count(names.len());
    quote! {
        impl #impl_generics #of {
            /// The number of entries.
            pub const LEN: usize = #length;

            /// The names of the entries, in their order.
            pub const NAMES: [&'static str; #length] = [#(#names),*];

            /// The names of the entries with their values, in their order.
            #[inline]
            pub fn iter(&self) -> ::nhi::__abi_1::Entries<#scalar, #length> {
                ::core::iter::zip(Self::NAMES, ::core::convert::Into::<[#scalar; #length]>::into(*self))
            }
        }

        impl #impl_generics ::nhi::__abi_1::Named<#scalar> for #of {
            type Values = [#scalar; #length];

            const NAMES: &'static [&'static str] = &Self::NAMES;

            #[inline]
            fn values(&self) -> [#scalar; #length] {
                ::core::convert::Into::into(*self)
            }
        }
    }
}

/// Returns `PARAMETERS` and `parameters` of the user's struct.
pub(super) fn of_parameters(interface: &Interface, parameters: &[String]) -> TokenStream {
    let fields = parameters.iter().map(|name| ident(name));
    let entries = quote!(::core::iter::zip(Self::PARAMETERS, [#(self.#fields),*]));
    parameters_with(interface, parameters, &entries)
}

/// Returns the same for fields of any type.
pub(super) fn shells_of_parameters(interface: &Interface, parameters: &[String]) -> TokenStream {
    parameters_with(interface, parameters, &quote!(::core::unreachable!()))
}

fn parameters_with(
    interface: &Interface,
    parameters: &[String],
    entries: &TokenStream,
) -> TokenStream {
    let scalar = interface.scalar_type();
    let length = count(parameters.len());
    inherent_impl(
        interface,
        &quote! {
            /// The names of the parameters, in the order of the fields.
            pub const PARAMETERS: [&'static str; #length] = [#(#parameters),*];

            /// The names of the parameters with their values, in the order of the fields.
            #[inline]
            pub fn parameters(&self) -> ::nhi::__abi_1::Entries<#scalar, #length> {
                #entries
            }
        },
    )
}
