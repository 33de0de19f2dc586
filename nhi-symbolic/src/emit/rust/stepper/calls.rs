//! What a stepper does: start, step, sample, and its diagnostics.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::program::Function;
use crate::schemes::StateFunction;

use super::super::body::Body;
use super::super::docs::docs;
use super::super::interface::{count, ident};
use super::super::method::data_struct;
use super::{Emitter, symbols};

impl Emitter<'_> {
    pub(super) fn trait_impl(&self) -> TokenStream {
        let interface = self.interface;
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let scalar = interface.scalar_type();
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
        let integrator = self.written_integrator();
        let start = if self.has_initial_multipliers() {
            self.start_without_multipliers()
        } else {
            self.start()
        };
        let (step, sample) = (self.step(), self.sample());
        let report = self.report();
        let signal = quote!(&impl ::nhi::__abi_1::ControlSignal<#scalar, #controls>);
        let error = quote!(::nhi::__abi_1::StepError<#scalar>);
        quote! {
            #[allow(unused_variables, clippy::all)]
            impl #impl_generics ::nhi::__abi_1::Stepper for #name #generics {
                type Scalar = #scalar;
                type Coordinates = #coordinates;
                type Velocities = #velocities;
                type Controls = #controls;
                type Multipliers = #multipliers;
                type State = #state_name #generics;

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

    /// The report that states of implicit steppers hold; explicit ones have none to give.
    fn report(&self) -> Option<TokenStream> {
        let scalar = self.interface.scalar_type();
        self.is_implicit().then(|| {
            quote! {
                #[inline]
                fn report(&self, state: &Self::State) -> ::nhi::__abi_1::NewtonReport<#scalar> {
                    state.report
                }
            }
        })
    }

    pub(super) fn start(&self) -> TokenStream {
        let (interface, model) = (self.interface, &self.mechanics.model);
        let mut body = self.function_body();
        let configuration = if interface.has_flat_states() {
            interface.flat_entries(&quote!(q))
        } else {
            self.fields(&quote!(q), &interface.coordinates).collect()
        };
        for (&symbol, place) in self.mechanics.q.iter().zip(&configuration) {
            body.place(symbol, place.clone());
        }
        let v = quote!(v);
        self.place_group(&mut body, &v, &self.mechanics.v, &interface.velocities);
        body.place(model.time, quote!(t));
        self.place_controls(
            &mut body,
            &quote!(u),
            &model.controls,
            &symbols(&model.controls),
        );
        let unpack = self.unpack();
        let mut inputs: Vec<_> = configuration
            .into_iter()
            .chain(self.fields(&v, &interface.velocities))
            .collect();
        if self.has_initial_multipliers() {
            inputs.extend(self.place_initial_multipliers(&mut body));
        }
        let (taken_apart, elements) = self.group_elements();
        let admission = self.admission(&mut body);
        let function = self.function("start");
        let reads_controls = self.reads(function, &symbols(&model.controls));
        let controls = reads_controls.then(|| quote!(let u = controls.at(t);));
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let state = self.state(
            &quote!(::nhi::__abi_1::Clock::new(t)),
            &outputs,
            &quote!(report: ::nhi::__abi_1::NewtonReport::default()),
        );
        let non_finite = self.non_finite_error(&quote!(t), &[]);
        let finite = self.finite_check(function, &outputs);
        quote! {
            #taken_apart
            if !::nhi::__abi_1::is_finite(t #(+ #inputs)*) {
                return ::core::result::Result::Err(::nhi::__abi_1::StepError::new(t, ::nhi::__abi_1::StepErrorKind::NonFiniteInput));
            }
            #elements
            #unpack
            #admission
            #controls
            #statements
            let state = #state;
            if #finite {
                ::core::result::Result::Ok(state)
            } else {
                #non_finite
            }
        }
    }

    /// The initial configuration as entries, and the check that its group elements are such.
    fn group_elements(&self) -> (TokenStream, TokenStream) {
        let interface = self.interface;
        if !interface.has_flat_states() {
            return (TokenStream::new(), TokenStream::new());
        }
        let (scalar, n) = (interface.scalar_type(), count(interface.entries()));
        let mut checks = TokenStream::new();
        let mut first = interface.coordinates.len();
        for element in &interface.elements {
            let name = &element.name;
            let rows = element.rotation_places(first).into_iter().map(|row| {
                let places = row.into_iter().map(count);
                quote!([#(q[#places]),*])
            });
            checks.extend(quote!(::nhi::__abi_1::not_a_rotation(t, #name, &[#(#rows),*])?;));
            first += element.entries();
        }
        (quote!(let q: [#scalar; #n] = q.into();), checks)
    }

    /// The check of the initial velocity against the constraints.
    pub(super) fn admission(&self, body: &mut Body<'_>) -> TokenStream {
        let function = self.function("admission");
        if function.outputs.is_empty() {
            return TokenStream::new();
        }
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        let names = &self.interface.admission;
        quote! {
            {
                #statements
                ::nhi::__abi_1::off_constraint(t, &[#((#names, #residuals, #scales)),*])?;
            }
        }
    }

    pub(super) fn step(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let function = self.function("step");
        let unpack = self.unpack();
        let (controls, read) = self.read_controls(&mut body, function);
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let next = self.state(&quote!(state.clock.next()), &outputs, &quote!(report));
        let non_finite = self.non_finite_error(&quote!(state.clock.time(self.h)), &read);
        let finite = self.finite_check(function, &outputs);
        let time = self.time_binding(function);
        quote! {
            #unpack
            #time
            #controls
            #statements
            let next = #next;
            if #finite {
                ::core::result::Result::Ok(next)
            } else {
                #non_finite
            }
        }
    }

    /// Reads the controls where the function needs them; also gives what was read.
    pub(super) fn read_controls(
        &self,
        body: &mut Body<'_>,
        function: &Function,
    ) -> (TokenStream, Vec<TokenStream>) {
        let mut controls = TokenStream::new();
        let mut read = Vec::new();
        for (index, node) in self.scheme.control_nodes.iter().enumerate() {
            if self.reads(function, &node.symbols) {
                let name = format_ident!("u{index}");
                let time = self.node_time(node.fraction);
                controls.extend(quote!(let #name = controls.at(#time);));
                self.place_controls(
                    body,
                    &quote!(#name),
                    &self.mechanics.model.controls,
                    &node.symbols,
                );
                read.extend(self.fields(&quote!(#name), &self.interface.controls));
            }
        }
        (controls, read)
    }

    pub(super) fn sample(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let function = self.function("sample");
        let unpack = self.unpack();
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let names = &self.interface.velocities;
        let (velocities, multipliers) = outputs.split_at(names.len());
        let v = data_struct(self.interface, "Velocities", names, velocities);
        let q = if self.interface.has_flat_states() {
            quote!(state.q.into())
        } else {
            quote!(state.q)
        };
        let lambda = if multipliers.is_empty() {
            quote!(())
        } else {
            data_struct(
                self.interface,
                "Multipliers",
                &self.interface.constraints,
                multipliers,
            )
        };
        let finite = self.finite_check(function, &outputs);
        let non_finite = self.non_finite_error(&quote!(t), &[]);
        quote! {
            #unpack
            let t = state.clock.time(self.h);
            #statements
            let sample = ::nhi::__abi_1::Sample { t, q: #q, v: #v, lambda: #lambda };
            if #finite {
                ::core::result::Result::Ok(sample)
            } else {
                #non_finite
            }
        }
    }

    pub(super) fn diagnostics(&self) -> TokenStream {
        let interface = self.interface;
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let scalar = interface.scalar_type();
        let shown = |f: &&StateFunction| !f.values.is_empty();
        let methods = self
            .scheme
            .diagnostics
            .iter()
            .filter(shown)
            .map(|diagnostic| {
                let mut body = self.function_body();
                self.place_state(&mut body);
                let function = self.function(diagnostic.name);
                let unpack = self.unpack();
                let statements = body.function(function);
                let outputs = body.operands(&function.outputs);
                let (method, docs) = (ident(diagnostic.name), docs(diagnostic.docs));
                let (result, value) = if diagnostic.per_constraint || outputs.len() > 1 {
                    let m = count(outputs.len());
                    (quote!([#scalar; #m]), quote!([#(#outputs),*]))
                } else {
                    (scalar.clone(), quote!(#(#outputs)*))
                };
                let time = self.time_binding(function);
                quote! {
                    #docs
                    #[must_use]
                    pub fn #method(&self, state: &#state_name #generics) -> #result {
                        #unpack
                        #time
                        #statements
                        #value
                    }
                }
            });
        quote! {
            #[allow(unused_variables, clippy::all)]
            impl #impl_generics #name #generics {
                #(#methods)*
            }
        }
    }
}
