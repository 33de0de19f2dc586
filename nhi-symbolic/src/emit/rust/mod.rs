//! Rust: the types, methods and steppers of a model, as tokens around trees of statements.
//!
//! The emitted code is statements of a few operations on the struct's scalar type. It refers to the
//! runtime through the hidden module `nhi::__abi_1` of the facade. The only user tokens that it
//! contains are checked identifiers; `docs` writes the documentation.

mod blocks;
mod body;
mod choice;
mod configuration;
mod contacts;
mod docs;
mod equations;
mod fallback;
mod interface;
mod item;
mod mechanics;
mod method;
mod model;
mod names;
mod root;
mod scope;
mod stepper;
mod straight;
mod syntax;
mod term;
mod types;
mod watch;

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Diagnostics;
use crate::mechanics::Mechanics;
use crate::program::Compiled;

pub use fallback::fallback;
use interface::Interface;
pub use item::item;
pub use root::rooted;
use straight::Aside;
pub use straight::{Bodies, Items, Written};

/// Returns an attribute for the lints that the name of the struct triggers. In the user's source,
/// these concern the user; in a generated file, they concern nobody.
#[must_use]
pub fn allowance(mechanics: &Mechanics) -> Option<TokenStream> {
    let parameters = mechanics.model.parameters.iter();
    let parameters: Vec<_> = parameters.map(|x| x.name.clone()).collect();
    Interface::of(mechanics).allowance(&parameters)
}

/// Returns the items generated next to the user's struct, without the struct itself. `phases` are
/// the other phases of the motion of a model with contacts that open, with their numbers.
///
/// # Errors
/// Names of the model clash with names that the generated code needs.
pub fn generate(compiled: &Compiled, phases: &[(usize, Compiled)]) -> Result<Items, Diagnostics> {
    let mechanics = &compiled.mechanics;
    interface::check_names(mechanics)?;
    let (interface, of_methods) = interfaces(compiled);
    let types = types::plain_data(&interface);
    let aside = Aside::default();
    let methods = mechanics::methods(&of_methods, &aside, mechanics);
    let steppers = match &compiled.opens {
        None => steppers(&interface, &aside, compiled),
        Some(opening) => {
            let phases = phases.iter().map(|(phase, compiled)| (*phase, compiled));
            let all = core::iter::once((opening.phase, compiled)).chain(phases);
            contacts::steppers(&interface, &aside, all.collect())
        }
    };
    let schemes = compiled.steppers.iter().map(|(scheme, _)| scheme);
    let integrators: Vec<_> = schemes.map(|scheme| scheme.integrator).collect();
    mechanics.check_budget_behind(&integrators)?;
    let (methods, steppers) = (methods?, steppers?);
    let parameters = mechanics.model.parameters.iter();
    let parameters: Vec<_> = parameters.map(|x| x.name.clone()).collect();
    let parameters = names::of_parameters(&interface, &parameters);
    let model = model::model(&of_methods);
    let choice = choice::integrators(&interface, &integrators);
    let outline = quote! { #types #parameters #methods #model #steppers #choice };
    Ok(aside.within(outline))
}

/// Returns the interface of a model, and that of its methods. They differ if the contacts of the
/// model cannot be closed at once: the methods are then those of the phase with all contacts open,
/// whose constraints are not all.
fn interfaces(compiled: &Compiled) -> (Interface, Interface) {
    let interface = Interface::of(&compiled.mechanics);
    match &compiled.opens {
        Some(opening) if opening.phase > 0 => {
            let of_methods = Interface::of_phase(&compiled.mechanics, opening.phase);
            let constraints = opening.ast.constraint_names().concat();
            let all = Interface {
                constraints,
                ..interface
            };
            (all, of_methods)
        }
        _ => (interface.clone(), interface),
    }
}

/// Returns the steppers of a phase, or of a model without contacts that open, and the signs of
/// their runs.
fn steppers(
    interface: &Interface,
    aside: &Aside,
    compiled: &Compiled,
) -> Result<TokenStream, Diagnostics> {
    let schemes = compiled.steppers.iter().map(|(scheme, _)| scheme);
    let signs = watch::signs_at(interface, aside, &compiled.mechanics, schemes)?;
    let steppers = compiled.steppers_as_data();
    let steppers = steppers.map(|stepper| stepper::stepper(interface, aside, &stepper));
    let steppers: TokenStream = steppers.collect();
    Ok(quote! { #signs #steppers })
}
