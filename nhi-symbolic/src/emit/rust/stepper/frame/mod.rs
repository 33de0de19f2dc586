//! The items of a stepper: types, constructor, methods and traits around the bodies of its
//! functions.
//!
//! Steppers of valid models and shells of models with errors differ only in their bodies, so every
//! signature is written in a single place, here.

mod methods;
mod traits;
mod types;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::super::interface::Interface;
use super::super::scope::in_scope;
use super::outline::StepperOutline;

/// A function whose body depends on the equations of the integrator.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Function {
    /// From parameters and step size to a stepper.
    Constructor,
    /// From initial values to the first state.
    Start,
    /// From initial values and multipliers to the first state.
    StartWith,
    /// From coordinates and momenta to the first state.
    StartFromMomentum,
    /// From a state to the next one.
    Step,
    /// From a state to its sample.
    Sample,
    /// From a state to the values of the monitor of this name.
    Monitor(&'static str),
    /// From a state and its sample to the signs of the run.
    Signs,
    /// From a state to its entries.
    Entries,
    /// From entries to a state.
    WithEntries,
    /// From a state to the next one and its derivatives.
    StepJacobian,
}

/// Returns everything that belongs to one integrator, with the given bodies and the methods that
/// they call.
pub(in super::super) fn items(
    interface: &Interface,
    outline: &StepperOutline,
    called: &TokenStream,
    body: &dyn Fn(Function) -> TokenStream,
) -> TokenStream {
    let frame = Frame {
        interface,
        outline,
        body,
    };
    let types = frame.types();
    let called = (!called.is_empty()).then(|| frame.inherent_impl(called));
    let settings = outline.is_implicit.then(|| frame.newton_settings());
    let constructor = frame.constructor();
    let starts = outline
        .has_initial_multipliers
        .then(|| frame.further_starts());
    let monitors = frame.monitors();
    let without_import = frame.without_import();
    let stepper = frame.stepper();
    let watched = frame.watched();
    let differentiable = outline.has_jacobian.then(|| frame.differentiable_stepper());
    let functions = quote! { #settings #constructor #starts #monitors #called #without_import #stepper #watched #differentiable };
    let functions = in_scope(interface, &functions);
    quote! { #types #functions }
}

struct Frame<'a> {
    interface: &'a Interface,
    outline: &'a StepperOutline,
    body: &'a dyn Fn(Function) -> TokenStream,
}

impl Frame<'_> {
    fn name(&self) -> Ident {
        self.outline.name(self.interface)
    }

    /// Returns the type of states, as used.
    fn state_type(&self) -> TokenStream {
        let name = self.outline.state_name(self.interface);
        let generics = self.interface.use_generics();
        quote!(#name #generics)
    }

    /// Returns the type of a control signal argument.
    fn signal_type(&self) -> TokenStream {
        let scalar = self.interface.scalar_type();
        let controls = self.interface.controls_type();
        quote!(&impl ::nhi::__abi_1::ControlSignal<#scalar, #controls>)
    }

    fn body(&self, function: Function) -> TokenStream {
        (self.body)(function)
    }
}
