//! The inputs of the functions of a stepper, and the construction of their results.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::discrete::{GroupKind, PivotedMatrix};
use crate::program::Place;
use crate::program::stepper::{Moment, Routine, StatePart};

use super::super::body::Body;
use super::super::interface::ident;
use super::super::method::data_struct;
use super::super::syntax::{entry, field, variable};
use super::Emitter;

impl Emitter<'_> {
    pub(super) fn function_body(&self) -> Body<'_, Place> {
        let body = Body::new(self.interface, self.aside, &self.stepper.tape);
        let mut body = body.calling(&self.stepper.subroutines, self.is_composed());
        body.define(&self.stepper.prepare.prepared, &self.slots);
        body
    }

    /// Returns `let [__c0, __c1] = self.prepared;`, for a composed step those of its size.
    pub(super) fn unpack(&self) -> TokenStream {
        let slots = &self.slots;
        if self.is_composed() {
            return self.unpack_row(&quote!(0));
        }
        quote!(let [#(#slots),*] = self.prepared;)
    }

    /// Returns the same for a row of the values of a composed step.
    pub(super) fn unpack_row(&self, row: &TokenStream) -> TokenStream {
        let unpack = self.unpack_given();
        quote!(let prepared = &self.prepared[#row]; #unpack)
    }

    /// Returns `let [__c0, __c1] = *prepared;`.
    pub(super) fn unpack_given(&self) -> TokenStream {
        let slots = &self.slots;
        quote!(let [#(#slots),*] = *prepared;)
    }

    /// Binds the time if the function, or an error that it returns, needs it.
    pub(super) fn time_binding(&self, routine: &Routine) -> TokenStream {
        let needed = routine.reads(|place| place == Place::Time) || self.is_implicit();
        if needed {
            quote!(let t = state.clock.time(self.h);)
        } else {
            TokenStream::new()
        }
    }

    pub(super) fn time_of(&self, moment: Moment) -> TokenStream {
        match moment {
            Moment::Beginning => quote!(state.clock.time(self.h)),
            Moment::End => quote!(state.clock.next().time(self.h)),
            Moment::Between(fraction) => {
                let fraction = self.function_body().constant(fraction);
                quote!(state.clock.time(self.h) + #fraction * self.h)
            }
        }
    }

    pub(super) fn fields<'n>(
        &self,
        owner: &Expr,
        names: &'n [String],
    ) -> impl Iterator<Item = Expr> + use<'n> {
        let owner = owner.clone();
        names.iter().map(move |name| field(&owner, ident(name)))
    }

    /// Assigns the fields of a struct to inputs of one kind, in order.
    pub(super) fn place_fields(
        &self,
        body: &mut Body<'_, Place>,
        places: impl IntoIterator<Item = Place>,
        owner: &Expr,
        names: &[String],
    ) {
        for (place, field) in places.into_iter().zip(self.fields(owner, names)) {
            body.place(place, field);
        }
    }

    /// Returns the entries of a configuration, of the user's type or flat.
    pub(super) fn configuration(&self, owner: &Expr) -> Vec<Expr> {
        let interface = self.interface;
        if interface.has_flat_states() {
            interface.flat_entries(owner)
        } else {
            self.fields(owner, &interface.coordinates).collect()
        }
    }

    pub(super) fn place_state(&self, body: &mut Body<'_, Place>) {
        for part in &self.stepper.state {
            for (&place, entry) in part.entries.iter().zip(self.entries_of(part)) {
                body.place(place, entry);
            }
        }
        body.place(Place::Time, variable(ident("t")));
    }

    /// Returns the entries of a part of `state`.
    fn entries_of(&self, part: &StatePart) -> Vec<Expr> {
        let owner = field(&variable(ident("state")), ident(part.name));
        let interface = self.interface;
        match part.kind {
            GroupKind::Coordinates => self.configuration(&owner),
            GroupKind::Velocities => self.fields(&owner, &interface.velocities).collect(),
            GroupKind::Controls => self.fields(&owner, &interface.controls).collect(),
            GroupKind::Multipliers => self.fields(&owner, &interface.constraints).collect(),
            GroupKind::Momenta | GroupKind::Scalars => {
                let places = 0..part.entries.len();
                places.map(|place| entry(&owner, place)).collect()
            }
        }
    }

    /// Returns a state from its entries in the order of the groups.
    pub(super) fn state(
        &self,
        clock: &TokenStream,
        outputs: &[Expr],
        report: &TokenStream,
    ) -> TokenStream {
        let names = &self.interface.coordinates;
        let name = self.state_name();
        let mut rest = outputs;
        let groups = self.stepper.state.iter().map(|part| {
            let (entries, others) = rest.split_at(part.entries.len());
            rest = others;
            let field = ident(part.name);
            let data = match part.kind {
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

    /// Returns the check that all results are finite and that no pivot is only a rounding error.
    /// All results are finite if their sum is. This is the cheapest check, with one addition each;
    /// it also rejects values near the end of the range, whose sum overflows.
    pub(super) fn finite_check(
        &self,
        routine: &Routine,
        body: &Body<'_, Place>,
        outputs: &[Expr],
    ) -> TokenStream {
        let outputs = outputs.iter().zip(&routine.tested);
        let outputs = outputs.filter(|(_, tested)| **tested);
        let outputs: Vec<_> = outputs.map(|(output, _)| output).collect();
        let pivots = routine.function.pivots.iter().map(|pivot| {
            let [value, scale] = pivot.values().map(|value| body.operand(value));
            quote!(::nhi::__abi_1::is_regular(#value, #scale))
        });
        let mut tests: Vec<_> = pivots.collect();
        if !outputs.is_empty() {
            let sum = sum(&outputs);
            tests.push(quote!(::nhi::__abi_1::is_finite(#sum)));
        }
        if tests.is_empty() {
            return quote!(true);
        }
        quote!(#(#tests)&&*)
    }

    /// Returns the error for a result that is not finite or depends on a rounding error, given the
    /// inputs that might be the cause.
    pub(super) fn non_finite_error(
        &self,
        routine: &Routine,
        body: &Body<'_, Place>,
        time: &TokenStream,
        inputs: &[Expr],
    ) -> TokenStream {
        let names = &self.stepper.names;
        let pivots = routine.function.pivots.iter().map(|pivot| {
            let [value, scale] = pivot.values().map(|value| body.operand(value));
            let (matrix, name) = match pivot.matrix {
                PivotedMatrix::Mass => (quote!(Mass), &names.velocities[pivot.row]),
                PivotedMatrix::MassOnConstraints => {
                    (quote!(MassOnConstraints), &names.velocities[pivot.row])
                }
                PivotedMatrix::MassWithoutConstraints => {
                    (quote!(MassWithoutConstraints), &names.velocities[pivot.row])
                }
                PivotedMatrix::Constraints => (quote!(Constraints), &names.constraints[pivot.row]),
                PivotedMatrix::Reactions => (quote!(Reactions), &names.constraints[pivot.row]),
            };
            quote! {
                ::nhi::__abi_1::Pivot { matrix: ::nhi::__abi_1::ModelMatrix::#matrix, name: #name, value: #value, scale: #scale }
            }
        });
        let pivots: Vec<_> = pivots.collect();
        if !pivots.is_empty() {
            return quote! {
                ::core::result::Result::Err(::nhi::__abi_1::irregular(#time, &[#(#inputs),*], &[#(#pivots),*]))
            };
        }
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

/// Returns the sum of many terms in groups, because Rust compilers process a sum recursively, term
/// by term.
fn sum(terms: &[&Expr]) -> TokenStream {
    const GROUP: usize = 64;
    if terms.len() <= GROUP {
        return quote!(#(#terms)+*);
    }
    let groups = terms.chunks(GROUP).map(sum);
    quote!(#((#groups))+*)
}
