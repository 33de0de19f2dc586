//! An integrator as a struct that implements the runtime's `Stepper`.

mod access;
mod calls;
mod jacobian;
mod multipliers;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::program::stepper::{StatePart, Stepper};
use crate::program::{OpCount, Place};
use crate::schemes::GroupKind;

use super::body::Body;
use super::docs::docs;
use super::interface::{Interface, count, ident};
use super::mechanics::inherent_impl;

/// Everything that belongs to one integrator: state, stepper, constructor, trait.
pub(super) fn stepper(interface: &Interface, stepper: &Stepper) -> TokenStream {
    let slots = 0..stepper.prepare.prepared.len();
    let emitter = Emitter {
        interface,
        stepper,
        slots: slots.map(|i| format_ident!("c{i}")).collect(),
    };
    let types = emitter.types();
    let constructor = emitter.constructor();
    let diagnostics = emitter.diagnostics();
    let implementation = emitter.trait_impl();
    let jacobian = stepper.step_jacobian.as_ref();
    let jacobian = jacobian.map(|routine| emitter.jacobian(routine));
    let starts = stepper
        .has_initial_multipliers
        .then(|| emitter.further_starts());
    quote! { #types #constructor #starts #diagnostics #implementation #jacobian }
}

/// The name of the constructor: the integrator's in snake case.
pub(super) fn constructor_name(integrator: &str) -> Ident {
    let mut name = String::new();
    for (place, letter) in integrator.char_indices() {
        if letter.is_uppercase() && place > 0 {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    ident(&name)
}

struct Emitter<'a> {
    interface: &'a Interface,
    stepper: &'a Stepper,
    /// Names of the prepared values.
    slots: Vec<Ident>,
}

impl Emitter<'_> {
    fn name(&self) -> Ident {
        self.interface.type_name(self.stepper.integrator)
    }

    fn state_name(&self) -> Ident {
        self.interface
            .type_name(&format!("{}State", self.stepper.integrator))
    }

    fn is_implicit(&self) -> bool {
        self.stepper.traits.implicit
    }

    fn types(&self) -> TokenStream {
        let interface = self.interface;
        let (visibility, scalar) = (&interface.visibility, interface.scalar_type());
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let fields = self.stepper.state.iter().map(|part| {
            let (field, docs) = (ident(part.name), docs(self.part_docs(part)));
            let data = self.part_type(part);
            quote!(#docs pub #field: #data,)
        });
        let report = self.is_implicit().then(|| {
            quote! {
                /// How the equations of the last step were solved.
                pub report: ::nhi::__abi_1::NewtonReport<#scalar>,
            }
        });
        let newton_field = self
            .is_implicit()
            .then(|| quote!(newton: ::nhi::__abi_1::NewtonSettings<#scalar>,));
        let settings = self.is_implicit().then(|| {
            quote! {
                impl #impl_generics #name #generics {
                    /// The same stepper with other settings of Newton's method.
                    #[must_use]
                    pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<#scalar>) -> Self {
                        Self { newton, ..self }
                    }
                }
            }
        });
        let slots = count(self.slots.len());
        let stepper_docs = docs(&self.stepper_docs());
        let state_docs = docs(&format!(
            "A state of [`{name}`]: everything that the next step needs."
        ));
        quote! {
            #stepper_docs
            #[derive(Clone, Copy, Debug, PartialEq)]
            #visibility struct #name #generics {
                h: #scalar,
                #newton_field
                prepared: [#scalar; #slots],
            }

            #settings

            #state_docs
            #[derive(Clone, Copy, Debug, PartialEq)]
            #visibility struct #state_name #generics {
                /// Where the state is in time.
                pub clock: ::nhi::__abi_1::Clock<#scalar>,
                #(#fields)*
                #report
            }
        }
    }

    fn part_docs(&self, part: &StatePart) -> &'static str {
        if part.kind == GroupKind::Coordinates && self.interface.has_flat_states() {
            "The configuration as entries: coordinates, then those of each group element, row by row."
        } else {
            part.docs
        }
    }

    fn part_type(&self, part: &StatePart) -> TokenStream {
        match part.kind {
            GroupKind::Coordinates if !self.interface.has_flat_states() => {
                self.interface.type_of("Coordinates")
            }
            GroupKind::Velocities => self.interface.type_of("Velocities"),
            GroupKind::Controls => self.interface.type_of("Controls"),
            GroupKind::Multipliers => self.interface.type_of("Multipliers"),
            GroupKind::Coordinates | GroupKind::Momenta | GroupKind::Scalars => {
                let (scalar, n) = (self.interface.scalar_type(), count(part.entries.len()));
                quote!([#scalar; #n])
            }
        }
    }

    fn stepper_docs(&self) -> String {
        let tape = &self.stepper.tape;
        let prepare = OpCount::of(tape, &self.stepper.prepare.values);
        let mut docs = format!(
            "{}\n\nOrder {}{}. Operations: prepare once, {prepare}",
            self.stepper.summary,
            self.stepper.traits.order,
            if self.stepper.traits.symmetric {
                ", symmetric"
            } else {
                ""
            },
        );
        for routine in self.stepper.routines() {
            let function = &routine.function;
            let (once, iterated) = function.count(tape);
            docs.push_str(&format!("; `{}`, {once}", function.name));
            if iterated.total() > 0 {
                docs.push_str(&format!(", and per iteration {iterated}"));
            }
        }
        docs.push('.');
        docs
    }

    /// `board.gni(h)?`
    fn constructor(&self) -> TokenStream {
        let interface = self.interface;
        let (name, generics) = (self.name(), interface.use_generics());
        let constructor = constructor_name(self.stepper.integrator);
        let scalar = interface.scalar_type();
        let tape = &self.stepper.tape;
        let prepare = &self.stepper.prepare;
        let mut body = Body::new(interface, tape);
        let fields = self.stepper.names.parameters.iter();
        let fields = fields.map(|name| ident(name));
        for (number, field) in fields.enumerate() {
            body.place(Place::Parameter(number), quote!(self.#field));
        }
        body.place(Place::StepSize, quote!(h));
        let conditions = prepare.conditions.iter();
        let mut results: Vec<_> = conditions.map(|&(_, value)| value).collect();
        results.extend(&prepare.prepared);
        let statements = body.values(&prepare.values, &results);
        let prepared = body.operands(&prepare.prepared);
        let parameter_checks = self.stepper.names.parameters.iter().map(|text| {
            let field = ident(text);
            quote!(::nhi::__abi_1::SetupError::check_parameter(#text, self.#field)?;)
        });
        let condition_checks = prepare.conditions.iter().map(|&(what, value)| {
            let value = body.operand(value);
            quote!(::nhi::__abi_1::SetupError::check_positive(#what, #value)?;)
        });
        let newton = self
            .is_implicit()
            .then(|| quote!(newton: ::nhi::__abi_1::NewtonSettings::default(),));
        let method_docs = docs(&format!(
            "A [`{name}`] for these parameters with the constant step size `h`, in the model's unit of time; \
             negative `h` runs backwards.\n\n# Errors\nA step size that is zero or not finite, \
             parameters that are not finite, or for which the model is singular.",
        ));
        let method = quote! {
            #method_docs
            #[allow(clippy::all)]
            pub fn #constructor(&self, h: #scalar) -> ::core::result::Result<#name #generics, ::nhi::__abi_1::SetupError> {
                ::nhi::__abi_1::SetupError::check_step_size(h)?;
                #(#parameter_checks)*
                #statements
                #(#condition_checks)*
                let prepared = [#(#prepared),*];
                ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
                ::core::result::Result::Ok(#name { h, #newton prepared })
            }
        };
        inherent_impl(interface, &method)
    }
}
