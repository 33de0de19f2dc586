//! The mechanics as methods of the user's struct.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::{Diagnostics, counted};
use crate::mechanics::quantities::Argument;
use crate::mechanics::{MassKind, Mechanics, ProjectionForm};
use crate::program::Program;

use super::body::Body;
use super::docs::docs;
use super::interface::{Interface, count, ident, numbered};
use super::method::{method, result};
use super::scope::in_scope;
use super::straight::Aside;
use super::syntax::{entry, field, variable};

/// Returns the `impl` block with all methods.
pub(super) fn methods(
    interface: &Interface,
    aside: &Aside,
    mechanics: &Mechanics,
) -> Result<TokenStream, Diagnostics> {
    let signatures = interface.outline.signatures();
    let program = Program::of_quantities(mechanics)?;
    let methods = signatures.iter().map(|signature| {
        let function = program.function(&signature.name);
        let function = function.expect("a program of quantities has all quantities of its model");
        let mut body = Body::new(interface, aside, &program.tape);
        let takes_coordinates = signature.arguments.contains(&Argument::Coordinates);
        let elements = place_symbols(&mut body, interface, mechanics, takes_coordinates);
        let statements = body.function(function);
        let entries = body.operands(&function.outputs);
        let result = result(interface, signature.shape, &entries);
        let (count, _) = program.function_count(function);
        let operations = if count.total() > 0 {
            format!("Operations: {count}.")
        } else {
            "No operations.".to_owned()
        };
        let docs = format!("{}\n\n{operations}", signature.docs);
        let body = quote!(#elements #statements #result);
        method(interface, signature, &docs, &body)
    });
    let methods: TokenStream = methods.collect();
    let verdicts = verdicts(mechanics);
    let items = inherent_impl(interface, &methods);
    let verdicts = docs(&verdicts);
    Ok(in_scope(interface, &quote! { #verdicts #items }))
}

/// Returns the findings about the model, for its page in the documentation.
fn verdicts(mechanics: &Mechanics) -> String {
    let mass = match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "constant mass matrix",
        MassKind::Configuration if mechanics.has_mass_of_time() => {
            "mass matrix that depends on the time"
        }
        MassKind::Configuration => "mass matrix that depends on the configuration",
        MassKind::Velocity => "general Lagrangian, `L_vv` depends on the velocities",
    };
    let constraints = match (mechanics.constraints.len(), mechanics.projection.form()) {
        (0, _) => "no velocity constraints".to_owned(),
        (m, ProjectionForm::Range) => {
            format!(
                "{}, projected by a system of size {m}",
                counted(m, "velocity constraint")
            )
        }
        (m, ProjectionForm::NullSpace) => format!(
            "{}, projected through a basis of the distribution of size {}",
            counted(m, "velocity constraint"),
            mechanics.dimension() - m
        ),
    };
    let mut text = format!(
        "Mechanics: {}, {mass}, {constraints}.",
        configuration_text(mechanics)
    );
    for note in &mechanics.notes {
        text.push_str(&format!("\n\nNote: {}.", note.found));
    }
    text
}

/// Returns `2 coordinates, 1 group element`.
fn configuration_text(mechanics: &Mechanics) -> String {
    let model = &mechanics.model;
    let parts = [
        (model.coordinates.len(), "coordinate"),
        (model.groups.len(), "group element"),
    ];
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<_> = parts.map(|&(n, what)| counted(n, what)).collect();
    parts.join(", ")
}

/// Returns an `impl` block of the user's struct.
pub(super) fn inherent_impl(interface: &Interface, items: &TokenStream) -> TokenStream {
    let header = interface.impl_header();
    quote! {
        impl #header {
            #items
        }
    }
}

/// Assigns expressions to all arguments of a method. If the configuration is an argument, group
/// elements are first split into their entries.
pub(super) fn place_symbols(
    body: &mut Body<'_>,
    interface: &Interface,
    mechanics: &Mechanics,
    takes_coordinates: bool,
) -> TokenStream {
    let model = &mechanics.model;
    for (owner, fields) in [
        ("self", &model.parameters),
        ("q", &model.coordinates),
        ("v", &model.velocities),
        ("u", &model.controls),
    ] {
        let owner = variable(ident(owner));
        for variable in fields {
            body.place(variable.symbol, field(&owner, ident(&variable.name)));
        }
    }
    let mut elements = TokenStream::new();
    for (index, (factor, element)) in model.groups.iter().zip(&interface.elements).enumerate() {
        let (field, name) = (ident(&factor.name), numbered("g", index));
        if takes_coordinates {
            let (scalar, entries) = (interface.scalar_type(), count(element.entries()));
            elements.extend(quote! {
                let #name: [#scalar; #entries] = ::nhi::__abi_1::GroupElement::entries(&q.#field);
            });
        }
        let name = variable(name);
        for (place, matrix_entry) in factor.entries.iter().enumerate() {
            body.place(matrix_entry.symbol, entry(&name, place));
        }
    }
    body.place(model.time, variable(ident("t")));
    elements
}
