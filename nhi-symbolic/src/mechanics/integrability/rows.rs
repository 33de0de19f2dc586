//! Rows of functions in Gaussian elimination: forms, and fields along a frame.

use crate::expr::{Expr, Graph, RoleSet};

/// A row that is solved for one of its entries, with the index of that entry. There the row is one.
pub(super) type Solved = (usize, Vec<Expr>);

/// The simplicity of an entry as a pivot, the simplest first: numbers before parameters before
/// others, entries of short rows before those of long ones.
pub(super) type Simplicity = (u8, usize, u32, usize);

/// Returns the simplest entry of a row to solve for, with its index; `None` if all are zero.
pub(super) fn pivot(graph: &Graph, row: &[Expr]) -> Option<(Simplicity, usize)> {
    let support = || (0..row.len()).filter(|&place| row[place] != Graph::ZERO);
    let simplicity = |place: usize| {
        let roles = graph.roles(row[place]);
        let kind = if roles.is_within(RoleSet::EMPTY) {
            0
        } else if roles.is_within(RoleSet::PREPARED) {
            1
        } else {
            2
        };
        (kind, support().count(), graph.height(row[place]), place)
    };
    let places = support().map(|place| (simplicity(place), place));
    places.min()
}

/// Returns the row divided by the entry at a given index.
pub(super) fn solved(graph: &Graph, row: &[Expr], place: usize) -> Option<Solved> {
    let inverse = graph.powi(row[place], -1);
    let scaled: Vec<_> = row.iter().map(|&entry| graph.mul(entry, inverse)).collect();
    Some((place, tidied(graph, &scaled)?))
}

/// Returns the row without the entry for which another is solved: `row - row[pivot] other`.
pub(super) fn reduced(graph: &Graph, row: &[Expr], (pivot, other): &Solved) -> Option<Vec<Expr>> {
    let factor = row[*pivot];
    if factor == Graph::ZERO {
        return Some(row.to_vec());
    }
    let pairs = row.iter().zip(other);
    let difference: Vec<_> = pairs
        .map(|(&entry, &part)| {
            let part = graph.mul(factor, part);
            graph.sub(entry, part)
        })
        .collect();
    tidied(graph, &difference)
}

/// Returns the entries in short forms, and zero for those that vanish identically. Returns `None`
/// if they have no values to decide it, or if the budget is used up.
pub(super) fn tidied(graph: &Graph, row: &[Expr]) -> Option<Vec<Expr>> {
    let points = graph.values_at_points(row);
    if points.is_empty() || graph.is_exhausted() {
        return None;
    }
    let zeros = graph.vanishing(row, &points);
    let entries = row.iter().zip(zeros).map(|(&entry, is_zero)| {
        if is_zero {
            Graph::ZERO
        } else {
            graph.simplify(entry, RoleSet::PREPARED)
        }
    });
    Some(entries.collect())
}
