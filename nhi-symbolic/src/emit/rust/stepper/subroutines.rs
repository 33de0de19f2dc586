//! The functions that the functions of a stepper call, as hidden methods.

use proc_macro2::TokenStream;
use quote::quote;

use crate::program::{Function, Place};

use super::super::body::called_name;
use super::super::docs::docs;
use super::super::interface::{count, numbered};
use super::super::syntax::variable;
use super::Emitter;

impl Emitter<'_> {
    pub(super) fn subroutines(&self) -> TokenStream {
        let functions = self.stepper.subroutines.iter().enumerate();
        let evaluated = functions.filter(|&(number, _)| !self.stepper.is_only_expanded(number));
        evaluated
            .map(|(_, function)| self.subroutine(function))
            .collect()
    }

    fn subroutine(&self, function: &Function<Place>) -> TokenStream {
        let scalar = self.interface.scalar_type();
        let mut body = self.function_body();
        let inputs = function.signature.inputs.iter();
        let parameters: Vec<_> = (0..inputs.len()).map(|i| numbered("a", i)).collect();
        for (&input, name) in inputs.zip(&parameters) {
            body.place(input, variable(name.clone()));
        }
        let (unpack, prepared) = match self.is_composed() {
            true => {
                let slots = count(self.slots.len());
                (self.unpack_given(), quote!(prepared: &[#scalar; #slots],))
            }
            false => (self.unpack(), TokenStream::new()),
        };
        let statements = body.function(function);
        let outputs = body.operands(&function.outputs);
        let name = called_name(function);
        let docs = docs(&format!(
            "`{}` at one of the moments of a step.",
            function.name
        ));
        let [given, results] = [parameters.len(), outputs.len()].map(count);
        quote! {
            #docs
            fn #name(&self, #prepared arguments: [#scalar; #given]) -> [#scalar; #results] {
                #unpack
                let [#(#parameters),*] = arguments;
                #statements
                [#(#outputs),*]
            }
        }
    }
}
