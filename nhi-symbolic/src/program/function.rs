//! Programs and their functions.

use core::hash::Hash;

use crate::discrete::{Integral, Pivot, Requirement, Size};
use crate::expr::{Expr, LookupMap};

use super::signature::Signature;
use super::solving::Solving;
use super::tape::{Op, Tape, Value};

/// A set of functions over one tape.
#[derive(Clone, Debug)]
pub struct Program<S = Expr> {
    /// All values.
    pub tape: Tape<S>,
    /// The symbols that the prepare stage reads: parameters and the step size.
    pub parameters: Vec<Expr>,
    /// The values of the prepare stage, in order.
    pub prepare: Vec<Value>,
    /// The values that the prepare stage passes to the functions.
    pub prepared: Vec<Value>,
    /// The prepared values that must be positive, each with the requirement that is violated
    /// otherwise.
    pub conditions: Vec<(Requirement, Value)>,
    /// The functions.
    pub functions: Vec<Function<S>>,
    /// The functions that these call; none of them calls another.
    pub subroutines: Vec<Function<S>>,
}

/// A function: values to compute and equations to solve in order, and its results.
#[derive(Clone, Debug)]
pub struct Function<S = Expr> {
    /// The name.
    pub name: String,
    /// Its allowed inputs and its number of results.
    pub signature: Signature<S>,
    /// The sections in the order of execution.
    pub sections: Vec<Section<S>>,
    /// The results.
    pub outputs: Vec<Value>,
    /// The values that must be positive for the results to be meaningful.
    pub pivots: Vec<Pivot<Value>>,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub enum Section<S = Expr> {
    /// Straight-line code: values, with operands before results.
    Values(Vec<Value>),
    /// Newton's method.
    Newton(Newton<S>),
    /// Elimination for several right-hand sides.
    Linear(Linear<S>),
    /// A call of a function of the program.
    Call(Call<S>),
}

/// A call of a function of the program with its arguments.
#[derive(Clone, Debug)]
pub struct Call<S = Expr> {
    /// The index of the function among the [`subroutines`](Program::subroutines).
    pub subroutine: usize,
    /// The arguments, in the order of its inputs.
    pub arguments: Vec<Value>,
    /// The symbols that hold the results afterwards.
    pub results: Vec<S>,
    /// The method that integrates the function; `None` if its values are the results.
    pub integral: Option<Integral<usize>>,
}

/// Linear equations with several right-hand sides.
#[derive(Clone, Debug)]
pub struct Linear<S = Expr> {
    /// The matrix, row by row.
    pub matrix: Vec<Value>,
    /// The right-hand sides.
    pub columns: Vec<Vec<Value>>,
    /// The symbols that hold the solutions afterwards, one column for each right-hand side.
    pub solutions: Vec<Vec<S>>,
}

/// A system of equations with everything that its iteration needs.
///
/// The Jacobian shows whether the residuals are linear in the unknowns. One iteration from the
/// guess is then exact ([`Solving::Once`]): the body is empty, and residuals and Jacobian are
/// values at the guess.
#[derive(Clone, Debug)]
pub struct Newton<S = Expr> {
    /// The way in which the equations are solved.
    pub solving: Solving,
    /// The symbols that hold the current iterate.
    pub unknowns: Vec<S>,
    /// The symbols that hold the solution afterwards.
    pub solution: Vec<S>,
    /// The values at which the iteration starts.
    pub guess: Vec<Value>,
    /// The sizes shared by unknowns of one unit; empty ones if one iteration is exact.
    pub sizes: Vec<Size<Value>>,
    /// For each unknown, the index of its size in `sizes`.
    pub size_of: Vec<usize>,
    /// The values of one iteration and the functions that it calls, in order.
    pub body: Vec<Section<S>>,
    /// The sections that only the Jacobian needs, if factors are kept. Otherwise the body contains
    /// them.
    pub slopes: Vec<Section<S>>,
    /// The residuals.
    pub residuals: Vec<Value>,
    /// The derivatives of the residuals with respect to the unknowns, row by row.
    pub jacobian: Vec<Value>,
}

/// Functions without a prepare stage.
#[derive(Clone, Debug)]
pub struct PlainFunctions {
    /// The functions.
    pub program: Program,
    /// The inputs, in this order.
    pub inputs: Vec<Expr>,
}

impl Program {
    /// Returns the function of the given name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

impl<S: Copy + Eq + Hash> Function<S> {
    /// Returns the results, and the values that show whether they are meaningful.
    #[must_use]
    pub fn ends(&self) -> Vec<Value> {
        let pivots = self.pivots.iter().flat_map(Pivot::values);
        self.outputs.iter().copied().chain(pivots).collect()
    }

    /// Returns the inputs that the function reads, except prepared values; some appear several
    /// times.
    #[must_use]
    pub fn inputs(&self, tape: &Tape<S>) -> Vec<S> {
        let mut values: Vec<_> = self.sections.iter().flat_map(Section::values).collect();
        values.extend(self.ends());
        values
            .into_iter()
            .filter_map(|value| match tape.op(value) {
                Op::Input(symbol) => Some(symbol),
                _ => None,
            })
            .collect()
    }

    /// Returns the inputs that the function reads without having solved for them.
    #[must_use]
    pub fn given_inputs(&self, tape: &Tape<S>) -> Vec<S> {
        let locals = self.sections.iter().flat_map(Section::locals);
        let solved: LookupMap<S, ()> = locals.map(|symbol| (symbol, ())).collect();
        let mut inputs = self.inputs(tape);
        inputs.retain(|symbol| !solved.contains_key(symbol));
        inputs
    }

    /// Returns the inputs that a value contains, also through the equations of the function, whose
    /// solutions are among them.
    pub(crate) fn inputs_behind(&self, tape: &Tape<S>, value: Value) -> LookupMap<S, ()> {
        let mut inputs = tape.inputs_behind(vec![value]);
        // Sections read the solutions of earlier ones.
        for section in self.sections.iter().rev() {
            let mut locals = section.locals().into_iter();
            if locals.any(|local| inputs.contains_key(&local)) {
                let mut needed = Vec::new();
                section.add_inputs(&mut needed);
                inputs.extend(tape.inputs_behind(needed));
            }
        }
        inputs
    }

    /// Returns the same function over other inputs.
    pub(super) fn with_inputs<I>(&self, image: &impl Fn(S) -> I) -> Function<I> {
        let images = |symbols: &[S]| symbols.iter().map(|&symbol| image(symbol)).collect();
        let sections = self.sections.iter();
        let sections = sections.map(|section| section.with_inputs(image));
        Function {
            name: self.name.clone(),
            signature: Signature {
                inputs: images(&self.signature.inputs),
                outputs: self.signature.outputs,
            },
            sections: sections.collect(),
            outputs: self.outputs.clone(),
            pivots: self.pivots.clone(),
        }
    }
}

impl<S: Copy + Eq + Hash> Function<S> {
    /// Returns true if the function solves equations.
    pub(crate) fn solves(&self) -> bool {
        let is_solved =
            |section: &Section<S>| matches!(section, Section::Newton(_) | Section::Linear(_));
        self.sections.iter().any(is_solved)
    }

    /// Returns the values on which the results depend.
    pub(crate) fn values_read(&self, tape: &Tape<S>) -> LookupMap<Value, ()> {
        let mut read = self.ends();
        self.sections
            .iter()
            .for_each(|section| section.add_inputs(&mut read));
        tape.values_behind(read)
    }
}

impl<S: Copy + Eq + Hash> Tape<S> {
    /// Returns values with all the values that they are computed from.
    pub(crate) fn values_behind(&self, mut values: Vec<Value>) -> LookupMap<Value, ()> {
        let mut behind: LookupMap<Value, ()> = LookupMap::default();
        while let Some(value) = values.pop() {
            if behind.insert(value, ()).is_none() {
                self.op(value)
                    .for_each_operand(|operand| values.push(operand));
            }
        }
        behind
    }

    /// Returns the inputs that values are computed from.
    pub(crate) fn inputs_behind(&self, values: Vec<Value>) -> LookupMap<S, ()> {
        let behind = self.values_behind(values).into_keys();
        let inputs = behind.filter_map(|value| match self.op(value) {
            Op::Input(symbol) => Some((symbol, ())),
            _ => None,
        });
        inputs.collect()
    }

    /// Returns the values that sections and results read, with their operands.
    pub(crate) fn read_by(&self, sections: &[Section<S>], results: &[Value]) -> Vec<Value> {
        let mut read = results.to_vec();
        for value in sections.iter().flat_map(Section::values) {
            read.push(value);
            self.op(value)
                .for_each_operand(|operand| read.push(operand));
        }
        read
    }
}

impl<S> Section<S> {
    /// Adds the values that the section needs for more than straight-line code.
    fn add_inputs(&self, inputs: &mut Vec<Value>) {
        match self {
            Self::Values(_) => {}
            Self::Newton(newton) => {
                newton.parts().for_each(|part| part.add_inputs(inputs));
                let lists = [&newton.guess, &newton.residuals, &newton.jacobian];
                inputs.extend(lists.into_iter().flatten());
                // A size may belong to no unknown.
                let sizes = newton.size_of.iter().map(|&of| &newton.sizes[of]);
                inputs.extend(sizes.flat_map(Size::values));
            }
            Self::Linear(linear) => inputs.extend(linear.inputs()),
            Self::Call(call) => inputs.extend(&call.arguments),
        }
    }

    /// Returns all values that the section computes or needs.
    pub(crate) fn values(&self) -> Vec<Value> {
        match self {
            Self::Values(values) => values.clone(),
            Self::Newton(newton) => {
                let parts = newton.parts().flat_map(Self::values);
                parts.chain(newton.inputs()).collect()
            }
            Self::Linear(linear) => linear.inputs().collect(),
            Self::Call(call) => call.arguments.clone(),
        }
    }
}

impl<S: Copy> Section<S> {
    /// Returns the symbols that get their values here.
    fn locals(&self) -> Vec<S> {
        match self {
            Self::Values(_) => Vec::new(),
            Self::Newton(newton) => {
                let parts = newton.parts().flat_map(Self::locals);
                let symbols = newton.unknowns.iter().chain(&newton.solution).copied();
                symbols.chain(parts).collect()
            }
            Self::Linear(linear) => linear.solutions.concat(),
            Self::Call(call) => call.results.clone(),
        }
    }

    /// Returns the same section over other inputs.
    fn with_inputs<I>(&self, image: &impl Fn(S) -> I) -> Section<I> {
        let images = |symbols: &[S]| symbols.iter().map(|&symbol| image(symbol)).collect();
        match self {
            Self::Values(values) => Section::Values(values.clone()),
            Self::Newton(newton) => Section::Newton(Newton {
                solving: newton.solving,
                unknowns: images(&newton.unknowns),
                solution: images(&newton.solution),
                guess: newton.guess.clone(),
                sizes: newton.sizes.clone(),
                size_of: newton.size_of.clone(),
                body: newton.body.iter().map(|x| x.with_inputs(image)).collect(),
                slopes: newton.slopes.iter().map(|x| x.with_inputs(image)).collect(),
                residuals: newton.residuals.clone(),
                jacobian: newton.jacobian.clone(),
            }),
            Self::Linear(linear) => Section::Linear(Linear {
                matrix: linear.matrix.clone(),
                columns: linear.columns.clone(),
                solutions: linear.solutions.iter().map(|x| images(x)).collect(),
            }),
            Self::Call(call) => Section::Call(Call {
                subroutine: call.subroutine,
                arguments: call.arguments.clone(),
                results: images(&call.results),
                integral: call.integral,
            }),
        }
    }
}

impl<S> Newton<S> {
    /// Returns all sections of an iteration with a new Jacobian, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Section<S>> {
        self.body.iter().chain(&self.slopes)
    }

    /// Returns true if one iteration is exact.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.solving == Solving::Once
    }

    /// Returns the values that the equations need, except those of an iteration's body.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Value> {
        let lists = [&self.guess, &self.residuals, &self.jacobian];
        let sizes = self.sizes.iter().flat_map(Size::values);
        lists.into_iter().flatten().chain(sizes).copied()
    }

    /// Returns the values that the unknowns of a size are compared with, their guesses first.
    pub fn compared(&self, size: usize) -> impl Iterator<Item = Value> {
        let guesses = self.guess.iter().zip(&self.size_of);
        let guesses = guesses
            .filter(move |&(_, &of)| of == size)
            .map(|(guess, _)| guess);
        guesses.chain(&self.sizes[size].compared).copied()
    }
}

impl<S> Call<S> {
    /// Returns the numbers of arguments and results that a call of a function has.
    #[must_use]
    pub fn lengths(&self, called: &Function<S>) -> [usize; 2] {
        let (inputs, outputs) = (called.signature.inputs.len(), called.signature.outputs);
        let memory = |integral: Integral<usize>| integral.memory(outputs);
        let memory = self.integral.map_or(0, memory);
        match self.integral {
            None => [inputs, outputs],
            Some(_) => [
                (inputs + memory + 1).saturating_sub(outputs),
                outputs + memory,
            ],
        }
    }
}

impl<S> Linear<S> {
    /// Returns the values that the equations need.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Value> {
        let columns = self.columns.iter().flatten();
        self.matrix.iter().chain(columns).copied()
    }
}
