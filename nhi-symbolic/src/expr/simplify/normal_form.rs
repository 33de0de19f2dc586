//! The simplifier that is always there: polynomials in whatever is not a sum or a product.

use super::Simplifier;
use crate::expr::effort::Effort;
use crate::expr::function::Function;
use crate::expr::graph::{Expr, Graph, RoleSet};
use crate::expr::polynomial::Polynomial;

/// Normal forms beyond this size are not worth their construction.
const MOST_TERMS: usize = 200;
/// Terms per term of a normal form that squares of sines or cosines may grow to.
const SQUARES: usize = 4;

/// The expanded normal form, with and without squares of sines or cosines, and what nesting
/// makes of each.
#[derive(Clone, Copy, Debug)]
pub struct NormalForm;

impl Simplifier for NormalForm {
    fn forms(&self, graph: &Graph, expr: Expr, free: RoleSet) -> Vec<Expr> {
        let effort = graph.effort(Effort::OF_A_FORM);
        let mut forms = Vec::new();
        // Those that were found before the work became too much.
        let _ = push_forms(&effort, expr, free, &mut forms);
        forms
    }
}

/// Ends where no more work is granted.
fn push_forms(effort: &Effort<'_>, expr: Expr, free: RoleSet, forms: &mut Vec<Expr>) -> Option<()> {
    let polynomial = Polynomial::within(effort, expr, MOST_TERMS)?;
    let without = |function| polynomial.without_squares_of(effort, function, SQUARES * MOST_TERMS);
    let reduced = [without(Function::Sin), without(Function::Cos)];
    for form in reduced.iter().flatten().chain([&polynomial]) {
        effort.spend(form.work())?;
        forms.push(effort.graph().nested_within(effort, form, RoleSet::EMPTY)?);
        forms.push(effort.graph().nested_within(effort, form, free)?);
        forms.push(effort.graph().expanded(form));
    }
    Some(())
}
