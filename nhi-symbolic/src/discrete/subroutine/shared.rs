//! Formulas of a model that a step evaluates at several moments; long ones become functions.

use std::rc::Rc;

use crate::expr::formula::Vector;
use crate::expr::{Expr, Graph, Matrix, Role, RoleSet};
use crate::mechanics::{Node, System};

use super::super::derivative::at_kinks;
use super::super::scheme::Solve;
use super::super::steps::{Definitions, Steps};
use super::{Call, Subroutine};

/// The least weight of a formula that a step calls as a function. Calls of shorter formulas cost
/// more than they save. On chains of trailers `Rk` takes 7 % more instructions for calls of weight
/// 700, 3 % for 1,100 and none from 1,600 on. With calls it takes half the time to compile.
const LEAST_WEIGHT: u64 = 900;

/// The same in equations, in which the derivatives are also results and go through memory.
const LEAST_WEIGHT_IN_EQUATIONS: u64 = 2000;

/// A formula of the model, and its function if it is long.
#[derive(Clone, Debug)]
pub(crate) struct Shared<'m> {
    system: System<'m>,
    /// The values in terms of the model's own symbols and of others.
    values: Vec<Expr>,
    others: Vec<Expr>,
    function: Option<Function>,
}

/// A function with the derivatives of its first results with respect to its arguments.
#[derive(Clone, Debug)]
struct Function {
    subroutine: Rc<Subroutine>,
    slopes: Option<Slopes>,
}

/// Derivatives in terms of results.
#[derive(Clone, Debug)]
struct Slopes {
    /// The derivatives. Those that do not move are used as they are.
    values: Matrix,
    /// The derivatives that are results of the function, after the first ones.
    results: Vec<Expr>,
}

impl<'m> Shared<'m> {
    /// Creates a formula that a step evaluates at the given number of moments; it also reads
    /// `others`.
    pub(crate) fn new(
        system: System<'m>,
        name: &'static str,
        values: &[Expr],
        others: &[Expr],
        moments: usize,
    ) -> Self {
        let shared = Self::inlined(system, values, others);
        let is_long = moments > 1 && shared.weight() >= LEAST_WEIGHT;
        let function = is_long.then(|| Function {
            subroutine: Rc::new(shared.subroutine(name, Role::Variable)),
            slopes: None,
        });
        Self { function, ..shared }
    }

    /// Creates a formula that equations evaluate at the given number of moments, and whose
    /// derivatives their iterations need; it also reads `others`.
    pub(crate) fn with_slopes(
        system: System<'m>,
        name: &'static str,
        values: &[Expr],
        others: &[Expr],
        moments: usize,
    ) -> Self {
        let shared = Self::inlined(system, values, others);
        let is_long = moments > 1 && shared.weight() >= LEAST_WEIGHT_IN_EQUATIONS;
        let function = is_long.then(|| shared.differentiated(name));
        Self { function, ..shared }
    }

    fn inlined(system: System<'m>, values: &[Expr], others: &[Expr]) -> Self {
        Self {
            system,
            values: values.to_vec(),
            others: others.to_vec(),
            function: None,
        }
    }

    fn weight(&self) -> u64 {
        let graph = self.system.graph();
        graph.cost(&self.values, RoleSet::PREPARED).weight()
    }

    /// Returns the formula as a function of symbols of the given role.
    fn subroutine(&self, name: &'static str, role: Role) -> Subroutine {
        let graph = self.system.graph();
        let stand_for = self.arguments();
        let symbols = stand_for.iter();
        let parameters: Vec<_> = symbols
            .map(|&symbol| graph.symbol(&graph.display(symbol), role))
            .collect();
        let pairs = stand_for.iter().copied().zip(parameters.iter().copied());
        Subroutine {
            name,
            values: self.values.len(),
            outputs: graph.substitute(&self.values, &pairs.collect::<Vec<_>>()),
            parameters,
            stand_for,
        }
    }

    /// Returns the symbols whose values are arguments: the whole configuration, which pivots depend
    /// on, and any other symbols that the values read.
    fn arguments(&self) -> Vec<Expr> {
        let graph = self.system.graph();
        let here = self.system.start();
        let mut read = graph.symbols_of(&self.values);
        read.extend(graph.symbols_of(&self.system.matrices()));
        let others = self.others.iter().copied();
        let optional = here.v.entries().into_iter().chain(others);
        let optional = optional.chain(here.controls).chain([here.time.expr()]);
        let is_read = |symbol: &Expr| read.contains(symbol);
        let optional = optional.filter(is_read);
        here.q.entries().into_iter().chain(optional).collect()
    }

    /// Returns the function with its derivatives. They are the derivatives of equations in
    /// unknowns; arguments then replace the unknowns.
    fn differentiated(&self, name: &'static str) -> Function {
        let graph = self.system.graph();
        let of_unknowns = self.subroutine(name, Role::Unknown);
        let equations = Solve {
            unknowns: of_unknowns.parameters.clone(),
            residuals: of_unknowns.outputs.clone(),
            ..Solve::default()
        };
        let slopes = equations.total_derivative(graph);
        let parameters = of_unknowns.parameters.iter();
        let parameters: Vec<_> = parameters
            .map(|&unknown| graph.symbol(&graph.display(unknown), Role::Variable))
            .collect();
        let unknowns = of_unknowns.parameters.iter().copied();
        let pairs: Vec<_> = unknowns.zip(parameters.iter().copied()).collect();
        let entries = at_kinks(graph, slopes.entries());
        let slopes = slopes.with_entries(graph.substitute(&entries, &pairs));
        let slopes = Slopes::of(graph, slopes);
        let mut outputs = graph.substitute(&of_unknowns.outputs, &pairs);
        outputs.extend(&slopes.results);
        Function {
            subroutine: Rc::new(Subroutine {
                parameters,
                outputs,
                ..of_unknowns
            }),
            slopes: Some(slopes),
        }
    }

    /// Returns the values at a moment, given those of the others.
    fn at(&self, node: &Node<'m>, others: &Vector<'m>) -> Vector<'m> {
        node.values_with(&self.values, &self.others, &others.entries())
    }

    /// Returns the values of the model's symbols and of the others at a moment.
    fn arguments_at(
        &self,
        subroutine: &Subroutine,
        node: &Node<'m>,
        others: &Vector<'m>,
    ) -> Vec<Expr> {
        let arguments = node.values_with(&subroutine.stand_for, &self.others, &others.entries());
        arguments.entries()
    }
}

impl Slopes {
    fn of(graph: &Graph, values: Matrix) -> Self {
        let moves = |value: &Expr| !graph.roles(*value).is_within(RoleSet::PREPARED);
        let mut results: Vec<_> = values.entries().to_vec();
        results.retain(moves);
        results.sort_unstable();
        results.dedup();
        Self { values, results }
    }

    /// Returns the derivatives in terms of the symbols of the results.
    fn of_results(&self, symbols: &[Expr]) -> Matrix {
        let of = |value| match self.results.binary_search(&value) {
            Ok(place) => symbols[place],
            Err(_) => value,
        };
        self.values.map(of)
    }
}

impl Function {
    fn call(&self, arguments: Vec<Expr>, results: Vec<Expr>) -> Call {
        let first = results.len() - self.slopes.as_ref().map_or(0, |x| x.results.len());
        let slopes = self.slopes.as_ref();
        Call {
            slopes: slopes.map(|slopes| slopes.of_results(&results[first..])),
            subroutine: Rc::clone(&self.subroutine),
            arguments,
            results,
            integral: None,
        }
    }
}

impl<'m> Steps<'m> {
    /// Assigns the values of a formula at a moment to symbols, given the values of the other
    /// symbols that it reads.
    pub(crate) fn evaluate(
        &mut self,
        shared: &Shared<'m>,
        symbols: Vector<'m>,
        node: &Node<'m>,
        others: &Vector<'m>,
    ) -> Vector<'m> {
        let Some(function) = &shared.function else {
            return self.name_by(&symbols, &shared.at(node, others));
        };
        let arguments = shared.arguments_at(&function.subroutine, node, others);
        self.call(function.call(arguments, symbols.entries()));
        symbols
    }
}

impl<'m> Definitions<'m> {
    /// Returns the values of a formula at a moment, given those of the other symbols that it reads.
    pub(crate) fn evaluate(
        &mut self,
        shared: &Shared<'m>,
        node: &Node<'m>,
        others: &Vector<'m>,
    ) -> Vector<'m> {
        let Some(function) = &shared.function else {
            return shared.at(node, others);
        };
        let (system, subroutine) = (shared.system, &function.subroutine);
        let arguments = shared.arguments_at(subroutine, node, others);
        let labels: Vec<_> = (0..subroutine.outputs.len())
            .map(|i| i.to_string())
            .collect();
        let labels = labels.iter().map(String::as_str);
        let results = system.symbols(subroutine.name, labels, Role::Unknown);
        self.call(function.call(arguments, results.entries()));
        results.part(0..shared.values.len())
    }
}
