//! The configuration of a model with group elements, which have types of nalgebra.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use super::docs::{docs, docs_with};
use super::interface::{Element, Interface, count, ident, numbered};
use super::names;
use super::syntax::variable;

/// Returns the type of the configuration, with its conversions from and to flat entries.
pub(super) fn with_elements(interface: &Interface) -> TokenStream {
    let visibility = &interface.visibility;
    let scalar = interface.scalar_type();
    let name = interface.type_name("Coordinates");
    let generics = interface.configuration_generics();
    let (use_generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
    let length = count(interface.entries());
    let text = docs(&format!(
        "Configuration of [`{}`], in the model's units; angles in radians.\n\nAs an array: the \
         coordinates, then of each group element the entries of its matrix that vary, row by row.",
        interface.ident
    ));
    let coordinates: Vec<_> = interface.coordinates.iter().map(|x| ident(x)).collect();
    let coordinate_docs = interface
        .coordinates
        .iter()
        .map(|x| docs_with(&format!("The coordinate `{x}`."), interface.meaning(x)));
    let elements: Vec<_> = interface.elements.iter().map(|x| ident(&x.name)).collect();
    let locals: Vec<_> = (0..elements.len()).map(|i| numbered("g", i)).collect();
    let element_docs = interface.elements.iter().map(|x| {
        docs(&format!(
            "The group element `{}` in {}.",
            x.name,
            x.group.text()
        ))
    });
    let element_types: Vec<_> = interface.elements.iter().map(Element::type_name).collect();
    let element_names = interface.elements.iter().map(|x| x.name.clone());
    let fields: Vec<_> = interface
        .coordinates
        .iter()
        .cloned()
        .chain(element_names)
        .collect();
    let allowance = interface.allowance(&fields);
    let derives = interface.further_derives();
    let names = names::of_type(interface, "Coordinates", &interface.configuration());
    let (places, element_places) = places(interface, &variable(ident("__data")));
    let entries = interface
        .elements
        .iter()
        .zip(elements.iter().zip(&locals))
        .map(|(element, (field, local))| {
            let n = count(element.entries());
            quote!(let #local: [#scalar; #n] = ::nhi::__abi_1::GroupElement::entries(&__data.#field);)
        });
    let listed = interface
        .elements
        .iter()
        .zip(&locals)
        .flat_map(|(element, local)| {
            (0..element.entries())
                .map(count)
                .map(move |place| quote!(#local[#place]))
        });
    quote! {
        #text
        #allowance
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #derives
        #visibility struct #name #generics {
            #( #coordinate_docs pub #coordinates: #scalar, )*
            #( #element_docs pub #elements: #element_types<#scalar>, )*
        }

        impl #impl_generics ::core::convert::From<[#scalar; #length]> for #name #use_generics {
            #[inline]
            fn from(__data: [#scalar; #length]) -> Self {
                Self {
                    #(#coordinates: #places,)*
                    #(#elements: ::nhi::__abi_1::GroupElement::of_entries(#element_places),)*
                }
            }
        }

        impl #impl_generics ::core::convert::From<#name #use_generics> for [#scalar; #length] {
            #[inline]
            fn from(__data: #name #use_generics) -> Self {
                #(#entries)*
                [#(__data.#coordinates,)* #(#listed),*]
            }
        }

        impl #impl_generics ::core::convert::From<::nhi::__abi_1::SVector<#scalar, #length>> for #name #use_generics {
            #[inline]
            fn from(__data: ::nhi::__abi_1::SVector<#scalar, #length>) -> Self {
                ::core::convert::From::<[#scalar; #length]>::from(::core::convert::From::from(__data))
            }
        }

        impl #impl_generics ::core::convert::From<#name #use_generics> for ::nhi::__abi_1::SVector<#scalar, #length> {
            #[inline]
            fn from(__data: #name #use_generics) -> Self {
                ::core::convert::From::<[#scalar; #length]>::from(::core::convert::From::from(__data))
            }
        }

        #names
    }
}

/// Returns the expressions of the coordinates in a flat configuration, and the entries of each
/// element as an array.
fn places(interface: &Interface, owner: &Expr) -> (Vec<Expr>, Vec<TokenStream>) {
    let mut flat = interface.flat_entries(owner);
    let mut entries = flat.split_off(interface.coordinates.len()).into_iter();
    let elements = interface.elements.iter().map(|element| {
        let entries = entries.by_ref().take(element.entries());
        quote!([#(#entries),*])
    });
    let elements = elements.collect();
    (flat, elements)
}
