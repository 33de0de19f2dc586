//! A step with its derivatives.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::program::Place;

use super::super::body::Body;
use super::super::interface::{count, numbered};
use super::super::syntax::variable;
use super::Emitter;

impl Emitter<'_> {
    fn state_operands(&self, body: &Body<'_, Place>) -> Vec<Expr> {
        let entries = self.stepper.state.iter().flat_map(|part| &part.entries);
        entries.map(|&entry| body.symbol(entry)).collect()
    }

    pub(super) fn entries(&self) -> TokenStream {
        let mut body = self.function_body();
        self.place_state(&mut body);
        let entries = self.state_operands(&body);
        quote!(::nhi::__abi_1::SVector::from([#(#entries),*]))
    }

    pub(super) fn with_entries(&self) -> TokenStream {
        let n = self.stepper.state_len();
        let names: Vec<_> = (0..n).map(|i| numbered("e", i)).collect();
        let outputs: Vec<_> = names.iter().cloned().map(variable).collect();
        let state = self.state(
            &quote!(state.clock),
            &outputs,
            &quote!(report: state.report),
        );
        quote! {
            let [#(#names),*] = (*entries).into();
            #state
        }
    }

    pub(super) fn step_jacobian(&self) -> TokenStream {
        let routine = self.stepper.step_jacobian.as_ref();
        let routine = routine.expect("a stepper with a Jacobian in its outline has its routine");
        let mut body = self.function_body();
        self.place_state(&mut body);
        let (controls, read) = self.read_controls(&mut body, routine);
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
        let [n, u, p] = self.outline.jacobian_sizes(self.interface);
        let (entries, slopes) = outputs.split_at(n);
        let next = self.next_state(entries);
        let scalar = self.interface.scalar_type();
        let columns: Vec<_> = slopes
            .chunks(n)
            .map(|column| quote!([#(#column),*]))
            .collect();
        let matrix = |columns: &[TokenStream]| {
            let (rows, number) = (count(n), count(columns.len()));
            quote!({
                let columns: [[#scalar; #rows]; #number] = [#(#columns),*];
                ::nhi::__abi_1::SMatrix::from(columns)
            })
        };
        let (by_state, rest) = columns.split_at(n);
        let (by_controls, rest) = rest.split_at(u);
        let (by_parameters, by_step_size) = rest.split_at(p);
        let along = self.is_composed().then(|| along_step_size(slopes, n));
        let by_step_size = along.as_ref().map_or(by_step_size, core::slice::from_ref);
        let [by_state, by_controls, by_parameters, by_step_size] =
            [by_state, by_controls, by_parameters, by_step_size].map(matrix);
        let finite = self.finite_check(routine, &body, &outputs);
        let non_finite = self.non_finite_error(routine, &body, &self.time_of_step(), &read);
        let jacobian = quote! {
            ::nhi::__abi_1::StepJacobian {
                next: #next,
                state: #by_state,
                controls: #by_controls,
                parameters: #by_parameters,
                step_size: #by_step_size,
            }
        };
        if self.is_composed() {
            let substep = quote! {
                #controls
                #statements
                let next = #jacobian;
                if !(#finite) {
                    return #non_finite;
                }
                jacobian = jacobian.then(&next);
            };
            let composed = self.composed(routine, true, &substep, &quote!(next.next));
            return quote! {
                let mut jacobian = ::nhi::__abi_1::StepJacobian::of_no_step(*state);
                #composed
                jacobian.next = state;
                ::core::result::Result::Ok(jacobian)
            };
        }
        let (unpack, time) = (self.unpack(), self.time_binding(routine));
        quote! {
            #unpack
            #time
            #controls
            #statements
            let jacobian = #jacobian;
            if #finite {
                ::core::result::Result::Ok(jacobian)
            } else {
                #non_finite
            }
        }
    }
}

/// Returns the derivatives with respect to the step size of the whole step, given those with
/// respect to the size of a substep and to its time, the last two columns.
fn along_step_size(slopes: &[Expr], n: usize) -> TokenStream {
    let (by_size, by_time) = slopes[slopes.len() - 2 * n..].split_at(n);
    quote!([#(size * #by_size + begin * #by_time),*])
}
