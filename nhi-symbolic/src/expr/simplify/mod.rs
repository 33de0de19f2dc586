//! Choosing the cheapest of several equal expressions.
//!
//! Nothing is simplified unconditionally. The normal form can be larger than the graph it came
//! from, so it is used only if it is cheaper; otherwise the graph stays unchanged. A graph may have
//! an additional simplifier. Its forms are used only if they are cheaper still and agree with the
//! expression.

mod agreement;
mod normal_form;
#[cfg(feature = "symbolica")]
mod symbolica;

use core::fmt::Debug;

use super::graph::{Expr, Graph, RoleSet};
use super::matrix::Matrix;

pub use normal_form::NormalForm;
#[cfg(feature = "symbolica")]
pub use symbolica::Symbolica;

/// A source of other forms of an expression.
pub trait Simplifier: Debug {
    /// Returns expressions that have the same value wherever both are defined; none if the
    /// simplifier knows none.
    ///
    /// Subexpressions that depend only on the roles `free` cost nothing, so it is best to keep them
    /// together.
    fn forms(&self, graph: &Graph, expr: Expr, free: RoleSet) -> Vec<Expr>;
}

impl Graph {
    /// Returns the cheapest known form of an expression. Subexpressions that depend only on `free`
    /// cost nothing.
    pub fn simplify(&self, expr: Expr, free: RoleSet) -> Expr {
        if self.is_exhausted() {
            return expr;
        }
        let mut candidates = vec![expr];
        candidates.extend(NormalForm.forms(self, expr, free));
        let simple = self.cheapest(&candidates, free);
        match self.simplifier() {
            None => simple,
            Some(simplifier) => {
                let forms = simplifier.forms(self, simple, free);
                self.cheapest_that_agrees(simple, &forms, free)
            }
        }
    }

    /// Applies [`Graph::simplify`] to each entry of a matrix.
    pub fn simplify_matrix(&self, matrix: &Matrix, free: RoleSet) -> Matrix {
        matrix.map(|entry| self.simplify(entry, free))
    }

    /// Returns the first of the cheapest expressions. Operations on free values decide between
    /// equals.
    pub fn cheapest(&self, candidates: &[Expr], free: RoleSet) -> Expr {
        let mut candidates = candidates.to_vec();
        candidates.dedup();
        if let [only] = candidates[..] {
            return only;
        }
        candidates
            .into_iter()
            .min_by_key(|&e| self.weigh(e, free))
            .unwrap_or(Self::UNDEFINED)
    }

    /// Returns the cheapest form that is cheaper than `expr` and agrees with it, or `expr` if there
    /// is none.
    fn cheapest_that_agrees(&self, expr: Expr, forms: &[Expr], free: RoleSet) -> Expr {
        let most = self.weigh(expr, free);
        let mut cheaper: Vec<_> = forms
            .iter()
            .map(|&form| (self.weigh(form, free), form))
            .filter(|(weight, _)| *weight < most)
            .collect();
        cheaper.sort_by_key(|(weight, _)| *weight);
        let agreeing = cheaper
            .into_iter()
            .find(|(_, form)| self.agree(expr, *form));
        agreeing.map_or(expr, |(_, form)| form)
    }

    /// Returns the weight of the operations on values that are not free, and of all operations.
    fn weigh(&self, expr: Expr, free: RoleSet) -> (u64, u64) {
        let [dynamic, all] = self.costs(&[expr], [free, RoleSet::EMPTY]);
        (dynamic.weight(), all.weight())
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::super::graph::Role;
    use super::*;

    /// A simplifier that proposes a given expression, equal or not.
    #[derive(Debug)]
    struct Proposal(Expr);

    impl Simplifier for Proposal {
        fn forms(&self, _: &Graph, _: Expr, _: RoleSet) -> Vec<Expr> {
            vec![self.0]
        }
    }

    /// Builds `1 + 3 a + 3 a^2 + a^3`, which the normal form does not recognise as a cube, with a
    /// proposal.
    fn simplified(propose: impl Fn(&Graph, Expr) -> Expr) -> (Graph, [Expr; 3]) {
        let mut g = Graph::new();
        let a = g.symbol("a", Role::Coordinate);
        let one_more = g.add(a, Graph::ONE);
        let cube = g.powi(one_more, 3);
        let powers = [(a, 3), (g.powi(a, 2), 3), (g.powi(a, 3), 1)];
        let powers = powers.map(|(power, k)| (power, k.into()));
        let expanded = g.linear(&[&[(Graph::ONE, 1.into())], powers.as_slice()].concat());
        let proposal = propose(&mut g, cube);
        let g = g.with_simplifier(Rc::new(Proposal(proposal)));
        let simple = g.simplify(expanded, RoleSet::EMPTY);
        (g, [expanded, cube, simple])
    }

    #[test]
    fn a_cheaper_form_that_agrees_is_taken() {
        let (_, [_, cube, simple]) = simplified(|_, cube| cube);
        assert_eq!(simple, cube);
    }

    #[test]
    fn a_cheaper_form_that_does_not_agree_is_refused() {
        for difference in [1, -2] {
            let (g, [expanded, _, simple]) = simplified(|g, cube| {
                let wrong = g.number(difference);
                g.add(cube, wrong)
            });
            assert!(g.agree(expanded, simple));
        }
        let (g, [expanded, _, simple]) = simplified(|_, _| Graph::UNDEFINED);
        assert!(g.agree(expanded, simple));
    }

    #[test]
    fn a_form_that_agrees_and_costs_more_is_refused() {
        let (g, [expanded, _, simple]) = simplified(|g, cube| {
            let (sine, cosine) = (g.sin(cube), g.cos(cube));
            let squares = [g.powi(sine, 2), g.powi(cosine, 2)];
            let one_more = g.sum(&[cube, squares[0], squares[1]]);
            g.sub(one_more, Graph::ONE)
        });
        assert!(g.agree(expanded, simple));
        assert_eq!(g.cost(&[simple], RoleSet::EMPTY).calls, 0);
    }
}
