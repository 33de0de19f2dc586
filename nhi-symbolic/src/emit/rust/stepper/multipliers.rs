//! Starts of vakonomic steppers: from a velocity alone, or from momenta.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::interface::{count, ident};
use super::super::method::data_struct;
use super::super::syntax::variable;
use super::Emitter;

impl Emitter<'_> {
    /// Returns the trait's `start`, with all multipliers zero.
    pub(super) fn start_without_multipliers(&self) -> TokenStream {
        let zero = self.function_body().constant(0.0);
        let names = &self.interface.constraints;
        let zeros = vec![zero; names.len()];
        let zeros = data_struct(self.interface, "Multipliers", names, &zeros);
        quote!(self.start_with(t, q, v, #zeros, controls))
    }

    /// Returns the state `(q, p)` itself.
    pub(super) fn start_from_momentum(&self) -> TokenStream {
        let interface = self.interface;
        let state_name = self.state_name();
        let q = self.fields(&variable(ident("q")), &interface.coordinates);
        let p = (0..interface.coordinates.len()).map(|i| {
            let index = count(i);
            quote!(p[#index])
        });
        quote! {
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
    }
}
