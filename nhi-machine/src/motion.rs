//! Integrals of functions, by the methods of the runtime.

use std::sync::Arc;

use nhi_runtime::StepErrorKind;
use nhi_runtime::plumbing::{
    Advance, Expansion, Field, SeriesOp, Term, are_crossed, dop853_in, dop853_workspace, in_order,
    switch_modes, taylor_in, taylor_workspace,
};
use nhi_symbolic::{AdaptiveMethod, Integral};

use crate::code::Slot;
use crate::function::{Shared, copy};
use crate::workspace::{Template, gather, scatter};

/// The integral of a function, whose parameters are the components, the time and other values.
#[derive(Clone, Debug)]
pub(crate) struct Motion {
    pub(crate) field: Arc<Shared>,
    /// The function that moves the ends of steps.
    pub(crate) correction: Option<Arc<Shared>>,
    /// The function for the values of switches.
    pub(crate) switches: Option<Arc<Shared>>,
    pub(crate) integral: Integral<usize>,
    /// The field as operations on series, for Taylor's method.
    pub(crate) series: Option<Series>,
    /// The slots of the memory before.
    pub(crate) memory: Vec<Slot>,
    pub(crate) begin: Slot,
    pub(crate) target: Slot,
    pub(crate) others: Vec<Slot>,
    pub(crate) solution: Vec<Slot>,
    /// The slots of the memory afterwards.
    pub(crate) after: Vec<Slot>,
}

/// A field as operations on series.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) terms: Vec<Term>,
    pub(crate) slopes: Vec<u32>,
    /// The number of slots of series.
    pub(crate) slots: usize,
    /// The slots of the machine with the numbers that are constant over a step.
    pub(crate) numbers: Vec<Slot>,
}

impl Series {
    fn expansion(&self, order: usize) -> Expansion<'_, impl Fn(usize, &mut [f64])> {
        Expansion {
            terms: in_order(&self.terms, order),
            slopes: &self.slopes,
            slots: self.slots,
            order,
        }
    }
}

/// Returns the operation of the runtime.
pub(crate) fn of_runtime(term: nhi_symbolic::SeriesTerm) -> Term {
    macro_rules! same {
        ($($op:ident)*) => {
            match term.op {
                $(nhi_symbolic::SeriesOp::$op => SeriesOp::$op,)*
            }
        };
    }
    let op = same!(
        Add Sub Mul Scale Div Neg Sqrt Exp Pow SinCos SinhCosh Tanh Ln Atan Asin Acos Atan2
    );
    Term::new(op, term.result, term.operands)
}

/// The functions of an integral, on the slots of a program.
struct OnSlots<'m> {
    motion: &'m Motion,
    slots: &'m mut [f64],
}

impl OnSlots<'_> {
    /// Evaluates a function at a point.
    fn evaluate(&mut self, function: &Shared, t: f64, y: &[f64]) {
        let (components, others) = function.parameters.split_at(y.len());
        scatter(self.slots, components, y);
        self.slots[others[0] as usize] = t;
        copy(self.slots, &self.motion.others, &others[1..]);
        function.run(self.slots);
    }
}

impl Field<f64> for OnSlots<'_> {
    fn slope(&mut self, t: f64, y: &[f64], slope: &mut [f64]) {
        let field = &self.motion.field;
        self.evaluate(field, t, y);
        gather(self.slots, &field.outputs, slope);
    }

    fn correct(&mut self, t: f64, y: &mut [f64]) {
        if let Some(correction) = &self.motion.correction {
            self.evaluate(correction, t, y);
            gather(self.slots, &correction.outputs, y);
        }
    }

    fn has_switches(&self) -> bool {
        self.motion.switches.is_some()
    }

    fn is_crossed(&mut self, t: f64, y: &[f64]) -> bool {
        let motion = self.motion;
        motion.switches.as_ref().is_some_and(|switches| {
            self.evaluate(switches, t, y);
            are_crossed(y, results(switches, self.slots))
        })
    }

    fn switch(&mut self, t: f64, y: &mut [f64]) {
        if let Some(switches) = &self.motion.switches {
            self.evaluate(switches, t, y);
            switch_modes(y, results(switches, self.slots));
        }
    }
}

/// Returns the results of a function that has been evaluated.
fn results(function: &Shared, slots: &[f64]) -> impl ExactSizeIterator<Item = f64> {
    let outputs = function.outputs.iter();
    outputs.map(|&slot| slots[slot as usize])
}

impl Motion {
    /// Returns the slots of the results.
    pub(crate) fn results(&self) -> impl Iterator<Item = Slot> {
        self.solution.iter().chain(&self.after).copied()
    }

    /// Makes room for this integral.
    pub(crate) fn reserve(&self, template: &mut Template) {
        let n = self.solution.len();
        let room = match (self.integral.method, &self.series) {
            (AdaptiveMethod::Taylor { order }, Some(series)) => {
                series.numbers.len() + taylor_workspace(series.slots, order)
            }
            _ => dop853_workspace(n),
        };
        template.unknowns = template.unknowns.max(n);
        template.sizes = template.sizes.max(self.memory.len());
        template.room = template.room.max(room);
    }

    /// Advances to the target, as generated code does.
    pub(crate) fn advance(
        &self,
        slots: &mut [f64],
        [x, sizes, room]: [&mut [f64]; 3],
        tolerance_divisor: f64,
    ) -> Result<(), StepErrorKind<f64>> {
        let n = self.solution.len();
        let (solution, memory) = (&mut x[..n], &mut sizes[..self.memory.len()]);
        gather(slots, &self.memory, memory);
        let advance = Advance {
            begin: slots[self.begin as usize],
            target: slots[self.target as usize],
            tolerance: self.integral.tolerance / tolerance_divisor,
            is_held: self.integral.is_held,
        };
        let mut field = OnSlots {
            motion: self,
            slots: &mut *slots,
        };
        match (self.integral.method, &self.series) {
            (AdaptiveMethod::Taylor { order }, Some(series)) => {
                let (numbers, room) = room.split_at_mut(series.numbers.len());
                gather(field.slots, &series.numbers, numbers);
                let expansion = series.expansion(order);
                taylor_in(
                    memory, advance, expansion, numbers, solution, room, &mut field,
                )
            }
            _ => dop853_in(memory, advance, solution, room, &mut field),
        }?;
        scatter(slots, &self.solution, solution);
        scatter(slots, &self.after, memory);
        Ok(())
    }
}
