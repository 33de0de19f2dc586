//! The exact derivatives of steps, starts and samples, by the chain rule and the implicit function
//! theorem.
//!
//! At a solution `x` of `r(x, y) = 0` the derivatives with respect to the inputs are
//! `dx/dy = -(r_x)^-1 r_y`. They are exact up to rounding errors and the tolerance at which the
//! iteration ended.

use crate::expr::{Expr, Graph, LookupMap, Matrix, Role};
use crate::mechanics::Mechanics;

use super::derivative::combined;
use super::scheme::{Block, Item, LinearSystem, Scheme, Solve};

/// Returns a block that computes the next state and its derivatives. They are with respect to the
/// entries of the state, constants added to the controls of the step, the parameters, the step size
/// and, for a substep, the time, in this order.
pub(crate) fn step_jacobian(mechanics: &Mechanics, scheme: &Scheme) -> Block {
    let model = &mechanics.model;
    let mut inputs = entries_of_state(scheme);
    for control in 0..model.controls.len() {
        // A control is one input, wherever the step reads it.
        let nodes = scheme.control_nodes.iter();
        inputs.push(nodes.map(|node| node.symbols[control]).collect());
    }
    inputs.extend(parameters_and_step_size(mechanics));
    if !scheme.substeps.is_empty() {
        inputs.push(vec![model.time]);
    }
    with_derivatives(&model.graph, &scheme.step, &inputs)
}

/// Returns a block that computes the first state and its derivatives. They are with respect to the
/// entries of the configuration, the velocities, the initial multipliers that the start depends on,
/// the controls, the parameters, the step size and the time, in this order.
pub(crate) fn start_jacobian(
    mechanics: &Mechanics,
    scheme: &Scheme,
    multipliers: &[Expr],
) -> Block {
    let model = &mechanics.model;
    let controls = model.controls.iter().map(|control| control.symbol);
    let initial = mechanics.q.iter().chain(&mechanics.v);
    let initial = initial.chain(multipliers).copied();
    let mut inputs: Vec<_> = initial.chain(controls).map(|symbol| vec![symbol]).collect();
    inputs.extend(parameters_and_step_size(mechanics));
    inputs.push(vec![model.time]);
    with_derivatives(&model.graph, &scheme.start, &inputs)
}

/// Returns a block that computes a sample and its derivatives. They are with respect to the entries
/// of the state, the parameters, the step size and the time, in this order.
pub(crate) fn sample_jacobian(mechanics: &Mechanics, scheme: &Scheme) -> Block {
    let mut inputs = entries_of_state(scheme);
    inputs.extend(parameters_and_step_size(mechanics));
    inputs.push(vec![mechanics.model.time]);
    with_derivatives(&mechanics.model.graph, &scheme.sample, &inputs)
}

fn entries_of_state(scheme: &Scheme) -> Vec<Vec<Expr>> {
    let entries = scheme.state.iter().flat_map(|group| &group.symbols);
    entries.map(|&symbol| vec![symbol]).collect()
}

fn parameters_and_step_size(mechanics: &Mechanics) -> impl Iterator<Item = Vec<Expr>> {
    let parameters = mechanics.model.parameters.iter().map(|x| x.symbol);
    let all = parameters.chain([mechanics.step_size]);
    all.map(|symbol| vec![symbol])
}

/// Returns a block with its results followed by their derivatives with respect to each input, which
/// consists of one symbol or several that change together.
fn with_derivatives(graph: &Graph, of: &Block, inputs: &[Vec<Expr>]) -> Block {
    let mut tangents = Tangents::of_inputs(inputs);
    let mut block = Block::default();
    for item in &of.items {
        match item {
            Item::Assign(pairs) => {
                block.items.push(item.clone());
                for &(symbol, value) in pairs {
                    tangents.follow(graph, &mut block, symbol, value);
                }
            }
            Item::Solve(solve) => {
                block.items.push(item.clone());
                tangents.follow_solution(graph, &mut block, &solve.expanded(graph));
            }
            Item::Call(call) if call.integral.is_some() => {
                unreachable!("methods with their own step size refuse derivatives")
            }
            Item::Call(call) => {
                block.items.push(item.clone());
                for (symbol, value) in call.expanded(graph) {
                    tangents.follow(graph, &mut block, symbol, value);
                }
            }
            Item::Linear(_) => unreachable!("only derivatives have several right-hand sides"),
        }
    }
    block.outputs.clone_from(&of.outputs);
    block.pivots.clone_from(&of.pivots);
    let entries = of.outputs.iter().map(|&entry| tangents.of(graph, entry));
    let entries: Vec<_> = entries.collect();
    for input in 0..tangents.inputs {
        let column = entries.iter().map(|slopes| slopes[input]);
        block.outputs.extend(column);
    }
    block
}

/// The derivatives of symbols with respect to the inputs; those of other symbols vanish.
struct Tangents {
    inputs: usize,
    slopes: LookupMap<Expr, Vec<Expr>>,
}

impl Tangents {
    /// Returns the tangents of the inputs themselves.
    fn of_inputs(inputs: &[Vec<Expr>]) -> Self {
        let mut slopes = LookupMap::default();
        for (place, symbols) in inputs.iter().enumerate() {
            let mut unit = vec![Graph::ZERO; inputs.len()];
            unit[place] = Graph::ONE;
            for &symbol in symbols {
                slopes.insert(symbol, unit.clone());
            }
        }
        Self {
            inputs: inputs.len(),
            slopes,
        }
    }

    /// Returns the derivatives of an expression with respect to the inputs.
    fn of(&self, graph: &Graph, expr: Expr) -> Vec<Expr> {
        let mut partials = Vec::new();
        for symbol in graph.symbols_of(&[expr]) {
            if let Some(slopes) = self.slopes.get(&symbol) {
                let partial = graph.derivative(expr, symbol);
                if partial != Graph::ZERO {
                    partials.push((partial, slopes));
                }
            }
        }
        (0..self.inputs)
            .map(|input| {
                let along = partials
                    .iter()
                    .map(|&(partial, slopes)| (partial, slopes[input]));
                combined(graph, along)
            })
            .collect()
    }

    /// Records the derivatives of a symbol with a value under their own names, so that later items
    /// share them.
    fn follow(&mut self, graph: &Graph, block: &mut Block, symbol: Expr, value: Expr) {
        let slopes = self.of(graph, value);
        let mut pairs = Vec::new();
        let named = slopes
            .into_iter()
            .enumerate()
            .map(|(input, slope)| {
                if graph.as_symbol(slope).is_some() || graph.as_number(slope).is_some() {
                    return slope;
                }
                let name = slope_symbol(graph, symbol, input);
                pairs.push((name, slope));
                name
            })
            .collect();
        block.items.push(Item::Assign(pairs));
        self.slopes.insert(symbol, named);
    }

    /// Adds the derivatives of a solution: `r_x dx = -r_y`, with one matrix for all inputs.
    fn follow_solution(&mut self, graph: &Graph, block: &mut Block, solve: &Solve) {
        let at_solution = self.definitions_at_solution(graph, block, solve);
        let matrix = solve.total_derivative(graph);
        let entries = graph.substitute(matrix.entries(), &at_solution);
        let n = solve.unknowns.len();
        let residuals = graph.substitute(&solve.residuals, &at_solution);
        let changes: Vec<_> = residuals
            .into_iter()
            .map(|residual| self.of(graph, residual))
            .collect();
        let mut system = LinearSystem {
            matrix: Matrix::from_fn(n, n, |i, j| entries[i * n + j]),
            columns: Vec::new(),
            solutions: Vec::new(),
        };
        let mut slopes = vec![vec![Graph::ZERO; self.inputs]; n];
        for input in 0..self.inputs {
            let column: Vec<_> = changes.iter().map(|row| graph.neg(row[input])).collect();
            if column.iter().all(|&entry| entry == Graph::ZERO) {
                continue;
            }
            let symbols = solve.solution.iter();
            let symbols: Vec<_> = symbols.map(|&x| slope_symbol(graph, x, input)).collect();
            for (row, &symbol) in slopes.iter_mut().zip(&symbols) {
                row[input] = symbol;
            }
            system.columns.push(column);
            system.solutions.push(symbols);
        }
        block.items.push(Item::Linear(system));
        self.slopes
            .extend(solve.solution.iter().copied().zip(slopes));
    }

    /// Evaluates the definitions of a solve at its solution. The derivatives of the solution are
    /// not known yet, so those of the definitions are taken at a fixed solution. Returns the
    /// replacements of unknowns and definitions there.
    fn definitions_at_solution(
        &mut self,
        graph: &Graph,
        block: &mut Block,
        solve: &Solve,
    ) -> Vec<(Expr, Expr)> {
        let unknowns = solve.unknowns.iter().copied();
        let mut replacements: Vec<_> = unknowns.zip(solve.solution.iter().copied()).collect();
        for &(definition, value) in &solve.definitions {
            let value = graph.substitute(&[value], &replacements)[0];
            let name = format!("{}*", graph.display(definition));
            let symbol = graph.symbol(&name, Role::Variable);
            block.items.push(Item::Assign(vec![(symbol, value)]));
            self.follow(graph, block, symbol, value);
            replacements.push((definition, symbol));
        }
        replacements
    }
}

fn slope_symbol(graph: &Graph, symbol: Expr, input: usize) -> Expr {
    let name = format!("d{input}.{}", graph.display(symbol));
    graph.symbol(&name, Role::Variable)
}
