//! Programs to instructions: every value, input and constant gets a slot.

use std::collections::HashMap;
use std::hash::Hash;

use nhi_symbolic::expr::Function as Elementary;
use nhi_symbolic::program::{Function, Op, Section, Statement, Tape, Value};

use crate::code::{Instruction, Slot, Straight};
use crate::equations::{Elimination, Equations};
use crate::function::{Code, Part};
use crate::workspace::Template;

/// Gives slots to what a program works on.
pub(crate) struct Flattener<'p, S> {
    tape: &'p Tape<S>,
    inputs: HashMap<S, Slot>,
    constants: HashMap<u64, Slot>,
    values: Vec<Option<Slot>>,
    /// Slots with the constants in their places, and room for every system of equations so far.
    pub(crate) template: Template,
}

impl<'p, S: Copy + Eq + Hash> Flattener<'p, S> {
    pub(crate) fn new(tape: &'p Tape<S>) -> Self {
        Self {
            tape,
            inputs: HashMap::new(),
            constants: HashMap::new(),
            values: vec![None; tape.len()],
            template: Template::default(),
        }
    }

    /// The slot of an input.
    pub(crate) fn input(&mut self, input: S) -> Slot {
        let slots = &mut self.template.slots;
        let slot = self.inputs.entry(input);
        *slot.or_insert_with(|| next(slots, f64::NAN))
    }

    /// The slots of inputs; of new ones in a row.
    pub(crate) fn all_inputs(&mut self, inputs: impl IntoIterator<Item = S>) -> Vec<Slot> {
        inputs.into_iter().map(|input| self.input(input)).collect()
    }

    /// Whether an input has a slot already.
    pub(crate) fn has_input(&self, input: S) -> bool {
        self.inputs.contains_key(&input)
    }

    /// The slots of values.
    pub(crate) fn slots(&mut self, values: &[Value]) -> Vec<Slot> {
        values.iter().map(|&value| self.slot(value)).collect()
    }

    /// The slot of a value.
    pub(crate) fn slot(&mut self, value: Value) -> Slot {
        if let Some(number) = self.tape.as_constant(value) {
            let slots = &mut self.template.slots;
            let slot = self.constants.entry(number.to_bits());
            return *slot.or_insert_with(|| next(slots, number));
        }
        if let Op::Input(input) = self.tape.op(value) {
            return self.input(input);
        }
        let slots = &mut self.template.slots;
        *self.values[value.index()].get_or_insert_with(|| next(slots, f64::NAN))
    }

    /// The instructions of a function.
    pub(crate) fn function(&mut self, function: &Function<S>) -> Code {
        let parts = function.sections.iter().map(|section| match section {
            Section::Values(values) => Part::Straight(self.straight(values)),
            Section::Newton(newton) => {
                let unknowns = self.all_inputs(newton.unknowns.iter().copied());
                let equations = Equations {
                    is_linear: newton.is_linear,
                    guess: self.slots(&newton.guess),
                    body: self.straight(&newton.body),
                    residuals: self.slots(&newton.residuals),
                    jacobian: self.slots(&newton.jacobian),
                    solution: self.all_inputs(newton.solution.iter().copied()),
                    unknowns,
                };
                equations.reserve(&mut self.template);
                Part::Equations(equations)
            }
            Section::Linear(linear) => {
                let elimination = Elimination {
                    size: linear.columns.first().map_or(0, Vec::len),
                    matrix: self.slots(&linear.matrix),
                    columns: self.slots(&linear.columns.concat()),
                    solutions: self.all_inputs(linear.solutions.concat()),
                };
                elimination.reserve(&mut self.template);
                Part::Elimination(elimination)
            }
        });
        let parts = parts.collect();
        Code {
            parts,
            outputs: self.slots(&function.outputs),
        }
    }

    /// Straight-line code.
    pub(crate) fn straight(&mut self, values: &[Value]) -> Straight {
        let statements = self.tape.statements(values).into_iter();
        let code = statements.map(|statement| self.statement(statement));
        Straight::new(code.collect())
    }

    fn statement(&mut self, statement: Statement) -> Instruction {
        match statement {
            Statement::Single(value) => self.instruction(value),
            Statement::SineCosine {
                angle,
                sine,
                cosine,
                ..
            } => Instruction::SineCosine {
                sine: self.slot(sine),
                cosine: self.slot(cosine),
                angle: self.slot(angle),
            },
        }
    }

    fn instruction(&mut self, value: Value) -> Instruction {
        let op = self.tape.op(value);
        let to = self.slot(value);
        let mut slot = |value| self.slot(value);
        match op {
            Op::Add(a, b) => Instruction::Add {
                to,
                a: slot(a),
                b: slot(b),
            },
            Op::Sub(a, b) => Instruction::Sub {
                to,
                a: slot(a),
                b: slot(b),
            },
            Op::Mul(a, b) => Instruction::Mul {
                to,
                a: slot(a),
                b: slot(b),
            },
            Op::Div(a, b) => Instruction::Div {
                to,
                a: slot(a),
                b: slot(b),
            },
            Op::Neg(a) => Instruction::Neg { to, a: slot(a) },
            Op::Unary(function, a) => Instruction::Unary {
                to,
                function,
                a: slot(a),
            },
            Op::Binary(Elementary::Stumpff, order, a) => {
                let order = self.tape.as_constant(order);
                let order = order.expect("the order of a Stumpff function is a number");
                Instruction::Stumpff {
                    to,
                    order: order as u32,
                    a: self.slot(a),
                }
            }
            Op::Binary(function, a, b) => Instruction::Binary {
                to,
                function,
                a: slot(a),
                b: slot(b),
            },
            Op::Input(_) | Op::Constant(_) => {
                unreachable!("inputs and constants are no statements")
            }
        }
    }
}

/// A new slot that holds a number.
fn next(slots: &mut Vec<f64>, number: f64) -> Slot {
    let slot = Slot::try_from(slots.len()).expect("a program has fewer than 2^32 values");
    slots.push(number);
    slot
}
