//! Flattening of programs to instructions: every value, input and constant gets a slot.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use nhi_symbolic::{
    AdaptiveMethod, Expansion, Function, FunctionCall as Integrated, Number, Op, Section,
    Statement, Tape, Value,
};

use crate::code::{Instruction, Kind, Slot, Straight};
use crate::equations::{Elimination, Equations, Size};
use crate::function::{Call, Code, Part, Shared, Step};
use crate::motion::{Motion, Series, of_runtime};
use crate::workspace::Template;

/// Assigns slots to everything that a program works on.
pub(crate) struct Flattener<'p, S> {
    tape: &'p Tape<S>,
    inputs: HashMap<S, Slot>,
    constants: HashMap<u64, Slot>,
    values: Vec<Option<Slot>>,
    /// The result of the first operation that reads a slot.
    readers: HashMap<Slot, Slot>,
    /// The functions that other functions call.
    shared: Vec<Arc<Shared>>,
    /// The same functions as programs.
    functions: Vec<Function<S>>,
    /// Slots initialised with the constants, and room for every system of equations so far.
    pub(crate) template: Template,
}

impl<'p, S: Copy + Eq + Hash> Flattener<'p, S> {
    pub(crate) fn new(tape: &'p Tape<S>) -> Self {
        Self {
            tape,
            inputs: HashMap::new(),
            constants: HashMap::new(),
            values: vec![None; tape.len()],
            readers: HashMap::new(),
            shared: Vec::new(),
            functions: Vec::new(),
            template: Template::default(),
        }
    }

    /// Returns the slot of an input.
    pub(crate) fn input(&mut self, input: S) -> Slot {
        let template = &mut self.template;
        let slot = self.inputs.entry(input);
        *slot.or_insert_with(|| next(template, f64::NAN))
    }

    /// Returns the slots of inputs; those of new inputs are contiguous.
    pub(crate) fn all_inputs(&mut self, inputs: impl IntoIterator<Item = S>) -> Vec<Slot> {
        inputs.into_iter().map(|input| self.input(input)).collect()
    }

    /// Returns true if an input already has a slot.
    pub(crate) fn has_input(&self, input: S) -> bool {
        self.inputs.contains_key(&input)
    }

    /// Returns the slots of values.
    pub(crate) fn slots(&mut self, values: &[Value]) -> Vec<Slot> {
        values.iter().map(|&value| self.slot(value)).collect()
    }

    /// Returns the slot of a constant.
    fn constant(&mut self, number: f64) -> Slot {
        let template = &mut self.template;
        let slot = self.constants.entry(number.to_bits());
        *slot.or_insert_with(|| next(template, number))
    }

    /// Returns the slot of a value, which keeps it.
    pub(crate) fn slot(&mut self, value: Value) -> Slot {
        let slot = self.place(value);
        self.template.kept[slot as usize] = true;
        slot
    }

    /// Returns the slot of a value that the operation with the given result reads.
    fn operand(&mut self, value: Value, result: Slot) -> Slot {
        let slot = self.place(value);
        let reader = *self.readers.entry(slot).or_insert(result);
        self.template.kept[slot as usize] |= reader != result;
        slot
    }

    /// Returns the slot of a value.
    fn place(&mut self, value: Value) -> Slot {
        if let Some(number) = self.tape.as_constant(value) {
            return self.constant(number);
        }
        if let Op::Input(input) = self.tape.op(value) {
            return self.input(input);
        }
        let template = &mut self.template;
        *self.values[value.index()].get_or_insert_with(|| next(template, f64::NAN))
    }

    /// Adds the next function of the program that is called by others.
    pub(crate) fn share(&mut self, function: &Function<S>) {
        let code = function.sections.iter().map(|section| match section {
            Section::Values(values) => self.straight(values),
            _ => unreachable!("functions that are called only compute values"),
        });
        let shared = Shared {
            code: code.collect(),
            parameters: self.all_inputs(function.signature.inputs.iter().copied()),
            outputs: self.slots(&function.outputs),
        };
        self.shared.push(Arc::new(shared));
        self.functions.push(function.clone());
    }

    /// Returns the instructions of a function. The results that it computes itself are contiguous
    /// if none of them has a slot yet.
    pub(crate) fn function(&mut self, function: &Function<S>) -> Code {
        let (outputs, copies) = self.outputs(&function.outputs);
        let mut sections = &function.sections[..];
        let mut last = copies;
        if !last.is_empty()
            && let [others @ .., Section::Values(values)] = sections
        {
            last.splice(..0, self.operations(values));
            sections = others;
        }
        let mut parts: Vec<_> = sections.iter().map(|section| self.part(section)).collect();
        if !last.is_empty() {
            parts.push(Part::Step(Step::Straight(Straight::new(&last))));
        }
        Code {
            parts,
            row: row(&outputs),
            outputs,
        }
    }

    /// Returns the slots of results. One that repeats another is a copy, by a multiplication with
    /// one, if all of them can then be contiguous.
    fn outputs(&mut self, values: &[Value]) -> (Vec<Slot>, Vec<Instruction>) {
        let is_new = |&value: &Value| {
            let is_given = matches!(self.tape.op(value), Op::Input(_) | Op::Constant(_));
            !is_given
                && self.tape.as_constant(value).is_none()
                && self.values[value.index()].is_none()
        };
        let distinct: HashSet<_> = values.iter().map(|value| value.index()).collect();
        if distinct.len() == values.len() || !values.iter().all(is_new) {
            return (self.slots(values), Vec::new());
        }
        let one = self.constant(1.0);
        let mut copies = Vec::new();
        let slots = values
            .iter()
            .map(|&value| match self.values[value.index()] {
                None => self.slot(value),
                Some(original) => {
                    let copy = next(&mut self.template, f64::NAN);
                    self.template.kept[copy as usize] = true;
                    copies.push(Instruction::new(Kind::Mul, [copy, original, one]));
                    copy
                }
            });
        (slots.collect(), copies)
    }

    fn part(&mut self, section: &Section<S>) -> Part {
        match section {
            Section::Newton(newton) => {
                let unknowns = self.all_inputs(newton.unknowns.iter().copied());
                let [body, slopes] = [&newton.body, &newton.slopes]
                    .map(|part| part.iter().map(|x| self.step(x)).collect());
                let sizes = newton.sizes.iter().enumerate().map(|(place, size)| Size {
                    compared: self.slots(&newton.compared(place).collect::<Vec<_>>()),
                    background: self.slots(&size.background),
                });
                let sizes = sizes.collect();
                let equations = Equations {
                    solving: newton.solving,
                    body,
                    slopes,
                    guess: self.slots(&newton.guess),
                    sizes,
                    size_of: newton.size_of.clone(),
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
            Section::Call(call) if call.integral.is_some() => Part::Motion(self.motion(call)),
            Section::Values(_) | Section::Call(_) => Part::Step(self.step(section)),
        }
    }

    /// Returns the instructions of a section that may also appear in the body of an iteration.
    fn step(&mut self, section: &Section<S>) -> Step {
        match section {
            Section::Values(values) => Step::Straight(self.straight(values)),
            Section::Call(call) => Step::Call(Call {
                function: Arc::clone(&self.shared[call.subroutine]),
                arguments: self.slots(&call.arguments),
                results: self.all_inputs(call.results.iter().copied()),
            }),
            Section::Newton(_) | Section::Linear(_) => {
                unreachable!("an iteration solves no equations")
            }
        }
    }

    /// Returns the integral of a function.
    fn motion(&mut self, call: &Integrated<S>) -> Motion {
        let field = Arc::clone(&self.shared[call.subroutine]);
        let correction = call.integral.and_then(|integral| integral.correction);
        let correction = correction.map(|number| Arc::clone(&self.shared[number]));
        let switches = call.integral.and_then(|integral| integral.switches);
        let switches = switches.map(|number| Arc::clone(&self.shared[number]));
        let integral = call.integral.expect("the call is an integral");
        let memory = integral.memory(field.outputs.len());
        let mut arguments = self.slots(&call.arguments);
        let mut results = self.all_inputs(call.results.iter().copied());
        let given = arguments.split_off(memory);
        let after = results.split_off(field.outputs.len());
        let series = match integral.method {
            AdaptiveMethod::Dop853 => None,
            AdaptiveMethod::Taylor { .. } => Some(self.series(call.subroutine, &given[2..])),
        };
        let motion = Motion {
            field,
            series,
            correction,
            switches,
            integral,
            memory: arguments,
            begin: given[0],
            target: given[1],
            others: given[2..].to_vec(),
            solution: results,
            after,
        };
        motion.reserve(&mut self.template);
        motion
    }

    /// Returns a function that others call as operations on series, with the slots of its constant
    /// arguments.
    fn series(&mut self, number: usize, others: &[Slot]) -> Series {
        let expansion = Expansion::of(self.tape, &self.functions[number]);
        let one = self.constant(1.0);
        let numbers = expansion.numbers.iter().map(|number| match *number {
            Number::Value(value) => self.slot(value),
            Number::One => one,
        });
        let numbers: Vec<_> = numbers.collect();
        Series {
            numbers: [others, &numbers].concat(),
            terms: expansion.terms.into_iter().map(of_runtime).collect(),
            slopes: expansion.outputs,
            slots: expansion.slots,
        }
    }

    /// Returns straight-line code.
    pub(crate) fn straight(&mut self, values: &[Value]) -> Straight {
        Straight::new(&self.operations(values))
    }

    fn operations(&mut self, values: &[Value]) -> Vec<Instruction> {
        let statements = self.tape.statements(values).into_iter();
        statements.map(|x| self.statement(x)).collect()
    }

    fn statement(&mut self, statement: Statement) -> Instruction {
        match statement {
            Statement::Single(value) => self.instruction(value),
            Statement::SineCosine {
                angle,
                sine,
                cosine,
                ..
            } => {
                let [sine, cosine] = [sine, cosine].map(|value| self.place(value));
                let angle = self.operand(angle, sine);
                Instruction::new(Kind::SineCosine, [sine, cosine, angle])
            }
        }
    }

    fn instruction(&mut self, value: Value) -> Instruction {
        let (kind, a, b) = match self.tape.op(value) {
            Op::Add(a, b) => (Kind::Add, a, b),
            Op::Sub(a, b) => (Kind::Sub, a, b),
            Op::Mul(a, b) => (Kind::Mul, a, b),
            Op::Div(a, b) => (Kind::Div, a, b),
            Op::Neg(a) => (Kind::Neg, a, a),
            Op::Unary(function, a) => (function.into(), a, a),
            Op::Binary(function, a, b) => (function.into(), a, b),
            Op::Input(_) | Op::Constant(_) => {
                unreachable!("inputs and constants are not statements")
            }
        };
        let result = self.place(value);
        let [a, b] = [a, b].map(|value| self.operand(value, result));
        Instruction::new(kind, [result, a, b])
    }
}

/// Allocates a slot that holds a number.
fn next(template: &mut Template, number: f64) -> Slot {
    let slot = Slot::try_from(template.slots.len());
    template.slots.push(number);
    template.kept.push(false);
    slot.expect("a program has fewer than 2^32 values")
}

/// Returns the slots as a range, if they are contiguous.
fn row(slots: &[Slot]) -> Option<Range<usize>> {
    let first = slots.first().map_or(0, |&slot| slot as usize);
    let range = first..first + slots.len();
    let is_row = slots.iter().map(|&slot| slot as usize).eq(range.clone());
    is_row.then_some(range)
}
