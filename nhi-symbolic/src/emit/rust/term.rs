//! Expressions of a few operations, with as many parentheses as they need.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote};

use crate::expr::Function as Elementary;
use crate::program::Value;

use super::interface::ident;

/// An expression with what it is made of. It becomes tokens when it is whole: parts of parts would be copied again and
/// again.
pub(super) struct Term {
    parts: Parts,
    /// How many operations it takes.
    pub(super) operations: usize,
    /// The values that it reads.
    pub(super) reads: Vec<Value>,
    binding: Binding,
}

enum Parts {
    Value(TokenStream),
    Infix(char, Box<[Term; 2]>),
    Minus(Box<Term>),
    Call(Elementary, Vec<Term>),
    Indexed(Elementary, u32, Box<Term>),
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
            parts: Parts::Value(tokens),
            operations: 0,
            reads: vec![value],
            binding: if is_negative {
                Binding::Sign
            } else {
                Binding::Atom
            },
        }
    }

    /// Prints the expression where nothing looser than `binding` may stand.
    fn print_within(&self, binding: Binding, tokens: &mut TokenStream) {
        if self.binding < binding {
            let inner = self.to_token_stream();
            tokens.append(Group::new(Delimiter::Parenthesis, inner));
        } else {
            self.to_tokens(tokens);
        }
    }
}

impl ToTokens for Term {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.parts {
            Parts::Value(value) => value.to_tokens(tokens),
            Parts::Infix(sign, operands) => {
                let [a, b] = &**operands;
                a.print_within(self.binding, tokens);
                tokens.append(Punct::new(*sign, Spacing::Alone));
                // Operations of one kind are done from the left.
                let right = match self.binding {
                    Binding::Sum => Binding::Product,
                    _ => Binding::Sign,
                };
                b.print_within(right, tokens);
            }
            Parts::Minus(a) => {
                tokens.append(Punct::new('-', Spacing::Alone));
                a.print_within(Binding::Atom, tokens);
            }
            Parts::Call(function, arguments) => {
                let name = ident(function.row().name);
                quote!(::nhi::__abi_1::#name(#(#arguments),*)).to_tokens(tokens);
            }
            Parts::Indexed(function, index, a) => {
                let (name, index) = (ident(function.row().name), Literal::u32_unsuffixed(*index));
                quote!(::nhi::__abi_1::#name(#index, #a)).to_tokens(tokens);
            }
        }
    }
}

impl Operation {
    /// The operation of one or two terms.
    pub(super) fn of(self, mut a: Term, mut b: Option<Term>) -> Term {
        let mut operations = a.operations + 1;
        let mut reads = core::mem::take(&mut a.reads);
        if let Some(b) = &mut b {
            operations += b.operations;
            reads.append(&mut b.reads);
        }
        let (parts, binding) = self.joined(a, b);
        Term {
            parts,
            operations,
            reads,
            binding,
        }
    }

    fn joined(self, a: Term, b: Option<Term>) -> (Parts, Binding) {
        match (self, b) {
            (Self::Infix(sign), Some(b)) => {
                let binding = match sign {
                    '+' | '-' => Binding::Sum,
                    _ => Binding::Product,
                };
                (Parts::Infix(sign, Box::new([a, b])), binding)
            }
            (Self::Infix(_), None) => unreachable!("an infix operation has two operands"),
            (Self::Minus, _) => (Parts::Minus(Box::new(a)), Binding::Sign),
            (Self::Call(function), b) => {
                let arguments = core::iter::once(a).chain(b).collect();
                (Parts::Call(function, arguments), Binding::Atom)
            }
            (Self::Indexed(function, index), _) => {
                (Parts::Indexed(function, index, Box::new(a)), Binding::Atom)
            }
        }
    }
}
