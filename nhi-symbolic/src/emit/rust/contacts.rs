//! Steppers with contacts that open: those of all phases, and their declaration for each
//! integrator.

use proc_macro2::TokenStream;
use quote::quote;

use crate::diag::Diagnostics;
use crate::mechanics::{ContactReadings, Mechanics};
use crate::program::stepper::Stepper;
use crate::program::{Compiled, NamedBlock, Program, Signature};

use super::body::Body;
use super::interface::{Interface, count, ident, numbered};
use super::mechanics::{inherent_impl, place_symbols};
use super::scope::in_scope;
use super::straight::Aside;
use super::types::multipliers;

/// A phase of a motion: the number of the set of open contacts, and its model.
type Phase<'a> = (usize, &'a Compiled);

/// Returns the steppers of a model, from those of all phases of its motion.
pub(super) fn steppers(
    interface: &Interface,
    aside: &Aside,
    phases: Vec<Phase<'_>>,
) -> Result<TokenStream, Diagnostics> {
    let (_, any) = phases[0];
    let mechanics = &any.mechanics;
    let readings = mechanics.contact_readings();
    let reading = readings_method(interface, aside, mechanics, &readings)?;
    let interfaces = phases.iter();
    let interfaces =
        interfaces.map(|(number, phase)| Interface::of_phase(&phase.mechanics, *number));
    let interfaces: Vec<_> = interfaces.collect();
    let mut of_phases = TokenStream::new();
    for (phase, (_, compiled)) in interfaces.iter().zip(&phases) {
        of_phases.extend(multipliers(phase));
        of_phases.extend(conversions(interface, phase));
        of_phases.extend(super::steppers(phase, aside, compiled)?);
    }
    let data = phases
        .iter()
        .map(|(_, phase)| phase.steppers_as_data().collect());
    let data: Vec<Vec<Stepper>> = data.collect();
    let declared = (0..any.steppers.len()).map(|place| {
        let steppers: Vec<_> = data.iter().map(|data| &data[place]).collect();
        declaration(interface, &interfaces, mechanics, &readings, &steppers)
    });
    Ok(quote!(#reading #of_phases #(#declared)*))
}

/// Returns the conversions between the multipliers of all constraints and those of a phase, in
/// which the others are zero.
fn conversions(interface: &Interface, phase: &Interface) -> TokenStream {
    let generics = interface.impl_generics();
    let (all, of_phase) = (interface.multipliers_type(), phase.multipliers_type());
    let names: Vec<_> = phase.constraints.iter().map(|name| ident(name)).collect();
    let fields = match names.is_empty() {
        true => quote!(()),
        false => quote!(Self { #(#names: lambda.#names),* }),
    };
    let items = quote! {
        impl #generics ::core::convert::From<#all> for #of_phase {
            fn from(lambda: #all) -> Self {
                #fields
            }
        }

        impl #generics ::core::convert::From<#of_phase> for #all {
            fn from(lambda: #of_phase) -> Self {
                Self {
                    #(#names: lambda.#names,)*
                    ..::core::default::Default::default()
                }
            }
        }
    };
    in_scope(interface, &items)
}

/// Returns the method with the numbers on which changes of contacts depend.
fn readings_method(
    interface: &Interface,
    aside: &Aside,
    mechanics: &Mechanics,
    readings: &ContactReadings,
) -> Result<TokenStream, Diagnostics> {
    let model = &mechanics.model;
    let mut inputs = vec![model.time];
    inputs.extend(&mechanics.q);
    inputs.extend(&mechanics.v);
    let signature = Signature {
        inputs,
        outputs: readings.values.len(),
    };
    let block = NamedBlock::of_outputs("contact_readings", signature, readings.values.clone());
    let program = Program::of_functions(mechanics, &[block])?;
    let function = program.function("contact_readings");
    let function = function.expect("the program of readings has one function");
    let mut body = Body::new(interface, aside, &program.tape);
    let elements = place_symbols(&mut body, interface, mechanics, true);
    let statements = body.function(function);
    let values = body.operands(&function.outputs);
    let (scalar, length) = (interface.scalar_type(), count(values.len()));
    let [coordinates, velocities] = ["Coordinates", "Velocities"].map(|x| interface.type_of(x));
    let method = inherent_impl(
        interface,
        &quote! {
            #[doc(hidden)]
            #[must_use]
            pub fn contact_readings(&self, t: #scalar, q: &#coordinates, v: &#velocities) -> [#scalar; #length] {
                #elements
                #statements
                [#(#values),*]
            }
        },
    );
    Ok(in_scope(interface, &method))
}

/// Returns the call of the runtime's macro that declares the stepper of an integrator.
fn declaration(
    interface: &Interface,
    phases: &[Interface],
    mechanics: &Mechanics,
    readings: &ContactReadings,
    steppers: &[&Stepper],
) -> TokenStream {
    let model = &mechanics.model;
    let integrator = steppers[0].integrator;
    let (visibility, name, of_model) = (
        interface.visibility,
        &interface.ident,
        interface.type_of(""),
    );
    let (declared, used) = (interface.impl_generics(), interface.use_generics());
    let scalar = interface.scalar_type();
    let [coordinates, velocities] = ["Coordinates", "Velocities"].map(|x| interface.type_of(x));
    let (controls, of_multipliers) = (interface.controls_type(), interface.multipliers_type());
    let written = &steppers[0].written;
    let constructor = interface.constructor_name(integrator);
    let is_adaptive = steppers[0].tolerance().is_some();
    let names = ["", "State", "Phases", "PhaseState"].map(|x| format!("{integrator}{x}"));
    let types = names.each_ref().map(|x| interface.type_of(x));
    let names = names.each_ref().map(|x| interface.type_name(x));
    let [stepper, state, of_phases, phase_state] = names;
    let [stepper_type, state_type, phases_type, phase_state_type] = types;
    let derives = interface.further_derives();
    let sizes = [
        model.coordinates.len(),
        interface.entries(),
        interface.velocities.len(),
        readings.free,
        readings.positions,
        interface.constraints.len(),
        readings.values.len(),
    ];
    let [n, entries, components, free, positions, constraints, length] = sizes.map(count);
    let contacts = model.opening.iter().zip(&readings.dependents).enumerate();
    let contacts = contacts.map(|(place, (contact, &dependents))| {
        let (place, dependents) = (count(place), count(dependents));
        let (text, field) = (&contact.name, ident(&contact.name));
        let minus = (contact.sign.factor() < 0.0).then(|| quote!(-));
        quote!(#place #text #dependents [#minus] #field;)
    });
    let parameters = model.parameters.iter().enumerate();
    let parameters = parameters.map(|(place, x)| {
        let (field, place) = (ident(&x.name), count(place));
        quote!(#field #place)
    });
    let parameter_count = count(model.parameters.len());
    let rows = phases.iter().zip(steppers).map(|(phase, stepper)| {
        let place = phase.phase.unwrap_or_default();
        let (number, variant) = (count(place), numbered("phase", place));
        let constructor = phase.constructor_name(integrator);
        let types = ["", "State"].map(|x| phase.type_of(&format!("{integrator}{x}")));
        let [of_phase, state_of_phase] = types;
        let newton = stepper.traits.implicit.then(|| ident("with_newton"));
        quote!(#variant #number #constructor #of_phase, #state_of_phase, [#newton];)
    });
    quote! {
        ::nhi::__abi_1::__contacts! {
            [::nhi::__abi_1::scope]
            #visibility #name #of_model [#declared] [#used]
            #scalar, #coordinates, #velocities, #controls, #of_multipliers;
            #written #constructor #is_adaptive
            #stepper #stepper_type;
            #state #state_type;
            #of_phases #phases_type;
            #derives #phase_state #phase_state_type;
            coordinates #n, entries #entries, velocities #components,
            free #free, positions #positions, constraints #constraints, readings #length;
            #(#contacts)*
            [#(#parameters)*]; #parameter_count;
            #(#rows)*
        }
    }
}
