//! The simplifier that is always there: polynomials in whatever is not a sum or a product.

use core::ops::Range;

use super::Simplifier;
use crate::expr::effort::{Effort, Price};
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
///
/// Polynomials that turn out the same are brought into forms once, but paid for each time: what is found
/// within a budget must not depend on such a chance.
fn push_forms(effort: &Effort<'_>, expr: Expr, free: RoleSet, forms: &mut Vec<Expr>) -> Option<()> {
    let polynomial = Polynomial::within(effort, expr, MOST_TERMS)?;
    let without = |function| polynomial.without_squares_of(effort, function, SQUARES * MOST_TERMS);
    let reduced = [without(Function::Sin), without(Function::Cos)];
    let mut known: Vec<(Polynomial, Range<usize>, Price)> = Vec::with_capacity(3);
    for form in reduced.into_iter().flatten().chain([polynomial]) {
        if let Some((_, places, price)) = known.iter().find(|(other, ..)| *other == form) {
            effort.pay(price)?;
            forms.extend_from_within(places.clone());
            continue;
        }
        let first = forms.len();
        let (done, price) = effort.metered(|| push_forms_of(effort, &form, free, forms));
        done?;
        known.push((form, first..forms.len(), price));
    }
    Some(())
}

/// A polynomial in nested forms and expanded.
fn push_forms_of(
    effort: &Effort<'_>,
    polynomial: &Polynomial,
    free: RoleSet,
    forms: &mut Vec<Expr>,
) -> Option<()> {
    let graph = effort.graph();
    effort.spend(polynomial.work())?;
    let (nested, price) =
        effort.metered(|| graph.nested_within(effort, polynomial, RoleSet::EMPTY));
    let nested = nested?;
    forms.push(nested);
    forms.push(if has_atoms_within(graph, polynomial, free) {
        graph.nested_within(effort, polynomial, free)?
    } else {
        effort.pay(&price)?;
        nested
    });
    forms.push(graph.expanded(polynomial));
    Some(())
}

/// Whether there is anything to gather: nesting for no role and for `free` differ by such atoms alone.
fn has_atoms_within(graph: &Graph, polynomial: &Polynomial, free: RoleSet) -> bool {
    let mut atoms = polynomial.terms().flat_map(|(monomial, _)| monomial);
    atoms.any(|&(atom, _)| graph.roles(atom).is_within(free))
}
