//! Straight-line code as statements: sine and cosine of one angle are one statement.

use core::hash::Hash;

use super::tape::{Op, Tape, Value};
use crate::expr::{Function as Elementary, LookupMap};

/// A statement that computes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// One operation.
    Single(Value),
    /// Both values from one evaluation.
    SineCosine {
        /// The angle, in radians.
        angle: Value,
        /// Its sine.
        sine: Value,
        /// Its cosine.
        cosine: Value,
        /// True if the sine comes first in the code.
        sine_first: bool,
    },
}

impl<S: Copy + Eq + Hash> Tape<S> {
    /// Returns the statements that compute values in the given order; inputs and constants need
    /// none.
    #[must_use]
    pub fn statements(&self, values: &[Value]) -> Vec<Statement> {
        let here: LookupMap<Value, ()> = values.iter().map(|&value| (value, ())).collect();
        let mut done: LookupMap<Value, ()> = LookupMap::default();
        let mut statements = Vec::new();
        for &value in values {
            let op = self.op(value);
            if done.contains_key(&value) || matches!(op, Op::Input(_) | Op::Constant(_)) {
                continue;
            }
            let partner = self.partner(op).filter(|x| here.contains_key(x));
            statements.push(match (op, partner) {
                (Op::Unary(function, angle), Some(partner)) => {
                    done.insert(partner, ());
                    let sine_first = function == Elementary::Sin;
                    let (sine, cosine) = if sine_first {
                        (value, partner)
                    } else {
                        (partner, value)
                    };
                    Statement::SineCosine {
                        angle,
                        sine,
                        cosine,
                        sine_first,
                    }
                }
                _ => Statement::Single(value),
            });
        }
        statements
    }

    /// Returns the cosine that belongs to a sine, or vice versa, if it is on the tape.
    fn partner(&self, op: Op<S>) -> Option<Value> {
        match op {
            Op::Unary(Elementary::Sin, angle) => self.find(Op::Unary(Elementary::Cos, angle)),
            Op::Unary(Elementary::Cos, angle) => self.find(Op::Unary(Elementary::Sin, angle)),
            _ => None,
        }
    }
}
