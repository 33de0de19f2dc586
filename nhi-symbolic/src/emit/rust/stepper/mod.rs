//! An integrator as a struct that implements the runtime's `Stepper`.

mod access;
mod calls;
mod composed;
mod frame;
mod jacobian;
mod multipliers;
mod outline;
mod subroutines;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::discrete::Requirement;
use crate::program::stepper::Stepper;
use crate::program::{OpCount, Place};

use super::body::Body;
use super::interface::{Interface, ident, numbered};
use super::straight::Aside;
use super::syntax::{field, variable};

use frame::Function;
pub(super) use frame::items;
pub(super) use outline::{MonitorMethod, Part, StepperOutline};

/// Returns everything that belongs to one integrator: state, stepper, constructor, trait.
pub(super) fn stepper(interface: &Interface, aside: &Aside, stepper: &Stepper) -> TokenStream {
    let slots = 0..stepper.prepare.prepared.len();
    let outline = StepperOutline::of(stepper, stepper_docs(stepper));
    let emitter = Emitter {
        interface,
        aside,
        outline: &outline,
        stepper,
        slots: slots.map(|i| numbered("c", i)).collect(),
    };
    let called = emitter.subroutines();
    items(interface, &outline, &called, &|function| {
        emitter.body(function)
    })
}

/// The writer of the function bodies of a stepper.
struct Emitter<'a> {
    interface: &'a Interface,
    /// The store of straight-line code.
    aside: &'a Aside,
    outline: &'a StepperOutline,
    stepper: &'a Stepper,
    /// The names of the prepared values.
    slots: Vec<Ident>,
}

impl Emitter<'_> {
    fn body(&self, function: Function) -> TokenStream {
        match function {
            Function::Constructor => self.constructor(),
            Function::Start if self.stepper.has_initial_multipliers => {
                self.start_without_multipliers()
            }
            Function::Start | Function::StartWith => self.start(),
            Function::StartFromMomentum => self.start_from_momentum(),
            Function::Step => self.step(),
            Function::Sample => self.sample(),
            Function::Monitor(name) => self.monitor(name),
            Function::Signs => self.signs(),
            Function::Entries => self.entries(),
            Function::WithEntries => self.with_entries(),
            Function::StepJacobian => self.step_jacobian(),
        }
    }

    fn name(&self) -> Ident {
        self.outline.name(self.interface)
    }

    fn state_name(&self) -> Ident {
        self.outline.state_name(self.interface)
    }

    fn is_composed(&self) -> bool {
        !self.stepper.substeps.is_empty()
    }

    fn is_implicit(&self) -> bool {
        self.outline.is_implicit
    }

    fn constructor(&self) -> TokenStream {
        let (interface, name) = (self.interface, self.name());
        let tape = &self.stepper.tape;
        let prepare = &self.stepper.prepare;
        let mut body = Body::new(interface, self.aside, tape);
        let fields = self.stepper.names.parameters.iter();
        let fields = fields.map(|name| ident(name));
        let owner = variable(ident("self"));
        for (number, name) in fields.enumerate() {
            body.place(Place::Parameter(number), field(&owner, name));
        }
        body.place(Place::StepSize, variable(ident("h")));
        let conditions = prepare.conditions.iter();
        let mut results: Vec<_> = conditions.map(|&(_, value)| value).collect();
        results.extend(&prepare.prepared);
        let statements = body.values(&prepare.values, &results);
        let prepared = body.operands(&prepare.prepared);
        let parameter_checks = self.stepper.names.parameters.iter().map(|text| {
            let field = ident(text);
            quote!(::nhi::__abi_1::SetupError::check_parameter(#text, self.#field)?;)
        });
        let condition_checks = prepare.conditions.iter().map(|&(requirement, value)| {
            let value = body.operand(value);
            match requirement {
                Requirement::Positive(what) => {
                    quote!(::nhi::__abi_1::SetupError::check_positive(#what, #value)?;)
                }
                Requirement::Stable(what) => {
                    quote!(::nhi::__abi_1::SetupError::check_stable(#what, #value)?;)
                }
            }
        });
        let newton = self
            .is_implicit()
            .then(|| quote!(newton: ::nhi::__abi_1::NewtonSettings::default(),));
        let prepare = self.prepare(&quote! {
            #statements
            #(#condition_checks)*
            let prepared = [#(#prepared),*];
            ::nhi::__abi_1::SetupError::check_all_prepared(&prepared)?;
        });
        quote! {
            ::nhi::__abi_1::SetupError::check_step_size(h)?;
            #(#parameter_checks)*
            #prepare
            ::core::result::Result::Ok(#name { h, #newton prepared })
        }
    }
}

/// Returns the documentation of the method with its operation counts.
fn stepper_docs(stepper: &Stepper) -> String {
    let tape = &stepper.tape;
    let prepare = OpCount::of(tape, &stepper.prepare.values);
    let mut docs = format!(
        "{}\n\nOrder {}{}. Operations: prepare once, {prepare}",
        stepper.summary,
        stepper.traits.order,
        if stepper.traits.symmetric {
            ", symmetric"
        } else {
            ""
        },
    );
    for routine in stepper.routines() {
        let function = &routine.function;
        let (once, iterated) = function.count(tape, &stepper.subroutines);
        let substep = match function.name.starts_with("step") && !stepper.substeps.is_empty() {
            true => " each substep",
            false => "",
        };
        docs.push_str(&format!("; `{}`,{substep} {once}", function.name));
        if iterated.total() > 0 {
            docs.push_str(&format!(", and per iteration {iterated}"));
        }
    }
    docs.push('.');
    docs
}
