//! The functions of a stepper: start, step, sample, and its monitors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::discrete::REFLECTION;
use crate::program::Place;
use crate::program::stepper::{Routine, StartCheck};

use super::super::body::Body;
use super::super::interface::{count, ident, numbered};
use super::super::method::data_struct;
use super::super::syntax::variable;
use super::Emitter;

impl Emitter<'_> {
    pub(super) fn start(&self) -> TokenStream {
        let interface = self.interface;
        let mut body = self.function_body();
        self.place_initial_values(&mut body);
        let unpack = self.unpack();
        let taken_apart = self.taken_apart();
        let (of_values, of_constraints) = self.start_checks(&mut body);
        let routine = &self.stepper.start;
        let reads_controls = routine.reads(|place| matches!(place, Place::Control(_)));
        let controls = reads_controls.then(|| quote!(let u = controls.at(t);));
        self.place_fields(
            &mut body,
            (0..).map(Place::Control),
            &variable(ident("u")),
            &interface.controls,
        );
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
        let state = self.state(
            &quote!(::nhi::__abi_1::Clock::new(t)),
            &outputs,
            &quote!(report: ::nhi::__abi_1::NewtonReport::default()),
        );
        let non_finite = self.non_finite_error(routine, &body, &quote!(t), &[]);
        let finite = self.finite_check(routine, &body, &outputs);
        quote! {
            #taken_apart
            #of_values
            #unpack
            #of_constraints
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

    /// Assigns expressions to the arguments of `start`, except for the controls.
    fn place_initial_values(&self, body: &mut Body<'_, Place>) {
        let interface = self.interface;
        let entries = self
            .configuration(&variable(ident("q")))
            .into_iter()
            .enumerate();
        for (number, entry) in entries {
            body.place(Place::Configuration(number), entry);
        }
        let velocities = (0..).map(Place::Velocity);
        let v = variable(ident("v"));
        self.place_fields(body, velocities, &v, &interface.velocities);
        body.place(Place::Time, variable(ident("t")));
        if self.stepper.has_initial_multipliers {
            let multipliers = (0..).map(Place::InitialMultiplier);
            let lambda = variable(ident("lambda"));
            self.place_fields(body, multipliers, &lambda, &interface.constraints);
        }
    }

    /// Returns the initial configuration as entries, if the user's type differs.
    fn taken_apart(&self) -> Option<TokenStream> {
        let interface = self.interface;
        interface.has_flat_states().then(|| {
            let (scalar, n) = (interface.scalar_type(), count(interface.entries()));
            quote!(let q: [#scalar; #n] = q.into();)
        })
    }

    /// Returns the checks of the initial values alone, and those that use prepared values.
    fn start_checks(&self, body: &mut Body<'_, Place>) -> (TokenStream, TokenStream) {
        let (mut of_values, mut of_constraints) = (TokenStream::new(), TokenStream::new());
        for check in &self.stepper.checks {
            match check {
                StartCheck::FiniteInput(places) => of_values.extend(finite_input(body, places)),
                StartCheck::Rotation { element, rows } => {
                    of_values.extend(rotation_check(element, rows));
                }
                StartCheck::Constraints => of_constraints.extend(self.admission(body)),
            }
        }
        (of_values, of_constraints)
    }

    /// Returns the check of the initial values against the constraints.
    fn admission(&self, body: &mut Body<'_, Place>) -> TokenStream {
        let function = &self.stepper.admission.function;
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        let names = &self.stepper.names.admission;
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
        let routine = &self.stepper.step;
        let (controls, read) = self.read_controls(&mut body, routine);
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
        let next = self.next_state(&outputs);
        let non_finite = self.non_finite_error(routine, &body, &self.time_of_step(), &read);
        let finite = self.finite_check(routine, &body, &outputs);
        if self.is_composed() {
            let substep = quote! {
                #controls
                #statements
                let next = #next;
                if !(#finite) {
                    return #non_finite;
                }
            };
            let composed = self.composed(routine, false, &substep, &quote!(next));
            return quote!(#composed ::core::result::Result::Ok(state));
        }
        let (unpack, time) = (self.unpack(), self.time_binding(routine));
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

    /// Returns the state after a step or a substep.
    pub(super) fn next_state(&self, outputs: &[Expr]) -> TokenStream {
        match self.is_composed() {
            true => self.state(
                &quote!(clock),
                outputs,
                &quote!(report: state.report.and(report)),
            ),
            false => self.state(&quote!(state.clock.next()), outputs, &quote!(report)),
        }
    }

    /// Returns the time at which a step or a substep begins.
    pub(super) fn time_of_step(&self) -> TokenStream {
        match self.is_composed() {
            true => quote!(t),
            false => quote!(state.clock.time(self.h)),
        }
    }

    /// Reads the controls that the function needs; also returns the expressions read.
    pub(super) fn read_controls(
        &self,
        body: &mut Body<'_, Place>,
        routine: &Routine,
    ) -> (TokenStream, Vec<Expr>) {
        let mut controls = TokenStream::new();
        let mut read = Vec::new();
        let names = &self.interface.controls;
        for &node in &routine.control_nodes {
            let name = numbered("u", node);
            let time = match self.is_composed() {
                true => {
                    let time = numbered("m", node);
                    quote!(#time)
                }
                false => self.time_of(self.stepper.control_nodes[node]),
            };
            controls.extend(quote!(let #name = controls.at(#time);));
            let places = (0..).map(|control| Place::NodeControl { node, control });
            let name = variable(name);
            self.place_fields(body, places, &name, names);
            read.extend(self.fields(&name, names));
        }
        (controls, read)
    }

    pub(super) fn sample(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let routine = &self.stepper.sample;
        let unpack = self.unpack();
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
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
        let finite = self.finite_check(routine, &body, &outputs);
        let non_finite = self.non_finite_error(routine, &body, &quote!(t), &[]);
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

    /// Returns the signs of a state: those of its sample, with its reflection if the integrator
    /// reflects.
    pub(super) fn signs(&self) -> TokenStream {
        let parts = quote! {
            ::nhi::__abi_1::Stepper::step_size(stepper), sample.t, &sample.q, &sample.v, &sample.lambda
        };
        let controls = (!self.interface.controls.is_empty()).then(|| quote!(, controls));
        let signs_at = self.interface.method_name("signs_at");
        let lags = self.stepper.traits.lags.then(|| quote!(lags: true,));
        let adaptive = self.stepper.tolerance().map(|_| quote!(adaptive: true,));
        let substeps = self.is_composed().then(|| {
            let count = self.stepper.substeps.len() as u32;
            quote!(substeps: ::core::option::Option::Some(#count),)
        });
        let monitors = self.outline.monitors.iter();
        let mut monitors = monitors.map(|monitor| monitor.name);
        match monitors.find(|&name| name == REFLECTION.name) {
            Some(name) => {
                let reflection = ident(name);
                quote!(self.#signs_at(#parts, &stepper.#reflection(state) #controls))
            }
            None => {
                quote! {
                    ::nhi::__abi_1::Signs {
                        parasitic: ::core::option::Option::None,
                        #lags
                        #adaptive
                        #substeps
                        ..self.#signs_at(#parts, &::nhi::__abi_1::Signs::unreflected() #controls)
                    }
                }
            }
        }
    }

    /// Returns the values of the monitor with the given name.
    pub(super) fn monitor(&self, name: &str) -> TokenStream {
        let mut monitors = self.stepper.diagnostics.iter();
        let monitor = monitors.find(|monitor| monitor.name == name);
        let monitor = monitor.expect("the outline of a stepper names its own monitors");
        let mut body = self.function_body();
        self.place_state(&mut body);
        let routine = &monitor.routine;
        let unpack = self.unpack();
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
        let value = if monitor.per_constraint || outputs.len() > 1 {
            quote!([#(#outputs),*])
        } else {
            quote!(#(#outputs)*)
        };
        let time = self.time_binding(routine);
        quote! {
            #unpack
            #time
            #statements
            #value
        }
    }
}

fn finite_input(body: &Body<'_, Place>, places: &[Place]) -> TokenStream {
    let inputs = places.iter().map(|&place| body.symbol(place));
    quote! {
        if !::nhi::__abi_1::is_finite(#(#inputs)+*) {
            return ::core::result::Result::Err(::nhi::__abi_1::StepError::new(t, ::nhi::__abi_1::StepErrorKind::NonFiniteInput));
        }
    }
}

fn rotation_check(element: &str, rows: &[Vec<usize>]) -> TokenStream {
    let rows = rows.iter().map(|row| {
        let places = row.iter().map(|&place| count(place));
        quote!([#(q[#places]),*])
    });
    quote!(::nhi::__abi_1::not_a_rotation(t, #element, &[#(#rows),*])?;)
}
