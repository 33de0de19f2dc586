//! The order in which the rows of a symmetric matrix are eliminated.
//!
//! Each elimination connects all neighbours of a row with each other in the graph of the nonzero
//! entries. Minimum degree (Tinney and Walker 1967) next eliminates the row with the fewest
//! neighbours, which keeps most zeros. A matrix that is a tree or an arrow gets no new entries at
//! all.

use std::collections::BTreeSet;

use crate::expr::graph::Graph;
use crate::expr::matrix::Matrix;

/// The maximum number of rows of a block with a closed form, for which all orders are equally good.
const CLOSED: usize = 3;

/// Returns the index sets that no entry connects with each other, each in the order of its
/// elimination.
pub(super) fn blocks(matrix: &Matrix) -> Vec<Vec<usize>> {
    let neighbours = neighbours(matrix);
    let mut blocks = connected(&neighbours);
    for block in blocks.iter_mut().filter(|block| block.len() > CLOSED) {
        *block = minimum_degree(core::mem::take(block), neighbours.clone());
    }
    blocks
}

/// Returns the rows that an entry connects with each row, without the row itself.
fn neighbours(matrix: &Matrix) -> Vec<BTreeSet<usize>> {
    let n = matrix.rows();
    let of = |i: usize| (0..n).filter(move |&j| j != i && matrix[(i, j)] != Graph::ZERO);
    (0..n).map(|i| of(i).collect()).collect()
}

/// Returns the connected components of a graph, each in order.
fn connected(neighbours: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let mut assigned = vec![false; neighbours.len()];
    let mut components = Vec::new();
    for start in 0..neighbours.len() {
        let mut component = Vec::new();
        let mut stack = vec![start];
        while let Some(i) = stack.pop() {
            if !core::mem::replace(&mut assigned[i], true) {
                component.push(i);
                stack.extend(&neighbours[i]);
            }
        }
        if !component.is_empty() {
            component.sort_unstable();
            components.push(component);
        }
    }
    components
}

/// Orders the rows of a component by minimum degree; among equal degrees the first row is next.
fn minimum_degree(mut remaining: Vec<usize>, mut neighbours: Vec<BTreeSet<usize>>) -> Vec<usize> {
    let mut order = Vec::with_capacity(remaining.len());
    while let Some(&next) = remaining.iter().min_by_key(|&&i| neighbours[i].len()) {
        if neighbours[next].len() + 1 == remaining.len() {
            // All remaining rows are connected with each other, and no order adds or saves an
            // entry.
            order.append(&mut remaining);
            break;
        }
        remaining.retain(|&i| i != next);
        eliminate(&mut neighbours, next);
        order.push(next);
    }
    order
}

/// Removes a row from a graph, which connects its neighbours with each other.
fn eliminate(neighbours: &mut [BTreeSet<usize>], row: usize) {
    let around = core::mem::take(&mut neighbours[row]);
    for &i in &around {
        let others = around.iter().filter(|&&j| j != i);
        neighbours[i].extend(others);
        neighbours[i].remove(&row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a symmetric matrix with entries between the given rows.
    fn connecting(n: usize, is_connected: impl Fn(usize, usize) -> bool) -> Matrix {
        Matrix::from_fn(n, n, |i, j| {
            if i == j || is_connected(i.min(j), i.max(j)) {
                Graph::ONE
            } else {
                Graph::ZERO
            }
        })
    }

    /// Counts the entries that an elimination in this order adds below the diagonal.
    fn fill(matrix: &Matrix, order: &[usize]) -> usize {
        let mut neighbours = neighbours(matrix);
        let mut entries = |row: &usize| {
            let count = neighbours[*row].len();
            eliminate(&mut neighbours, *row);
            count
        };
        let filled: usize = order.iter().map(&mut entries).sum();
        let n = matrix.rows();
        let below = (0..n).flat_map(|i| (0..i).map(move |j| matrix[(i, j)]));
        filled - below.filter(|&entry| entry != Graph::ZERO).count()
    }

    #[test]
    fn a_star_keeps_its_arrow_form() {
        let star = connecting(6, |i, _| i == 0);
        assert_eq!(fill(&star, &[0, 1, 2, 3, 4, 5]), 10);
        assert_eq!(blocks(&star), [[1, 2, 3, 4, 0, 5]]);
        assert_eq!(fill(&star, &blocks(&star)[0]), 0);
    }

    #[test]
    fn a_chain_stays_in_order() {
        let chain = connecting(6, |i, j| j == i + 1);
        assert_eq!(blocks(&chain), [[0, 1, 2, 3, 4, 5]]);
    }

    #[test]
    fn a_dense_matrix_stays_in_order() {
        let dense = connecting(6, |_, _| true);
        assert_eq!(blocks(&dense), [[0, 1, 2, 3, 4, 5]]);
    }

    #[test]
    fn a_tree_gets_no_new_entries() {
        let tree = connecting(15, |i, j| (j - 1) / 2 == i);
        assert_eq!(fill(&tree, &blocks(&tree)[0]), 0);
    }

    #[test]
    fn blocks_with_closed_forms_stay_in_order() {
        let stars = connecting(7, |i, j| i == j % 2 && i < j);
        assert_eq!(blocks(&stars), [vec![2, 4, 0, 6], vec![1, 3, 5]]);
    }
}
