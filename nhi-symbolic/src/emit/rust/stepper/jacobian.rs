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
        let unpack = self.unpack();
        let time = self.time_binding(routine);
        let (controls, read) = self.read_controls(&mut body, routine);
        let statements = body.function(&routine.function);
        let outputs = body.operands(&routine.function.outputs);
        let [n, u, p] = self.outline.jacobian_sizes(self.interface);
        let (entries, slopes) = outputs.split_at(n);
        let next = self.state(&quote!(state.clock.next()), entries, &quote!(report));
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
        let [by_state, by_controls, by_parameters, by_step_size] =
            [by_state, by_controls, by_parameters, by_step_size].map(matrix);
        let finite = self.finite_check(routine, &body, &outputs);
        let non_finite =
            self.non_finite_error(routine, &body, &quote!(state.clock.time(self.h)), &read);
        quote! {
            #unpack
            #time
            #controls
            #statements
            let jacobian = ::nhi::__abi_1::StepJacobian {
                next: #next,
                state: #by_state,
                controls: #by_controls,
                parameters: #by_parameters,
                step_size: #by_step_size,
            };
            if #finite {
                ::core::result::Result::Ok(jacobian)
            } else {
                #non_finite
            }
        }
    }
}
