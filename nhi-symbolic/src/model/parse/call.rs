//! Calls of the known functions, as `f(x)` and as `x.f()`.

use proc_macro2::Span;

use super::functions::{Callee, replacement};
use super::operand::syntax;
use super::parser::Parser;
use crate::diag::{Code, Diagnostic, counted, suggestion};
use crate::model::ast::{NodeId, Op};

/// Largest magnitude of an integer exponent.
const MAX_POWER: i32 = 64;

impl Parser<'_> {
    /// `f(a, b)`, behind the name.
    pub(super) fn function(&mut self, name: &str, span: Span) -> NodeId {
        let operands = self.operands(Vec::new());
        self.call(name, span, &operands)
    }

    /// `.f(b)`, at the dot behind the first operand.
    pub(super) fn method(&mut self, receiver: NodeId) -> NodeId {
        let dot = self.cursor;
        self.take_punct('.');
        let Some((ident, next)) = self.cursor.ident() else {
            self.report(syntax(dot, "a field", ""));
            if self.cursor.literal().is_some() {
                self.skip_token();
            }
            return self.mistake();
        };
        let (name, span) = (ident.to_string(), ident.span());
        let here = self.cursor;
        self.advance(next);
        if self.at_invisible_group() || self.parentheses().is_none() {
            let help = match Callee::from_text(&name) {
                Some(_) => format!("write `.{name}()`"),
                None => String::new(),
            };
            self.report(syntax(here, &format!("the field `{name}`"), &help));
            return self.mistake();
        }
        let operands = self.operands(vec![receiver]);
        self.call(&name, span, &operands)
    }

    /// The operands in the parentheses at the cursor, behind those already read.
    fn operands(&mut self, mut operands: Vec<NodeId>) -> Vec<NodeId> {
        if let Some(group) = self.parentheses() {
            self.list(group, |_| false, |parser| operands.push(parser.sum()));
        }
        operands
    }

    fn call(&mut self, name: &str, span: Span, operands: &[NodeId]) -> NodeId {
        let Some(callee) = Callee::from_text(name) else {
            self.report(unknown_function(name, span));
            return self.mistake();
        };
        match (callee, operands) {
            _ if operands.len() != callee.arity() => {
                self.report(wrong_arity(name, callee.arity(), operands.len(), span));
                self.mistake()
            }
            (Callee::Elementary(function), &[operand]) => {
                self.arena.push(Op::Unary(function, operand), span)
            }
            (Callee::Elementary(function), &[first, second]) => {
                self.arena.push(Op::Binary(function, first, second), span)
            }
            (Callee::Tangent, &[operand]) => self.arena.push(Op::Tangent(operand), span),
            (Callee::PowerInteger, &[base, exponent]) => self.integer_power(base, exponent, span),
            _ => unreachable!("every function of the op table has one or two arguments"),
        }
    }

    fn integer_power(&mut self, base: NodeId, exponent: NodeId, span: Span) -> NodeId {
        if self.arena.node(exponent).op == Op::Mistake {
            return self.mistake();
        }
        if let Some(power) = self.small_integer(exponent) {
            return self.arena.push(Op::PowerInteger(base, power), span);
        }
        self.report(
            Diagnostic::error(
                Code::BadExponent,
                self.arena.node(exponent).span,
                "not an exponent of `powi`",
                format!("an integer literal between -{MAX_POWER} and {MAX_POWER}"),
            )
            .help("other exponents are written with `powf`"),
        );
        self.mistake()
    }

    /// The value of an integer literal, possibly behind one minus, within the bound on exponents.
    fn small_integer(&self, id: NodeId) -> Option<i32> {
        let (literal, sign) = match self.arena.node(id).op {
            Op::Negate(operand) => (operand, -1),
            _ => (id, 1),
        };
        match &self.arena.node(literal).op {
            Op::Number(number) if number.exponent == 0 => {
                let magnitude: i32 = number.digits.parse().ok()?;
                (magnitude <= MAX_POWER).then_some(sign * magnitude)
            }
            _ => None,
        }
    }
}

fn unknown_function(name: &str, span: Span) -> Diagnostic {
    let mut help =
        replacement(name).map_or_else(|| suggestion(name, Callee::names()), str::to_owned);
    if help.is_empty() {
        help = format!("if `{name}` is a quantity, multiply with `{name} * (...)`");
    }
    let known: Vec<&str> = Callee::names().collect();
    let required = format!("one of {}", known.join(", "));
    Diagnostic::error(
        Code::UnknownFunction,
        span,
        format!("unknown function `{name}`"),
        required,
    )
    .help(help)
}

fn wrong_arity(name: &str, required: usize, found: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::WrongArity,
        span,
        format!("`{name}` has {}", counted(found, "operand")),
        match required {
            1 => format!("one operand: `{name}(x)` or `x.{name}()`"),
            _ => format!("two operands: `{name}(x, y)` or `x.{name}(y)`"),
        },
    )
}
