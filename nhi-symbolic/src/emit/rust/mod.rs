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
/// the other phases of the motion of a model with contacts that open, in the order of the numbers
/// of the sets of open contacts.
///
/// # Errors
/// Names of the model clash with names that the generated code needs.
pub fn generate(compiled: &Compiled, phases: &[Compiled]) -> Result<Items, Diagnostics> {
    let mechanics = &compiled.mechanics;
    interface::check_names(mechanics)?;
    let interface = Interface::of(mechanics);
    let types = types::plain_data(&interface);
    let aside = Aside::default();
    let methods = mechanics::methods(&interface, &aside, mechanics);
    let steppers = match compiled.opens {
        None => steppers(&interface, &aside, compiled),
        Some(_) => {
            let phases: Vec<_> = core::iter::once(compiled).chain(phases).collect();
            contacts::steppers(&interface, &aside, &phases)
        }
    };
    let schemes = compiled.steppers.iter().map(|(scheme, _)| scheme);
    let integrators: Vec<_> = schemes.map(|scheme| scheme.integrator).collect();
    mechanics.check_budget_behind(&integrators)?;
    let (methods, steppers) = (methods?, steppers?);
    let parameters = mechanics.model.parameters.iter();
    let parameters: Vec<_> = parameters.map(|x| x.name.clone()).collect();
    let parameters = names::of_parameters(&interface, &parameters);
    let model = model::model(&interface);
    let choice = choice::integrators(&interface, &integrators);
    let outline = quote! { #types #parameters #methods #model #steppers #choice };
    Ok(aside.within(outline))
}

/// Returns the steppers of a model without contacts that open, and the signs of their runs.
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
