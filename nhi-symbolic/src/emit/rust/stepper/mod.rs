//! An integrator as a struct that implements the runtime's `Stepper`.

mod access;
mod calls;
mod jacobian;
mod multipliers;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::expr::Expr;
use crate::mechanics::Mechanics;
use crate::model::Variable;
use crate::program::{Program, Value};
use crate::schemes::{GroupKind, Scheme, StateGroup};

use super::body::Body;
use super::docs::docs;
use super::interface::{Interface, count, ident};
use super::mechanics::inherent_impl;

/// Everything that belongs to one integrator: state, stepper, constructor, trait.
pub(super) fn stepper(
    interface: &Interface,
    mechanics: &Mechanics,
    scheme: &Scheme,
    program: &Program,
) -> TokenStream {
    let emitter = Emitter {
        interface,
        mechanics,
        scheme,
        program,
        slots: (0..program.prepared.len())
            .map(|i| format_ident!("c{i}"))
            .collect(),
    };
    let types = emitter.types();
    let constructor = emitter.constructor();
    let diagnostics = emitter.diagnostics();
    let implementation = emitter.trait_impl();
    let jacobian = scheme.step_jacobian.is_some().then(|| emitter.jacobian());
    let starts = emitter
        .has_initial_multipliers()
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
    mechanics: &'a Mechanics,
    scheme: &'a Scheme,
    program: &'a Program,
    /// Names of the prepared values.
    slots: Vec<Ident>,
}

impl Emitter<'_> {
    fn name(&self) -> Ident {
        self.interface.type_name(self.scheme.integrator)
    }

    fn state_name(&self) -> Ident {
        self.interface
            .type_name(&format!("{}State", self.scheme.integrator))
    }

    fn is_implicit(&self) -> bool {
        self.scheme.traits.implicit
    }

    fn types(&self) -> TokenStream {
        let interface = self.interface;
        let (visibility, scalar) = (&interface.visibility, interface.scalar_type());
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let fields = self.scheme.state.iter().map(|group| {
            let (field, docs) = (ident(group.name), docs(self.group_docs(group)));
            let data = self.group_type(group);
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

    fn group_docs(&self, group: &StateGroup) -> &'static str {
        if group.kind == GroupKind::Coordinates && self.interface.has_flat_states() {
            "The configuration as entries: coordinates, then those of each group element, row by row."
        } else {
            group.docs
        }
    }

    fn group_type(&self, group: &StateGroup) -> TokenStream {
        match group.kind {
            GroupKind::Coordinates if !self.interface.has_flat_states() => {
                self.interface.type_of("Coordinates")
            }
            GroupKind::Velocities => self.interface.type_of("Velocities"),
            GroupKind::Controls => self.interface.type_of("Controls"),
            GroupKind::Multipliers => self.interface.type_of("Multipliers"),
            GroupKind::Coordinates | GroupKind::Momenta | GroupKind::Scalars => {
                let (scalar, n) = (self.interface.scalar_type(), count(group.symbols.len()));
                quote!([#scalar; #n])
            }
        }
    }

    fn stepper_docs(&self) -> String {
        let prepare = self.program.prepare_count();
        let mut docs = format!(
            "{}\n\nOrder {}{}. Operations: prepare once, {prepare}",
            self.scheme.summary,
            self.scheme.traits.order,
            if self.scheme.traits.symmetric {
                ", symmetric"
            } else {
                ""
            },
        );
        for function in &self.program.functions {
            let (once, iterated) = self.program.function_count(function);
            docs.push_str(&format!("; `{}`, {once}", function.name));
            if iterated.total() > 0 {
                docs.push_str(&format!(", and per iteration {iterated}"));
            }
        }
        docs.push('.');
        docs
    }

    /// The integrator as the model writes it, in one spelling: `Gni(start = Smooth)`.
    fn written_integrator(&self) -> String {
        let name = self.scheme.integrator;
        let requests = &self.mechanics.model.integrators;
        let options = requests
            .iter()
            .find(|request| request.name.text == name)
            .map_or(&[][..], |request| &request.options);
        let options: Vec<_> = options.iter().map(ToString::to_string).collect();
        if options.is_empty() {
            name.to_owned()
        } else {
            format!("{name}({})", options.join(", "))
        }
    }

    /// `board.gni(h)?`
    fn constructor(&self) -> TokenStream {
        let interface = self.interface;
        let (name, generics) = (self.name(), interface.use_generics());
        let constructor = constructor_name(self.scheme.integrator);
        let scalar = interface.scalar_type();
        let mut body = Body::new(interface, &self.program.tape);
        self.place_parameters(&mut body, &quote!(self));
        body.place(self.mechanics.step_size, quote!(h));
        let conditions = self.program.conditions.iter();
        let mut results: Vec<_> = conditions.map(|&(_, value)| value).collect();
        results.extend(&self.program.prepared);
        let statements = body.values(&self.program.prepare, &results);
        let prepared = body.operands(&self.program.prepared);
        let parameter_checks = self.mechanics.model.parameters.iter().map(|parameter| {
            let (field, text) = (ident(&parameter.name), &parameter.name);
            quote!(::nhi::__abi_1::SetupError::check_parameter(#text, self.#field)?;)
        });
        let conditions = self.program.conditions.iter();
        let depends = |(_, value): &&(_, Value)| self.program.tape.as_constant(*value).is_none();
        let condition_checks = conditions.filter(depends).map(|&(what, value)| {
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

fn symbols(variables: &[Variable]) -> Vec<Expr> {
    variables.iter().map(|variable| variable.symbol).collect()
}
