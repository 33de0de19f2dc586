//! Values of expressions in double precision, for checks and witnesses.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;

impl Graph {
    /// Returns the values of several expressions, given the values of their symbols.
    ///
    /// A symbol without a value, and the undefined expression, are NaN.
    #[must_use]
    pub fn evaluate(&self, roots: &[Expr], values: &[(Expr, f64)]) -> Vec<f64> {
        let mut known: LookupMap<Expr, f64> = values.iter().copied().collect();
        for expr in self.reachable(roots) {
            if !known.contains_key(&expr) {
                self.spend(1 + self.node(expr).width());
                let value = self.node_value(expr, &known);
                known.insert(expr, value);
            }
        }
        roots.iter().map(|root| known[root]).collect()
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
