//! Choosing the cheapest of several equal expressions.
//!
//! There is no simplification of everything: the normal form can be larger than the graph it came
//! from, so it is used where it is cheaper and the graph is left as it was otherwise.

use super::function::Function;
use super::graph::{Expr, Graph, RoleSet};
use super::matrix::Matrix;
use super::polynomial::Polynomial;

/// Normal forms beyond this size are not worth their construction.
const MOST_TERMS: usize = 200;

impl Graph {
    /// The cheapest known form of an expression, where what depends only on `free` costs nothing.
    pub fn simplify(&mut self, expr: Expr, free: RoleSet) -> Expr {
        let Some(polynomial) = Polynomial::of(self, expr, MOST_TERMS) else {
            return expr;
        };
        let mut candidates = vec![expr];
        for form in [
            polynomial.without_squares_of(self, Function::Sin),
            polynomial.without_squares_of(self, Function::Cos),
            polynomial,
        ] {
            candidates.push(self.nested(&form, RoleSet::EMPTY));
            candidates.push(self.nested(&form, free));
            candidates.push(self.expanded(&form));
        }
        self.cheapest(&candidates, free)
    }

    /// [`Graph::simplify`] for each entry of a matrix.
    pub fn simplify_matrix(&mut self, matrix: &Matrix, free: RoleSet) -> Matrix {
        matrix.map(|entry| self.simplify(entry, free))
    }

    /// The first of the cheapest expressions; operations on free values decide between equals.
    pub fn cheapest(&self, candidates: &[Expr], free: RoleSet) -> Expr {
        let weigh = |e: Expr| {
            let dynamic = self.cost(&[e], free).weight();
            (dynamic, self.cost(&[e], RoleSet::EMPTY).weight())
        };
        let mut candidates = candidates.to_vec();
        candidates.dedup();
        candidates
            .into_iter()
            .min_by_key(|&e| weigh(e))
            .unwrap_or(Self::UNDEFINED)
    }
}
