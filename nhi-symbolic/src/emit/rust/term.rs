//! Expressions of a few operations, with as many parentheses as they need.

use proc_macro2::{Literal, Punct, Spacing, TokenStream};
use quote::quote;

use crate::expr::Function as Elementary;
use crate::program::Value;

use super::interface::ident;

/// An expression with what it is made of.
pub(super) struct Term {
    pub(super) tokens: TokenStream,
    /// How many operations it takes.
    pub(super) operations: usize,
    /// The values that it reads.
    pub(super) reads: Vec<Value>,
    binding: Binding,
}

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Sign,
    Atom,
}

/// An operation as it is printed.
pub(super) enum Operation {
    Infix(char),
    Minus,
    Call(Elementary),
    /// A function of a whole number and a value.
    Indexed(Elementary, u32),
}

impl Term {
    /// A value that has a name or is a number.
    pub(super) fn of_value(value: Value, tokens: TokenStream, is_negative: bool) -> Self {
        Self {
            tokens,
            operations: 0,
            reads: vec![value],
            binding: if is_negative {
                Binding::Sign
            } else {
                Binding::Atom
            },
        }
    }

    /// The expression where nothing looser than `binding` may stand.
    fn within(&self, binding: Binding) -> TokenStream {
        let tokens = self.tokens.clone();
        if self.binding < binding {
            quote!((#tokens))
        } else {
            tokens
        }
    }
}

impl Operation {
    /// The operation of one or two terms.
    pub(super) fn of(self, a: Term, b: Option<Term>) -> Term {
        let (tokens, binding) = self.printed(&a, b.as_ref());
        let mut result = Term {
            tokens,
            operations: a.operations + 1,
            reads: a.reads,
            binding,
        };
        if let Some(b) = b {
            result.operations += b.operations;
            result.reads.extend(b.reads);
        }
        result
    }

    fn printed(self, a: &Term, b: Option<&Term>) -> (TokenStream, Binding) {
        match (self, b) {
            (Self::Infix(sign), Some(b)) => {
                // Operations of one kind are done from the left.
                let (binding, right) = match sign {
                    '+' | '-' => (Binding::Sum, Binding::Product),
                    _ => (Binding::Product, Binding::Sign),
                };
                let operator = Punct::new(sign, Spacing::Alone);
                let (a, b) = (a.within(binding), b.within(right));
                (quote!(#a #operator #b), binding)
            }
            (Self::Infix(_), None) => unreachable!("an infix operation has two operands"),
            (Self::Minus, _) => {
                let a = a.within(Binding::Atom);
                (quote!(-#a), Binding::Sign)
            }
            (Self::Call(function), b) => {
                let name = ident(function.row().name);
                let a = &a.tokens;
                let b = b.map(|b| &b.tokens).into_iter();
                (quote!(::nhi::__abi_1::#name(#a #(, #b)*)), Binding::Atom)
            }
            (Self::Indexed(function, index), _) => {
                let (name, index) = (ident(function.row().name), Literal::u32_unsuffixed(index));
                let a = &a.tokens;
                (quote!(::nhi::__abi_1::#name(#index, #a)), Binding::Atom)
            }
        }
    }
}
