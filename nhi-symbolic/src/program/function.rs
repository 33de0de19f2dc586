//! Programs and their functions.

use core::hash::Hash;

use crate::discrete::{Pivot, Requirement, Size};
use crate::expr::{Expr, LookupMap};

use super::signature::Signature;
use super::solving::Solving;
use super::tape::{Op, Tape, Value};

/// A set of functions over one tape.
#[derive(Clone, Debug)]
pub struct Program<S = Expr> {
    /// All values.
    pub tape: Tape<S>,
    /// The symbols that the prepare stage reads: parameters and step size.
    pub parameters: Vec<Expr>,
    /// The values of the prepare stage, in order.
    pub prepare: Vec<Value>,
    /// The values that the prepare stage hands to the functions.
    pub prepared: Vec<Value>,
    /// Prepared values that must be positive, with what is wrong when they are not.
    pub conditions: Vec<(Requirement, Value)>,
    /// The functions.
    pub functions: Vec<Function<S>>,
    /// The functions that these call; none calls another.
    pub subroutines: Vec<Function<S>>,
}

/// A function: values to compute and equations to solve in order, and its results.
#[derive(Clone, Debug)]
pub struct Function<S = Expr> {
    /// The name.
    pub name: String,
    /// What it may read, and how many results it has.
    pub signature: Signature<S>,
    /// What is done in order.
    pub sections: Vec<Section<S>>,
    /// The results.
    pub outputs: Vec<Value>,
    /// What must be positive for the results to mean anything.
    pub pivots: Vec<Pivot<Value>>,
}

/// A part of a function.
#[derive(Clone, Debug)]
pub enum Section<S = Expr> {
    /// Straight-line code: values in an order in which operands come first.
    Values(Vec<Value>),
    /// Newton's method.
    Newton(Newton<S>),
    /// Elimination for several right-hand sides.
    Linear(Linear<S>),
    /// A function of the program.
    Call(Call<S>),
}

/// A function of the program at arguments.
#[derive(Clone, Debug)]
pub struct Call<S = Expr> {
    /// The number of the function among the [`subroutines`](Program::subroutines).
    pub subroutine: usize,
    /// The arguments, in the order of its inputs.
    pub arguments: Vec<Value>,
    /// The symbols that hold the results afterwards.
    pub results: Vec<S>,
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

/// A system of equations with everything its iteration needs.
///
/// Where the residuals are linear in the unknowns, which the Jacobian tells, one iteration from
/// the guess is exact ([`Solving::Once`]): then the body is empty, and residuals and Jacobian are values at the guess.
#[derive(Clone, Debug)]
pub struct Newton<S = Expr> {
    /// How they are solved.
    pub solving: Solving,
    /// The symbols that hold the current iterate.
    pub unknowns: Vec<S>,
    /// The symbols that hold the solution afterwards.
    pub solution: Vec<S>,
    /// Where the iteration starts.
    pub guess: Vec<Value>,
    /// Sizes that unknowns of one unit have in common; empty ones where one iteration is exact.
    pub sizes: Vec<Size<Value>>,
    /// For each unknown the place of its size among these.
    pub size_of: Vec<usize>,
    /// The values of one iteration and the functions that it calls, in order.
    pub body: Vec<Section<S>>,
    /// What the Jacobian needs besides, where factors are kept: else the body has it.
    pub slopes: Vec<Section<S>>,
    /// The residuals.
    pub residuals: Vec<Value>,
    /// The derivatives of the residuals with respect to the unknowns, row by row.
    pub jacobian: Vec<Value>,
}

impl Program {
    /// The symbols whose values a function reads, prepared ones apart.
    #[must_use]
    pub fn inputs_of(&self, function: &Function) -> Vec<Expr> {
        function.inputs(&self.tape)
    }

    /// The function of the given name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

impl<S: Copy + Eq + Hash> Function<S> {
    /// The results, and the values that tell whether they mean anything.
    #[must_use]
    pub fn ends(&self) -> Vec<Value> {
        let pivots = self.pivots.iter().flat_map(Pivot::values);
        self.outputs.iter().copied().chain(pivots).collect()
    }

    /// The inputs that the function reads, prepared values apart; some several times.
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

    /// The inputs that the function reads without having solved for them.
    #[must_use]
    pub fn given_inputs(&self, tape: &Tape<S>) -> Vec<S> {
        let locals = self.sections.iter().flat_map(Section::locals);
        let solved: LookupMap<S, ()> = locals.map(|symbol| (symbol, ())).collect();
        let mut inputs = self.inputs(tape);
        inputs.retain(|symbol| !solved.contains_key(symbol));
        inputs
    }

    /// The same function over other inputs.
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

impl<S> Section<S> {
    /// All values that the section computes or needs.
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
    /// The symbols that get their values here.
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

    /// The same section over other inputs.
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
            }),
        }
    }
}

impl<S> Newton<S> {
    /// All that an iteration with a new Jacobian does, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Section<S>> {
        self.body.iter().chain(&self.slopes)
    }

    /// Whether one iteration is exact.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.solving == Solving::Once
    }

    /// The values that the equations need, apart from those of an iteration's body.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Value> {
        let lists = [&self.guess, &self.residuals, &self.jacobian];
        let sizes = self.sizes.iter().flat_map(Size::values);
        lists.into_iter().flatten().chain(sizes).copied()
    }

    /// What the unknowns of a size are compared with, their guesses first.
    pub fn compared(&self, size: usize) -> impl Iterator<Item = Value> {
        let guesses = self.guess.iter().zip(&self.size_of);
        let guesses = guesses
            .filter(move |&(_, &of)| of == size)
            .map(|(guess, _)| guess);
        guesses.chain(&self.sizes[size].compared).copied()
    }
}

impl<S> Linear<S> {
    /// The values that the equations need.
    pub(super) fn inputs(&self) -> impl Iterator<Item = Value> {
        let columns = self.columns.iter().flatten();
        self.matrix.iter().chain(columns).copied()
    }
}
