//! Solving with symmetric positive definite matrices of expressions.
//!
//! The matrix is split into its connected blocks. Blocks up to 2 x 2 are inverted in closed form
//! by fraction-free cofactors with one shared determinant, 3 x 3 blocks in whichever form has
//! fewer operations, larger ones by `L D L^T` without pivoting, where structural zeros cost
//! nothing. Positive definiteness makes every pivot positive.

use super::graph::{Expr, Graph, Role, RoleSet};
use super::matrix::Matrix;

/// A factorised symmetric positive definite matrix.
#[derive(Clone, Debug)]
pub struct SpdFactor {
    size: usize,
    blocks: Vec<Block>,
}

/// A value that is positive, and large against another one, where a matrix is positive definite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot {
    /// The row of the matrix.
    pub index: usize,
    /// The pivot of the row, or a leading minor.
    pub value: Expr,
    /// The diagonal entry that belongs to it, times the leading minor before; zero for the first row of
    /// a block, whose pivot is the diagonal entry itself.
    pub scale: Expr,
}

/// The pivots of a block of a matrix, and what tells that a solution divides by them.
#[derive(Clone, Debug)]
pub struct BlockPivots {
    /// The pivots in the order of the rows.
    pub pivots: Vec<Pivot>,
    /// What each solution divides by: a determinant, or of the pivots of a triangular form the first that moves,
    /// which is in the last one, as the block is connected, and is smaller than those behind it.
    pub divisors: Vec<Expr>,
}

#[derive(Clone, Debug)]
struct Block {
    indices: Vec<usize>,
    form: Form,
    diagonal: Vec<Expr>,
}

#[derive(Clone, Debug)]
enum Form {
    /// The inverse matrix, and the leading minors, the last of which is the determinant.
    Inverse { matrix: Matrix, minors: Vec<Expr> },
    /// The unit lower triangle and the reciprocals of the pivots.
    Triangular {
        lower: Matrix,
        inverse_pivots: Vec<Expr>,
    },
}

impl SpdFactor {
    /// Factorises a symmetric matrix; what depends only on `free` counts as computed beforehand.
    pub fn new(graph: &Graph, matrix: &Matrix, free: RoleSet) -> Self {
        let blocks = connected_blocks(matrix)
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

    /// The pivots of the elimination, block by block: all positive exactly when the matrix is
    /// positive definite.
    pub fn pivots(graph: &Graph, matrix: &Matrix) -> Vec<Expr> {
        let mut pivots = Vec::new();
        for indices in connected_blocks(matrix) {
            let block = matrix.select(&indices, &indices);
            if let Form::Triangular { inverse_pivots, .. } = Form::triangular(graph, &block) {
                pivots.extend(inverse_pivots.iter().map(|&p| graph.powi(p, -1)));
            }
        }
        pivots
    }

    /// What is positive where the matrix is positive definite, as it is computed for solutions.
    pub fn block_pivots(&self, graph: &Graph) -> Vec<BlockPivots> {
        let blocks = self.blocks.iter();
        blocks.map(|block| block.pivots(graph)).collect()
    }

    /// The solution of `matrix * x = right_hand_side`.
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

    /// The solution for each column of a matrix.
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

impl Form {
    fn cheapest(graph: &Graph, matrix: &Matrix, free: RoleSet) -> Self {
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

    /// Cofactors over the determinant.
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

    /// `L D L^T` without pivoting.
    fn triangular(graph: &Graph, matrix: &Matrix) -> Self {
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

    fn solve(&self, graph: &Graph, right_hand_side: &[Expr]) -> Vec<Expr> {
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

/// The signed minor of a symmetric matrix up to 3 x 3.
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

/// The index sets that no entry connects with each other, each in order.
fn connected_blocks(matrix: &Matrix) -> Vec<Vec<usize>> {
    let n = matrix.rows();
    let mut assigned = vec![false; n];
    let mut blocks = Vec::new();
    for start in 0..n {
        if assigned[start] {
            continue;
        }
        let mut block = Vec::new();
        let mut stack = vec![start];
        while let Some(i) = stack.pop() {
            if core::mem::replace(&mut assigned[i], true) {
                continue;
            }
            block.push(i);
            stack.extend((0..n).filter(|&j| !assigned[j] && matrix[(i, j)] != Graph::ZERO));
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
}
