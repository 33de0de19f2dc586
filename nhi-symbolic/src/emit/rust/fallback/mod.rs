//! Items that replace the generated ones if the model has errors.
//!
//! The user's struct and all names that other code may use are still defined, so that the error in
//! the model is the only one reported. The code here never runs.

mod names;
mod steppers;
mod tokens;

use proc_macro2::TokenStream;
use quote::quote;

use crate::mechanics::quantities::{Outline, ReducedSizes};
use crate::model::item::Visibility;
use crate::model::{self, Scalar};
use crate::schemes::{self, integrator};

use super::choice;
use super::interface::{Interface, Owner};
use super::item::derives;
use super::mechanics::inherent_impl;
use super::method::method;
use super::model::model;
use super::names::shells_of_parameters;
use super::scope::in_scope;
use super::types;
use names::Names;

/// Returns the struct and empty shells of the items that would have been generated. The names are
/// those that can be recognised in the tokens of a model with errors anywhere.
#[must_use]
pub fn fallback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(mut input) = syn::parse2::<syn::DeriveInput>(item.clone()) else {
        return item;
    };
    let derives = without_attributes(&mut input, item.clone());
    let names = Names::scan(arguments.clone());
    let interface = derived_interface(arguments, item, &names)
        .unwrap_or_else(|| named_interface(&input, &names));
    let types = types::plain_data(&interface);
    let signatures = interface.outline.signatures();
    let never = quote!(::core::unreachable!());
    let methods = signatures
        .iter()
        .map(|signature| method(&interface, signature, &signature.docs, &never));
    let methods = inherent_impl(&interface, &methods.collect());
    let methods = in_scope(&interface, &methods);
    let parameters = parameters(&input);
    let requests = names.integrators.iter();
    let steppers = requests.map(|request| steppers::shell(&interface, request, parameters.len()));
    let known = names.integrators.iter();
    let known = known.filter_map(|request| integrator(&request.name));
    let known: Vec<_> = known.map(|row| row.name).collect();
    let choice = choice::integrators(&interface, &known);
    let parameters = shells_of_parameters(&interface, &parameters);
    let model = model(&interface);
    quote! { #derives #input #types #parameters #methods #model #(#steppers)* #choice }
}

/// Removes all attributes: unsupported ones were already reported, and rustc would report them
/// again. Returns the derived traits, which other code may need.
fn without_attributes(input: &mut syn::DeriveInput, item: TokenStream) -> TokenStream {
    input.attrs.clear();
    if let syn::Data::Struct(data) = &mut input.data {
        data.fields.iter_mut().for_each(|field| field.attrs.clear());
    }
    model::read_struct(item).map_or_else(TokenStream::new, |item| derives(&item))
}

/// Returns the interface of a model in which only the integrators have errors.
fn derived_interface(
    arguments: TokenStream,
    item: TokenStream,
    names: &Names,
) -> Option<Interface> {
    let ast = model::parse_attribute(arguments, item).ok()?;
    let mechanics = schemes::mechanics_of(model::resolve(&ast).ok()?).ok()?;
    let mut interface = Interface::of(&mechanics);
    interface.outline.reduced = interface.outline.reduced.or(presumed_sizes(names));
    Some(interface)
}

/// Returns the sizes of a reduced system whose constraints are independent on the group.
fn presumed_sizes(names: &Names) -> Option<ReducedSizes> {
    let group = names.reduced_group();
    (group > 0).then(|| ReducedSizes {
        group,
        shape: names.velocities().len().saturating_sub(group),
        directions: group.saturating_sub(names.constraints.len()),
    })
}

fn named_interface(input: &syn::DeriveInput, names: &Names) -> Interface {
    Interface {
        ident: input.ident.clone(),
        visibility: visibility(&input.vis),
        owner: Owner::OfShells(Box::new(input.generics.clone())),
        scalar: scalar(input),
        coordinates: names.coordinates.clone(),
        elements: names.elements.clone(),
        velocities: names.velocities(),
        controls: names.controls.clone(),
        derives: Vec::new(),
        constraints: names.multipliers(),
        residuals: names.residuals(),
        meanings: Default::default(),
        outline: named_outline(names),
        phase: None,
    }
}

/// Returns the visibility, limited to those that the struct of a model can have.
fn visibility(written: &syn::Visibility) -> Visibility {
    match written {
        syn::Visibility::Public(_) => Visibility::Public,
        syn::Visibility::Inherited => Visibility::Private,
        syn::Visibility::Restricted(scope) if scope.path.is_ident("super") => Visibility::Super,
        syn::Visibility::Restricted(scope) if scope.path.is_ident("self") => Visibility::Private,
        syn::Visibility::Restricted(_) => Visibility::Crate,
    }
}

fn named_outline(names: &Names) -> Outline {
    Outline {
        velocities: names.velocities().len(),
        constraints: names.multipliers().len(),
        position_constraints: names.holonomic.len(),
        has_controls: !names.controls.is_empty(),
        integrals: names.integrals.clone(),
        generators: vec![String::new(); names.generators()],
        has_moving_energy: true,
        reduced: presumed_sizes(names),
        only_variational: !names.holonomic.is_empty() && names.is_variational(),
        velocity_in_mass: false,
        time_in_lagrangian: names.time_in_lagrangian,
        velocity_in_constraints: false,
        time_in_constraints: names.time_in_constraints,
        time_in_motion: names.time_in_lagrangian
            || names.time_in_constraints
            || names.time_in_forces,
    }
}

fn scalar(input: &syn::DeriveInput) -> Scalar {
    if let Some(parameter) = input.generics.type_params().next() {
        return Scalar::Generic(parameter.ident.clone());
    }
    let syn::Data::Struct(data) = &input.data else {
        return Scalar::F64;
    };
    let is_f32 = data.fields.iter().any(|field| {
        let ty = &field.ty;
        quote!(#ty).to_string() == "f32"
    });
    if is_f32 { Scalar::F32 } else { Scalar::F64 }
}

/// Returns the names of the parameters, which are the fields of the struct.
fn parameters(input: &syn::DeriveInput) -> Vec<String> {
    let syn::Data::Struct(data) = &input.data else {
        return Vec::new();
    };
    let names = data.fields.iter().filter_map(|field| field.ident.as_ref());
    names.map(ToString::to_string).collect()
}
