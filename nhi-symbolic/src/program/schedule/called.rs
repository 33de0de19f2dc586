//! The functions that other functions call, whole or without derivatives.

use super::functions::function_without_calls;
use crate::program::OpCount;
use crate::program::function::{Call, Function, Section};
use crate::program::lowered::LoweredBlock;
use crate::program::tape::{Rate, Tape};

/// The functions of a program that other functions call.
pub(super) struct Called {
    whole: Vec<Function>,
    /// The functions that have derivatives among their results, without them.
    without: Vec<Option<Function>>,
    /// The functions that are called without derivatives, in the order of their numbers after the
    /// others.
    used: Vec<usize>,
}

impl Called {
    pub(super) fn of(tape: &Tape, blocks: &[LoweredBlock], values: &[usize], least: Rate) -> Self {
        let whole = blocks
            .iter()
            .map(|block| function_without_calls(tape, block, least));
        let without = blocks.iter().zip(values).map(|(block, &values)| {
            (values < block.outputs.len()).then(|| {
                let mut block = block.clone();
                block.name.push_str("_alone");
                block.outputs.truncate(values);
                block.signature.outputs = values;
                function_without_calls(tape, &block, least)
            })
        });
        Self {
            whole: whole.collect(),
            without: without.collect(),
            used: Vec::new(),
        }
    }

    /// Counts the operations of a call of a function.
    pub(super) fn operations(&self, tape: &Tape, call: &Call) -> usize {
        total(tape, &self.whole[call.subroutine])
    }

    /// Counts the operations of the values only.
    pub(super) fn operations_of_values(&self, tape: &Tape, call: &Call) -> usize {
        let without = self.without[call.subroutine].as_ref();
        total(tape, without.unwrap_or(&self.whole[call.subroutine]))
    }

    /// Returns the call for the values only.
    pub(super) fn values_of(&mut self, call: &Call) -> Call {
        let Some(without) = &self.without[call.subroutine] else {
            return call.clone();
        };
        let mut used = self.used.iter();
        let place = used.position(|&number| number == call.subroutine);
        let place = place.unwrap_or_else(|| {
            self.used.push(call.subroutine);
            self.used.len() - 1
        });
        Call {
            subroutine: self.whole.len() + place,
            arguments: call.arguments.clone(),
            results: call.results[..without.signature.outputs].to_vec(),
            integral: None,
        }
    }

    /// Returns all called functions.
    pub(super) fn finish(mut self) -> Vec<Function> {
        let without = self.used.iter().map(|&number| {
            let function = self.without[number].take();
            function.expect("what is called is a function")
        });
        self.whole.extend(without);
        self.whole
    }
}

fn total(tape: &Tape, function: &Function) -> usize {
    let sections = function.sections.iter();
    let values = sections.flat_map(Section::values);
    OpCount::of(tape, &values.collect::<Vec<_>>()).total()
}
