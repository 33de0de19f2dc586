//! Compact terms of a few operations. Thousands of syntax trees would need several times as much
//! memory, so terms become code only when they are written.

use core::hash::Hash;
use std::rc::Rc;

use super::super::tape::{Op, Tape, Value};
use crate::expr::{Function as Elementary, RuntimeCall};

/// An expression over values, in which inputs and numbers are given as code of the type `G`.
#[derive(Clone, Debug)]
pub enum Term<G> {
    /// A value referred to by name.
    Named(Value),
    /// An input or a number, as written.
    Given(G),
    /// An operation on one or two terms.
    Of(Operation, Box<[Term<G>]>),
}

/// An input or a number as code, without operations except for the sign of a number.
pub trait Given: Clone {
    /// Returns true if it begins with a sign.
    fn is_signed(&self) -> bool;
}

/// Code as text.
impl Given for Rc<str> {
    fn is_signed(&self) -> bool {
        self.starts_with('-')
    }
}

/// An operation as written.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// An operator between two terms.
    Infix(Infix),
    /// A minus sign before a term.
    Minus,
    /// A function.
    Call(Elementary),
    /// A function of an integer and a value.
    Indexed(Elementary, u32),
}

/// An infix operator.
#[derive(Clone, Copy, Debug)]
pub enum Infix {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
}

/// The binding strength of an expression, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// Of `+` and `-`.
    Sum,
    /// Of `*` and `/`.
    Product,
    /// Of a sign.
    Sign,
    /// Of names, numbers and calls.
    Atom,
}

impl<G: Given> Term<G> {
    /// Returns the number of operations.
    pub fn operations(&self) -> usize {
        match self {
            Self::Named(_) | Self::Given(_) => 0,
            Self::Of(_, terms) => 1 + terms.iter().map(Self::operations).sum::<usize>(),
        }
    }

    /// Visits the values that it reads by name.
    pub fn for_each_read(&self, read: &mut impl FnMut(Value)) {
        match self {
            Self::Named(value) => read(*value),
            Self::Given(_) => {}
            Self::Of(_, terms) => terms.iter().for_each(|term| term.for_each_read(read)),
        }
    }

    /// Returns how tightly it binds.
    pub fn binding(&self) -> Binding {
        match self {
            Self::Given(given) if given.is_signed() => Binding::Sign,
            Self::Named(_) | Self::Given(_) => Binding::Atom,
            Self::Of(operation, _) => operation.binding(),
        }
    }
}

impl Operation {
    /// Returns the operation on one or two terms.
    pub fn of<G>(self, a: Term<G>, b: Option<Term<G>>) -> Term<G> {
        let terms = core::iter::once(a).chain(b);
        Term::Of(self, terms.collect())
    }

    /// Returns how tightly its result binds.
    #[must_use]
    pub fn binding(self) -> Binding {
        match self {
            Self::Infix(infix) => infix.binding(),
            Self::Minus => Binding::Sign,
            Self::Call(_) | Self::Indexed(..) => Binding::Atom,
        }
    }
}

impl Infix {
    /// Returns how tightly its result binds.
    #[must_use]
    pub fn binding(self) -> Binding {
        match self {
            Self::Plus | Self::Minus => Binding::Sum,
            Self::Times | Self::Over => Binding::Product,
        }
    }

    /// Returns how tightly its second operand must bind; operations of one kind are evaluated from
    /// left to right.
    #[must_use]
    pub fn right(self) -> Binding {
        match self {
            Self::Plus | Self::Minus => Binding::Product,
            Self::Times | Self::Over => Binding::Sign,
        }
    }
}

impl<S: Copy + Eq + Hash> Tape<S> {
    /// Returns the operation that computes a value, and its operands.
    ///
    /// # Panics
    /// Panics for inputs and constants, which are not computed.
    #[must_use]
    pub fn operation(&self, value: Value) -> (Operation, Value, Option<Value>) {
        let infix = |operator, a, b| (Operation::Infix(operator), a, Some(b));
        match self.op(value) {
            Op::Input(_) | Op::Constant(_) => {
                unreachable!("the statements leave out what is not computed")
            }
            Op::Add(a, b) => infix(Infix::Plus, a, b),
            Op::Sub(a, b) => infix(Infix::Minus, a, b),
            Op::Mul(a, b) => infix(Infix::Times, a, b),
            Op::Div(a, b) => infix(Infix::Over, a, b),
            Op::Neg(a) => (Operation::Minus, a, None),
            Op::Unary(function, a) => (Operation::Call(function), a, None),
            Op::Binary(function, a, b) => match function.row().call {
                RuntimeCall::Plain => (Operation::Call(function), a, Some(b)),
                RuntimeCall::IndexFirst => {
                    let index = self.as_constant(a);
                    let index = index.expect("the index of a verified program is a number");
                    (Operation::Indexed(function, index as u32), b, None)
                }
            },
        }
    }
}
