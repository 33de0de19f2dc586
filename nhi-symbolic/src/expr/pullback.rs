//! Reverse derivatives: the gradient of a scalar at the cost of a few evaluations of the scalar.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;
use super::rational::Rational;
use super::sources::Sources;

/// Work units to look up a node and its accumulated adjoints.
const WORK_PER_NODE: u64 = 3;

impl Graph {
    /// Returns `weight * d expr / d symbol` for every symbol by reverse accumulation: each node is
    /// visited once, whatever the number of symbols. [`Graph::rates`] works the other way, along a
    /// direction.
    pub fn pullback(&self, expr: Expr, weight: Expr, symbols: &[Expr]) -> Vec<Expr> {
        if self.is_exhausted() {
            return vec![Self::UNDEFINED; symbols.len()];
        }
        let sources = symbols.iter().map(|&symbol| self.sources(symbol));
        let sources = sources.fold(Sources::default(), Sources::union);
        let depends = |e: Expr| self.may_depend_on(e, sources);
        let mut arriving: LookupMap<Expr, Vec<Expr>> = LookupMap::default();
        arriving.insert(expr, vec![weight]);
        for expr in self.open_below(&[expr], depends).into_iter().rev() {
            if !self.spend(WORK_PER_NODE) {
                return vec![Self::UNDEFINED; symbols.len()];
            }
            let Some(parts) = arriving.get(&expr) else {
                continue;
            };
            let adjoint = self.sum(parts);
            for (operand, part) in self.handed_down(expr, adjoint) {
                if depends(operand) {
                    arriving.entry(operand).or_default().push(part);
                }
            }
        }
        let of = |symbol: &Expr| {
            arriving
                .get(symbol)
                .map_or(Self::ZERO, |parts| self.sum(parts))
        };
        symbols.iter().map(of).collect()
    }

    /// Returns the parts of a node's adjoint that it passes to its operands.
    fn handed_down(&self, expr: Expr, adjoint: Expr) -> Vec<(Expr, Expr)> {
        match &*self.node(expr) {
            Node::Undefined | Node::Number(_) | Node::Pi | Node::Symbol(_) => Vec::new(),
            Node::Sum { terms, .. } => {
                let parts = terms.iter();
                parts
                    .map(|(term, k)| (*term, self.scale(k, adjoint)))
                    .collect()
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let part = |index: usize| {
                    let (base, exponent) = factors[index];
                    let mut powers = factors.to_vec();
                    powers[index].1 -= 1;
                    powers.push((adjoint, 1));
                    let scale = coefficient * &Rational::from(i64::from(exponent));
                    (base, self.power_product(&scale, &powers))
                };
                (0..factors.len()).map(part).collect()
            }
            Node::Call(function, arguments) => {
                let part = |index: usize| {
                    let outer = (function.row().derivative)(self, arguments, index);
                    (arguments[index], self.mul(outer, adjoint))
                };
                (0..arguments.len()).map(part).collect()
            }
        }
    }
}
