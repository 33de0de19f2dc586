//! The simplifier that is always there: polynomials in whatever is not a sum or a product.

use super::Simplifier;
use crate::expr::function::Function;
use crate::expr::graph::{Expr, Graph, RoleSet};
use crate::expr::polynomial::Polynomial;

/// Normal forms beyond this size are not worth their construction.
const MOST_TERMS: usize = 200;

/// The expanded normal form, with and without squares of sines or cosines, and what nesting
/// makes of each.
#[derive(Clone, Copy, Debug)]
pub struct NormalForm;

impl Simplifier for NormalForm {
    fn forms(&self, graph: &Graph, expr: Expr, free: RoleSet) -> Vec<Expr> {
        let Some(polynomial) = Polynomial::of(graph, expr, MOST_TERMS) else {
            return Vec::new();
        };
        let mut forms = Vec::new();
        for form in [
            polynomial.without_squares_of(graph, Function::Sin),
            polynomial.without_squares_of(graph, Function::Cos),
            polynomial,
        ] {
            forms.push(graph.nested(&form, RoleSet::EMPTY));
            forms.push(graph.nested(&form, free));
            forms.push(graph.expanded(&form));
        }
        forms
    }
}
