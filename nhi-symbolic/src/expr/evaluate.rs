//! Values of expressions in double precision, for checks and witnesses.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;

/// Expressions to be evaluated for one set of values after the other. Only the first costs budget.
#[derive(Clone, Debug)]
pub struct Evaluator {
    roots: Vec<Expr>,
    /// All parts, in the order of their creation.
    parts: Vec<Expr>,
}

impl Evaluator {
    /// Prepares the evaluation of expressions.
    #[must_use]
    pub fn new(graph: &Graph, roots: Vec<Expr>) -> Self {
        let parts = graph.reachable(&roots);
        for &part in &parts {
            graph.spend(1 + graph.node(part).width());
        }
        Self { roots, parts }
    }

    /// Returns the expressions.
    #[must_use]
    pub fn roots(&self) -> &[Expr] {
        &self.roots
    }

    /// Returns the number of operations of an evaluation.
    #[must_use]
    pub fn operations(&self) -> usize {
        self.parts.len()
    }

    /// Returns the values of the expressions, given the values of their symbols.
    ///
    /// A symbol without a value, and the undefined expression, are NaN.
    #[must_use]
    pub fn values(&self, graph: &Graph, values: &[(Expr, f64)]) -> Vec<f64> {
        let mut known: LookupMap<Expr, f64> = values.iter().copied().collect();
        for &part in &self.parts {
            if !known.contains_key(&part) {
                let value = graph.node_value(part, &known);
                known.insert(part, value);
            }
        }
        self.roots.iter().map(|root| known[root]).collect()
    }
}

impl Graph {
    /// Returns the values of several expressions, given the values of their symbols; see
    /// [`Evaluator::values`].
    #[must_use]
    pub fn evaluate(&self, roots: &[Expr], values: &[(Expr, f64)]) -> Vec<f64> {
        Evaluator::new(self, roots.to_vec()).values(self, values)
    }

    fn node_value(&self, expr: Expr, known: &LookupMap<Expr, f64>) -> f64 {
        match &*self.node(expr) {
            Node::Undefined | Node::Symbol(_) => f64::NAN,
            Node::Number(value) => value.to_f64(),
            Node::Pi => core::f64::consts::PI,
            Node::Sum { constant, terms } => terms
                .iter()
                .fold(constant.to_f64(), |sum, (e, k)| sum + k.to_f64() * known[e]),
            Node::Product {
                coefficient,
                factors,
            } => factors
                .iter()
                .fold(coefficient.to_f64(), |product, (e, k)| {
                    product * known[e].powi(*k)
                }),
            Node::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|e| known[e]).collect();
                (function.row().value)(&arguments)
            }
        }
    }
}
