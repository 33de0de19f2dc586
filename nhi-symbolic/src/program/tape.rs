//! Binary operations in single assignment form, with equal ones only once.

use core::hash::Hash;

use crate::expr::{Expr, Function, LookupMap};

/// The number of a value on its [`Tape`]; operands have smaller numbers than results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);

impl Value {
    /// Returns the number, for tables outside the tape.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation and its operands; inputs are symbols of a graph, or other values of the type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op<S = Expr> {
    /// A value from outside.
    Input(S),
    /// A number in double precision, by its bits; never negative.
    Constant(u64),
    /// `a + b`.
    Add(Value, Value),
    /// `a - b`.
    Sub(Value, Value),
    /// `a * b`.
    Mul(Value, Value),
    /// `a / b`.
    Div(Value, Value),
    /// `-a`.
    Neg(Value),
    /// An elementary function of one argument.
    Unary(Function, Value),
    /// An elementary function of two arguments.
    Binary(Function, Value, Value),
}

/// How often a value changes. Its operands change at most as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rate {
    /// Known when the code is generated.
    Constant,
    /// Once per stepper.
    Prepare,
    /// Once per step.
    Step,
    /// Once per iteration of a solve.
    Iteration,
}

/// All values of a program.
#[derive(Clone, Debug)]
pub struct Tape<S = Expr> {
    ops: Vec<Op<S>>,
    rates: Vec<Rate>,
    index: LookupMap<Op<S>, Value>,
}

impl<S> Default for Tape<S> {
    fn default() -> Self {
        Self {
            ops: Vec::new(),
            rates: Vec::new(),
            index: LookupMap::default(),
        }
    }
}

impl<S: Copy + Eq + Hash> Tape<S> {
    /// Returns the operation that computes a value.
    #[must_use]
    pub fn op(&self, value: Value) -> Op<S> {
        self.ops[value.index()]
    }

    /// Returns the value that an operation computes, if it is on the tape.
    #[must_use]
    pub fn find(&self, op: Op<S>) -> Option<Value> {
        self.index.get(&op).copied()
    }

    /// Returns the value of the given number.
    pub(super) fn value(&self, index: usize) -> Value {
        debug_assert!(index < self.ops.len());
        Value(index as u32)
    }

    /// Returns how often a value changes.
    #[must_use]
    pub fn rate(&self, value: Value) -> Rate {
        self.rates[value.index()]
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Returns true if the tape holds no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// Returns the value of a symbol that changes at the given rate.
    pub(super) fn input(&mut self, symbol: S, rate: Rate) -> Value {
        self.intern(Op::Input(symbol), rate)
    }

    /// Returns the value of a number; a negative one is the negation of a constant.
    pub(crate) fn constant(&mut self, number: f64) -> Value {
        let magnitude = self.intern(Op::Constant(number.abs().to_bits()), Rate::Constant);
        if number.is_sign_negative() && number != 0.0 {
            self.intern(Op::Neg(magnitude), Rate::Constant)
        } else {
            magnitude
        }
    }

    /// Returns the number that a constant value represents.
    #[must_use]
    pub fn as_constant(&self, value: Value) -> Option<f64> {
        match self.op(value) {
            Op::Constant(bits) => Some(f64::from_bits(bits)),
            Op::Neg(magnitude) if self.rate(value) == Rate::Constant => {
                self.as_constant(magnitude).map(|x| -x)
            }
            _ => None,
        }
    }

    /// Appends an operation; constants are folded.
    pub(super) fn push(&mut self, op: Op<S>) -> Value {
        if let Some(number) = self.folded(op) {
            return self.constant(number);
        }
        let mut rate = Rate::Constant;
        op.for_each_operand(|operand| rate = rate.max(self.rate(operand)));
        self.intern(op, rate)
    }

    /// Appends an operation unchanged, at the rate `least` or a higher one.
    pub(super) fn push_unfolded(&mut self, op: Op<S>, least: Rate) -> Value {
        let mut rate = least;
        op.for_each_operand(|operand| rate = rate.max(self.rate(operand)));
        self.intern(op, rate)
    }

    /// Computes a value by another operation with the same result, at the same rate.
    pub(super) fn replace(&mut self, value: Value, op: Op<S>) {
        self.index.remove(&self.op(value));
        self.index.insert(op, value);
        self.ops[value.index()] = op;
    }

    /// Returns the same values over other inputs.
    pub(super) fn with_inputs<I: Copy + Eq + Hash>(&self, image: impl Fn(S) -> I) -> Tape<I> {
        let mut tape = Tape::default();
        for (&op, &rate) in self.ops.iter().zip(&self.rates) {
            let op = op.with_input(&image);
            tape.index.insert(op, Value(tape.ops.len() as u32));
            tape.ops.push(op);
            tape.rates.push(rate);
        }
        tape
    }

    fn folded(&self, op: Op<S>) -> Option<f64> {
        Some(match op {
            Op::Input(_) | Op::Constant(_) => return None,
            Op::Add(a, b) => self.as_constant(a)? + self.as_constant(b)?,
            Op::Sub(a, b) => self.as_constant(a)? - self.as_constant(b)?,
            Op::Mul(a, b) => self.as_constant(a)? * self.as_constant(b)?,
            Op::Div(a, b) => self.as_constant(a)? / self.as_constant(b)?,
            Op::Neg(a) => -self.as_constant(a)?,
            Op::Unary(f, a) => (f.row().value)(&[self.as_constant(a)?]),
            Op::Binary(f, a, b) => (f.row().value)(&[self.as_constant(a)?, self.as_constant(b)?]),
        })
    }

    /// Appends any operation at any rate, for tapes that no program may have.
    #[cfg(test)]
    pub(super) fn append(&mut self, op: Op<S>, rate: Rate) -> Value {
        self.intern(op, rate)
    }

    fn intern(&mut self, op: Op<S>, rate: Rate) -> Value {
        if let Some(&value) = self.index.get(&op) {
            return value;
        }
        let value = Value(self.ops.len() as u32);
        self.ops.push(op);
        self.rates.push(rate);
        self.index.insert(op, value);
        value
    }
}

impl<S> Op<S> {
    /// Returns the same operation on other operands.
    #[must_use]
    pub(super) fn map(self, mut f: impl FnMut(Value) -> Value) -> Self {
        match self {
            Self::Input(_) | Self::Constant(_) => self,
            Self::Add(a, b) => Self::Add(f(a), f(b)),
            Self::Sub(a, b) => Self::Sub(f(a), f(b)),
            Self::Mul(a, b) => Self::Mul(f(a), f(b)),
            Self::Div(a, b) => Self::Div(f(a), f(b)),
            Self::Neg(a) => Self::Neg(f(a)),
            Self::Unary(function, a) => Self::Unary(function, f(a)),
            Self::Binary(function, a, b) => Self::Binary(function, f(a), f(b)),
        }
    }

    /// Returns the same operation on another input.
    pub(super) fn with_input<I>(self, image: &impl Fn(S) -> I) -> Op<I> {
        match self {
            Self::Input(symbol) => Op::Input(image(symbol)),
            Self::Constant(bits) => Op::Constant(bits),
            Self::Add(a, b) => Op::Add(a, b),
            Self::Sub(a, b) => Op::Sub(a, b),
            Self::Mul(a, b) => Op::Mul(a, b),
            Self::Div(a, b) => Op::Div(a, b),
            Self::Neg(a) => Op::Neg(a),
            Self::Unary(function, a) => Op::Unary(function, a),
            Self::Binary(function, a, b) => Op::Binary(function, a, b),
        }
    }

    /// Visits the operands in order.
    pub fn for_each_operand(self, mut visit: impl FnMut(Value)) {
        match self {
            Self::Input(_) | Self::Constant(_) => {}
            Self::Neg(a) | Self::Unary(_, a) => visit(a),
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
        }
    }
}
