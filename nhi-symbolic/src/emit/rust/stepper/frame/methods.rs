//! Constructor, starts of vakonomic steppers, and monitors.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::super::docs::docs;
use super::super::super::interface::{count, ident};
use super::super::super::mechanics::inherent_impl;
use super::super::outline::MonitorMethod;
use super::{Frame, Function};

impl Frame<'_> {
    /// Returns the constructor, called as `board.gni(h)?`.
    pub(super) fn constructor(&self) -> TokenStream {
        let interface = self.interface;
        let (name, generics) = (self.name(), interface.use_generics());
        let constructor = interface.constructor_name(self.outline.integrator);
        let hiding = interface.hiding();
        let scalar = interface.scalar_type();
        let docs = docs(&format!(
            "A [`{name}`] for these parameters with the constant step size `h`, in the model's unit of time; \
             negative `h` runs backwards.\n\n# Errors\nA step size that is zero or not finite, \
             parameters that are not finite, or for which the model is singular.",
        ));
        let body = self.body(Function::Constructor);
        let method = quote! {
            #docs
            #hiding
            pub fn #constructor(&self, h: #scalar) -> ::core::result::Result<#name #generics, ::nhi::__abi_1::SetupError> {
                #body
            }
        };
        inherent_impl(interface, &method)
    }

    /// Returns the methods `start_with` and, if the state is `(q, p)`, `start_from_momentum`.
    pub(super) fn further_starts(&self) -> TokenStream {
        let interface = self.interface;
        let (scalar, signal) = (interface.scalar_type(), self.signal_type());
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let multipliers = interface.multipliers_type();
        let result = self.first_state_type();
        let body = self.body(Function::StartWith);
        let momentum_start = self
            .outline
            .starts_from_momentum
            .then(|| self.momentum_start());
        self.inherent_impl(&quote! {
            /// The state at time `t` with configuration `q`, velocity `v` and multipliers `lambda`:
            /// the momenta are `L_v - g_v^T lambda`.
            ///
            /// The multipliers are free data: through one configuration and velocity goes a
            /// vakonomic motion for each choice of them. The trait's `start` takes zeros.
            ///
            /// # Errors
            /// If `q`, `v` or `lambda` is not finite, or `v` violates a constraint.
            pub fn start_with(&self, t: #scalar, q: #coordinates, v: #velocities, lambda: #multipliers, controls: #signal) -> #result {
                #body
            }

            #momentum_start
        })
    }

    fn momentum_start(&self) -> TokenStream {
        let interface = self.interface;
        let (scalar, n) = (interface.scalar_type(), count(interface.coordinates.len()));
        let coordinates = interface.type_of("Coordinates");
        let result = self.first_state_type();
        let body = self.body(Function::StartFromMomentum);
        quote! {
            /// The state at time `t` with configuration `q` and momenta `p`, which determine
            /// velocity and multipliers.
            ///
            /// # Errors
            /// If `q` or `p` is not finite.
            pub fn start_from_momentum(&self, t: #scalar, q: #coordinates, p: [#scalar; #n]) -> #result {
                #body
            }
        }
    }

    /// Returns `start`, `step` and `sample` of the trait as inherent methods, for users who do not
    /// import it.
    pub(super) fn without_import(&self) -> TokenStream {
        let interface = self.interface;
        let (scalar, signal, state) = (
            interface.scalar_type(),
            self.signal_type(),
            self.state_type(),
        );
        let coordinates = interface.type_of("Coordinates");
        let velocities = interface.type_of("Velocities");
        let multipliers = interface.multipliers_type();
        let first = self.first_state_type();
        self.inherent_impl(&quote! {
            /// The state at time `t` with configuration `q` and velocity `v`.
            ///
            /// # Errors
            /// If `q` or `v` is not finite, `v` violates a constraint, or the first equations of
            /// the scheme cannot be solved.
            #[inline]
            pub fn start(&self, t: #scalar, q: #coordinates, v: #velocities, controls: #signal) -> #first {
                ::nhi::__abi_1::Stepper::start(self, t, q, v, controls)
            }

            /// The state one step after `state`.
            ///
            /// # Errors
            /// If a control or the next state is not finite, or the equations of the step cannot
            /// be solved.
            #[inline]
            pub fn step(&self, state: &#state, controls: #signal) -> #first {
                ::nhi::__abi_1::Stepper::step(self, state, controls)
            }

            /// Time, configuration, velocity and multipliers at the node of `state`.
            ///
            /// # Errors
            /// If a result is not finite.
            #[inline]
            pub fn sample(&self, state: &#state) -> ::core::result::Result<
                ::nhi::__abi_1::Sample<#scalar, #coordinates, #velocities, #multipliers>,
                ::nhi::__abi_1::StepError<#scalar>,
            > {
                ::nhi::__abi_1::Stepper::sample(self, state)
            }
        })
    }

    /// Returns the result type of a start.
    fn first_state_type(&self) -> TokenStream {
        let (state, scalar) = (self.state_type(), self.interface.scalar_type());
        quote!(::core::result::Result<#state, ::nhi::__abi_1::StepError<#scalar>>)
    }

    pub(super) fn monitors(&self) -> TokenStream {
        let monitors = self.outline.monitors.iter();
        let methods: TokenStream = monitors.map(|monitor| self.monitor(monitor)).collect();
        self.inherent_impl(&methods)
    }

    fn monitor(&self, monitor: &MonitorMethod) -> TokenStream {
        let (method, docs) = (ident(monitor.name), docs(monitor.docs));
        let (scalar, state) = (self.interface.scalar_type(), self.state_type());
        let result = match monitor.length.map(count) {
            Some(length) => quote!([#scalar; #length]),
            None => scalar,
        };
        let body = self.body(Function::Monitor(monitor.name));
        quote! {
            #docs
            #[must_use]
            pub fn #method(&self, state: &#state) -> #result {
                #body
            }
        }
    }

    /// Returns an `impl` block of the stepper.
    pub(super) fn inherent_impl(&self, items: &TokenStream) -> TokenStream {
        let name = self.name();
        let generics = self.interface.use_generics();
        let impl_generics = self.interface.impl_generics();
        quote! {
            impl #impl_generics #name #generics {
                #items
            }
        }
    }
}
