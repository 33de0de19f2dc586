//! The types of a stepper and of its states.

use proc_macro2::TokenStream;
use quote::quote;

use crate::discrete::GroupKind;

use super::super::super::docs::docs;
use super::super::super::interface::{count, ident};
use super::super::outline::Part;
use super::Frame;

impl Frame<'_> {
    pub(super) fn types(&self) -> TokenStream {
        let stepper = self.stepper_type();
        let state = self.state_struct();
        quote! { #stepper #state }
    }

    fn stepper_type(&self) -> TokenStream {
        let interface = self.interface;
        let (visibility, scalar) = (&interface.visibility, interface.scalar_type());
        let (name, generics) = (self.name(), interface.use_generics());
        let docs = docs(&self.outline.docs);
        let (allowance, hiding) = (interface.allowance(&[]), interface.hiding());
        let newton = self
            .outline
            .is_implicit
            .then(|| quote!(newton: ::nhi::__abi_1::NewtonSettings<#scalar>,));
        let slots = count(self.outline.prepared);
        let prepared = match self.outline.sizes.map(count) {
            Some(sizes) => quote!([[#scalar; #slots]; #sizes]),
            None => quote!([#scalar; #slots]),
        };
        quote! {
            #docs
            #hiding
            #allowance
            #[derive(Clone, Copy, Debug, PartialEq)]
            #visibility struct #name #generics {
                h: #scalar,
                #newton
                prepared: #prepared,
            }
        }
    }

    pub(super) fn newton_settings(&self) -> TokenStream {
        let interface = self.interface;
        let (name, scalar) = (self.name(), interface.scalar_type());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        quote! {
            impl #impl_generics #name #generics {
                /// The same stepper with other settings of Newton's method.
                #[must_use]
                pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<#scalar>) -> Self {
                    Self { newton, ..self }
                }
            }
        }
    }

    fn state_struct(&self) -> TokenStream {
        let interface = self.interface;
        let (visibility, scalar) = (&interface.visibility, interface.scalar_type());
        let (name, state) = (self.name(), self.state_type());
        let fields = self.outline.state.iter().map(|part| {
            let (field, docs) = (ident(part.name), docs(self.part_docs(part)));
            let data = self.part_type(part);
            let serial = interface.serial_form(self.array_length(part));
            quote!(#docs #serial pub #field: #data,)
        });
        let report = self.outline.is_implicit.then(|| {
            quote! {
                /// How the equations of the last step were solved.
                pub report: ::nhi::__abi_1::NewtonReport<#scalar>,
            }
        });
        let (allowance, hiding) = (interface.allowance(&[]), interface.hiding());
        let derives = interface.further_derives();
        let docs = docs(&format!(
            "A state of [`{name}`]: everything that the next step needs."
        ));
        quote! {
            #docs
            #hiding
            #allowance
            #[derive(Clone, Copy, Debug, PartialEq)]
            #derives
            #visibility struct #state {
                /// The time of the state.
                pub clock: ::nhi::__abi_1::Clock<#scalar>,
                #(#fields)*
                #report
            }
        }
    }

    fn part_docs(&self, part: &Part) -> &'static str {
        if part.kind == GroupKind::Coordinates && self.interface.has_flat_states() {
            "The configuration as entries: coordinates, then those of each group element, row by row."
        } else {
            part.docs
        }
    }

    /// Returns the length of a part that is an array, and 0 for other parts.
    fn array_length(&self, part: &Part) -> usize {
        match part.kind {
            GroupKind::Coordinates if !self.interface.has_flat_states() => 0,
            GroupKind::Coordinates | GroupKind::Momenta | GroupKind::Scalars => part.entries,
            GroupKind::Velocities | GroupKind::Controls | GroupKind::Multipliers => 0,
        }
    }

    fn part_type(&self, part: &Part) -> TokenStream {
        match part.kind {
            GroupKind::Coordinates if !self.interface.has_flat_states() => {
                self.interface.type_of("Coordinates")
            }
            GroupKind::Velocities => self.interface.type_of("Velocities"),
            GroupKind::Controls => self.interface.type_of("Controls"),
            GroupKind::Multipliers => self.interface.type_of("Multipliers"),
            GroupKind::Coordinates | GroupKind::Momenta | GroupKind::Scalars => {
                let (scalar, n) = (self.interface.scalar_type(), count(part.entries));
                quote!([#scalar; #n])
            }
        }
    }
}
