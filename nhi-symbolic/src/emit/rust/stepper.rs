//! An integrator as a struct that implements the runtime's `Stepper`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::expr::{Expr, Graph};
use crate::mechanics::Mechanics;
use crate::model::Variable;
use crate::program::{Function, Program, Value};
use crate::schemes::{GroupKind, Scheme, StateFunction, StateGroup};

use super::body::Body;
use super::docs::docs;
use super::interface::{Interface, count, ident, velocity_names};
use super::mechanics::inherent_impl;
use super::method::data_struct;

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
    quote! { #types #constructor #diagnostics #implementation }
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
            let (field, docs) = (ident(group.name), docs(group.docs));
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

    fn group_type(&self, group: &StateGroup) -> TokenStream {
        match group.kind {
            GroupKind::Coordinates => self.interface.type_of("Coordinates"),
            GroupKind::Velocities => self.interface.type_of("Velocities"),
            GroupKind::Controls => self.interface.type_of("Controls"),
            GroupKind::Multipliers => self.interface.type_of("Multipliers"),
            GroupKind::Momenta => {
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
        let statements = body.values(&self.program.prepare);
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

    fn trait_impl(&self) -> TokenStream {
        let interface = self.interface;
        let (name, state_name) = (self.name(), self.state_name());
        let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
        let scalar = interface.scalar_type();
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
        let integrator = self.written_integrator();
        let (start, step, sample) = (self.start(), self.step(), self.sample());
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

    fn start(&self) -> TokenStream {
        let (names, model) = (self.coordinate_names(), &self.mechanics.model);
        let mut body = self.function_body();
        self.place_group(&mut body, &quote!(q), &self.mechanics.q, &names);
        self.place_group(
            &mut body,
            &quote!(v),
            &self.mechanics.v,
            &velocity_names(&names),
        );
        body.place(model.time, quote!(t));
        self.place_controls(
            &mut body,
            &quote!(u),
            &model.controls,
            &symbols(&model.controls),
        );
        let unpack = self.unpack();
        let inputs: Vec<_> = self
            .fields(&quote!(q), &names)
            .chain(self.fields(&quote!(v), &velocity_names(&names)))
            .collect();
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
            if !::nhi::__abi_1::is_finite(t #(+ #inputs)*) {
                return ::core::result::Result::Err(::nhi::__abi_1::StepError::new(t, ::nhi::__abi_1::StepErrorKind::NonFiniteInput));
            }
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

    /// The check of the initial velocity against the constraints.
    fn admission(&self, body: &mut Body<'_>) -> TokenStream {
        let function = self.function("admission");
        if function.outputs.is_empty() {
            return TokenStream::new();
        }
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        let names = &self.interface.constraints;
        quote! {
            {
                #statements
                ::nhi::__abi_1::off_constraint(t, &[#((#names, #residuals, #scales)),*])?;
            }
        }
    }

    fn step(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let function = self.function("step");
        let unpack = self.unpack();
        let mut controls = TokenStream::new();
        let mut read = Vec::new();
        for (index, node) in self.scheme.control_nodes.iter().enumerate() {
            if self.reads(function, &node.symbols) {
                let name = format_ident!("u{index}");
                let time = self.node_time(node.fraction);
                controls.extend(quote!(let #name = controls.at(#time);));
                self.place_controls(
                    &mut body,
                    &quote!(#name),
                    &self.mechanics.model.controls,
                    &node.symbols,
                );
                read.extend(self.fields(&quote!(#name), &self.interface.controls));
            }
        }
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

    fn sample(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let function = self.function("sample");
        let unpack = self.unpack();
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let names = self.coordinate_names();
        let (velocities, multipliers) = outputs.split_at(names.len());
        let v = data_struct(
            self.interface,
            "Velocities",
            &velocity_names(&names),
            velocities,
        );
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
            let sample = ::nhi::__abi_1::Sample { t, q: state.q, v: #v, lambda: #lambda };
            if #finite {
                ::core::result::Result::Ok(sample)
            } else {
                #non_finite
            }
        }
    }

    fn diagnostics(&self) -> TokenStream {
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
                let (result, value) = if diagnostic.per_constraint {
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

    fn function(&self, name: &str) -> &Function {
        let function = self.program.function(name);
        function.expect("a program of a scheme has all functions of a stepper")
    }

    fn function_body(&self) -> Body<'_> {
        let mut body = Body::new(self.interface, &self.program.tape);
        body.define(&self.program.prepared, &self.slots);
        body
    }

    /// `let [c0, c1] = self.prepared;`
    fn unpack(&self) -> TokenStream {
        let slots = &self.slots;
        quote!(let [#(#slots),*] = self.prepared;)
    }

    /// Binds the time where the function, or an error that it returns, needs it.
    fn time_binding(&self, function: &Function) -> TokenStream {
        let needed = self.reads(function, &[self.mechanics.model.time]) || self.is_implicit();
        if needed {
            quote!(let t = state.clock.time(self.h);)
        } else {
            TokenStream::new()
        }
    }

    fn node_time(&self, fraction: Expr) -> TokenStream {
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
    fn reads(&self, function: &Function, symbols: &[Expr]) -> bool {
        self.program
            .inputs_of(function)
            .iter()
            .any(|symbol| symbols.contains(symbol))
    }

    fn coordinate_names(&self) -> Vec<String> {
        self.interface.coordinates.clone()
    }

    fn fields<'n>(
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

    fn place_group(
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

    fn place_parameters(&self, body: &mut Body<'_>, owner: &TokenStream) {
        for parameter in &self.mechanics.model.parameters {
            let field = ident(&parameter.name);
            body.place(parameter.symbol, quote!(#owner.#field));
        }
    }

    fn place_controls(
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

    fn place_state(&self, body: &mut Body<'_>) {
        let names = self.coordinate_names();
        for group in &self.scheme.state {
            let field = ident(group.name);
            let owner = quote!(state.#field);
            match group.kind {
                GroupKind::Coordinates => self.place_group(body, &owner, &group.symbols, &names),
                GroupKind::Velocities => {
                    self.place_group(body, &owner, &group.symbols, &velocity_names(&names));
                }
                GroupKind::Controls => {
                    self.place_group(body, &owner, &group.symbols, &self.interface.controls);
                }
                GroupKind::Multipliers => {
                    self.place_group(body, &owner, &group.symbols, &self.interface.constraints);
                }
                GroupKind::Momenta => {
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
    fn state(
        &self,
        clock: &TokenStream,
        outputs: &[TokenStream],
        report: &TokenStream,
    ) -> TokenStream {
        let names = self.coordinate_names();
        let name = self.state_name();
        let mut rest = outputs;
        let groups = self.scheme.state.iter().map(|group| {
            let (entries, others) = rest.split_at(group.symbols.len());
            rest = others;
            let field = ident(group.name);
            let data = match group.kind {
                GroupKind::Coordinates => {
                    data_struct(self.interface, "Coordinates", &names, entries)
                }
                GroupKind::Velocities => data_struct(
                    self.interface,
                    "Velocities",
                    &velocity_names(&names),
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
                GroupKind::Momenta => quote!([#(#entries),*]),
            };
            quote!(#field: #data)
        });
        let groups: Vec<_> = groups.collect();
        let report = self.is_implicit().then(|| quote!(#report,));
        quote!(#name { clock: #clock, #(#groups,)* #report })
    }

    /// Whether all results are finite: their sum is. One addition each is the cheapest test; it
    /// also rejects values near the end of the range, whose sum overflows.
    fn finite_check(&self, function: &Function, outputs: &[TokenStream]) -> TokenStream {
        if outputs.is_empty() {
            return quote!(true);
        }
        let tested = self.program.results_to_test(function);
        let outputs = outputs.iter().zip(tested).filter(|(_, tested)| *tested);
        let outputs = outputs.map(|(output, _)| output);
        quote!(::nhi::__abi_1::is_finite(#(#outputs)+*))
    }

    /// What a result that is not finite means, given the inputs that might be to blame.
    fn non_finite_error(&self, time: &TokenStream, inputs: &[TokenStream]) -> TokenStream {
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

fn symbols(variables: &[Variable]) -> Vec<Expr> {
    variables.iter().map(|variable| variable.symbol).collect()
}
