//! How the functions of a stepper reach what they read, and how they put together what they give.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expr::{Expr, Graph};
use crate::model::Variable;
use crate::program::Function;
use crate::schemes::GroupKind;

use super::super::body::Body;
use super::super::interface::ident;
use super::super::method::data_struct;
use super::Emitter;

impl Emitter<'_> {
    pub(super) fn function(&self, name: &str) -> &Function {
        let function = self.program.function(name);
        function.expect("a program of a scheme has all functions of a stepper")
    }

    pub(super) fn function_body(&self) -> Body<'_> {
        let mut body = Body::new(self.interface, &self.program.tape);
        body.define(&self.program.prepared, &self.slots);
        body
    }

    /// `let [c0, c1] = self.prepared;`
    pub(super) fn unpack(&self) -> TokenStream {
        let slots = &self.slots;
        quote!(let [#(#slots),*] = self.prepared;)
    }

    /// Binds the time where the function, or an error that it returns, needs it.
    pub(super) fn time_binding(&self, function: &Function) -> TokenStream {
        let needed = self.reads(function, &[self.mechanics.model.time]) || self.is_implicit();
        if needed {
            quote!(let t = state.clock.time(self.h);)
        } else {
            TokenStream::new()
        }
    }

    pub(super) fn node_time(&self, fraction: Expr) -> TokenStream {
        if fraction == Graph::ZERO {
            quote!(state.clock.time(self.h))
        } else if fraction == Graph::ONE {
            quote!(state.clock.next().time(self.h))
        } else {
            let body = Body::new(self.interface, &self.program.tape);
            let value = self.mechanics.model.graph.evaluate(&[fraction], &[])[0];
            let fraction = body.constant(value);
            quote!(state.clock.time(self.h) + #fraction * self.h)
        }
    }

    /// Whether a function uses one of the symbols.
    pub(super) fn reads(&self, function: &Function, symbols: &[Expr]) -> bool {
        self.program
            .inputs_of(function)
            .iter()
            .any(|symbol| symbols.contains(symbol))
    }

    pub(super) fn fields<'n>(
        &self,
        owner: &TokenStream,
        names: &'n [String],
    ) -> impl Iterator<Item = TokenStream> + use<'n> {
        let owner = owner.clone();
        names.iter().map(move |name| {
            let field = ident(name);
            quote!(#owner.#field)
        })
    }

    pub(super) fn place_group(
        &self,
        body: &mut Body<'_>,
        owner: &TokenStream,
        symbols: &[Expr],
        names: &[String],
    ) {
        for (&symbol, place) in symbols.iter().zip(self.fields(owner, names)) {
            body.place(symbol, place);
        }
    }

    pub(super) fn place_parameters(&self, body: &mut Body<'_>, owner: &TokenStream) {
        for parameter in &self.mechanics.model.parameters {
            let field = ident(&parameter.name);
            body.place(parameter.symbol, quote!(#owner.#field));
        }
    }

    pub(super) fn place_controls(
        &self,
        body: &mut Body<'_>,
        owner: &TokenStream,
        controls: &[Variable],
        symbols: &[Expr],
    ) {
        for (control, &symbol) in controls.iter().zip(symbols) {
            let field = ident(&control.name);
            body.place(symbol, quote!(#owner.#field));
        }
    }

    pub(super) fn place_state(&self, body: &mut Body<'_>) {
        let names = &self.interface.coordinates;
        for group in &self.scheme.state {
            let field = ident(group.name);
            let owner = quote!(state.#field);
            match group.kind {
                GroupKind::Coordinates if self.interface.has_flat_states() => {
                    let places = self.interface.flat_entries(&owner);
                    for (&symbol, place) in group.symbols.iter().zip(places) {
                        body.place(symbol, place);
                    }
                }
                GroupKind::Coordinates => self.place_group(body, &owner, &group.symbols, names),
                GroupKind::Velocities => {
                    self.place_group(body, &owner, &group.symbols, &self.interface.velocities);
                }
                GroupKind::Controls => {
                    self.place_group(body, &owner, &group.symbols, &self.interface.controls);
                }
                GroupKind::Multipliers => {
                    self.place_group(body, &owner, &group.symbols, &self.interface.constraints);
                }
                GroupKind::Momenta | GroupKind::Scalars => {
                    for (i, &symbol) in group.symbols.iter().enumerate() {
                        let index = proc_macro2::Literal::usize_unsuffixed(i);
                        body.place(symbol, quote!(#owner[#index]));
                    }
                }
            }
        }
        body.place(self.mechanics.model.time, quote!(t));
    }

    /// A state from its entries in the order of the groups.
    pub(super) fn state(
        &self,
        clock: &TokenStream,
        outputs: &[TokenStream],
        report: &TokenStream,
    ) -> TokenStream {
        let names = &self.interface.coordinates;
        let name = self.state_name();
        let mut rest = outputs;
        let groups = self.scheme.state.iter().map(|group| {
            let (entries, others) = rest.split_at(group.symbols.len());
            rest = others;
            let field = ident(group.name);
            let data = match group.kind {
                GroupKind::Coordinates if self.interface.has_flat_states() => {
                    quote!([#(#entries),*])
                }
                GroupKind::Coordinates => {
                    data_struct(self.interface, "Coordinates", names, entries)
                }
                GroupKind::Velocities => data_struct(
                    self.interface,
                    "Velocities",
                    &self.interface.velocities,
                    entries,
                ),
                GroupKind::Controls => data_struct(
                    self.interface,
                    "Controls",
                    &self.interface.controls,
                    entries,
                ),
                GroupKind::Multipliers => data_struct(
                    self.interface,
                    "Multipliers",
                    &self.interface.constraints,
                    entries,
                ),
                GroupKind::Momenta | GroupKind::Scalars => quote!([#(#entries),*]),
            };
            quote!(#field: #data)
        });
        let groups: Vec<_> = groups.collect();
        let report = self.is_implicit().then(|| quote!(#report,));
        quote!(#name { clock: #clock, #(#groups,)* #report })
    }

    /// Whether all results are finite: their sum is. One addition each is the cheapest test; it
    /// also rejects values near the end of the range, whose sum overflows.
    pub(super) fn finite_check(&self, function: &Function, outputs: &[TokenStream]) -> TokenStream {
        if outputs.is_empty() {
            return quote!(true);
        }
        let tested = self.program.results_to_test(function);
        let outputs = outputs.iter().zip(tested).filter(|(_, tested)| *tested);
        let outputs = outputs.map(|(output, _)| output);
        quote!(::nhi::__abi_1::is_finite(#(#outputs)+*))
    }

    /// What a result that is not finite means, given the inputs that might be to blame.
    pub(super) fn non_finite_error(
        &self,
        time: &TokenStream,
        inputs: &[TokenStream],
    ) -> TokenStream {
        if inputs.is_empty() {
            return quote! {
                ::core::result::Result::Err(::nhi::__abi_1::StepError::new(#time, ::nhi::__abi_1::StepErrorKind::NonFinite))
            };
        }
        quote! {
            ::core::result::Result::Err(::nhi::__abi_1::non_finite(#time, &[#(#inputs),*]))
        }
    }
}
