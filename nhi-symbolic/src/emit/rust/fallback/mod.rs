//! Items in place of the generated ones when the model has mistakes.
//!
//! The user's struct and all names that other code may use stay defined, so that a mistake in the
//! model is the only error that is reported. Nothing here ever runs.

mod names;

use proc_macro2::TokenStream;
use quote::quote;

use crate::mechanics;
use crate::mechanics::quantities::{Outline, ReducedSizes};
use crate::model::{self, Scalar};
use crate::schemes::INTEGRATORS;

use super::interface::{Interface, count, ident};
use super::mechanics::inherent_impl;
use super::method::method;
use super::stepper::constructor_name;
use super::types;
use names::Names;

/// The struct and empty shells of what would have been generated, as far as names can be told from
/// the tokens of a model that may be broken anywhere.
#[must_use]
pub fn fallback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(mut input) = syn::parse2::<syn::DeriveInput>(item.clone()) else {
        return item;
    };
    // A second model on the same struct was reported; expanded, it would define every name again.
    input.attrs.retain(|attribute| !declares_a_model(attribute));
    let names = Names::scan(arguments.clone());
    let interface =
        derived_interface(arguments, item).unwrap_or_else(|| named_interface(&input, &names));
    let types = types::plain_data(&interface);
    let signatures = interface.outline.signatures();
    let never = quote!(::core::unreachable!());
    let methods = signatures
        .iter()
        .map(|signature| method(&interface, signature, &signature.docs, &never));
    let methods = inherent_impl(&interface, &methods.collect());
    let known = |name: &&String| {
        INTEGRATORS
            .iter()
            .any(|integrator| integrator.name == **name)
    };
    let steppers = names.integrators.iter().filter(known);
    let steppers = steppers.map(|name| stepper_shell(&interface, name));
    quote! { #input #types #methods #(#steppers)* }
}

fn declares_a_model(attribute: &syn::Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|segment| segment.ident == "nonholonomic")
}

/// The interface of a model that is whole, where only its integrators have mistakes.
fn derived_interface(arguments: TokenStream, item: TokenStream) -> Option<Interface> {
    let ast = model::parse_attribute(arguments, item).ok()?;
    let mechanics = mechanics::derive(model::resolve(&ast).ok()?).ok()?;
    let mut interface = Interface::of(&mechanics);
    let sizes = presumed_sizes(
        interface.outline.generators.len(),
        interface.coordinates.len(),
        interface.constraints.len(),
    );
    interface.outline.reduced = interface.outline.reduced.or(sizes);
    Some(interface)
}

/// The sizes of a reduced system whose constraints are independent on the group.
fn presumed_sizes(group: usize, coordinates: usize, constraints: usize) -> Option<ReducedSizes> {
    (group > 0).then(|| ReducedSizes {
        group,
        shape: coordinates.saturating_sub(group),
        directions: group.saturating_sub(constraints),
    })
}

fn named_interface(input: &syn::DeriveInput, names: &Names) -> Interface {
    let visibility = &input.vis;
    Interface {
        ident: input.ident.clone(),
        visibility: quote!(#visibility),
        generics: input.generics.clone(),
        scalar: scalar(input),
        coordinates: names.coordinates.clone(),
        elements: names.elements.clone(),
        velocities: names.velocities(),
        controls: names.controls.clone(),
        constraints: names.constraints.clone(),
        outline: named_outline(names),
    }
}

fn named_outline(names: &Names) -> Outline {
    Outline {
        velocities: names.velocities().len(),
        constraints: names.constraints.len(),
        position_constraints: names.holonomic.len(),
        has_controls: !names.controls.is_empty(),
        integrals: names.integrals.clone(),
        generators: vec![String::new(); names.momenta],
        reduced: presumed_sizes(
            names.momenta,
            names.coordinates.len(),
            names.constraints.len(),
        ),
        only_variational: !names.holonomic.is_empty(),
        velocity_in_mass: false,
        time_in_constraints: names.time_in_constraints,
        time_in_motion: names.time_in_constraints || names.time_in_forces,
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

/// The diagnostics of all integrators but those of the momentum: scalars, and those with one value
/// per constraint.
const DIAGNOSTICS: [[&str; 3]; 2] = [
    ["reflected_energy", "lyapunov", "gain_stiffness"],
    [
        "constraint_reflection",
        "constraint_drift",
        "discrete_multipliers",
    ],
];

/// A stepper with the right signatures and without content.
fn stepper_shell(interface: &Interface, integrator: &str) -> TokenStream {
    let visibility = &interface.visibility;
    let scalar = interface.scalar_type();
    let name = interface.type_name(integrator);
    let state_name = interface.type_name(&format!("{integrator}State"));
    let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
    let coordinates = interface.type_of("Coordinates");
    let velocities = interface.type_of("Velocities");
    let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
    let constructor = constructor_name(integrator);
    let constraints = interface.constraints.len();
    let momentum = match interface.outline.generators.len() {
        0 | 1 => scalar.clone(),
        n => {
            let n = count(n);
            quote!([#scalar; #n])
        }
    };
    let n = count(interface.coordinates.len());
    let [of_state, per_constraint] = DIAGNOSTICS.map(|names| names.map(ident));
    let shell = quote! {
        /// Not generated: the model has mistakes.
        #[allow(unused_variables)]
        pub fn #constructor(&self, h: #scalar) -> ::core::result::Result<#name #generics, ::nhi::__abi_1::SetupError> {
            ::core::unreachable!()
        }
    };
    let shell = inherent_impl(interface, &shell);
    let error = quote!(::nhi::__abi_1::StepError<#scalar>);
    let signal = quote!(&impl ::nhi::__abi_1::ControlSignal<#scalar, #controls>);
    quote! {
        /// Not generated: the model has mistakes.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #name #generics { h: #scalar }

        /// Not generated: the model has mistakes.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #state_name #generics {
            /// Where the state is in time.
            pub clock: ::nhi::__abi_1::Clock<#scalar>,
            /// The coordinates.
            pub q: #coordinates,
            /// What lies behind the reflection at the node.
            pub reflected: #velocities,
            /// How the equations of the last step were solved.
            pub report: ::nhi::__abi_1::NewtonReport<#scalar>,
        }

        #shell

        #[allow(unused_variables, missing_docs)]
        impl #impl_generics #name #generics {
            pub fn with_newton(self, newton: ::nhi::__abi_1::NewtonSettings<#scalar>) -> Self {
                ::core::unreachable!()
            }
            pub fn start_with(&self, t: #scalar, q: #coordinates, v: #velocities, lambda: #multipliers, controls: #signal) -> ::core::result::Result<#state_name #generics, #error> {
                ::core::unreachable!()
            }
            pub fn start_from_momentum(&self, t: #scalar, q: #coordinates, p: [#scalar; #n]) -> ::core::result::Result<#state_name #generics, #error> {
                ::core::unreachable!()
            }
            #(pub fn #of_state(&self, state: &#state_name #generics) -> #scalar {
                ::core::unreachable!()
            })*
            pub fn spatial_momentum(&self, state: &#state_name #generics) -> #momentum {
                ::core::unreachable!()
            }
            #(pub fn #per_constraint(&self, state: &#state_name #generics) -> [#scalar; #constraints] {
                ::core::unreachable!()
            })*
        }

        #[allow(unused_variables)]
        impl #impl_generics ::nhi::__abi_1::Stepper for #name #generics {
            type Scalar = #scalar;
            type Coordinates = #coordinates;
            type Velocities = #velocities;
            type Controls = #controls;
            type Multipliers = #multipliers;
            type State = #state_name #generics;

            const INTEGRATOR: &'static str = #integrator;

            fn step_size(&self) -> #scalar { self.h }
            fn clock(&self, state: &Self::State) -> ::nhi::__abi_1::Clock<#scalar> { state.clock }
            fn start(&self, t: #scalar, q: #coordinates, v: #velocities, controls: #signal) -> ::core::result::Result<Self::State, #error> {
                ::core::unreachable!()
            }
            fn step(&self, state: &Self::State, controls: #signal) -> ::core::result::Result<Self::State, #error> {
                ::core::unreachable!()
            }
            fn sample(&self, state: &Self::State) -> ::core::result::Result<::nhi::__abi_1::SampleOf<Self>, #error> {
                ::core::unreachable!()
            }
        }
    }
}
