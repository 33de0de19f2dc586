//! Programs and their functions.

use core::hash::Hash;

use crate::diag::Diagnostics;
use crate::discrete::{Block, Item, LinearSystem, Pivot, Scheme, Solve};
use crate::expr::{Expr, Graph, LookupMap};
use crate::mechanics::Mechanics;

use super::lower::Lowering;
use super::schedule;
use super::signature::{FunctionKind, Signature, Signatures};
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
    pub conditions: Vec<(&'static str, Value)>,
    /// The functions.
    pub functions: Vec<Function<S>>,
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
/// the guess is exact: then the body is empty, and residuals and Jacobian are values at the guess.
#[derive(Clone, Debug)]
pub struct Newton<S = Expr> {
    /// Whether one iteration is exact.
    pub is_linear: bool,
    /// The symbols that hold the current iterate.
    pub unknowns: Vec<S>,
    /// The symbols that hold the solution afterwards.
    pub solution: Vec<S>,
    /// Where the iteration starts.
    pub guess: Vec<Value>,
    /// The values of one iteration, in order.
    pub body: Vec<Value>,
    /// The residuals.
    pub residuals: Vec<Value>,
    /// The derivatives of the residuals with respect to the unknowns, row by row.
    pub jacobian: Vec<Value>,
}

/// A named block, before lowering.
#[derive(Clone, Debug)]
pub struct NamedBlock {
    /// The function's name.
    pub name: String,
    /// What it may read, and how many results it has.
    pub signature: Signature,
    /// What it computes.
    pub block: Block,
}

impl NamedBlock {
    /// A block of plain expressions over the given symbols, parameters apart.
    #[must_use]
    pub fn of_outputs(name: &str, signature: Signature, outputs: Vec<Expr>) -> Self {
        let block = Block {
            outputs,
            ..Block::default()
        };
        named(name, signature, block)
    }
}

impl Program {
    /// The program of a scheme: functions `admission`, `start`, `step`, `sample` and the
    /// diagnostics.
    ///
    /// # Errors
    /// An exhausted budget of work, or an invariant of programs that the scheme breaks.
    pub fn of_scheme(mechanics: &Mechanics, scheme: &Scheme) -> Result<Self, Diagnostics> {
        let blocks = blocks_of(mechanics, scheme);
        let mut conditions: Vec<(&'static str, Expr)> = Vec::new();
        for condition in &scheme.conditions {
            let pair = (condition.what, condition.value);
            if !conditions.contains(&pair) {
                conditions.push(pair);
            }
        }
        let graph = &mechanics.model.graph;
        let program = Self::build(graph, &blocks, &conditions, Some(prepared_from(mechanics)));
        Self::checked(program, mechanics)
    }

    /// A program of independent functions of the model's symbols without a prepare stage.
    ///
    /// # Errors
    /// An exhausted budget of work, or an invariant of programs that a block breaks.
    pub fn of_functions(mechanics: &Mechanics, blocks: &[NamedBlock]) -> Result<Self, Diagnostics> {
        let parameters = mechanics.model.parameters.iter();
        let parameters: Vec<_> = parameters.map(|x| x.symbol).collect();
        let mut blocks = blocks.to_vec();
        for block in &mut blocks {
            block.signature.inputs.extend(&parameters);
        }
        let program = Self::build(&mechanics.model.graph, &blocks, &[], None);
        Self::checked(program, mechanics)
    }

    /// The program, if it can be trusted: beyond the budget, what it is made of means nothing.
    fn checked(program: Option<Self>, mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let model = &mechanics.model;
        if let Some(program) = &program {
            program.pay(&model.graph);
        }
        mechanics.check_budget()?;
        let program = program.expect("a budget that is left leads to a program");
        match program.verify(&model.graph) {
            Ok(()) => Ok(program),
            Err(violation) => Err(violation.diagnostic(model.item.ident.span()).into()),
        }
    }

    /// Takes what becomes of the program from the budget: values on tapes, statements of code.
    fn pay(&self, graph: &Graph) {
        const WORK: u64 = 60;
        const BYTES: u64 = 2000;
        const BYTES_ON_TAPES: u64 = 200;
        let sections = self
            .functions
            .iter()
            .flat_map(|function| &function.sections);
        let statements: usize = sections.map(|section| section.values().len()).sum();
        let statements = (statements + self.prepare.len()) as u64;
        graph.spend(WORK * statements);
        graph.hold(BYTES * statements + BYTES_ON_TAPES * self.tape.len() as u64);
    }

    /// The program of blocks; with a prepare stage where there are symbols for it to read. Nothing where
    /// the budget was used up on the way: whoever goes on then only takes time.
    pub(super) fn build(
        graph: &Graph,
        blocks: &[NamedBlock],
        conditions: &[(&'static str, Expr)],
        prepared_from: Option<Vec<Expr>>,
    ) -> Option<Self> {
        let is_left = || (!graph.is_exhausted()).then_some(());
        let jacobians = jacobians(graph, blocks);
        is_left()?;
        let roots = roots(blocks, &jacobians, conditions);
        let mut lowering = Lowering::new(graph, &roots);
        let mut jacobians = jacobians.into_iter();
        let mut lowered = Vec::new();
        for named in blocks {
            is_left()?;
            lowered.push(LoweredBlock::new(&mut lowering, named, &mut jacobians));
        }
        is_left()?;
        let condition_values = conditions
            .iter()
            .map(|&(what, expr)| (what, lowering.lower(&[expr])[0]))
            .collect();
        let parts = schedule::Unscheduled {
            tape: lowering.finish(),
            blocks: lowered,
            conditions: condition_values,
        };
        Some(parts.schedule(prepared_from))
    }

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
        let mut solved: LookupMap<S, ()> = LookupMap::default();
        for section in &self.sections {
            match section {
                Section::Values(_) => {}
                Section::Newton(newton) => {
                    let locals = newton.unknowns.iter().chain(&newton.solution);
                    solved.extend(locals.map(|&symbol| (symbol, ())));
                }
                Section::Linear(linear) => {
                    let locals = linear.solutions.iter().flatten();
                    solved.extend(locals.map(|&symbol| (symbol, ())));
                }
            }
        }
        let mut inputs = self.inputs(tape);
        inputs.retain(|symbol| !solved.contains_key(symbol));
        inputs
    }

    /// The same function over other inputs.
    pub(super) fn with_inputs<I>(&self, image: &impl Fn(S) -> I) -> Function<I> {
        let images = |symbols: &[S]| symbols.iter().map(|&symbol| image(symbol)).collect();
        let sections = self.sections.iter().map(|section| match section {
            Section::Values(values) => Section::Values(values.clone()),
            Section::Newton(newton) => Section::Newton(Newton {
                is_linear: newton.is_linear,
                unknowns: images(&newton.unknowns),
                solution: images(&newton.solution),
                guess: newton.guess.clone(),
                body: newton.body.clone(),
                residuals: newton.residuals.clone(),
                jacobian: newton.jacobian.clone(),
            }),
            Section::Linear(linear) => Section::Linear(Linear {
                matrix: linear.matrix.clone(),
                columns: linear.columns.clone(),
                solutions: linear.solutions.iter().map(|x| images(x)).collect(),
            }),
        });
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

fn named(name: &str, signature: Signature, block: Block) -> NamedBlock {
    NamedBlock {
        name: name.to_owned(),
        signature,
        block,
    }
}

/// The functions of a scheme, each with what it may read and how much it must give.
fn blocks_of(mechanics: &Mechanics, scheme: &Scheme) -> Vec<NamedBlock> {
    let signatures = Signatures::of(mechanics, scheme);
    let block = |name: &str, outputs: usize, block: &Block| {
        let signature = signatures.of_kind(FunctionKind::named(name), outputs);
        named(name, signature, block.clone())
    };
    let model = &mechanics.model;
    let entries = signatures.state().len();
    let residuals = mechanics.admission_names().len();
    let sampled = mechanics.dimension() + model.constraints.len();
    let mut blocks = vec![
        block("admission", 2 * residuals, &scheme.admission),
        block("start", entries, &scheme.start),
        block("step", entries, &scheme.step),
        block("sample", sampled, &scheme.sample),
    ];
    for diagnostic in &scheme.diagnostics {
        let outputs = if diagnostic.per_constraint {
            model.constraints.len()
        } else {
            diagnostic.values.len()
        };
        let values = Block {
            outputs: diagnostic.values.clone(),
            ..Block::default()
        };
        blocks.push(block(diagnostic.name, outputs, &values));
    }
    if let Some(jacobian) = &scheme.step_jacobian {
        let columns = entries + model.controls.len() + model.parameters.len() + 1;
        blocks.push(block("step_jacobian", entries * (1 + columns), jacobian));
    }
    blocks
}

/// What the prepare stage is given: the parameters and the step size.
fn prepared_from(mechanics: &Mechanics) -> Vec<Expr> {
    let parameters = mechanics.model.parameters.iter();
    let mut symbols: Vec<_> = parameters.map(|x| x.symbol).collect();
    symbols.push(mechanics.step_size);
    symbols
}

fn solves(block: &Block) -> impl Iterator<Item = &Solve> {
    block.items.iter().filter_map(|item| match item {
        Item::Solve(solve) => Some(solve),
        Item::Assign(_) | Item::Linear(_) => None,
    })
}

/// The Jacobian of every solve, in order.
fn jacobians(graph: &Graph, blocks: &[NamedBlock]) -> Vec<Vec<Expr>> {
    let solves = blocks.iter().flat_map(|named| solves(&named.block));
    solves
        .map(|solve| solve.total_derivative(graph).entries().to_vec())
        .collect()
}

fn roots(
    blocks: &[NamedBlock],
    jacobians: &[Vec<Expr>],
    conditions: &[(&'static str, Expr)],
) -> Vec<Expr> {
    let mut roots: Vec<_> = jacobians.iter().flatten().copied().collect();
    roots.extend(conditions.iter().map(|(_, expr)| *expr));
    for named in blocks {
        roots.extend(&named.block.outputs);
        roots.extend(named.block.pivots.iter().flat_map(Pivot::values));
        for item in &named.block.items {
            match item {
                Item::Assign(pairs) => roots.extend(pairs.iter().map(|(_, value)| *value)),
                Item::Solve(solve) => {
                    roots.extend(&solve.guess);
                    roots.extend(solve.definitions.iter().map(|(_, value)| *value));
                    roots.extend(&solve.residuals);
                }
                Item::Linear(system) => {
                    roots.extend(system.matrix.entries());
                    roots.extend(system.columns.iter().flatten());
                }
            }
        }
    }
    roots
}

/// A block as values of the tape, not yet ordered.
#[derive(Clone, Debug)]
pub(super) struct LoweredBlock {
    pub(super) name: String,
    pub(super) signature: Signature,
    /// The equations to solve, those of Newton's method with empty bodies.
    pub(super) equations: Vec<Equations>,
    pub(super) outputs: Vec<Value>,
    pub(super) pivots: Vec<Pivot<Value>>,
}

/// What interrupts straight-line code.
#[derive(Clone, Debug)]
pub(super) enum Equations {
    Newton(Newton),
    Linear(Linear),
}

impl Equations {
    /// The values that the equations need, apart from those of an iteration's body.
    pub(super) fn inputs(&self) -> Vec<Value> {
        match self {
            Self::Newton(newton) => newton.inputs().collect(),
            Self::Linear(linear) => linear.inputs().collect(),
        }
    }

    /// The same values, to be replaced by others.
    pub(super) fn inputs_mut(&mut self) -> Vec<&mut Value> {
        match self {
            Self::Newton(newton) => {
                let Newton {
                    guess,
                    residuals,
                    jacobian,
                    ..
                } = newton;
                [guess, residuals, jacobian].into_iter().flatten().collect()
            }
            Self::Linear(linear) => {
                let columns = linear.columns.iter_mut().flatten();
                linear.matrix.iter_mut().chain(columns).collect()
            }
        }
    }
}

impl<S> Section<S> {
    /// All values that the section computes or needs.
    pub(crate) fn values(&self) -> Vec<Value> {
        match self {
            Self::Values(values) => values.clone(),
            Self::Newton(newton) => {
                let mut values = newton.body.clone();
                values.extend(newton.inputs());
                values
            }
            Self::Linear(linear) => linear.inputs().collect(),
        }
    }
}

impl<S> Newton<S> {
    /// The values that the equations need, apart from those of an iteration's body.
    fn inputs(&self) -> impl Iterator<Item = Value> {
        let lists = [&self.guess, &self.residuals, &self.jacobian];
        lists.into_iter().flatten().copied()
    }
}

impl<S> Linear<S> {
    /// The values that the equations need.
    fn inputs(&self) -> impl Iterator<Item = Value> {
        let columns = self.columns.iter().flatten();
        self.matrix.iter().chain(columns).copied()
    }
}

impl LoweredBlock {
    fn new(
        lowering: &mut Lowering<'_>,
        named: &NamedBlock,
        jacobians: &mut impl Iterator<Item = Vec<Expr>>,
    ) -> Self {
        let mut equations = Vec::new();
        for item in &named.block.items {
            match item {
                Item::Assign(pairs) => {
                    for &(symbol, expr) in pairs {
                        let value = lowering.lower(&[expr])[0];
                        lowering.bind(symbol, value);
                    }
                }
                Item::Solve(solve) => {
                    let jacobian = jacobians.next().expect("every solve has a Jacobian");
                    let newton = lower_solve(lowering, solve, &jacobian);
                    equations.push(Equations::Newton(newton));
                }
                Item::Linear(system) => {
                    equations.push(Equations::Linear(lower_linear(lowering, system)));
                }
            }
        }
        let outputs = lowering.lower(&named.block.outputs);
        let pivots = named.block.pivots.iter();
        let pivots = pivots.map(|pivot| pivot.map(|expr| lowering.lower(&[expr])[0]));
        Self {
            name: named.name.clone(),
            signature: named.signature.clone(),
            equations,
            outputs,
            pivots: pivots.collect(),
        }
    }
}

fn lower_solve(lowering: &mut Lowering<'_>, solve: &Solve, jacobian: &[Expr]) -> Newton {
    let guess = lowering.lower(&solve.guess);
    let is_linear = lowering.are_free_of_unknowns(jacobian);
    if is_linear {
        for (&unknown, &value) in solve.unknowns.iter().zip(&guess) {
            lowering.bind(unknown, value);
        }
    }
    for &(symbol, expr) in &solve.definitions {
        let value = lowering.lower(&[expr])[0];
        lowering.bind(symbol, value);
    }
    Newton {
        is_linear,
        unknowns: solve.unknowns.clone(),
        solution: solve.solution.clone(),
        guess,
        body: Vec::new(),
        residuals: lowering.lower(&solve.residuals),
        jacobian: lowering.lower(jacobian),
    }
}

fn lower_linear(lowering: &mut Lowering<'_>, system: &LinearSystem) -> Linear {
    let columns = system.columns.iter();
    Linear {
        matrix: lowering.lower(system.matrix.entries()),
        columns: columns.map(|column| lowering.lower(column)).collect(),
        solutions: system.solutions.clone(),
    }
}
