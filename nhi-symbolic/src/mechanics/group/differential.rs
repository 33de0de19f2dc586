//! The differential of the Cayley map itself, `d/ds cay(x + s y) = (dcay_x y) cay(x)`.

use crate::expr::{Expr, Graph, Matrix};

use super::factor::Factor;
use super::spatial::hat;
use super::{LieGroup, Retraction, add_scaled, block_below, block_diagonal, lower_blocks};

impl LieGroup {
    /// Returns the matrix of `dcay_x`, the inverse of
    /// [`inverse_differential`](Self::inverse_differential) for the Cayley map.
    pub fn cayley_differential(&self, graph: &Graph, x: &[Expr]) -> Matrix {
        let parts = self.algebra_parts(x);
        let blocks: Vec<_> = parts
            .map(|(factor, x)| factor.cayley_differential(graph, x))
            .collect();
        block_diagonal(&blocks)
    }
}

impl Factor {
    /// Returns `[[D, 0], [-E^-1 C D, E^-1]]` with the blocks `[[D^-1, 0], [C, E]]` of the inverse.
    fn cayley_differential(self, graph: &Graph, x: &[Expr]) -> Matrix {
        match self {
            Self::R => Matrix::identity(1),
            Self::So3 => of_rotation(graph, x, Graph::ZERO),
            Self::Se3 => {
                let w = &x[..3];
                let last = of_rotation(graph, w, Graph::ONE);
                self.lower_inverse(graph, x, &of_rotation(graph, w, Graph::ZERO), &last)
            }
            Self::S1 => Matrix::from_fn(1, 1, |_, _| shrinking(graph, x)),
            Self::Se2 | Self::Se2Matrix => {
                let shrinking = shrinking(graph, &x[..1]);
                let half = graph.mul(graph.fraction(1, 2), x[0]);
                let turned = graph.mul(half, shrinking);
                let back = graph.neg(turned);
                let entries = [shrinking, back, turned, shrinking];
                let last = Matrix::from_fn(2, 2, |i, j| entries[2 * i + j]);
                let first = Matrix::from_fn(1, 1, |_, _| shrinking);
                self.lower_inverse(graph, x, &first, &last)
            }
        }
    }

    fn lower_inverse(self, graph: &Graph, x: &[Expr], first: &Matrix, last: &Matrix) -> Matrix {
        let inverse = self.inverse_differential(graph, Retraction::Cayley, x);
        let beside = block_below(&inverse, first.rows());
        let below = last.mul(graph, &beside).mul(graph, first);
        let below = below.map(|entry| graph.neg(entry));
        lower_blocks(first, &below, last)
    }
}

/// Returns `s (Id + W/2 + c w w^T/4)` with `s = 4/(4 + |w|^2)`: for `c = 0` the differential of the
/// rotation, for `c = 1` the inverse of `Id - W/2`.
fn of_rotation(graph: &Graph, w: &[Expr], outer: Expr) -> Matrix {
    let shrinking = shrinking(graph, w);
    let [half, quarter] = [2, 4].map(|d| graph.fraction(1, d));
    let mut sum = Matrix::identity(3);
    add_scaled(graph, &mut sum, half, &hat(graph, w));
    let square = Matrix::from_fn(3, 3, |i, j| graph.mul(w[i], w[j]));
    add_scaled(graph, &mut sum, graph.mul(outer, quarter), &square);
    sum.map(|entry| graph.mul(shrinking, entry))
}

/// Returns `4/(4 + |w|^2)`.
fn shrinking(graph: &Graph, w: &[Expr]) -> Expr {
    let four = graph.number(4);
    let sum = graph.add(four, graph.dot(w, w));
    graph.div(four, sum)
}
