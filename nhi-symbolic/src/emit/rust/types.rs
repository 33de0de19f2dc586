//! Plain data: coordinates, velocities, controls, multipliers.

use proc_macro2::TokenStream;
use quote::quote;

use super::configuration;
use super::docs::{docs, docs_with};
use super::interface::{Interface, count, ident};
use super::names;

/// Returns the plain data types of a model.
pub(super) fn plain_data(interface: &Interface) -> TokenStream {
    let name = &interface.ident;
    let coordinates = if interface.has_flat_states() {
        configuration::with_elements(interface)
    } else {
        plain_type(
            interface,
            "Coordinates",
            &format!("Configuration of [`{name}`], in the model's units; angles in radians."),
            &interface.coordinates,
            |field| {
                docs_with(
                    &format!("The coordinate `{field}`."),
                    interface.meaning(field),
                )
            },
        )
    };
    let velocities = plain_type(
        interface,
        "Velocities",
        &velocity_docs(interface),
        &interface.velocities,
        |field| match field.strip_suffix("_dot") {
            Some(coordinate) if interface.coordinates.iter().any(|x| x == coordinate) => {
                docs(&format!("The time derivative of `{coordinate}`."))
            }
            _ => docs(&format!("The component `{field}` of a body velocity.")),
        },
    );
    let controls = (!interface.controls.is_empty()).then(|| {
        let data = plain_type(
            interface,
            "Controls",
            &format!("Controls of [`{name}`]; as a signal, held constant."),
            &interface.controls,
            |field| docs_with(&format!("The control `{field}`."), interface.meaning(field)),
        );
        let signal = constant_signal(interface);
        quote! { #data #signal }
    });
    let multipliers = multipliers(interface);
    let check = (!interface.derives.is_empty()).then(|| quote!(::nhi::__abi_1::__needs_serde! {}));
    quote! { #check #coordinates #velocities #controls #multipliers }
}

/// Returns the type of the multipliers, if there are constraints.
pub(super) fn multipliers(interface: &Interface) -> Option<TokenStream> {
    let name = &interface.ident;
    (!interface.constraints.is_empty()).then(|| {
        plain_type(
            interface,
            "Multipliers",
            &format!(
                "Constraint multipliers of [`{name}`]: `A^T lambda` is the force of the constraints on the coordinates."
            ),
            &interface.constraints,
            |field| docs(&format!("The multiplier of the constraint `{field}`.")),
        )
    })
}

fn velocity_docs(interface: &Interface) -> String {
    let name = &interface.ident;
    if interface.has_flat_states() {
        format!(
            "Velocity of [`{name}`]: the time derivatives of the coordinates, and the body velocities \
             `g^-1 dg/dt` of the group elements, rotation first."
        )
    } else {
        format!("Velocity of [`{name}`]: the time derivatives of the coordinates.")
    }
}

fn plain_type(
    interface: &Interface,
    suffix: &str,
    text: &str,
    fields: &[String],
    field_docs: impl Fn(&str) -> TokenStream,
) -> TokenStream {
    let visibility = &interface.visibility;
    let scalar = interface.scalar_type();
    let name = interface.type_name(suffix);
    let (generics, impl_generics) = (interface.use_generics(), interface.impl_generics());
    let (length, text) = (count(fields.len()), docs(text));
    let allowance = interface.allowance(fields);
    let places = (0..fields.len()).map(count);
    let idents: Vec<_> = fields.iter().map(|field| ident(field)).collect();
    let derives = interface.further_derives();
    let names = names::of_type(interface, suffix, fields);
    let docs_of_fields = fields.iter().map(|field| field_docs(field));
    let hiding = match suffix {
        "Multipliers" => interface.hiding(),
        _ => None,
    };
    quote! {
        #text
        #hiding
        #allowance
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #derives
        #visibility struct #name #generics {
            #( #docs_of_fields pub #idents: #scalar, )*
        }

        impl #impl_generics ::core::convert::From<[#scalar; #length]> for #name #generics {
            #[inline]
            fn from(__data: [#scalar; #length]) -> Self {
                Self { #(#idents: __data[#places]),* }
            }
        }

        impl #impl_generics ::core::convert::From<#name #generics> for [#scalar; #length] {
            #[inline]
            fn from(__data: #name #generics) -> Self {
                [#(__data.#idents),*]
            }
        }

        impl #impl_generics ::core::convert::From<::nhi::__abi_1::SVector<#scalar, #length>> for #name #generics {
            #[inline]
            fn from(__data: ::nhi::__abi_1::SVector<#scalar, #length>) -> Self {
                ::core::convert::From::<[#scalar; #length]>::from(::core::convert::From::from(__data))
            }
        }

        impl #impl_generics ::core::convert::From<#name #generics> for ::nhi::__abi_1::SVector<#scalar, #length> {
            #[inline]
            fn from(__data: #name #generics) -> Self {
                ::core::convert::From::<[#scalar; #length]>::from(::core::convert::From::from(__data))
            }
        }

        #names
    }
}

fn constant_signal(interface: &Interface) -> TokenStream {
    let scalar = interface.scalar_type();
    let (impl_generics, controls) = (interface.impl_generics(), interface.controls_type());
    quote! {
        impl #impl_generics ::nhi::__abi_1::ControlSignal<#scalar, #controls> for #controls {
            #[inline]
            fn at(&self, _: #scalar) -> Self {
                *self
            }
        }
    }
}
