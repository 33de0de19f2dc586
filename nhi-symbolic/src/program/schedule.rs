//! Ordering of the values of a program: stages by rate, sections around solves.

mod called;
mod functions;
mod order;

use super::function::{Function, Program};
use super::lowered::{Interruption, LoweredBlock};
use super::tape::{Op, Rate, Tape, Value};
use crate::discrete::{Pivot, Requirement};
use crate::expr::Expr;
use called::Called;
use order::Order;

/// A lowered program without order.
pub(super) struct Unscheduled {
    pub(super) tape: Tape,
    pub(super) blocks: Vec<LoweredBlock>,
    /// The functions that these blocks call.
    pub(super) subroutines: Vec<LoweredBlock>,
    /// For each of these functions, how many results are values rather than derivatives of values.
    pub(super) values_of_subroutines: Vec<usize>,
    pub(super) conditions: Vec<(Requirement, Value)>,
}

impl Unscheduled {
    /// Orders everything. If there is a prepare stage, it reads the given symbols, and functions
    /// get its values from outside. Otherwise, each function computes these values itself.
    pub(super) fn schedule(mut self, prepared_from: Option<Vec<Expr>>) -> Program {
        let has_prepare_stage = prepared_from.is_some();
        self.merge_reciprocals();
        let least = if has_prepare_stage {
            Rate::Step
        } else {
            Rate::Prepare
        };
        let mut called = Called::of(
            &self.tape,
            &self.subroutines,
            &self.values_of_subroutines,
            least,
        );
        let blocks = self.blocks.iter();
        let functions: Vec<_> = blocks
            .map(|block| functions::function(&self.tape, block, least, &mut called))
            .collect();
        let subroutines = called.finish();
        let prepared = if has_prepare_stage {
            prepared_values(&self.tape, functions.iter().chain(&subroutines))
        } else {
            Vec::new()
        };
        let mut needed = prepared.clone();
        needed.extend(self.conditions.iter().map(|(_, value)| *value));
        let mut order = Order::new(&self.tape);
        order.visit(&needed, |rate| rate == Rate::Prepare);
        Program {
            parameters: prepared_from.unwrap_or_default(),
            prepare: order.finish(),
            prepared,
            conditions: self.conditions,
            functions,
            subroutines,
            tape: self.tape,
        }
    }

    /// Turns `a * (1 / b)` into `a / b` if nothing else uses the reciprocal and both are computed
    /// equally often.
    fn merge_reciprocals(&mut self) {
        let uses = self.count_uses();
        for index in 0..self.tape.len() {
            let value = self.tape.value(index);
            if let Op::Mul(a, b) = self.tape.op(value) {
                let quotient = self.quotient(value, a, b, &uses);
                if let Some(quotient) = quotient.or_else(|| self.quotient(value, b, a, &uses)) {
                    self.tape.replace(value, quotient);
                }
            }
        }
    }

    fn quotient(&self, product: Value, a: Value, b: Value, uses: &[usize]) -> Option<Op> {
        match self.tape.op(b) {
            Op::Div(one, divisor)
                if self.tape.as_constant(one) == Some(1.0)
                    && uses[b.index()] == 1
                    && self.tape.rate(b) == self.tape.rate(product) =>
            {
                Some(Op::Div(a, divisor))
            }
            _ => None,
        }
    }

    /// Counts how often live values are used; results count as uses.
    fn count_uses(&self) -> Vec<usize> {
        let mut order = Order::new(&self.tape);
        let results = self.results();
        order.visit(&results, |_| true);
        let mut uses = vec![0; self.tape.len()];
        for value in order.finish() {
            self.tape
                .op(value)
                .for_each_operand(|x| uses[x.index()] += 1);
        }
        for value in results {
            uses[value.index()] += 1;
        }
        uses
    }

    fn results(&self) -> Vec<Value> {
        let mut results: Vec<_> = self.conditions.iter().map(|(_, value)| *value).collect();
        for block in self.blocks.iter().chain(&self.subroutines) {
            results.extend(&block.outputs);
            results.extend(block.pivots.iter().flat_map(Pivot::values));
            results.extend(block.interruptions.iter().flat_map(Interruption::inputs));
        }
        results
    }
}

/// Returns the values of the prepare stage that functions use.
fn prepared_values<'f>(tape: &Tape, functions: impl Iterator<Item = &'f Function>) -> Vec<Value> {
    let mut used = Vec::new();
    let mut note = |value: Value| {
        if tape.rate(value) == Rate::Prepare {
            used.push(value);
        }
    };
    for function in functions {
        function.ends().into_iter().for_each(&mut note);
        for section in &function.sections {
            for value in section.values() {
                note(value);
                if tape.rate(value) != Rate::Prepare {
                    tape.op(value).for_each_operand(&mut note);
                }
            }
        }
    }
    used.sort_unstable();
    used.dedup();
    used
}
