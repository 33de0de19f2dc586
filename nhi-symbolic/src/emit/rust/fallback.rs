//! Items in place of the generated ones when the model has mistakes.
//!
//! The user's struct and all names that other code may use stay defined, so that a mistake in the
//! model is the only error that is reported. Nothing here ever runs.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

use crate::model::Scalar;
use crate::schemes::INTEGRATORS;

use super::interface::Interface;
use super::mechanics::{inherent_impl, signatures};
use super::stepper::constructor_name;
use super::types;

/// The struct and empty shells of what would have been generated, as far as names can be told from
/// the tokens of a model that may be broken anywhere.
#[must_use]
pub fn fallback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let Ok(input) = syn::parse2::<syn::DeriveInput>(item.clone()) else {
        return item;
    };
    let syn::Data::Struct(_) = input.data else {
        return item;
    };
    let keys = Keys::scan(arguments);
    let interface = interface(&input, &keys);
    let types = types::plain_data(&interface);
    let methods = signatures(&interface);
    let methods = methods
        .iter()
        .map(|method| method.with_body(&interface, &quote!(::core::unreachable!())));
    let methods = inherent_impl(&interface, &methods.collect());
    let known = |name: &&String| {
        INTEGRATORS
            .iter()
            .any(|integrator| integrator.name == **name)
    };
    let steppers = keys.integrators.iter().filter(known);
    let steppers = steppers.map(|name| stepper_shell(&interface, name));
    quote! { #input #types #methods #(#steppers)* }
}

fn interface(input: &syn::DeriveInput, keys: &Keys) -> Interface {
    let visibility = &input.vis;
    Interface {
        ident: input.ident.clone(),
        visibility: quote!(#visibility),
        generics: input.generics.clone(),
        scalar: scalar(input),
        coordinates: keys.coordinates.clone(),
        controls: keys.controls.clone(),
        constraints: keys.constraints.clone(),
        integrals: keys.integrals.clone(),
        velocity_in_mass: false,
        time_in_constraints: keys.time_in_constraints,
        time_in_motion: keys.time_in_constraints || keys.time_in_forces,
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
    let shell = quote! {
        /// Not generated: the model has mistakes.
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
        }

        #shell

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

/// The names in the attribute, read without regard to mistakes.
#[derive(Default)]
struct Keys {
    coordinates: Vec<String>,
    controls: Vec<String>,
    constraints: Vec<String>,
    integrals: Vec<String>,
    integrators: Vec<String>,
    time_in_constraints: bool,
    time_in_forces: bool,
}

impl Keys {
    fn scan(arguments: TokenStream) -> Self {
        let mut keys = Self::default();
        let mut last = String::new();
        for token in arguments {
            match token {
                TokenTree::Ident(name) => last = name.to_string(),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                    keys.read(&last, &group);
                    last.clear();
                }
                _ => last.clear(),
            }
        }
        keys
    }

    fn read(&mut self, key: &str, group: &Group) {
        let names = leading_names(group);
        match key {
            "coordinates" => self.coordinates = names,
            "controls" => self.controls = names,
            "constraints" => {
                self.constraints = names;
                self.time_in_constraints = mentions_time(group.stream());
            }
            "forces" => self.time_in_forces = mentions_time(group.stream()),
            "integrals" => self.integrals = names,
            "integrators" => self.integrators = names,
            _ => {}
        }
    }
}

/// The first name of each entry, those that repeat or cannot be fields left out.
fn leading_names(group: &Group) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut at_start = true;
    for token in group.stream() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => at_start = true,
            TokenTree::Ident(name) if at_start => {
                let name = name.to_string();
                if !names.contains(&name) && is_field_name(&name) {
                    names.push(name);
                }
                at_start = false;
            }
            _ => at_start = false,
        }
    }
    names
}

fn is_field_name(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok()
}

fn mentions_time(tokens: TokenStream) -> bool {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(name) if name == "t" => return true,
                TokenTree::Group(group) => open.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}
