//! Solving with symmetric positive definite matrices of expressions.
//!
//! The matrix is split into its connected blocks. Blocks up to 2 x 2 are inverted in closed form by
//! fraction-free cofactors with one shared determinant. For 3 x 3 blocks, the form with fewer
//! operations is used. Larger blocks are factorised by `L D L^T` without pivoting, where structural
//! zeros cost nothing, in an order that keeps them. Positive definiteness makes every pivot
//! positive in any order.

mod form;
mod order;

use super::graph::{Expr, Graph, RoleSet};
use super::matrix::Matrix;
use form::Form;

/// A factorised symmetric positive definite matrix.
#[derive(Clone, Debug)]
pub struct SpdFactor {
    size: usize,
    blocks: Vec<Block>,
}

/// A value that is positive, and large compared with another one, if a matrix is positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// The row of the matrix.
    pub index: usize,
    /// The pivot of the row, or a leading minor.
    pub value: Expr,
    /// The diagonal entry of the row, times the previous leading minor if the value is a minor. It
    /// is zero for the first row of a block, whose pivot is the diagonal entry itself.
    pub scale: Expr,
}

/// The pivots of a block of a matrix, and the values by which a solution divides.
#[derive(Clone, Debug)]
pub struct BlockPivots {
    /// The pivots in the order of the elimination.
    pub pivots: Vec<Pivot>,
    /// The values by which each solution divides: a determinant, or the first pivot of a triangular
    /// form that moves. That pivot is part of the last one, because the block is connected, and is
    /// smaller than the ones after it.
    pub divisors: Vec<Expr>,
}

#[derive(Clone, Debug)]
struct Block {
    /// The rows of the matrix in the order of the elimination.
    indices: Vec<usize>,
    form: Form,
    diagonal: Vec<Expr>,
}

impl SpdFactor {
    /// Factorises a symmetric matrix; values that depend only on `free` count as computed
    /// beforehand.
    pub fn new(graph: &Graph, matrix: &Matrix, free: RoleSet) -> Self {
        let blocks = order::blocks(matrix)
            .into_iter()
            .map(|indices| {
                let block = matrix.select(&indices, &indices);
                Block {
                    form: Form::cheapest(graph, &block, free),
                    diagonal: (0..indices.len()).map(|i| block[(i, i)]).collect(),
                    indices,
                }
            })
            .collect();
        Self {
            size: matrix.rows(),
            blocks,
        }
    }

    /// Returns the pivots of the elimination with their rows, block by block. They are all positive
    /// exactly if the matrix is positive definite.
    pub fn pivots(graph: &Graph, matrix: &Matrix) -> Vec<(usize, Expr)> {
        let mut pivots = Vec::new();
        for indices in order::blocks(matrix) {
            let block = matrix.select(&indices, &indices);
            if let Form::Triangular { inverse_pivots, .. } = Form::triangular(graph, &block) {
                let values = inverse_pivots.iter().map(|&p| graph.powi(p, -1));
                pivots.extend(indices.into_iter().zip(values));
            }
        }
        pivots
    }

    /// Returns the values that are positive if the matrix is positive definite, as they are
    /// computed for solutions.
    pub fn block_pivots(&self, graph: &Graph) -> Vec<BlockPivots> {
        let blocks = self.blocks.iter();
        blocks.map(|block| block.pivots(graph)).collect()
    }

    /// Returns the solution of `matrix * x = right_hand_side`.
    pub fn solve(&self, graph: &Graph, right_hand_side: &[Expr]) -> Vec<Expr> {
        let mut solution = vec![Graph::ZERO; self.size];
        for block in &self.blocks {
            let part: Vec<_> = block.indices.iter().map(|&i| right_hand_side[i]).collect();
            let part = block.form.solve(graph, &part);
            for (&i, x) in block.indices.iter().zip(part) {
                solution[i] = x;
            }
        }
        solution
    }

    /// Returns the solution for each column of a matrix.
    pub fn solve_matrix(&self, graph: &Graph, right_hand_sides: &Matrix) -> Matrix {
        let columns: Vec<_> = (0..right_hand_sides.columns())
            .map(|j| self.solve(graph, &right_hand_sides.column(j)))
            .collect();
        Matrix::from_fn(self.size, columns.len(), |i, j| columns[j][i])
    }
}

impl Block {
    fn pivots(&self, graph: &Graph) -> BlockPivots {
        let (values, divisors) = match &self.form {
            Form::Inverse { minors, .. } => (minors.clone(), minors[minors.len() - 1..].to_vec()),
            Form::Triangular { inverse_pivots, .. } => {
                let pivots = inverse_pivots.iter().map(|&p| graph.powi(p, -1));
                let pivots: Vec<_> = pivots.collect();
                let moves = |pivot: &&Expr| !graph.roles(**pivot).is_within(RoleSet::PREPARED);
                let first = pivots.iter().find(moves).copied();
                (pivots, first.into_iter().collect())
            }
        };
        let scale = |row: usize| match (&self.form, row) {
            (_, 0) => Graph::ZERO,
            (Form::Inverse { minors, .. }, row) => graph.mul(minors[row - 1], self.diagonal[row]),
            (Form::Triangular { .. }, row) => self.diagonal[row],
        };
        let pivots = self.indices.iter().enumerate().map(|(row, &index)| Pivot {
            index,
            value: values[row],
            scale: scale(row),
        });
        BlockPivots {
            pivots: pivots.collect(),
            divisors,
        }
    }
}
