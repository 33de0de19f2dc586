//! Terms as syntax trees of Rust.

use std::rc::Rc;

use syn::{BinOp, Expr};

use crate::program::code::{self, Binding, Given, Infix, Operation};

use super::body::name_of;
use super::interface::count;
use super::syntax::{call, in_parentheses, infix, literal, negative, of_runtime, variable};

/// A term with syntax trees for inputs and numbers.
pub(super) type Term = code::Term<Rc<Expr>>;

impl Given for Rc<Expr> {
    fn is_signed(&self) -> bool {
        matches!(**self, Expr::Unary(_))
    }
}

/// Returns the syntax tree of a term, with the parentheses it needs.
pub(super) fn expr(term: &Term) -> Expr {
    match term {
        Term::Named(value) => variable(name_of(*value)),
        Term::Given(expr) => (**expr).clone(),
        Term::Of(operation, terms) => of(*operation, terms),
    }
}

fn of(operation: Operation, terms: &[Term]) -> Expr {
    let binding = operation.binding();
    match operation {
        Operation::Infix(operator) => {
            let sign = match operator {
                Infix::Plus => BinOp::Add(Default::default()),
                Infix::Minus => BinOp::Sub(Default::default()),
                Infix::Times => BinOp::Mul(Default::default()),
                Infix::Over => BinOp::Div(Default::default()),
            };
            let [left, right] = [(0, binding), (1, operator.right())]
                .map(|(place, binding)| within(&terms[place], binding));
            infix(left, sign, right)
        }
        Operation::Minus => negative(within(&terms[0], Binding::Atom)),
        Operation::Call(function) => {
            let arguments = terms.iter().map(expr);
            call(of_runtime(function.row().name), arguments.collect())
        }
        Operation::Indexed(function, index) => {
            let arguments = [literal(count(index as usize)), expr(&terms[0])];
            let function = of_runtime(function.row().name);
            call(function, arguments.into_iter().collect())
        }
    }
}

/// Returns the expression, in parentheses if it binds less tightly than `binding`.
fn within(term: &Term, binding: Binding) -> Expr {
    if term.binding() < binding {
        in_parentheses(expr(term))
    } else {
        expr(term)
    }
}
