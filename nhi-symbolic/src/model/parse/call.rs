//! Calls of the known functions, as `f(x)` and as `x.f()`.

use proc_macro2::Span;

use super::functions::{Callee, Switch, replacement};
use super::operand::syntax;
use super::parser::Parser;
use crate::diag::{Code, Diagnostic, counted, one_of, suggestion};
use crate::expr::Function;
use crate::model::ast::{Decimal, NodeId, Op};

/// The function that returns an earlier value; only expressions outside a model can call it.
const DELAY: &str = "delay";

/// The time derivative of an expression along the motion.
const RATE: &str = "rate";

/// Largest magnitude of an integer exponent.
const MAX_POWER: i32 = 64;

impl Parser<'_> {
    /// Reads `f(a, b)`, after the name.
    pub(super) fn function(&mut self, name: &str, span: Span) -> NodeId {
        let operands = self.operands(Vec::new());
        self.call(name, span, &operands)
    }

    /// Reads `.f(b)`, at the dot after the first operand.
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
        match self.module_of(&name, &operands) {
            Some(module) => {
                self.report(function_of_a_module(&module, &name, span));
                self.mistake()
            }
            None => self.call(&name, span, &operands),
        }
    }

    /// Returns the name before the dot if it is used as a module: then it is one operand too many.
    fn module_of(&self, function: &str, operands: &[NodeId]) -> Option<String> {
        let callee = Callee::from_text(function)?;
        match &self.arena.node(*operands.first()?).op {
            Op::Name(name) if operands.len() == callee.arity() + 1 => Some(name.clone()),
            _ => None,
        }
    }

    /// Reads the operands in the parentheses at the cursor, and appends them to those already read.
    fn operands(&mut self, mut operands: Vec<NodeId>) -> Vec<NodeId> {
        if let Some(group) = self.parentheses() {
            self.list(group, |_| false, |parser| operands.push(parser.sum()));
        }
        operands
    }

    fn call(&mut self, name: &str, span: Span, operands: &[NodeId]) -> NodeId {
        if name == DELAY && self.is_outside {
            let &[value, time] = operands else {
                self.report(wrong_arity(name, 2, operands.len(), span));
                return self.mistake();
            };
            return self.arena.push(Op::Delay(value, time), span);
        }
        if name == RATE {
            let &[value] = operands else {
                self.report(wrong_arity(name, 1, operands.len(), span));
                return self.mistake();
            };
            return self.arena.push(Op::Rate(value), span);
        }
        let Some(callee) = Callee::from_text(name) else {
            self.report(unknown_function(name, span, self.is_outside));
            return self.mistake();
        };
        if callee.is_switch() && !self.is_outside && !self.allows_forces {
            self.report(switch_in_model(name, span));
            return self.mistake();
        }
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
            (Callee::Switch(switch), operands) => self.switch(switch, operands, span),
            _ => unreachable!("every function of the op table has one or two arguments"),
        }
    }

    /// Expresses a function that switches in terms of other functions.
    fn switch(&mut self, switch: Switch, operands: &[NodeId], span: Span) -> NodeId {
        match (switch, operands) {
            (Switch::Clamp, &[x, low, high]) => self.clamp(x, low, high, span),
            (Switch::Ramp, &[x, width]) => {
                let ratio = self.arena.push(Op::Divide(x, width), span);
                let [zero, one] = ["0", "1"].map(|digits| self.whole_number(digits, span));
                self.clamp(ratio, zero, one, span)
            }
            (Switch::Pulse, &[x, width]) => {
                let mut push = |op| self.arena.push(op, span);
                let begun = push(Op::Unary(Function::Step, x));
                let rest = push(Op::Subtract(x, width));
                let ended = push(Op::Unary(Function::Step, rest));
                let one = self.whole_number("1", span);
                let goes_on = self.arena.push(Op::Subtract(one, ended), span);
                self.arena.push(Op::Multiply(begun, goes_on), span)
            }
            _ => unreachable!("the number of operands was checked"),
        }
    }

    fn clamp(&mut self, x: NodeId, low: NodeId, high: NodeId, span: Span) -> NodeId {
        let raised = self.arena.push(Op::Binary(Function::Max, x, low), span);
        self.arena
            .push(Op::Binary(Function::Min, raised, high), span)
    }

    fn whole_number(&mut self, digits: &str, span: Span) -> NodeId {
        let digits = digits.to_owned();
        self.arena.push(
            Op::Number(Decimal {
                digits,
                exponent: 0,
            }),
            span,
        )
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

    /// Returns the value of an integer literal, optionally after one minus, within the bound on
    /// exponents.
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

/// Reports a function that switches and is used in a model, from which equations of motion are
/// derived.
fn switch_in_model(name: &str, span: Span) -> Diagnostic {
    let known: Vec<&str> = Callee::names(false).collect();
    let help = match name {
        "abs" => "`sqrt(x.powi(2) + eps)` is a smooth substitute; ",
        _ => "",
    };
    Diagnostic::error(
        Code::UnknownFunction,
        span,
        format!("`{name}` is not smooth, and models need derivatives"),
        one_of(&known),
    )
    .help(format!(
        "{help}forces may switch, and so may controls and outputs of scenarios"
    ))
}

fn unknown_function(name: &str, span: Span, may_switch: bool) -> Diagnostic {
    let known = || Callee::names(may_switch);
    let mut help = replacement(name).map_or_else(|| suggestion(name, known()), str::to_owned);
    if help.is_empty() {
        help = format!("if `{name}` is a quantity, multiply with `{name} * (...)`");
    }
    let known: Vec<&str> = known().collect();
    let required = one_of(&known);
    Diagnostic::error(
        Code::UnknownFunction,
        span,
        format!("unknown function `{name}`"),
        required,
    )
    .help(help)
}

fn function_of_a_module(module: &str, name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::WrongArity,
        span,
        format!("`{name}` of `{module}` has one operand too many"),
        format!("`{name}(...)`, or `x.{name}()` with its first operand before the dot"),
    )
    .help(format!(
        "if `{module}` is a module, leave it out: functions belong to none"
    ))
}

fn wrong_arity(name: &str, required: usize, found: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::WrongArity,
        span,
        format!("`{name}` has {}", counted(found, "operand")),
        match required {
            1 => format!("one operand: `{name}(x)` or `x.{name}()`"),
            3 => format!("three operands: `{name}(x, low, high)` or `x.{name}(low, high)`"),
            _ => format!("two operands: `{name}(x, y)` or `x.{name}(y)`"),
        },
    )
}
