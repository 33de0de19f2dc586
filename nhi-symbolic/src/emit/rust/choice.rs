//! The types with which a program selects an integrator of a model at run time.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::interface::{Interface, ident};

/// Returns the call of the runtime's macro that declares them; empty if there is nothing to choose.
pub(super) fn integrators(interface: &Interface, integrators: &[&str]) -> TokenStream {
    if integrators.len() < 2 || interface.has_generics_of_the_user() {
        return TokenStream::new();
    }
    let (visibility, model) = (interface.visibility, &interface.ident);
    let of_model = interface.type_of("");
    let (declared, used) = (
        interface.impl_generics(),
        interface.configuration_generics(),
    );
    let scalar = interface.scalar_type();
    let [coordinates, velocities] = ["Coordinates", "Velocities"].map(|x| interface.type_of(x));
    let (controls, multipliers) = (interface.controls_type(), interface.multipliers_type());
    let choice = interface.type_name("Integrator");
    let [stepper, state] = ["Stepper", "State"].map(|x| interface.type_name(x));
    let [of_stepper, of_state] = ["Stepper", "State"].map(|x| interface.type_of(x));
    let derives = interface.further_derives();
    let rows = integrators.iter().map(|integrator| {
        let name: Ident = ident(integrator);
        let constructor = interface.constructor_name(integrator);
        let of = interface.type_of(integrator);
        let of_its_state = interface.type_of(&format!("{integrator}State"));
        quote!(#name #constructor #of, #of_its_state;)
    });
    quote! {
        ::nhi::__abi_1::__integrators! {
            [::nhi::__abi_1::scope]
            #visibility #model #of_model [#declared] [#used]
            #scalar, #coordinates, #velocities, #controls, #multipliers;
            #choice
            #stepper #of_stepper;
            #derives #state #of_state;
            #(#rows)*
        }
    }
}
