//! Compact expressions of a few operations. Thousands of syntax trees would need several times as
//! much memory, so terms become trees only when they are written.

use std::rc::Rc;

use syn::{BinOp, Expr};

use crate::expr::Function as Elementary;
use crate::program::Value;

use super::body::name_of;
use super::interface::count;
use super::syntax::{call, in_parentheses, infix, literal, negative, of_runtime, variable};

/// An expression over values.
#[derive(Clone, Debug)]
pub(super) struct Term(Tree);

#[derive(Clone, Debug)]
enum Tree {
    /// A value referred to by name.
    Named(Value),
    /// An input or a number, as written.
    Given(Rc<Expr>),
    /// An operation on one or two terms.
    Of(Operation, Box<[Term]>),
}

/// An operation as written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation {
    Infix(Infix),
    Minus,
    Call(Elementary),
    /// A function of an integer and a value.
    Indexed(Elementary, u32),
}

/// An infix operator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Infix {
    Plus,
    Minus,
    Times,
    Over,
}

/// The binding strength of an expression, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Sign,
    Atom,
}

impl Term {
    /// Creates a reference to a value by name.
    pub(super) fn named(value: Value) -> Self {
        Self(Tree::Named(value))
    }

    /// Creates a term from an expression without operations, except for the sign of a number.
    pub(super) fn given(expr: Rc<Expr>) -> Self {
        Self(Tree::Given(expr))
    }

    /// Returns the number of operations.
    pub(super) fn operations(&self) -> usize {
        match &self.0 {
            Tree::Named(_) | Tree::Given(_) => 0,
            Tree::Of(_, terms) => 1 + terms.iter().map(Self::operations).sum::<usize>(),
        }
    }

    /// Visits the values that it reads by name.
    pub(super) fn for_each_read(&self, read: &mut impl FnMut(Value)) {
        match &self.0 {
            Tree::Named(value) => read(*value),
            Tree::Given(_) => {}
            Tree::Of(_, terms) => terms.iter().for_each(|term| term.for_each_read(read)),
        }
    }

    /// Returns the syntax tree, with the parentheses it needs.
    pub(super) fn expr(&self) -> Expr {
        match &self.0 {
            Tree::Named(value) => variable(name_of(*value)),
            Tree::Given(expr) => (**expr).clone(),
            Tree::Of(operation, terms) => operation.expr(terms),
        }
    }

    /// Returns the expression, in parentheses if it binds less tightly than `binding`.
    fn within(&self, binding: Binding) -> Expr {
        if self.binding() < binding {
            in_parentheses(self.expr())
        } else {
            self.expr()
        }
    }

    fn binding(&self) -> Binding {
        match &self.0 {
            Tree::Given(expr) if matches!(**expr, Expr::Unary(_)) => Binding::Sign,
            Tree::Named(_) | Tree::Given(_) => Binding::Atom,
            Tree::Of(operation, _) => operation.binding(),
        }
    }
}

impl Operation {
    /// Returns the operation on one or two terms.
    pub(super) fn of(self, a: Term, b: Option<Term>) -> Term {
        let terms = core::iter::once(a).chain(b);
        Term(Tree::Of(self, terms.collect()))
    }

    fn binding(self) -> Binding {
        match self {
            Self::Infix(Infix::Plus | Infix::Minus) => Binding::Sum,
            Self::Infix(Infix::Times | Infix::Over) => Binding::Product,
            Self::Minus => Binding::Sign,
            Self::Call(_) | Self::Indexed(..) => Binding::Atom,
        }
    }

    fn expr(self, terms: &[Term]) -> Expr {
        match self {
            Self::Infix(infix) => infix.expr(self.binding(), terms),
            Self::Minus => negative(terms[0].within(Binding::Atom)),
            Self::Call(function) => {
                let arguments = terms.iter().map(Term::expr);
                call(of_runtime(function.row().name), arguments.collect())
            }
            Self::Indexed(function, index) => {
                let arguments = [literal(count(index as usize)), terms[0].expr()];
                let function = of_runtime(function.row().name);
                call(function, arguments.into_iter().collect())
            }
        }
    }
}

impl Infix {
    /// Returns the expression; operations of one kind are evaluated from left to right.
    fn expr(self, binding: Binding, terms: &[Term]) -> Expr {
        let (operator, right) = match self {
            Self::Plus => (BinOp::Add(Default::default()), Binding::Product),
            Self::Minus => (BinOp::Sub(Default::default()), Binding::Product),
            Self::Times => (BinOp::Mul(Default::default()), Binding::Sign),
            Self::Over => (BinOp::Div(Default::default()), Binding::Sign),
        };
        infix(terms[0].within(binding), operator, terms[1].within(right))
    }
}
