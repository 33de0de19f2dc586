//! An order of values in which operands come before results.

use crate::program::tape::{Rate, Tape, Value};

/// A depth-first order in which operands come before results; each value once.
pub(super) struct Order<'a> {
    tape: &'a Tape,
    done: Vec<bool>,
    order: Vec<Value>,
}

impl<'a> Order<'a> {
    pub(super) fn new(tape: &'a Tape) -> Self {
        Self {
            tape,
            done: vec![false; tape.len()],
            order: Vec::new(),
        }
    }

    /// Appends the values of accepted rates that the roots need; constants never appear.
    pub(super) fn visit(&mut self, roots: &[Value], accepts: impl Fn(Rate) -> bool) {
        for &root in roots {
            self.visit_one(root, &accepts);
        }
    }

    /// Appends accepted values below roots that may themselves be of a higher rate.
    pub(super) fn visit_below(&mut self, roots: &[Value], accepts: impl Fn(Rate) -> bool) {
        let mut seen = vec![false; self.tape.len()];
        let mut stack: Vec<_> = roots.iter().rev().copied().collect();
        while let Some(value) = stack.pop() {
            if core::mem::replace(&mut seen[value.index()], true) {
                continue;
            }
            if accepts(self.tape.rate(value)) {
                self.visit_one(value, &accepts);
            } else {
                self.tape.op(value).for_each_operand(|x| stack.push(x));
            }
        }
    }

    fn visit_one(&mut self, root: Value, accepts: &impl Fn(Rate) -> bool) {
        let mut stack = vec![(root, false)];
        while let Some((value, operands_done)) = stack.pop() {
            let rate = self.tape.rate(value);
            if self.done[value.index()] || rate == Rate::Constant || !accepts(rate) {
                continue;
            }
            if operands_done {
                self.done[value.index()] = true;
                self.order.push(value);
                continue;
            }
            stack.push((value, true));
            let first = stack.len();
            self.tape
                .op(value)
                .for_each_operand(|x| stack.push((x, false)));
            stack[first..].reverse();
        }
    }

    /// Returns the values appended since the last call.
    pub(super) fn take(&mut self) -> Vec<Value> {
        core::mem::take(&mut self.order)
    }

    pub(super) fn finish(self) -> Vec<Value> {
        self.order
    }
}
