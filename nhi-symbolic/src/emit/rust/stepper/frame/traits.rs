//! The runtime's `Stepper`, `Watched` and `DifferentiableStepper`.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::super::interface::count;
use super::{Frame, Function};

impl Frame<'_> {
    pub(super) fn stepper(&self) -> TokenStream {
        let interface = self.interface;
        let (name, state) = (self.name(), self.state_type());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let scalar = interface.scalar_type();
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
        let signal = self.signal_type();
        let error = quote!(::nhi::__abi_1::StepError<#scalar>);
        let integrator = &self.outline.written;
        let report = self.report();
        let start = self.body(Function::Start);
        let step = self.body(Function::Step);
        let sample = self.body(Function::Sample);
        quote! {
            impl #impl_generics ::nhi::__abi_1::Stepper for #name #generics {
                type Scalar = #scalar;
                type Coordinates = #coordinates;
                type Velocities = #velocities;
                type Controls = #controls;
                type Multipliers = #multipliers;
                type State = #state;

                const INTEGRATOR: &'static str = #integrator;

                #[inline]
                fn step_size(&self) -> #scalar {
                    self.h
                }

                #[inline]
                fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<#scalar> {
                    state.clock
                }

                #report

                fn start(&self, t: #scalar, q: #coordinates, v: #velocities, controls: #signal) -> ::core::result::Result<Self::State, #error> {
                    #start
                }

                #[inline]
                fn step(&self, state: &Self::State, controls: #signal) -> ::core::result::Result<Self::State, #error> {
                    #step
                }

                #[inline]
                fn sample(&self, state: &Self::State) -> ::core::result::Result<::nhi::__abi_1::SampleOf<Self>, #error> {
                    #sample
                }
            }
        }
    }

    /// Returns the method for the report in the states of implicit steppers; explicit ones have no
    /// report.
    fn report(&self) -> Option<TokenStream> {
        let scalar = self.interface.scalar_type();
        self.outline.is_implicit.then(|| {
            quote! {
                #[inline]
                fn report(&self, state: &Self::State) -> ::nhi::__abi_1::NewtonReport<#scalar> {
                    state.report
                }
            }
        })
    }

    /// Returns the implementation that allows runs of the stepper to be monitored. Shells with
    /// generics have none, because their bounds may be insufficient.
    pub(super) fn watched(&self) -> TokenStream {
        let interface = self.interface;
        if interface.has_generics_of_the_user() {
            return TokenStream::new();
        }
        let (name, generics) = (self.name(), interface.use_generics());
        let scalar = interface.scalar_type();
        let state = self.state_type();
        let header = interface.trait_header(&quote!(::nhi::__abi_1::Watched<#name #generics>));
        let body = self.body(Function::Signs);
        let controls_type = interface.controls_type();
        let controls = match interface.controls.is_empty() {
            true => quote!(_),
            false => quote!(controls),
        };
        quote! {
            impl #header {
                fn signs(
                    &self,
                    stepper: &#name #generics,
                    state: &#state,
                    sample: &::nhi::__abi_1::SampleOf<#name #generics>,
                    #controls: ::core::option::Option<&#controls_type>,
                ) -> ::nhi::__abi_1::Signs<#scalar> {
                    #body
                }
            }
        }
    }

    pub(super) fn differentiable_stepper(&self) -> TokenStream {
        let interface = self.interface;
        let name = self.name();
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let (scalar, signal) = (interface.scalar_type(), self.signal_type());
        let [n, u, p] = self.outline.jacobian_sizes(interface).map(count);
        let entries = self.body(Function::Entries);
        let with_entries = self.body(Function::WithEntries);
        let step = self.body(Function::StepJacobian);
        quote! {
            impl #impl_generics ::nhi::__abi_1::DifferentiableStepper<#n, #u, #p> for #name #generics {
                fn entries(&self, state: &Self::State) -> ::nhi::__abi_1::SVector<#scalar, #n> {
                    #entries
                }

                fn with_entries(&self, state: &Self::State, entries: &::nhi::__abi_1::SVector<#scalar, #n>) -> Self::State {
                    #with_entries
                }

                fn step_jacobian(&self, state: &Self::State, controls: #signal) -> ::core::result::Result<
                    ::nhi::__abi_1::StepJacobianOf<Self, #n, #u, #p>,
                    ::nhi::__abi_1::StepError<#scalar>,
                > {
                    #step
                }
            }
        }
    }
}
