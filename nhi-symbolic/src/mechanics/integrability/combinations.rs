//! The combinations of the constraints that vanish on the last distribution of their flag.

use crate::expr::{Combination, Expr, FieldElement, Graph, Matrix, PrimeMatrix};

use super::rows::Solved;

/// The largest integrable codistribution in the span of the constraints.
pub(super) struct Annihilator {
    /// Its dimension.
    pub(super) count: usize,
    /// A basis of its members with constant coefficients.
    pub(super) constant: Vec<Combination>,
}

/// Returns the combinations of the forms that vanish on the fields; `None` if they have no values.
///
/// Combinations with constant coefficients vanish at all points at once. Each further point can
/// only exclude some. One more point than there are forms excludes all that are not constant.
pub(super) fn annihilating(
    graph: &Graph,
    forms: &Matrix,
    fields: &[Solved],
) -> Option<Annihilator> {
    let (m, n) = (forms.rows(), forms.columns());
    let fields = fields.iter().flat_map(|(_, field)| field);
    let exprs: Vec<Expr> = forms.entries().iter().chain(fields).copied().collect();
    let points = graph.values_at(&exprs, m + 1);
    if points.len() < m + 1 {
        return None;
    }
    let pairings = points.iter().map(|values| {
        let (rows, fields) = values.split_at(m * n);
        let along = |field: &[FieldElement]| -> Vec<FieldElement> {
            rows.chunks(n)
                .map(|row| PrimeMatrix::dot(row, field))
                .collect()
        };
        let paired: Vec<_> = fields.chunks(n).flat_map(along).collect();
        paired
    });
    let pairings: Vec<Vec<FieldElement>> = pairings.collect();
    let here = |pairing: &Vec<FieldElement>| PrimeMatrix::new(m, pairing.clone()).kernel().len();
    Some(Annihilator {
        count: pairings.iter().map(here).min()?,
        constant: PrimeMatrix::new(m, pairings.concat()).kernel_combinations(),
    })
}
