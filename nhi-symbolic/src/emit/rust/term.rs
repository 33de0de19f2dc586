//! Expressions of a few operations, with as many parentheses as they need.

use syn::{BinOp, Expr};

use crate::expr::Function as Elementary;
use crate::program::Value;

use super::interface::count;
use super::syntax::{call, in_parentheses, infix, literal, negative, of_runtime};

/// An expression with what it is made of.
pub(super) struct Term {
    pub(super) expr: Expr,
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

/// An operation as it is written.
pub(super) enum Operation {
    Infix(BinOp),
    Minus,
    Call(Elementary),
    /// A function of a whole number and a value.
    Indexed(Elementary, u32),
}

impl Term {
    /// A value that has a name or is a number.
    pub(super) fn of_value(value: Value, expr: Expr, is_negative: bool) -> Self {
        Self {
            expr,
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
    fn within(self, binding: Binding) -> Expr {
        if self.binding < binding {
            in_parentheses(self.expr)
        } else {
            self.expr
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
        let (expr, binding) = self.joined(a, b);
        Term {
            expr,
            operations,
            reads,
            binding,
        }
    }

    fn joined(self, a: Term, b: Option<Term>) -> (Expr, Binding) {
        match (self, b) {
            (Self::Infix(operator), Some(b)) => {
                // Operations of one kind are done from the left.
                let (binding, right) = match operator {
                    BinOp::Add(_) | BinOp::Sub(_) => (Binding::Sum, Binding::Product),
                    _ => (Binding::Product, Binding::Sign),
                };
                let (a, b) = (a.within(binding), b.within(right));
                (infix(a, operator, b), binding)
            }
            (Self::Infix(_), None) => unreachable!("an infix operation has two operands"),
            (Self::Minus, _) => (negative(a.within(Binding::Atom)), Binding::Sign),
            (Self::Call(function), b) => {
                let arguments = core::iter::once(a).chain(b).map(|term| term.expr);
                let function = of_runtime(function.row().name);
                (call(function, arguments.collect()), Binding::Atom)
            }
            (Self::Indexed(function, index), _) => {
                let arguments = [literal(count(index as usize)), a.expr];
                let function = of_runtime(function.row().name);
                (
                    call(function, arguments.into_iter().collect()),
                    Binding::Atom,
                )
            }
        }
    }
}
