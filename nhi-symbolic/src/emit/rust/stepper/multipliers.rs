//! Starts of vakonomic steppers: from velocity and multipliers, or from momenta.

use proc_macro2::TokenStream;
use quote::quote;

use crate::schemes::GroupKind;

use super::super::interface::count;
use super::super::method::data_struct;
use super::Emitter;

impl Emitter<'_> {
    /// The trait's `start`: all multipliers zero.
    pub(super) fn start_without_multipliers(&self) -> TokenStream {
        let zero = self.function_body().constant(0.0);
        let names = &self.interface.constraints;
        let zeros = vec![zero; names.len()];
        let zeros = data_struct(self.interface, "Multipliers", names, &zeros);
        quote!(self.start_with(t, q, v, #zeros, controls))
    }

    /// The methods `start_with` and, where the state is `(q, p)`, `start_from_momentum`.
    pub(super) fn further_starts(&self) -> TokenStream {
        let interface = self.interface;
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let scalar = interface.scalar_type();
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
        let signal = quote!(&impl ::nhi::__abi_1::ControlSignal<#scalar, #controls>);
        let result = quote!(::core::result::Result<#state_name #generics, ::nhi::__abi_1::StepError<#scalar>>);
        let start = self.start();
        let momentum_start = self.momentum_start(&result);
        quote! {
            #[allow(unused_variables, clippy::all)]
            impl #impl_generics #name #generics {
                /// The state at time `t` with configuration `q`, velocity `v` and multipliers `lambda`:
                /// the momenta are `L_v - g_v^T lambda`.
                ///
                /// The multipliers are free data: through one configuration and velocity goes a
                /// vakonomic motion for each choice of them. The trait's `start` takes zeros.
                ///
                /// # Errors
                /// Where `q`, `v` or `lambda` is not finite, or `v` violates a constraint.
                pub fn start_with(&self, t: #scalar, q: #coordinates, v: #velocities, lambda: #multipliers, controls: #signal) -> #result {
                    #start
                }

                #momentum_start
            }
        }
    }

    fn momentum_start(&self, result: &TokenStream) -> Option<TokenStream> {
        let groups = self.stepper.state.iter();
        let kinds: Vec<_> = groups.map(|part| part.kind).collect();
        if kinds != [GroupKind::Coordinates, GroupKind::Momenta] {
            return None;
        }
        let interface = self.interface;
        let (scalar, n) = (interface.scalar_type(), count(interface.coordinates.len()));
        let coordinates = interface.type_of("Coordinates");
        let state_name = self.state_name();
        let q = self.fields(&quote!(q), &interface.coordinates);
        let p = (0..interface.coordinates.len()).map(|i| {
            let index = count(i);
            quote!(p[#index])
        });
        Some(quote! {
            /// The state at time `t` with configuration `q` and momenta `p`, which determine velocity and
            /// multipliers.
            ///
            /// # Errors
            /// Where `q` or `p` is not finite.
            pub fn start_from_momentum(&self, t: #scalar, q: #coordinates, p: [#scalar; #n]) -> #result {
                if !::nhi::__abi_1::is_finite(t #(+ #q)* #(+ #p)*) {
                    return ::core::result::Result::Err(::nhi::__abi_1::StepError::new(t, ::nhi::__abi_1::StepErrorKind::NonFiniteInput));
                }
                ::core::result::Result::Ok(#state_name {
                    clock: ::nhi::__abi_1::Clock::new(t),
                    q,
                    p,
                    report: ::nhi::__abi_1::NewtonReport::default(),
                })
            }
        })
    }
}
