//! Quantities as methods: declaration and result.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::mechanics::quantities::{Argument, Dimension, Shape, Signature};

use super::docs::docs;
use super::interface::{Interface, count, ident};

/// Returns the whole method with the given documentation and body.
pub(super) fn method(
    interface: &Interface,
    signature: &Signature,
    text: &str,
    body: &TokenStream,
) -> TokenStream {
    let (name, docs) = (ident(&signature.name), docs(text));
    let arguments = signature.arguments.iter();
    let arguments = arguments.map(|&argument| declaration(interface, argument));
    let result = result_type(interface, signature.shape);
    quote! {
        #docs
        #[inline]
        #[must_use]
        pub fn #name(&self, #(#arguments),*) -> #result {
            #body
        }
    }
}

fn declaration(interface: &Interface, argument: Argument) -> TokenStream {
    match argument {
        Argument::Coordinates => {
            let data = interface.type_of("Coordinates");
            quote!(q: &#data)
        }
        Argument::Velocities => {
            let data = interface.type_of("Velocities");
            quote!(v: &#data)
        }
        Argument::Controls => {
            let data = interface.type_of("Controls");
            quote!(u: &#data)
        }
        Argument::Time => {
            let scalar = interface.scalar_type();
            quote!(t: #scalar)
        }
    }
}

fn result_type(interface: &Interface, shape: Shape) -> TokenStream {
    let scalar = interface.scalar_type();
    let size = |dimension: Dimension| count(dimension.size(&interface.outline));
    match shape {
        Shape::Scalar | Shape::ScalarPerIntegral => scalar,
        Shape::Vector(length) => {
            let length = size(length);
            quote!(::nhi::__abi_1::SVector<#scalar, #length>)
        }
        Shape::Matrix(rows, columns) => {
            let (rows, columns) = (size(rows), size(columns));
            quote!(::nhi::__abi_1::SMatrix<#scalar, #rows, #columns>)
        }
        Shape::Velocities => interface.type_of("Velocities"),
        Shape::Multipliers => interface.type_of("Multipliers"),
    }
}

/// Returns the result of a method from its entries; those of a matrix are given row by row.
pub(super) fn result(interface: &Interface, shape: Shape, entries: &[Expr]) -> TokenStream {
    match shape {
        Shape::Scalar | Shape::ScalarPerIntegral => quote!(#(#entries)*),
        Shape::Vector(_) => quote!(::nhi::__abi_1::SVector::from([#(#entries),*])),
        Shape::Matrix(rows, columns) => {
            let size = |dimension: Dimension| dimension.size(&interface.outline);
            let (rows, columns) = (size(rows), size(columns));
            let columns = (0..columns).map(|j| {
                let column = (0..rows).map(|i| &entries[i * columns + j]);
                quote!([#(#column),*])
            });
            quote!(::nhi::__abi_1::SMatrix::from([#(#columns),*]))
        }
        Shape::Velocities => data_struct(interface, "Velocities", &interface.velocities, entries),
        Shape::Multipliers => {
            data_struct(interface, "Multipliers", &interface.constraints, entries)
        }
    }
}

/// Returns a plain data struct from its entries.
pub(super) fn data_struct(
    interface: &Interface,
    suffix: &str,
    fields: &[String],
    entries: &[Expr],
) -> TokenStream {
    let name = interface.type_name(suffix);
    let fields = fields.iter().map(|field| ident(field));
    quote!(#name { #(#fields: #entries),* })
}
