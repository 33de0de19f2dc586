//! Statements as they are written: a value that is read once, and only by the statements around it, has no name of its
//! own but stands where it is read.
//!
//! The operations and their order within an expression are those of the tape, so results are the same to the bit. Half the
//! names are half the tokens to format and to compile.

use crate::expr::LookupMap;
use crate::program::{Statement, Value};

use super::blocks;
use super::body::{Body, Input};
use super::straight::Let;
use super::term::Term;

/// The most operations of a statement, that it can be read at a glance.
const LONGEST: usize = 5;

/// Writes the statements of straight-line code one after the other.
pub(super) struct Writer<'b, 'a, S> {
    body: &'b Body<'a, S>,
    /// The values that have no other reader than the next one.
    read_once: LookupMap<Value, ()>,
    /// Those of them that are computed and not yet read.
    waiting: LookupMap<Value, Term>,
    written: Vec<blocks::Statement>,
}

impl<'b, 'a, S: Input> Writer<'b, 'a, S> {
    /// The statements for values, behind which the values that `is_needed` tells have names.
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

    /// What stands for an operand: its expression, if that has no more than so many operations, else its name.
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
