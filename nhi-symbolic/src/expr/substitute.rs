//! Replacing symbols by expressions.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;

impl Graph {
    /// Replaces symbols (or whole subexpressions) by expressions, all at once.
    pub fn substitute(&self, roots: &[Expr], replacements: &[(Expr, Expr)]) -> Vec<Expr> {
        if self.is_exhausted() {
            return vec![Self::UNDEFINED; roots.len()];
        }
        let mut image: LookupMap<Expr, Expr> = replacements.iter().copied().collect();
        let may_change = |expr: Expr| {
            let mut replaced = replacements.iter();
            replaced.any(|&(part, _)| self.may_contain(expr, part))
        };
        for expr in self.open_below(roots, may_change) {
            if !image.contains_key(&expr) {
                let new = self.rebuild(expr, |part| of(&image, part));
                image.insert(expr, new);
            }
        }
        roots.iter().map(|&root| of(&image, root)).collect()
    }

    /// Rebuilds an expression from the images of its operands.
    fn rebuild(&self, expr: Expr, image: impl Fn(Expr) -> Expr) -> Expr {
        let node = self.node(expr);
        let mut changed = false;
        node.for_each_operand(|operand| changed |= image(operand) != operand);
        if !changed {
            return expr;
        }
        match &*node {
            Node::Undefined | Node::Number(_) | Node::Pi | Node::Symbol(_) => expr,
            Node::Sum { constant, terms } => {
                let mut summands: Vec<_> =
                    terms.iter().map(|(e, k)| (image(*e), k.clone())).collect();
                let constant = self.number(constant.clone());
                summands.push((constant, 1.into()));
                self.linear(&summands)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let powers: Vec<_> = factors.iter().map(|(e, k)| (image(*e), *k)).collect();
                self.power_product(coefficient, &powers)
            }
            Node::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|e| image(*e)).collect();
                self.call(*function, &arguments)
            }
        }
    }
}

/// Returns the image of an expression: itself, unless it changes.
fn of(image: &LookupMap<Expr, Expr>, expr: Expr) -> Expr {
    image.get(&expr).copied().unwrap_or(expr)
}
