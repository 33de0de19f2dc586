//! The two forms of a factorised block: cofactors over the determinant, and `L D L^T`.

use crate::expr::graph::{Expr, Graph, Role, RoleSet};
use crate::expr::matrix::Matrix;

/// A factorised block.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// The inverse matrix, and the leading minors, the last of which is the determinant.
    Inverse { matrix: Matrix, minors: Vec<Expr> },
    /// The unit lower triangle and the reciprocals of the pivots.
    Triangular {
        lower: Matrix,
        inverse_pivots: Vec<Expr>,
    },
}

impl Form {
    /// Returns the form in which a solution needs the fewest operations.
    pub(super) fn cheapest(graph: &Graph, matrix: &Matrix, free: RoleSet) -> Self {
        match matrix.rows() {
            1 | 2 => Self::closed(graph, matrix, free),
            3 => {
                let forms = [
                    Self::closed(graph, matrix, free),
                    Self::triangular(graph, matrix),
                ];
                let weights = forms.each_ref().map(|form| {
                    let sides = [(); 3].map(|()| graph.symbol("rhs", Role::Variable));
                    let solution = form.solve(graph, &sides);
                    graph.cost(&solution, free).weight()
                });
                let [closed, triangular] = forms;
                if weights[0] <= weights[1] {
                    closed
                } else {
                    triangular
                }
            }
            _ => Self::triangular(graph, matrix),
        }
    }

    /// Computes cofactors over the determinant.
    fn closed(graph: &Graph, matrix: &Matrix, free: RoleSet) -> Self {
        let n = matrix.rows();
        let mut cofactors = Matrix::zero(n, n);
        for i in 0..n {
            for j in 0..=i {
                let cofactor = cofactor(graph, matrix, i, j);
                let cofactor = graph.simplify(cofactor, free);
                cofactors[(i, j)] = cofactor;
                cofactors[(j, i)] = cofactor;
            }
        }
        let determinant = graph.dot(matrix.row(0), cofactors.row(0));
        let determinant = graph.simplify(determinant, free);
        let minors = match n {
            1 => vec![determinant],
            2 => vec![matrix[(0, 0)], determinant],
            _ => vec![matrix[(0, 0)], cofactors[(2, 2)], determinant],
        };
        Self::Inverse {
            matrix: cofactors.map(|cofactor| graph.div(cofactor, determinant)),
            minors,
        }
    }

    /// Computes `L D L^T` without pivoting, in the order of the rows.
    pub(super) fn triangular(graph: &Graph, matrix: &Matrix) -> Self {
        let n = matrix.rows();
        let mut lower = Matrix::identity(n);
        // `scaled[(i, k)] = L_ik D_k`, which both the rest of the row and the pivot need.
        let mut scaled = Matrix::zero(n, n);
        let mut inverse_pivots = Vec::with_capacity(n);
        for j in 0..n {
            let products = graph.dot(&scaled.row(j)[..j], &lower.row(j)[..j]);
            let pivot = graph.sub(matrix[(j, j)], products);
            let inverse_pivot = graph.powi(pivot, -1);
            for i in j + 1..n {
                let products = graph.dot(&scaled.row(i)[..j], &lower.row(j)[..j]);
                scaled[(i, j)] = graph.sub(matrix[(i, j)], products);
                lower[(i, j)] = graph.mul(scaled[(i, j)], inverse_pivot);
            }
            inverse_pivots.push(inverse_pivot);
        }
        Self::Triangular {
            lower,
            inverse_pivots,
        }
    }

    /// Returns the solution for a right-hand side.
    pub(super) fn solve(&self, graph: &Graph, right_hand_side: &[Expr]) -> Vec<Expr> {
        match self {
            Self::Inverse { matrix, .. } => matrix.apply(graph, right_hand_side),
            Self::Triangular {
                lower,
                inverse_pivots,
            } => {
                let n = inverse_pivots.len();
                let mut x = right_hand_side.to_vec();
                for i in 0..n {
                    let known = graph.dot(&lower.row(i)[..i], &x[..i]);
                    x[i] = graph.sub(x[i], known);
                }
                for i in (0..n).rev() {
                    let scaled = graph.mul(x[i], inverse_pivots[i]);
                    let column: Vec<_> = (i + 1..n).map(|k| lower[(k, i)]).collect();
                    let known = graph.dot(&column, &x[i + 1..]);
                    x[i] = graph.sub(scaled, known);
                }
                x
            }
        }
    }
}

/// Returns the signed minor of a symmetric matrix up to 3 x 3.
fn cofactor(graph: &Graph, matrix: &Matrix, i: usize, j: usize) -> Expr {
    let others = |skipped: usize| (0..matrix.rows()).filter(move |&k| k != skipped);
    let rows: Vec<_> = others(i).collect();
    let columns: Vec<_> = others(j).collect();
    let minor = matrix.select(&rows, &columns);
    let determinant = match minor.rows() {
        0 => Graph::ONE,
        1 => minor[(0, 0)],
        _ => {
            let main = graph.mul(minor[(0, 0)], minor[(1, 1)]);
            let other = graph.mul(minor[(0, 1)], minor[(1, 0)]);
            graph.sub(main, other)
        }
    };
    if (i + j).is_multiple_of(2) {
        determinant
    } else {
        graph.neg(determinant)
    }
}
