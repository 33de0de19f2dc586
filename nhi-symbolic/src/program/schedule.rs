//! Ordering the values of a program: stages by rate, sections around solves.

use super::function::{Function, Newton, Program, Section};
use super::lowered::{Equations, LoweredBlock};
use super::tape::{Op, Rate, Tape, Value};
use crate::discrete::Pivot;
use crate::expr::Expr;

/// A lowered program without order.
pub(super) struct Unscheduled {
    pub(super) tape: Tape,
    pub(super) blocks: Vec<LoweredBlock>,
    /// What these call.
    pub(super) subroutines: Vec<LoweredBlock>,
    pub(super) conditions: Vec<(&'static str, Value)>,
}

impl Unscheduled {
    /// Orders everything. With a prepare stage, which reads the given symbols, functions get its
    /// values from outside; without, each function computes them itself.
    pub(super) fn schedule(mut self, prepared_from: Option<Vec<Expr>>) -> Program {
        let has_prepare_stage = prepared_from.is_some();
        self.merge_reciprocals();
        let least = if has_prepare_stage {
            Rate::Step
        } else {
            Rate::Prepare
        };
        let functions = |blocks: &[LoweredBlock]| -> Vec<_> {
            let blocks = blocks.iter();
            blocks
                .map(|block| function(&self.tape, block, least))
                .collect()
        };
        let (functions, subroutines) = (functions(&self.blocks), functions(&self.subroutines));
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

    /// Turns `a * (1 / b)` into `a / b` where nothing else uses the reciprocal and both are
    /// computed equally often.
    fn merge_reciprocals(&mut self) {
        let uses = self.count_uses();
        let mut tape = Tape::default();
        let mut image: Vec<Value> = Vec::with_capacity(self.tape.len());
        for index in 0..self.tape.len() {
            let value = self.tape.value(index);
            let op = self.tape.op(value);
            let new = match op {
                Op::Input(symbol) => tape.input(symbol, self.tape.rate(value)),
                Op::Constant(bits) => tape.constant(f64::from_bits(bits)),
                Op::Mul(a, b) => {
                    let quotient = self.quotient(value, a, b, &uses);
                    let quotient = quotient.or_else(|| self.quotient(value, b, a, &uses));
                    tape.push(quotient.unwrap_or(op).map(|x| image[x.index()]))
                }
                _ => tape.push(op.map(|x| image[x.index()])),
            };
            image.push(new);
        }
        self.tape = tape;
        self.replace_values(|value| image[value.index()]);
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

    /// How often live values are used; results count as uses.
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
            results.extend(block.equations.iter().flat_map(Equations::inputs));
        }
        results
    }

    fn replace_values(&mut self, image: impl Fn(Value) -> Value) {
        let replace = |values: &mut Vec<Value>| values.iter_mut().for_each(|v| *v = image(*v));
        for (_, value) in &mut self.conditions {
            *value = image(*value);
        }
        for block in self.blocks.iter_mut().chain(&mut self.subroutines) {
            replace(&mut block.outputs);
            for pivot in &mut block.pivots {
                *pivot = pivot.map(&image);
            }
            let inputs = block.equations.iter_mut().flat_map(Equations::inputs_mut);
            inputs.for_each(|value| *value = image(*value));
        }
    }
}

fn function(tape: &Tape, block: &LoweredBlock, least: Rate) -> Function {
    let mut sections = Vec::new();
    let mut order = Order::new(tape);
    let outside = |rate| rate >= least && rate < Rate::Iteration;
    for equations in &block.equations {
        match equations {
            Equations::Newton(solve) => {
                order.visit(&solve.guess, outside);
                order.visit(&solve.sizes, outside);
                order.visit_below(&solve.residuals, outside);
                order.visit_below(&solve.jacobian, outside);
                for call in &solve.body {
                    order.visit_below(&call.values(), outside);
                }
                push_values(&mut sections, order.take());
                sections.push(Section::Newton(Newton {
                    body: body(&mut order, solve),
                    ..solve.clone()
                }));
            }
            Equations::Linear(linear) => {
                order.visit(&equations.inputs(), outside);
                push_values(&mut sections, order.take());
                sections.push(Section::Linear(linear.clone()));
            }
            Equations::Call(call) => {
                order.visit(&call.arguments, outside);
                push_values(&mut sections, order.take());
                sections.push(Section::Call(call.clone()));
            }
        }
    }
    order.visit(&block.outputs, outside);
    for pivot in &block.pivots {
        order.visit(&pivot.values(), outside);
    }
    push_values(&mut sections, order.take());
    Function {
        name: block.name.clone(),
        signature: block.signature.clone(),
        sections,
        outputs: block.outputs.clone(),
        pivots: block.pivots.clone(),
    }
}

/// What an iteration does: each call behind its arguments, then what residuals and Jacobian need. Nothing is left for
/// the body of a linear system, which has no value of the iteration.
fn body(order: &mut Order<'_>, solve: &Newton) -> Vec<Section> {
    let is_iterated = |rate| rate == Rate::Iteration;
    let mut sections = Vec::new();
    for call in &solve.body {
        order.visit(&call.values(), is_iterated);
        push_values(&mut sections, order.take());
        sections.push(call.clone());
    }
    order.visit(&solve.residuals, is_iterated);
    order.visit(&solve.jacobian, is_iterated);
    push_values(&mut sections, order.take());
    sections
}

fn push_values(sections: &mut Vec<Section>, values: Vec<Value>) {
    if !values.is_empty() {
        sections.push(Section::Values(values));
    }
}

/// The values of the prepare stage that functions use.
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

/// A depth-first order in which operands come before results; each value once.
struct Order<'a> {
    tape: &'a Tape,
    done: Vec<bool>,
    order: Vec<Value>,
}

impl<'a> Order<'a> {
    fn new(tape: &'a Tape) -> Self {
        Self {
            tape,
            done: vec![false; tape.len()],
            order: Vec::new(),
        }
    }

    /// Appends what the roots need among the values of accepted rates; constants never appear.
    fn visit(&mut self, roots: &[Value], accepts: impl Fn(Rate) -> bool) {
        for &root in roots {
            self.visit_one(root, &accepts);
        }
    }

    /// Appends accepted values below roots that may themselves be of a higher rate.
    fn visit_below(&mut self, roots: &[Value], accepts: impl Fn(Rate) -> bool) {
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

    /// The values appended since the last call.
    fn take(&mut self) -> Vec<Value> {
        core::mem::take(&mut self.order)
    }

    fn finish(self) -> Vec<Value> {
        self.order
    }
}
