//! Methods: name, documentation, arguments, shape of the result.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expr::Expr;
use crate::mechanics::Mechanics;
use crate::program::Signature;

use super::docs::docs;
use super::interface::{Interface, count, ident};

/// What a method takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Coordinates,
    Velocities,
    Controls,
    Time,
}

/// What a method gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Vector(usize),
    Matrix(usize, usize),
    Velocities,
    Multipliers,
}

/// A method of the user's struct.
#[derive(Clone, Debug)]
pub(super) struct Method {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) shape: Shape,
}

impl Method {
    /// What the method may read, and how many entries its result has.
    pub(super) fn signature(&self, mechanics: &Mechanics) -> Signature {
        let arguments = self.arguments.iter();
        Signature {
            inputs: arguments.flat_map(|x| x.symbols(mechanics)).collect(),
            outputs: self.shape.entries(mechanics),
        }
    }

    /// The whole method with the given body.
    pub(super) fn with_body(&self, interface: &Interface, body: &TokenStream) -> TokenStream {
        let (name, docs) = (ident(&self.name), docs(&self.docs));
        let arguments = self
            .arguments
            .iter()
            .map(|argument| argument.declare(interface));
        let result = self.shape.result_type(interface);
        quote! {
            #docs
            #[inline]
            #[must_use]
            #[allow(unused_variables, clippy::all)]
            pub fn #name(&self, #(#arguments),*) -> #result {
                #body
            }
        }
    }
}

impl Argument {
    fn symbols(self, mechanics: &Mechanics) -> Vec<Expr> {
        let model = &mechanics.model;
        match self {
            Self::Coordinates => mechanics.q.clone(),
            Self::Velocities => mechanics.v.clone(),
            Self::Controls => model.controls.iter().map(|u| u.symbol).collect(),
            Self::Time => vec![model.time],
        }
    }

    fn declare(self, interface: &Interface) -> TokenStream {
        match self {
            Self::Coordinates => {
                let data = interface.type_of("Coordinates");
                quote!(q: &#data)
            }
            Self::Velocities => {
                let data = interface.type_of("Velocities");
                quote!(v: &#data)
            }
            Self::Controls => {
                let data = interface.type_of("Controls");
                quote!(u: &#data)
            }
            Self::Time => {
                let scalar = interface.scalar_type();
                quote!(t: #scalar)
            }
        }
    }
}

impl Shape {
    fn entries(self, mechanics: &Mechanics) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(n) => n,
            Self::Matrix(rows, columns) => rows * columns,
            Self::Velocities => mechanics.dimension(),
            Self::Multipliers => mechanics.model.constraints.len(),
        }
    }

    fn result_type(self, interface: &Interface) -> TokenStream {
        let scalar = interface.scalar_type();
        match self {
            Self::Scalar => scalar,
            Self::Vector(n) => {
                let n = count(n);
                quote!(::nhi::__abi_1::SVector<#scalar, #n>)
            }
            Self::Matrix(rows, columns) => {
                let (rows, columns) = (count(rows), count(columns));
                quote!(::nhi::__abi_1::SMatrix<#scalar, #rows, #columns>)
            }
            Self::Velocities => interface.type_of("Velocities"),
            Self::Multipliers => interface.type_of("Multipliers"),
        }
    }

    /// The result from its entries; those of a matrix are given row by row.
    pub(super) fn assemble(self, interface: &Interface, entries: &[TokenStream]) -> TokenStream {
        match self {
            Self::Scalar => entries.iter().cloned().collect(),
            Self::Vector(_) => quote!(::nhi::__abi_1::SVector::from([#(#entries),*])),
            Self::Matrix(rows, columns) => {
                let columns = (0..columns).map(|j| {
                    let column = (0..rows).map(|i| &entries[i * columns + j]);
                    quote!([#(#column),*])
                });
                quote!(::nhi::__abi_1::SMatrix::from([#(#columns),*]))
            }
            Self::Velocities => {
                data_struct(interface, "Velocities", &interface.velocities, entries)
            }
            Self::Multipliers => {
                data_struct(interface, "Multipliers", &interface.constraints, entries)
            }
        }
    }
}

/// A plain data struct from its entries.
pub(super) fn data_struct(
    interface: &Interface,
    suffix: &str,
    fields: &[String],
    entries: &[TokenStream],
) -> TokenStream {
    let name = interface.type_name(suffix);
    let fields = fields.iter().map(|field| ident(field));
    quote!(#name { #(#fields: #entries),* })
}
