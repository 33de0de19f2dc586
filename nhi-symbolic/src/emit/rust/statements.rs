//! The statements of generated code. A value that only one nearby statement reads gets no name: its
//! expression becomes part of that statement.
//!
//! The operations and their order within an expression are those of the tape, so results are
//! identical bit for bit. With half the names, there are half the tokens to format and to compile.

use crate::expr::LookupMap;
use crate::program::{Statement, Value};

use super::blocks;
use super::body::{Body, Input};
use super::straight::Let;
use super::term::Term;

/// The maximum number of operations in a statement, for readability.
const LONGEST: usize = 5;

/// Writes the statements of straight-line code in order.
pub(super) struct Writer<'b, 'a, S> {
    body: &'b Body<'a, S>,
    /// The values that are read only once, by another value.
    read_once: LookupMap<Value, ()>,
    /// Those of them that are computed but not yet read.
    waiting: LookupMap<Value, Term>,
    written: Vec<blocks::Statement>,
}

impl<'b, 'a, S: Input> Writer<'b, 'a, S> {
    /// Returns the statements for values. After them, the values for which `is_needed` returns true
    /// have names.
    pub(super) fn write(
        body: &'b Body<'a, S>,
        statements: Vec<Statement>,
        is_needed: impl Fn(Value) -> bool,
    ) -> Vec<blocks::Statement> {
        let mut writer = Self {
            read_once: read_once(body, &statements, is_needed),
            body,
            waiting: LookupMap::default(),
            written: Vec::new(),
        };
        for statement in statements {
            writer.add(statement);
        }
        writer.written
    }

    fn add(&mut self, statement: Statement) {
        match statement {
            Statement::Single(value) => {
                let term = self.operation(value);
                if self.read_once.contains_key(&value) {
                    self.waiting.insert(value, term);
                } else {
                    self.name(value, term);
                }
            }
            Statement::SineCosine {
                angle,
                sine,
                cosine,
                sine_first,
            } => {
                let angle = self.operand(angle, LONGEST - 1);
                self.written.push(blocks::Statement {
                    gives: if sine_first {
                        vec![sine, cosine]
                    } else {
                        vec![cosine, sine]
                    },
                    written: Let::SineCosine([sine, cosine], angle),
                });
            }
        }
    }

    fn operation(&mut self, value: Value) -> Term {
        let (operation, a, b) = self.body.operation(value);
        let a = self.operand(a, LONGEST - 1);
        let b = b.map(|b| self.operand(b, LONGEST - 1 - a.operations()));
        operation.of(a, b)
    }

    /// Returns the term for an operand: its expression if that has at most `most` operations, else
    /// its name.
    fn operand(&mut self, value: Value, most: usize) -> Term {
        match self.waiting.remove(&value) {
            Some(term) if term.operations() <= most => return term,
            Some(term) => self.name(value, term),
            None => {}
        }
        self.body.term(value)
    }

    fn name(&mut self, value: Value, term: Term) {
        self.written.push(blocks::Statement {
            gives: vec![value],
            written: Let::One(value, term),
        });
    }
}

fn read_once<S: Input>(
    body: &Body<'_, S>,
    statements: &[Statement],
    is_needed: impl Fn(Value) -> bool,
) -> LookupMap<Value, ()> {
    let mut reads: LookupMap<Value, usize> = LookupMap::default();
    for &statement in statements {
        body.for_each_read(statement, |value| *reads.entry(value).or_default() += 1);
    }
    let once = reads
        .into_iter()
        .filter(|&(value, reads)| reads == 1 && !is_needed(value));
    once.map(|(value, _)| (value, ())).collect()
}
