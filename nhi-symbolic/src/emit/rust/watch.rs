//! The quantities that the run monitor examines, as a hidden method of the user's struct.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::diag::Diagnostics;
use crate::discrete::{Scheme, Signs};
use crate::mechanics::Mechanics;
use crate::program::Program;

use super::body::Body;
use super::interface::{Interface, count, ident};
use super::mechanics::{inherent_impl, place_symbols};
use super::scope::in_scope;
use super::straight::Aside;
use super::syntax::{entry, field, variable};

/// Returns the method `signs_at`, which the steppers' implementations of `Watched` call.
pub(super) fn signs_at<'s>(
    interface: &Interface,
    aside: &Aside,
    mechanics: &Mechanics,
    schemes: impl Iterator<Item = &'s Scheme> + Clone,
) -> Result<TokenStream, Diagnostics> {
    let signs = Signs::derive(mechanics, schemes);
    let program = Program::of_signs(mechanics, &signs)?;
    let function = program.function("signs");
    let function = function.expect("the program of signs has one function");
    let mut body = Body::new(interface, aside, &program.tape);
    let elements = place_symbols(&mut body, interface, mechanics, true);
    body.place(mechanics.step_size, variable(ident("h")));
    let multipliers = mechanics.initial_multipliers.iter();
    let lambda = variable(ident("lambda"));
    for (&symbol, name) in multipliers.zip(&interface.constraints) {
        body.place(symbol, field(&lambda, ident(name)));
    }
    let reflection = variable(ident("reflection"));
    for (place, &symbol) in signs.reflection.iter().enumerate() {
        body.place(symbol, entry(&reflection, place));
    }
    let statements = body.function(function);
    let result = result(&signs, &body.operands(&function.outputs));
    let scalar = interface.scalar_type();
    let [coordinates, velocities] = ["Coordinates", "Velocities"].map(|x| interface.type_of(x));
    let multipliers = interface.multipliers_type();
    let reflections = count(signs.reflection.len());
    let controls = &mechanics.model.controls;
    let symbols = mechanics.model.graph.symbols_of(&signs.values());
    let reads_controls = controls.iter().any(|x| symbols.contains(&x.symbol));
    let controls_type = interface.type_of("Controls");
    let length = count(controls.len());
    let given = (!controls.is_empty()).then(|| {
        let u = if reads_controls { quote!(u) } else { quote!(_) };
        quote!(#u: ::core::option::Option<&#controls_type>,)
    });
    let known = reads_controls.then(|| {
        quote! {
            let u = u.copied().unwrap_or_else(|| {
                <#controls_type>::from(::nhi::__abi_1::Signs::<#scalar>::unknown::<#length>())
            });
        }
    });
    let name = interface.method_name("signs_at");
    let method = inherent_impl(
        interface,
        &quote! {
            #[doc(hidden)]
            #[must_use]
            pub fn #name(
                &self,
                h: #scalar,
                t: #scalar,
                q: &#coordinates,
                v: &#velocities,
                lambda: &#multipliers,
                reflection: &[#scalar; #reflections],
                #given
            ) -> ::nhi::__abi_1::Signs<#scalar> {
                #known
                #elements
                #statements
                #result
            }
        },
    );
    Ok(in_scope(interface, &method))
}

fn optional(value: Option<&Expr>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// Returns the values of [`Signs::values`] as the runtime's struct.
fn result(signs: &Signs, values: &[Expr]) -> TokenStream {
    let mut values = values.iter();
    let mut next = || values.next().expect("a value for each formula");
    let kinetic = next();
    let energy = optional(signs.energy.map(|_| next()));
    let power = optional(signs.power.map(|_| next()));
    let parasitic = optional(signs.parasitic.map(|_| next()));
    let residuals = signs.residuals.iter().map(|_| {
        let (residual, scale) = (next(), next());
        quote!((#residual, #scale))
    });
    let residuals: Vec<_> = residuals.collect();
    let poles: Vec<_> = signs.poles.iter().map(|_| next()).collect();
    let pivots: Vec<_> = signs.pivots.iter().map(|_| next()).collect();
    let turns: Vec<_> = signs.turns.iter().map(|_| next()).collect();
    let contacts: Vec<_> = signs.contacts.iter().map(|_| next()).collect();
    quote! {
        ::nhi::__abi_1::Signs {
            kinetic: #kinetic,
            energy: #energy,
            power: #power,
            arriving_power: ::core::option::Option::None,
            lags: false,
            adaptive: false,
            substeps: ::core::option::Option::None,
            parasitic: #parasitic,
            residual: ::nhi::__abi_1::Signs::largest_residual(&[#(#residuals),*]),
            pole: ::nhi::__abi_1::Signs::smallest(&[#(#poles),*]),
            pivot: ::nhi::__abi_1::Signs::largest(&[#(#pivots),*]),
            turn: ::nhi::__abi_1::Signs::largest(&[#(#turns),*]),
            contact: ::nhi::__abi_1::Signs::contact(&[#(#contacts),*]),
        }
    }
}
