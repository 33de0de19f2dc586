//! Functions of a scheme: what a step evaluates at several moments, derived once, emitted once and called there.
//!
//! An acceleration at four stages would be four copies of its operations, and the Jacobian of a collocation method as
//! many of its derivatives: a function has one, whatever the number of stages.

mod shared;

use std::rc::Rc;

use crate::expr::{Expr, Graph, Matrix};

use super::scheme::{Block, Item, Solve};
pub(crate) use shared::Shared;

/// A function of a scheme.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// Its name, such as `acceleration`.
    pub name: &'static str,
    /// The symbols that stand for the arguments.
    pub parameters: Vec<Expr>,
    /// The symbols of the model whose values the arguments are, where they are any; one per parameter.
    pub stand_for: Vec<Expr>,
    /// The results in terms of these symbols, of parameters of the model and of the step size.
    pub outputs: Vec<Expr>,
    /// How many of them are values; behind these are their derivatives, or pivots.
    pub values: usize,
}

/// A function at arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub subroutine: Rc<Subroutine>,
    /// The arguments, one for each of its parameters.
    pub arguments: Vec<Expr>,
    /// The symbols by which later items refer to the results, one for each of them.
    pub results: Vec<Expr>,
    /// The derivatives of the first results by the arguments: numbers, or other results. Nothing where nobody
    /// differentiates the call.
    pub slopes: Option<Matrix>,
}

impl Call {
    /// The results with their values, without the function.
    pub(crate) fn expanded(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        let Subroutine {
            parameters,
            outputs,
            ..
        } = &*self.subroutine;
        let arguments = self.arguments.iter().copied();
        let replacements: Vec<_> = parameters.iter().copied().zip(arguments).collect();
        let values = graph.substitute(outputs, &replacements);
        self.results.iter().copied().zip(values).collect()
    }
}

impl Block {
    /// The same block without functions: their formulas stand where they were called.
    pub(crate) fn expanded(&self, graph: &Graph) -> Self {
        let items = self.items.iter();
        Self {
            items: items.map(|item| item.expanded(graph)).collect(),
            ..self.clone()
        }
    }
}

impl Item {
    fn expanded(&self, graph: &Graph) -> Self {
        match self {
            Self::Call(call) => Self::Assign(call.expanded(graph)),
            Self::Solve(solve) => Self::Solve(solve.expanded(graph)),
            Self::Assign(_) | Self::Linear(_) => self.clone(),
        }
    }
}

impl Solve {
    /// The same equations without functions.
    pub(crate) fn expanded(&self, graph: &Graph) -> Self {
        let calls = self.calls.iter();
        let replacements: Vec<_> = calls.flat_map(|call| call.expanded(graph)).collect();
        Self {
            residuals: graph.substitute(&self.residuals, &replacements),
            calls: Vec::new(),
            ..self.clone()
        }
    }
}
