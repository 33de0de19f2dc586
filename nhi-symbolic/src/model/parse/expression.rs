//! Operators, with Rust's precedence: methods before the unary minus, before `*` and `/`, before
//! `+` and `-`.
//!
//! After an error the parser assumes the most likely intention and goes on, with [`Op::Mistake`] in
//! place of a missing operand. So one pass finds every error of an expression, and none twice.
//! Chains are loops; only delimiters recurse, and their depth is bounded.

use proc_macro2::{Delimiter, Span};

use super::operator::{operator, unsupported};
use super::parser::{Parser, is_keyword};
use crate::diag::{Code, Diagnostic};
use crate::model::ast::{Expression, NodeId, Op};

/// The token between two operands.
enum Infix {
    Known(fn(NodeId, NodeId) -> Op, Span),
    /// An error that was reported; the operand after it is still read, if there is one.
    Mistake,
}

impl Parser<'_> {
    /// Reads one expression up to a comma, the end of the list or the start of a new entry.
    pub(super) fn expression(&mut self) -> Expression {
        let (first, span) = (self.arena.next(), self.here());
        let root = self.sum();
        Expression { first, root, span }
    }

    /// Reads `product + product - product ...`
    pub(super) fn sum(&mut self) -> NodeId {
        let mut left = self.product();
        while let Some(infix) = self.additive() {
            let right = self.product();
            left = self.combine(infix, left, right);
        }
        left
    }

    /// Reads `unary * unary / unary ...`
    fn product(&mut self) -> NodeId {
        let mut left = self.unary();
        while let Some(infix) = self.multiplicative() {
            if matches!(infix, Infix::Mistake) && (self.at_separator() || self.at_new_entry()) {
                break;
            }
            let right = self.unary();
            left = self.combine(infix, left, right);
        }
        left
    }

    fn combine(&mut self, infix: Infix, left: NodeId, right: NodeId) -> NodeId {
        match infix {
            Infix::Known(op, span) => self.arena.push(op(left, right), span),
            Infix::Mistake => self.mistake(),
        }
    }

    pub(super) fn mistake(&mut self) -> NodeId {
        self.arena.push(Op::Mistake, self.last)
    }

    /// Reads `- - operand`
    fn unary(&mut self) -> NodeId {
        let mut minuses = Vec::new();
        while self.at_operator("-") {
            minuses.push(self.here());
            self.take_punct('-');
        }
        let operand = self.postfix();
        minuses.into_iter().rev().fold(operand, |operand, span| {
            self.arena.push(Op::Negate(operand), span)
        })
    }

    pub(super) fn at_operator(&self, text: &str) -> bool {
        !self.at_invisible_group()
            && operator(self.cursor).is_some_and(|operator| operator.text == text)
    }

    /// Returns true if a macro's argument, which is one operand, begins here.
    pub(super) fn at_invisible_group(&self) -> bool {
        self.cursor.group(Delimiter::None).is_some()
    }

    /// Consumes `+` or `-`.
    fn additive(&mut self) -> Option<Infix> {
        if self.at_invisible_group() {
            return None;
        }
        let found = operator(self.cursor)?;
        let op = match found.text.as_str() {
            "+" => Op::Add,
            "-" => Op::Subtract,
            _ => return None,
        };
        self.advance(found.next);
        Some(Infix::Known(op, found.span))
    }

    /// Consumes `*`, `/` or anything other than `+` or `-`. A wrong operator is reported, as is a
    /// missing one.
    fn multiplicative(&mut self) -> Option<Infix> {
        if self.at_separator() || self.at_new_entry() || self.at_condition() {
            return None;
        }
        let wrong_or_known = if self.at_invisible_group() {
            None
        } else {
            operator(self.cursor)
        };
        let Some(found) = wrong_or_known else {
            return self.operand_without_operator();
        };
        let op = match found.text.as_str() {
            "+" | "-" => return None,
            "*" => Op::Multiply,
            "/" => Op::Divide,
            other => {
                self.report(unsupported(other, found.span));
                self.advance(found.next);
                return Some(Infix::Mistake);
            }
        };
        self.advance(found.next);
        Some(Infix::Known(op, found.span))
    }

    /// Reports an operand directly after another one, unless reading it will report it anyway.
    fn operand_without_operator(&mut self) -> Option<Infix> {
        let reported_later = match self.cursor.ident() {
            Some((ident, _)) => is_keyword(&ident.to_string()),
            None => matches!(
                self.cursor.any_group(),
                Some((_, Delimiter::Brace | Delimiter::Bracket, ..))
            ),
        };
        if !reported_later {
            self.report(
                Diagnostic::error(
                    Code::MissingOperator,
                    self.here(),
                    "two operands without an operator between them",
                    "an operator such as `*`, or the end of the expression",
                )
                .help(
                    "multiplication is written `a * b`; a comma may be missing before a new entry",
                ),
            );
        }
        Some(Infix::Mistake)
    }
}
