//! Functions as operations on power series, for Taylor's method.

use core::hash::Hash;

use super::function::{Function, Section};
use super::tape::{Op, Rate, Tape, Value};
use crate::expr::{Function as Elementary, LookupMap};

/// A function as operations on series, in slots. Those of its inputs come first; then the numbers,
/// which are constant over a step; then the results of the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The numbers after the inputs.
    pub numbers: Vec<Number>,
    /// The operations in their order.
    pub terms: Vec<Term>,
    /// The slots of the results.
    pub outputs: Vec<u32>,
    /// The number of slots.
    pub slots: usize,
}

/// A number that is constant over a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A constant, or a value that is computed once per stepper.
    Value(Value),
    /// One.
    One,
}

/// An operation with the slots of its result and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The operation.
    pub op: SeriesOp,
    /// The slot of the result.
    pub result: u32,
    /// The slots of the operands; those that the operation does not have are zero.
    pub operands: [u32; 3],
}

/// The operations on series, those of the runtime.
#[allow(missing_docs, reason = "the runtime documents them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesOp {
    Add,
    Sub,
    Mul,
    Scale,
    Div,
    Neg,
    Sqrt,
    Exp,
    Pow,
    SinCos,
    SinhCosh,
    Tanh,
    Ln,
    Atan,
    Asin,
    Acos,
    Atan2,
}

impl Elementary {
    /// Returns true if the function has a power series that Taylor's method can compute.
    #[must_use]
    pub fn is_expandable(self) -> bool {
        match self {
            Self::Abs | Self::Sign | Self::Step | Self::Min | Self::Max | Self::Stumpff => false,
            Self::Sin | Self::Cos | Self::Asin | Self::Acos | Self::Atan | Self::Atan2 => true,
            Self::Sinh | Self::Cosh | Self::Tanh | Self::Exp | Self::Ln => true,
            Self::Sqrt | Self::Hypot | Self::Powf => true,
        }
    }
}

impl Expansion {
    /// Expands a function that calls no other.
    ///
    /// # Panics
    /// Panics if an elementary function of it is not [expandable](Elementary::is_expandable).
    #[must_use]
    pub fn of<S: Copy + Eq + Hash>(tape: &Tape<S>, function: &Function<S>) -> Self {
        let values = function.sections.iter().flat_map(|section| match section {
            Section::Values(values) => &values[..],
            _ => unreachable!("functions that are called only compute values"),
        });
        let values: Vec<_> = values.copied().collect();
        let mut builder = Builder::new(tape, &function.signature.inputs);
        for &value in &values {
            tape.op(value)
                .for_each_operand(|operand| builder.note(operand));
        }
        function
            .outputs
            .iter()
            .for_each(|&output| builder.note(output));
        for &value in &values {
            builder.add(value);
        }
        let outputs = function.outputs.iter().map(|&output| builder.slot(output));
        Self {
            outputs: outputs.collect(),
            slots: builder.slots as usize,
            numbers: builder.numbers,
            terms: builder.terms,
        }
    }
}

/// The terms so far.
struct Builder<'a, S> {
    tape: &'a Tape<S>,
    inputs: LookupMap<S, u32>,
    /// The slots of values.
    places: LookupMap<Value, u32>,
    /// The slots of both functions of an argument that are computed together.
    pairs: LookupMap<(SeriesOp, Value), [u32; 2]>,
    numbers: Vec<Number>,
    terms: Vec<Term>,
    slots: u32,
    one: u32,
}

impl<'a, S: Copy + Eq + Hash> Builder<'a, S> {
    fn new(tape: &'a Tape<S>, inputs: &[S]) -> Self {
        let inputs: LookupMap<S, u32> = inputs.iter().copied().zip(0..).collect();
        let one = inputs.len() as u32;
        Self {
            tape,
            inputs,
            places: LookupMap::default(),
            pairs: LookupMap::default(),
            numbers: vec![Number::One],
            terms: Vec::new(),
            slots: one + 1,
            one,
        }
    }

    fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    fn is_number(&self, value: Value) -> bool {
        self.tape.rate(value) < Rate::Step
    }

    /// Gives a slot to a value if it is a number.
    fn note(&mut self, value: Value) {
        if self.is_number(value) && !self.places.contains_key(&value) {
            let slot = self.new_slot();
            self.places.insert(value, slot);
            self.numbers.push(Number::Value(value));
        }
    }

    fn slot(&self, value: Value) -> u32 {
        if let Op::Input(symbol) = self.tape.op(value)
            && let Some(&slot) = self.inputs.get(&symbol)
        {
            return slot;
        }
        self.places[&value]
    }

    /// Adds an operation with a new slot for its result.
    fn push(&mut self, op: SeriesOp, operands: [u32; 3]) -> u32 {
        let result = self.new_slot();
        self.terms.push(Term {
            op,
            result,
            operands,
        });
        result
    }

    /// Adds the operations for a value.
    fn add(&mut self, value: Value) {
        let slot = match self.tape.op(value) {
            Op::Input(_) | Op::Constant(_) => return,
            Op::Add(a, b) => self.binary(SeriesOp::Add, a, b),
            Op::Sub(a, b) => self.binary(SeriesOp::Sub, a, b),
            Op::Mul(a, b) if self.is_number(b) => self.binary(SeriesOp::Scale, b, a),
            Op::Mul(a, b) if self.is_number(a) => self.binary(SeriesOp::Scale, a, b),
            Op::Mul(a, b) => self.binary(SeriesOp::Mul, a, b),
            Op::Div(a, b) => self.binary(SeriesOp::Div, a, b),
            Op::Neg(a) => self.binary(SeriesOp::Neg, a, a),
            Op::Unary(function, a) => self.function(function, a),
            Op::Binary(Elementary::Atan2, y, x) => self.angle(y, x),
            Op::Binary(Elementary::Hypot, a, b) => {
                let square = self.sum_of_squares(a, b);
                self.push(SeriesOp::Sqrt, [square, 0, 0])
            }
            Op::Binary(Elementary::Powf, a, b) if self.is_number(b) => {
                self.binary(SeriesOp::Pow, a, b)
            }
            Op::Binary(Elementary::Powf, a, b) => {
                let base = self.slot(a);
                let logarithm = self.push(SeriesOp::Ln, [base, base, 0]);
                let exponent = self.push(SeriesOp::Mul, [self.slot(b), logarithm, 0]);
                self.push(SeriesOp::Exp, [exponent, 0, 0])
            }
            Op::Binary(function, ..) => unreachable!("{function:?} has no series here"),
        };
        self.places.insert(value, slot);
    }

    fn binary(&mut self, op: SeriesOp, a: Value, b: Value) -> u32 {
        let operands = [self.slot(a), self.slot(b), 0];
        self.push(op, operands)
    }

    fn function(&mut self, function: Elementary, argument: Value) -> u32 {
        let a = self.slot(argument);
        match function {
            Elementary::Sin => self.pair(SeriesOp::SinCos, argument)[0],
            Elementary::Cos => self.pair(SeriesOp::SinCos, argument)[1],
            Elementary::Sinh => self.pair(SeriesOp::SinhCosh, argument)[0],
            Elementary::Cosh => self.pair(SeriesOp::SinhCosh, argument)[1],
            Elementary::Sqrt => self.push(SeriesOp::Sqrt, [a, 0, 0]),
            Elementary::Exp => self.push(SeriesOp::Exp, [a, 0, 0]),
            Elementary::Ln => self.push(SeriesOp::Ln, [a, a, 0]),
            Elementary::Tanh => {
                let square = self.new_slot();
                let result = self.push(SeriesOp::Tanh, [a, square, 0]);
                self.terms.push(Term {
                    op: SeriesOp::Mul,
                    result: square,
                    operands: [result, result, 0],
                });
                result
            }
            Elementary::Atan => {
                let square = self.push(SeriesOp::Mul, [a, a, 0]);
                let slope = self.push(SeriesOp::Add, [self.one, square, 0]);
                self.push(SeriesOp::Atan, [a, slope, 0])
            }
            Elementary::Asin | Elementary::Acos => {
                let square = self.push(SeriesOp::Mul, [a, a, 0]);
                let rest = self.push(SeriesOp::Sub, [self.one, square, 0]);
                let slope = self.push(SeriesOp::Sqrt, [rest, 0, 0]);
                if function == Elementary::Asin {
                    return self.push(SeriesOp::Asin, [a, slope, 0]);
                }
                let slope = self.push(SeriesOp::Neg, [slope, 0, 0]);
                self.push(SeriesOp::Acos, [a, slope, 0])
            }
            Elementary::Abs
            | Elementary::Sign
            | Elementary::Step
            | Elementary::Min
            | Elementary::Max
            | Elementary::Stumpff
            | Elementary::Atan2
            | Elementary::Hypot
            | Elementary::Powf => unreachable!("{function:?} has no series here"),
        }
    }

    /// Returns the slots of two functions that are computed together, once for an argument.
    fn pair(&mut self, op: SeriesOp, argument: Value) -> [u32; 2] {
        if let Some(&pair) = self.pairs.get(&(op, argument)) {
            return pair;
        }
        let partner = self.new_slot();
        let first = self.push(op, [self.slot(argument), partner, 0]);
        self.pairs.insert((op, argument), [first, partner]);
        [first, partner]
    }

    fn sum_of_squares(&mut self, a: Value, b: Value) -> u32 {
        let [a, b] = [a, b].map(|value| self.slot(value));
        let squares = [a, b].map(|slot| self.push(SeriesOp::Mul, [slot, slot, 0]));
        self.push(SeriesOp::Add, [squares[0], squares[1], 0])
    }

    fn angle(&mut self, y: Value, x: Value) -> u32 {
        let square = self.sum_of_squares(y, x);
        let operands = [self.slot(y), self.slot(x), square];
        self.push(SeriesOp::Atan2, operands)
    }
}
