//! The simplifier that is always available: polynomials in everything that is not a sum or a
//! product.

use core::ops::Range;

use super::Simplifier;
use crate::expr::effort::{Effort, Price};
use crate::expr::function::Function;
use crate::expr::graph::{Expr, Graph, RoleSet};
use crate::expr::polynomial::Polynomial;

/// The maximum size of a normal form. Larger ones are not worth their construction.
const MOST_TERMS: usize = 200;
/// The growth limit of a normal form, in terms per term, when squares of sines or cosines are
/// replaced.
const SQUARES: usize = 4;

/// The simplifier that returns the expanded normal form and its nested forms, with and without
/// squares of sines or cosines.
#[derive(Clone, Copy, Debug)]
pub struct NormalForm;

impl Simplifier for NormalForm {
    fn forms(&self, graph: &Graph, expr: Expr, free: RoleSet) -> Vec<Expr> {
        let effort = graph.effort(Effort::OF_A_FORM);
        let mut forms = Vec::new();
        // The forms found before the work became too much.
        let _ = push_forms(&effort, expr, free, &mut forms);
        forms
    }
}

/// Appends the forms of an expression, until no more work is granted.
///
/// Polynomials that turn out equal are converted to forms once, but paid for each time: the forms
/// found within a budget must not depend on such a coincidence.
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

/// Appends the nested forms and the expanded form of a polynomial.
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

/// Returns true if there is anything to gather: nesting for no role and for `free` differ only in
/// such atoms.
fn has_atoms_within(graph: &Graph, polynomial: &Polynomial, free: RoleSet) -> bool {
    let mut atoms = polynomial.terms().flat_map(|(monomial, _)| monomial);
    atoms.any(|&(atom, _)| graph.roles(atom).is_within(free))
}
