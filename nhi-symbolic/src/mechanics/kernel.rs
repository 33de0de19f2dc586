//! A basis of the solutions of linear equations, found without division by anything that moves.

mod way;

use crate::expr::{Expr, Graph, Matrix, Pivot, RoleSet};

use super::cancellation::squares_of_parts;
use way::{Way, is_one, squared_length};

pub(super) use way::Filling;

/// A basis of `{v : A v = 0}` and one solution of `A v + b = 0`.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// The basis vectors as columns, n x (n - m).
    pub(super) basis: Matrix,
    /// For each basis vector the index of a velocity whose coefficient it was before the equations
    /// were solved.
    pub(super) free: Vec<usize>,
    /// For each equation, in the order of their solution, a direction along which only this
    /// equation changes of those solved so far.
    directions: Vec<Direction>,
    /// The coefficients by which the basis was multiplied: if one vanishes, the basis vectors
    /// depend on each other.
    pub(super) scales: Vec<Expr>,
    filling: Filling,
    /// True if an equation of more than two coefficients was solved along a sine and a cosine. Then
    /// all its coefficients are in the basis.
    pub(super) is_filled: bool,
}

/// A direction `d` in the kernel of all equations that were solved before `row`.
#[derive(Clone, Debug)]
struct Direction {
    row: usize,
    /// `d`.
    vector: Vec<Expr>,
    /// `A_row d`, not zero.
    length: Expr,
    /// The coefficients by which the equation was solved: if all vanish, it depends on those
    /// before.
    pivots: Vec<Expr>,
}

impl Direction {
    fn pivot(&self, graph: &Graph) -> Pivot {
        let squares: Vec<_> = self.pivots.iter().map(|&x| graph.powi(x, 2)).collect();
        let value = graph.sum(&squares);
        let parts = graph.sum(&squares_of_parts(graph, &self.pivots));
        // Rounding changes a coefficient `x` by a part of its size, and `x^2` by `2 |x|` times as
        // much.
        let size = graph.sqrt(graph.mul(value, parts));
        let size = graph.scale(&2.into(), size);
        Pivot {
            index: self.row,
            value,
            scale: if parts == value { Graph::ZERO } else { size },
        }
    }
}

impl Kernel {
    /// Solves one equation after the other, starting from all velocities.
    ///
    /// Restricted to the velocities found so far, an equation is a row over their coefficients, and
    /// is solved if there is a [`Way`]. An equation without one is deferred until others are
    /// solved. Returns `None` if none of the remaining equations can be solved.
    pub(super) fn of(graph: &Graph, matrix: &Matrix, filling: Filling) -> Option<Self> {
        let mut kernel = Self::everything(matrix.columns(), filling);
        let rows = (0..matrix.rows()).collect();
        let open = kernel.solve_in_turn(graph, matrix, rows, RoleSet::EMPTY);
        open.is_empty().then_some(kernel)
    }

    /// Returns a basis of polynomials for every matrix of full rank.
    ///
    /// An equation that [`of`](Self::of) could not solve is solved by a coefficient of parameters
    /// alone, or by any of its coefficients. In the latter case the basis is multiplied by the
    /// coefficient, and vanishes wherever the coefficient does.
    pub(super) fn of_full_rank(graph: &Graph, matrix: &Matrix) -> Self {
        let mut kernel = Self::everything(matrix.columns(), Filling::Refused);
        let mut open: Vec<usize> = (0..matrix.rows()).collect();
        loop {
            open = kernel.solve_in_turn(graph, matrix, open, RoleSet::PREPARED);
            if open.is_empty() {
                return kernel;
            }
            let row = open.remove(0);
            kernel.solve_by_scaling(graph, matrix, row);
        }
    }

    /// Returns a velocity `v_p` with `A v_p + b = 0`.
    pub(super) fn particular(&self, graph: &Graph, matrix: &Matrix, offset: &[Expr]) -> Vec<Expr> {
        let mut solution = vec![Graph::ZERO; matrix.columns()];
        for direction in &self.directions {
            let along = graph.dot(matrix.row(direction.row), &solution);
            let residual = graph.add(along, offset[direction.row]);
            let amount = graph.div(residual, direction.length);
            for (x, &d) in solution.iter_mut().zip(&direction.vector) {
                let part = graph.mul(amount, d);
                *x = graph.sub(*x, part);
            }
        }
        solution
    }

    /// Returns pivots for each equation that a configuration could make depend on those before: the
    /// squares of the coefficients by which it was solved, and the rounding error that may be left
    /// of them.
    pub(super) fn pivots(&self, graph: &Graph) -> Vec<Pivot> {
        let moves = |length: Expr| !graph.roles(length).is_within(RoleSet::PREPARED);
        let moving = self.directions.iter().filter(|d| moves(d.length));
        moving.map(|direction| direction.pivot(graph)).collect()
    }

    /// Returns the equations, in the order of their solution, with the only coefficient by which
    /// each was solved; `None` for those that were solved along two, which vanish together for
    /// special parameters at most.
    pub(super) fn single_pivots(&self) -> impl Iterator<Item = (usize, Option<Expr>)> {
        self.directions
            .iter()
            .map(|direction| match direction.pivots[..] {
                [pivot] => (direction.row, Some(pivot)),
                _ => (direction.row, None),
            })
    }

    /// Returns the divisors of the multipliers.
    pub(super) fn lengths(&self) -> impl Iterator<Item = Expr> {
        self.directions.iter().map(|direction| direction.length)
    }

    /// Returns the multipliers `lambda` of a force `A^T lambda`, which is any force that does no
    /// work along the basis.
    ///
    /// Along the direction of the equation solved last, only the multiplier of that equation does
    /// work.
    pub(super) fn multipliers(&self, graph: &Graph, matrix: &Matrix, force: &[Expr]) -> Vec<Expr> {
        let mut multipliers = vec![Graph::ZERO; matrix.rows()];
        let mut rest = force.to_vec();
        for direction in self.directions.iter().rev() {
            let work = graph.dot(&rest, &direction.vector);
            let multiplier = graph.div(work, direction.length);
            multipliers[direction.row] = multiplier;
            for (x, &a) in rest.iter_mut().zip(matrix.row(direction.row)) {
                let part = graph.mul(multiplier, a);
                *x = graph.sub(*x, part);
            }
        }
        multipliers
    }

    fn everything(n: usize, filling: Filling) -> Self {
        Self {
            basis: Matrix::identity(n),
            free: (0..n).collect(),
            directions: Vec::new(),
            scales: Vec::new(),
            filling,
            is_filled: false,
        }
    }

    /// Solves all equations that can be solved by coefficients of `pivots`. Each round solves those
    /// that the round before made possible. Returns the remaining equations.
    fn solve_in_turn(
        &mut self,
        graph: &Graph,
        matrix: &Matrix,
        mut open: Vec<usize>,
        pivots: RoleSet,
    ) -> Vec<usize> {
        loop {
            let before = open.len();
            open.retain(|&row| !self.solve(graph, matrix, row, pivots));
            if open.len() == before {
                return open;
            }
        }
    }

    /// Returns the coefficients of an equation in the basis.
    fn restricted(&self, graph: &Graph, form: &[Expr]) -> Vec<Expr> {
        let row = self.basis.apply_transposed(graph, form);
        let row: Vec<_> = row
            .iter()
            .map(|&e| graph.simplify(e, RoleSet::PREPARED))
            .collect();
        without_zeros(graph, &row)
    }

    fn solve(&mut self, graph: &Graph, matrix: &Matrix, number: usize, pivots: RoleSet) -> bool {
        let row = self.restricted(graph, matrix.row(number));
        let direction = match Way::of(graph, &row, self.filling, pivots) {
            Some(Way::By(pivot)) => self.eliminate(graph, number, &row, pivot),
            Some(Way::Along(pair)) => self.rotate(graph, number, &row, pair),
            None => return false,
        };
        let coefficients = row.iter().filter(|&&entry| entry != Graph::ZERO);
        self.is_filled |= coefficients.count() > 2 && direction.pivots.len() == 2;
        self.directions.push(direction);
        true
    }

    /// Solves by the first nonzero coefficient.
    fn solve_by_scaling(&mut self, graph: &Graph, matrix: &Matrix, number: usize) {
        let row = self.restricted(graph, matrix.row(number));
        let Some(pivot) = row.iter().position(|&entry| entry != Graph::ZERO) else {
            return;
        };
        let direction = self.eliminate(graph, number, &row, pivot);
        self.directions.push(direction);
        self.scales.push(row[pivot]);
        self.basis = self.basis.map(|entry| {
            let scaled = graph.mul(row[pivot], entry);
            graph.simplify(scaled, RoleSet::PREPARED)
        });
    }

    /// Removes the coefficient `pivot`, which is determined by the others. Returns the direction of
    /// the equation.
    fn eliminate(&mut self, graph: &Graph, number: usize, row: &[Expr], pivot: usize) -> Direction {
        let column = self.basis.column(pivot);
        let inverse = graph.powi(row[pivot], -1);
        let ratio: Vec<_> = row.iter().map(|&e| graph.mul(e, inverse)).collect();
        let kept: Vec<_> = (0..row.len()).filter(|&j| j != pivot).collect();
        self.free.remove(pivot);
        self.basis = Matrix::from_fn(column.len(), kept.len(), |i, k| {
            let j = kept[k];
            let part = graph.mul(column[i], ratio[j]);
            graph.sub(self.basis[(i, j)], part)
        });
        Direction {
            row: number,
            vector: column,
            length: row[pivot],
            pivots: vec![row[pivot]],
        }
    }

    /// Replaces two coefficients by one, whose kernel is `(beta, -alpha)`, and removes from the
    /// others their part along `(alpha, beta)`. Returns the direction of the equation.
    fn rotate(
        &mut self,
        graph: &Graph,
        number: usize,
        row: &[Expr],
        [first, second]: [usize; 2],
    ) -> Direction {
        let (alpha, beta) = (row[first], row[second]);
        let columns = [self.basis.column(first), self.basis.column(second)];
        let combine = |x: Expr, y: Expr, i: usize| {
            let left = graph.mul(x, columns[0][i]);
            let right = graph.mul(y, columns[1][i]);
            graph.add(left, right)
        };
        let length = squared_length(graph, alpha, beta);
        let length = if is_one(graph, length) {
            Graph::ONE
        } else {
            length
        };
        let entries = 0..columns[0].len();
        let vector: Vec<_> = entries.map(|i| combine(alpha, beta, i)).collect();
        let minus = graph.neg(alpha);
        let kept: Vec<_> = (0..row.len()).filter(|&j| j != second).collect();
        self.free.remove(second);
        self.basis = Matrix::from_fn(columns[0].len(), kept.len(), |i, k| {
            let j = kept[k];
            if j == first {
                return combine(beta, minus, i);
            }
            let ratio = graph.div(row[j], length);
            let part = graph.mul(vector[i], ratio);
            graph.sub(self.basis[(i, j)], part)
        });
        Direction {
            row: number,
            vector,
            length,
            pivots: vec![alpha, beta],
        }
    }
}

fn without_zeros(graph: &Graph, row: &[Expr]) -> Vec<Expr> {
    let zeros = graph.are_zero(row);
    let entries = row.iter().zip(zeros);
    entries
        .map(|(&entry, zero)| if zero { Graph::ZERO } else { entry })
        .collect()
}
