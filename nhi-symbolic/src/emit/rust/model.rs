//! The implementation of the runtime's `Model` for the user's struct, for code that handles any
//! model.

use proc_macro2::TokenStream;
use quote::quote;

use crate::mechanics::quantities::{Argument, Quantity};

use super::interface::{Interface, count, ident};
use super::scope::in_scope;

/// The quantities with the residuals of constraints: of velocities, then of positions.
const RESIDUALS: [Quantity; 2] = [Quantity::ConstraintResidual, Quantity::PositionResidual];

/// Returns the implementation, which calls the methods of the struct.
pub(super) fn model(interface: &Interface) -> TokenStream {
    // The bounds written by the user may be insufficient.
    if interface.has_generics_of_the_user() {
        return TokenStream::new();
    }
    let scalar = interface.scalar_type();
    let [coordinates, velocities] = ["Coordinates", "Velocities"].map(|x| interface.type_of(x));
    let header = interface.trait_header(&quote!(::nhi::__abi_1::Model));
    let names = &interface.residuals;
    let length = count(names.len());
    let energy = call(interface, Quantity::Energy.name());
    let lists = RESIDUALS.map(|quantity| call(interface, quantity.name()));
    let velocity_constraints = interface.constraints.len();
    let entries = (0..names.len()).map(|place| match place.checked_sub(velocity_constraints) {
        None => {
            let place = count(place);
            quote!(u[#place])
        }
        Some(place) => {
            let place = count(place);
            quote!(p[#place])
        }
    });
    let entries: Vec<_> = entries.collect();
    let variables = [quote!(u), quote!(p)];
    let lists = lists.iter().zip(variables);
    let lists = lists.filter_map(|(list, variable)| {
        let list = list.as_ref()?;
        Some(quote!(let #variable = #list;))
    });
    let items = quote! {
        impl #header {
            type Scalar = #scalar;
            type Coordinates = #coordinates;
            type Velocities = #velocities;
            type Residuals = [#scalar; #length];

            const RESIDUALS: &'static [&'static str] = &[#(#names),*];

            #[inline]
            fn energy_at(&self, t: #scalar, q: &#coordinates, v: &#velocities) -> #scalar {
                #energy
            }

            fn residuals_at(&self, t: #scalar, q: &#coordinates, v: &#velocities) -> [#scalar; #length] {
                #(#lists)*
                [#(#entries),*]
            }
        }
    };
    in_scope(interface, &items)
}

/// Returns the call of a method of the struct, if it exists.
fn call(interface: &Interface, name: &str) -> Option<TokenStream> {
    let signatures = interface.outline.signatures();
    let signature = signatures.iter().find(|signature| signature.name == name)?;
    let method = ident(name);
    let arguments = signature.arguments.iter().map(|argument| match argument {
        Argument::Coordinates => quote!(q),
        Argument::Velocities => quote!(v),
        Argument::Controls => quote!(u),
        Argument::Time => quote!(t),
    });
    Some(quote!(self.#method(#(#arguments),*)))
}
