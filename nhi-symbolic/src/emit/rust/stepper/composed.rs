//! Steps that are composed of substeps: one body in a loop over their sizes and times.

use proc_macro2::TokenStream;
use quote::quote;

use crate::program::stepper::{Moment, Routine, Substep};

use super::super::interface::{count, numbered};
use super::Emitter;

impl Emitter<'_> {
    /// Returns statements that bind `prepared`, given those that do so for a step size `h`: for the
    /// step size, then, if steps are composed, for each size of a substep.
    pub(super) fn prepare(&self, of_size: &TokenStream) -> TokenStream {
        if !self.is_composed() {
            return of_size.clone();
        }
        let (scalar, slots) = (self.interface.scalar_type(), count(self.slots.len()));
        let body = self.function_body();
        let sizes = Substep::sizes(&self.stepper.substeps).into_iter();
        let sizes = sizes.map(|size| body.constant(size));
        quote! {
            let prepare = |h: #scalar| -> ::core::result::Result<[#scalar; #slots], ::nhi::__abi_1::SetupError> {
                #of_size
                ::core::result::Result::Ok(prepared)
            };
            let prepared = [prepare(h)?, #(prepare(#sizes * h)?),*];
        }
    }

    /// Returns a loop over the substeps, and the statements after it.
    ///
    /// `substep` binds `next` from `state` and the time `t`, and its next state is `result`. With
    /// `weights`, `size` and `begin` are the size and the beginning of a substep as fractions of
    /// `h`.
    pub(super) fn composed(
        &self,
        routine: &Routine,
        weights: bool,
        substep: &TokenStream,
        result: &TokenStream,
    ) -> TokenStream {
        let nodes = &routine.control_nodes;
        let times: Vec<_> = nodes.iter().map(|&node| numbered("m", node)).collect();
        let body = self.function_body();
        let rows = self.stepper.substeps.iter().map(|substep| {
            let place = count(1 + substep.place);
            let weights = weights.then(|| {
                let [size, begin] = [substep.size, substep.begin].map(|x| body.constant(x));
                quote!(#size, #begin,)
            });
            let moments = nodes.iter().map(|&node| substep.nodes[node]);
            let moments = core::iter::once(Moment::of(substep.begin)).chain(moments);
            let moments = moments.map(|moment| self.time_of(moment));
            quote!((#place, #weights #(#moments),*))
        });
        let weights = weights.then(|| quote!(size, begin,));
        let report = self
            .is_implicit()
            .then(|| quote!(state.report = ::core::default::Default::default();));
        let unpack = self.unpack_row(&quote!(place));
        quote! {
            let clock = state.clock;
            let mut state = *state;
            #report
            for (place, #weights t, #(#times),*) in [#(#rows),*] {
                #unpack
                #substep
                state = #result;
            }
            state.clock = clock.next();
        }
    }
}
