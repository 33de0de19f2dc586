//! Vector fields that span the distribution almost everywhere.

use crate::expr::{Expr, Graph, Matrix};

use super::rows::{Solved, pivot, reduced, solved};

/// Returns a basis of the fields that all forms annihilate, each with the index at which it is one
/// and the others are zero. Returns `None` if the forms have no values, or if the budget is used
/// up.
///
/// Each form is solved for one velocity, the simplest first. If its coefficient vanishes the fields
/// have no value; random points do not meet this case.
pub(super) fn basis(graph: &Graph, forms: &Matrix) -> Option<Vec<Solved>> {
    let mut open: Vec<_> = (0..forms.rows()).map(|i| forms.row(i).to_vec()).collect();
    let mut closed: Vec<Solved> = Vec::new();
    while let Some((row, place)) = simplest(graph, &open) {
        let form = solved(graph, &open.remove(row), place)?;
        for other in &mut open {
            *other = reduced(graph, other, &form)?;
        }
        for (_, other) in &mut closed {
            *other = reduced(graph, other, &form)?;
        }
        closed.push(form);
    }
    Some(kernel(graph, forms.columns(), &closed))
}

/// Returns the form that can be solved for the simplest coefficient, with the index of that
/// coefficient.
fn simplest(graph: &Graph, forms: &[Vec<Expr>]) -> Option<(usize, usize)> {
    let pivots = forms.iter().enumerate();
    let pivots = pivots.filter_map(|(row, form)| {
        let (simplicity, place) = pivot(graph, form)?;
        Some((simplicity, row, place))
    });
    pivots.min().map(|(_, row, place)| (row, place))
}

fn kernel(graph: &Graph, columns: usize, forms: &[Solved]) -> Vec<Solved> {
    let is_pivot = |column: &usize| forms.iter().any(|(pivot, _)| pivot == column);
    let free = (0..columns).filter(|column| !is_pivot(column));
    free.map(|column| {
        let mut field = vec![Graph::ZERO; columns];
        field[column] = Graph::ONE;
        for (pivot, form) in forms {
            field[*pivot] = graph.neg(form[column]);
        }
        (column, field)
    })
    .collect()
}
