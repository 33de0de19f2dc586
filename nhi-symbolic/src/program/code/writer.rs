//! Statements with the terms in them.

use core::hash::Hash;

use super::super::statements::Statement;
use super::super::tape::{Tape, Value};
use super::term::{Given, Term};
use crate::expr::LookupMap;

/// The maximum number of operations in a statement, for readability.
const LONGEST: usize = 5;

/// A statement that defines the names of values.
#[derive(Clone, Debug)]
pub enum Line<G> {
    /// One value.
    One(Value, Term<G>),
    /// Sine and cosine of an angle.
    SineCosine {
        /// The sine, then the cosine.
        values: [Value; 2],
        /// The angle, in radians.
        angle: Term<G>,
        /// True if the sine comes first on the tape.
        sine_first: bool,
    },
}

/// The code around statements.
pub trait Reader<S> {
    /// An input or a number as code.
    type Given: Given;

    /// Returns the tape of the values.
    fn tape(&self) -> &Tape<S>;

    /// Returns the term for a value that was defined before.
    fn term(&self, value: Value) -> Term<Self::Given>;
}

/// Writes the statements of straight-line code in order.
struct Writer<'r, S, R: Reader<S>> {
    reader: &'r R,
    /// The values that are read only once, by another value.
    read_once: LookupMap<Value, ()>,
    /// Those of them that are computed but not yet read.
    waiting: LookupMap<Value, Term<R::Given>>,
    written: Vec<Line<R::Given>>,
}

/// Returns the statements for values. After them, the values for which `is_needed` returns true
/// have names.
pub fn write<S: Copy + Eq + Hash, R: Reader<S>>(
    reader: &R,
    values: &[Value],
    is_needed: impl Fn(Value) -> bool,
) -> Vec<Line<R::Given>> {
    let statements = reader.tape().statements(values);
    let mut writer = Writer {
        read_once: read_once(reader.tape(), &statements, is_needed),
        reader,
        waiting: LookupMap::default(),
        written: Vec::new(),
    };
    for statement in statements {
        writer.add(statement);
    }
    writer.written
}

impl<G: Given> Line<G> {
    /// Returns the values that it defines, in the order of the tape.
    #[must_use]
    pub fn gives(&self) -> Vec<Value> {
        match *self {
            Self::One(value, _) => vec![value],
            Self::SineCosine {
                values: [sine, cosine],
                sine_first,
                ..
            } if sine_first => vec![sine, cosine],
            Self::SineCosine { values, .. } => vec![values[1], values[0]],
        }
    }

    /// Visits the values that it reads by name.
    pub fn for_each_read(&self, read: &mut impl FnMut(Value)) {
        let (Self::One(_, term) | Self::SineCosine { angle: term, .. }) = self;
        term.for_each_read(read);
    }
}

impl<S: Copy + Eq + Hash, R: Reader<S>> Writer<'_, S, R> {
    fn add(&mut self, statement: Statement) {
        match statement {
            Statement::Single(value) => {
                let term = self.operation(value);
                if self.read_once.contains_key(&value) {
                    self.waiting.insert(value, term);
                } else {
                    self.written.push(Line::One(value, term));
                }
            }
            Statement::SineCosine {
                angle,
                sine,
                cosine,
                sine_first,
            } => {
                let angle = self.operand(angle, LONGEST - 1);
                self.written.push(Line::SineCosine {
                    values: [sine, cosine],
                    angle,
                    sine_first,
                });
            }
        }
    }

    fn operation(&mut self, value: Value) -> Term<R::Given> {
        let (operation, a, b) = self.reader.tape().operation(value);
        let a = self.operand(a, LONGEST - 1);
        let b = b.map(|b| self.operand(b, LONGEST - 1 - a.operations()));
        operation.of(a, b)
    }

    /// Returns the term for an operand: its expression if that has at most `most` operations, else
    /// its name.
    fn operand(&mut self, value: Value, most: usize) -> Term<R::Given> {
        match self.waiting.remove(&value) {
            Some(term) if term.operations() <= most => return term,
            Some(term) => self.written.push(Line::One(value, term)),
            None => {}
        }
        self.reader.term(value)
    }
}

fn read_once<S: Copy + Eq + Hash>(
    tape: &Tape<S>,
    statements: &[Statement],
    is_needed: impl Fn(Value) -> bool,
) -> LookupMap<Value, ()> {
    let mut reads: LookupMap<Value, usize> = LookupMap::default();
    let mut read = |value| *reads.entry(value).or_default() += 1;
    for &statement in statements {
        match statement {
            Statement::Single(value) => tape.op(value).for_each_operand(&mut read),
            Statement::SineCosine { angle, .. } => read(angle),
        }
    }
    let once = reads
        .into_iter()
        .filter(|&(value, reads)| reads == 1 && !is_needed(value));
    once.map(|(value, _)| (value, ())).collect()
}
