//! Names and signatures as tokens.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

use crate::model::{LieGroup, Scalar};

use super::super::super::case::snake_case;
use super::super::item::path;
use super::super::syntax::entry;
use super::{Element, Interface, Owner};

/// Returns an identifier of the emitted code.
pub(in crate::emit::rust) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Returns a numbered variable of the emitted code.
///
/// A constant or static in the user's module would replace a variable in a pattern, even with a
/// hygienic span. The two underscores prevent this for numbered variables. All other variables are
/// words that `nhi::__abi_1::scope` declares.
pub(in crate::emit::rust) fn numbered(letter: &str, number: usize) -> Ident {
    format_ident!("__{letter}{number}")
}

/// Returns a length or an index in the emitted code.
pub(in crate::emit::rust) fn count(n: usize) -> Literal {
    Literal::usize_unsuffixed(n)
}

impl Interface {
    /// Returns the entries of a flat configuration.
    pub(in crate::emit::rust) fn flat_entries(&self, owner: &Expr) -> Vec<Expr> {
        let places = 0..self.entries();
        places.map(|place| entry(owner, place)).collect()
    }

    /// Returns the scalar type.
    pub(in crate::emit::rust) fn scalar_type(&self) -> TokenStream {
        match &self.scalar {
            Scalar::F64 => quote!(f64),
            Scalar::F32 => quote!(f32),
            Scalar::Generic(parameter) => quote!(#parameter),
        }
    }

    /// Returns the name of a generated type. Types that depend on the constraints belong to a
    /// phase.
    pub(in crate::emit::rust) fn type_name(&self, suffix: &str) -> Ident {
        let is_shared = matches!(suffix, "" | "Coordinates" | "Velocities" | "Controls");
        match self.phase.filter(|_| !is_shared) {
            Some(phase) => format_ident!("{}Phase{phase}{suffix}", self.ident),
            None => format_ident!("{}{suffix}", self.ident),
        }
    }

    /// Returns the name of the constructor of an integrator: its name in snake case.
    pub(in crate::emit::rust) fn constructor_name(&self, integrator: &str) -> Ident {
        self.method_name(&snake_case(integrator))
    }

    /// Returns the name of a method of the struct that depends on the constraints, and so belongs
    /// to a phase.
    pub(in crate::emit::rust) fn method_name(&self, name: &str) -> Ident {
        match self.phase {
            Some(phase) => format_ident!("phase{phase}_{name}"),
            None => ident(name),
        }
    }

    /// Returns the attribute of items that are not for direct use: those of a phase.
    pub(in crate::emit::rust) fn hiding(&self) -> Option<TokenStream> {
        self.phase.map(|_| quote!(#[doc(hidden)]))
    }

    /// Returns a generated type with its generics, as used.
    pub(in crate::emit::rust) fn type_of(&self, suffix: &str) -> TokenStream {
        let (name, use_generics) = (self.type_name(suffix), self.use_generics());
        quote!(#name #use_generics)
    }

    /// Returns the generics of a generated type where it is declared or used: `<T>` or nothing.
    pub(in crate::emit::rust) fn use_generics(&self) -> TokenStream {
        match &self.scalar {
            Scalar::Generic(parameter) => quote!(<#parameter>),
            Scalar::F64 | Scalar::F32 => TokenStream::new(),
        }
    }

    /// Returns the generics of the configuration where it is declared: nalgebra's group elements
    /// require a scalar type with arithmetic.
    pub(in crate::emit::rust) fn configuration_generics(&self) -> TokenStream {
        if self.elements.is_empty() {
            self.use_generics()
        } else {
            self.impl_generics()
        }
    }

    /// Returns the generics of an `impl` for a generated type.
    pub(in crate::emit::rust) fn impl_generics(&self) -> TokenStream {
        match &self.scalar {
            Scalar::Generic(parameter) => quote!(<#parameter: ::nhi::__abi_1::Real>),
            Scalar::F64 | Scalar::F32 => TokenStream::new(),
        }
    }

    /// Returns true for the shells of a struct whose generics are those written by the user.
    pub(in crate::emit::rust) fn has_generics_of_the_user(&self) -> bool {
        match &self.owner {
            Owner::OfModel => false,
            Owner::OfShells(generics) => !generics.params.is_empty(),
        }
    }

    /// Returns the tokens after `impl` for inherent methods of the struct.
    pub(in crate::emit::rust) fn impl_header(&self) -> TokenStream {
        self.header(&TokenStream::new())
    }

    /// Returns the tokens after `impl` for a trait of the struct.
    pub(in crate::emit::rust) fn trait_header(&self, implemented: &TokenStream) -> TokenStream {
        self.header(&quote!(#implemented for))
    }

    fn header(&self, in_front: &TokenStream) -> TokenStream {
        let name = &self.ident;
        match &self.owner {
            Owner::OfModel => {
                let (generics, use_generics) = (self.impl_generics(), self.use_generics());
                quote!(#generics #in_front #name #use_generics)
            }
            Owner::OfShells(generics) => {
                let (generics, use_generics, clause) = generics.split_for_impl();
                quote!(#generics #in_front #name #use_generics #clause)
            }
        }
    }

    /// Returns the additional derives of plain data and states.
    pub(in crate::emit::rust) fn further_derives(&self) -> Option<TokenStream> {
        let paths = self.derives.iter().map(|derive| path(derive.path));
        (!self.derives.is_empty()).then(|| quote!(#[derive(#(#paths),*)]))
    }

    /// Returns the serde attribute for an array of the given length; serde itself supports at most
    /// 32 entries.
    pub(in crate::emit::rust) fn serial_form(&self, length: usize) -> Option<TokenStream> {
        let has_none = length > 32 && !self.derives.is_empty();
        has_none.then(|| quote!(#[serde(with = "::nhi::__abi_1::serial_array")]))
    }

    /// Returns the type of the controls: a generated struct, or `()` if there are none.
    pub(in crate::emit::rust) fn controls_type(&self) -> TokenStream {
        if self.controls.is_empty() {
            quote!(())
        } else {
            self.type_of("Controls")
        }
    }

    /// Returns the type of the multipliers: a generated struct, or `()` if there are none.
    pub(in crate::emit::rust) fn multipliers_type(&self) -> TokenStream {
        if self.constraints.is_empty() {
            quote!(())
        } else {
            self.type_of("Multipliers")
        }
    }
}

impl Element {
    /// Returns the nalgebra type without its scalar.
    pub(in crate::emit::rust) fn type_name(&self) -> TokenStream {
        match self.group {
            LieGroup::So3 => quote!(::nhi::__abi_1::Rotation3),
            LieGroup::Se3 => quote!(::nhi::__abi_1::Isometry3),
            LieGroup::Se2 => quote!(::nhi::__abi_1::Isometry2),
        }
    }
}
