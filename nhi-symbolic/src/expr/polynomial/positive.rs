//! Positivity by form: a sum of terms none of which can be negative.

use super::Polynomial;
use crate::expr::effort::Effort;
use crate::expr::function::Function;
use crate::expr::graph::{Expr, Graph, RoleSet};

/// The maximum size of a normal form to search.
const MOST_TERMS: usize = 100;

impl Graph {
    /// Returns true if an expression is positive at every configuration for positive parameters, by
    /// the form of one of its normal forms. In that form every coefficient is positive, every power
    /// of a moving atom is even, and one term does not move.
    ///
    /// `false` does not mean that the expression vanishes anywhere.
    #[must_use]
    pub fn is_positive_by_form(&self, expr: Expr) -> bool {
        let effort = self.effort(Effort::OF_A_FORM);
        let Some(polynomial) = Polynomial::within(&effort, expr, MOST_TERMS) else {
            return false;
        };
        let without = |removed| polynomial.without_squares_of(&effort, removed, 2 * MOST_TERMS);
        polynomial.has_positive_form(self)
            || [Function::Sin, Function::Cos]
                .into_iter()
                .filter_map(without)
                .any(|form| form.has_positive_form(self))
    }
}

impl Polynomial {
    fn has_positive_form(&self, graph: &Graph) -> bool {
        let moves = |atom: Expr| !graph.roles(atom).is_within(RoleSet::PREPARED);
        let mut rests = false;
        for (monomial, coefficient) in &self.terms {
            let mut moving = monomial.iter().filter(|(atom, _)| moves(*atom)).peekable();
            rests |= moving.peek().is_none();
            if coefficient.is_negative() || moving.any(|(_, exponent)| exponent % 2 != 0) {
                return false;
            }
        }
        rests
    }
}
