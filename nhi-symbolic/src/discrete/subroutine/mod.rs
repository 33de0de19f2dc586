//! Functions of a scheme: formulas that a step evaluates at several moments, derived once, emitted
//! once and called at each moment.
//!
//! Written out, an acceleration at four stages is four copies of its operations, and the Jacobian
//! of a collocation method is as many copies of its derivatives. A function is one copy, whatever
//! the number of stages.

mod integral;
mod shared;

use std::rc::Rc;

use crate::expr::{Expr, Graph, Matrix};

use super::scheme::{Block, Item, Solve};
pub use integral::{AdaptiveMethod, Integral};
pub(crate) use shared::Shared;

/// A function of a scheme.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// Its name, such as `acceleration`.
    pub name: &'static str,
    /// The symbols that represent the arguments.
    pub parameters: Vec<Expr>,
    /// For each parameter the symbol of the model whose value the argument is, if there is one.
    pub stand_for: Vec<Expr>,
    /// The results in terms of these symbols, of parameters of the model and of the step size.
    pub outputs: Vec<Expr>,
    /// The number of outputs that are values. Their derivatives, or pivots, come after them.
    pub values: usize,
}

/// A function applied to arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function.
    pub subroutine: Rc<Subroutine>,
    /// The arguments, one for each of its parameters.
    pub arguments: Vec<Expr>,
    /// The symbols by which later items refer to the results, one for each of them.
    pub results: Vec<Expr>,
    /// The derivatives of the first results with respect to the arguments: numbers, or other
    /// results. `None` if the call is not differentiated.
    pub slopes: Option<Matrix>,
    /// The method that integrates the function; `None` if its values are the results.
    pub integral: Option<Integral<Rc<Subroutine>>>,
}

impl Call {
    /// Returns the functions that the call evaluates.
    pub(crate) fn subroutines(&self) -> impl Iterator<Item = &Rc<Subroutine>> {
        let integral = self.integral.iter();
        let others = integral.flat_map(|integral| [&integral.correction, &integral.switches]);
        core::iter::once(&self.subroutine).chain(others.flatten())
    }

    /// Returns the results with their values, written out without the function.
    ///
    /// # Panics
    /// Panics if the function is integrated.
    pub(crate) fn expanded(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        assert!(self.integral.is_none(), "an integral has no closed form");
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
    /// Returns the same block without functions that are not integrated: their formulas replace
    /// the calls.
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
            Self::Call(call) if call.integral.is_none() => Self::Assign(call.expanded(graph)),
            Self::Solve(solve) => Self::Solve(solve.expanded(graph)),
            Self::Assign(_) | Self::Linear(_) | Self::Call(_) => self.clone(),
        }
    }
}

impl Solve {
    /// Returns the same equations without functions.
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
