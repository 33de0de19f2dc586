//! A basis of the solutions of linear equations without division by anything that moves.

use crate::expr::{Expr, Graph, Matrix, RoleSet};

/// A basis of `{v : A v = 0}` and one solution of `A v + b = 0`.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// The basis vectors as columns, n x (n - m).
    pub(super) basis: Matrix,
    /// A velocity `v_p` with `A v_p + b = 0`.
    pub(super) particular: Vec<Expr>,
}

impl Kernel {
    /// Solves one equation after the other, starting from all velocities.
    ///
    /// Restricted to the velocities found so far, an equation is a row over their coefficients.
    /// It is solved where that is possible without a division that a configuration or a parameter
    /// could make singular: by a coefficient that is a number, or between exactly two coefficients,
    /// whose kernel is `(beta, -alpha)`. Of a parameter and a coefficient that moves, it is solved by the
    /// parameter: where that is zero, the equation is singular wherever the other one vanishes. An
    /// equation that allows nothing of this is put back until others are solved; `None` when none is
    /// left that can be.
    pub(super) fn of(graph: &Graph, matrix: &Matrix, offset: &[Expr]) -> Option<Self> {
        let mut kernel = Self::everything(matrix.columns());
        let rows = (0..matrix.rows()).collect();
        let open = kernel.solve_in_turn(graph, matrix, offset, rows, RoleSet::EMPTY);
        open.is_empty().then_some(kernel)
    }

    /// A basis of polynomials for every matrix of full rank.
    ///
    /// An equation that [`of`](Self::of) could not solve is solved by a coefficient of parameters
    /// alone, or by any of its coefficients, and then the basis multiplied by that: it vanishes where
    /// the coefficient does.
    pub(super) fn of_full_rank(graph: &Graph, matrix: &Matrix, offset: &[Expr]) -> Self {
        let mut kernel = Self::everything(matrix.columns());
        let mut open: Vec<usize> = (0..matrix.rows()).collect();
        loop {
            open = kernel.solve_in_turn(graph, matrix, offset, open, RoleSet::PREPARED);
            if open.is_empty() {
                return kernel;
            }
            let row = open.remove(0);
            kernel.solve_by_scaling(graph, matrix.row(row), offset[row]);
        }
    }

    fn everything(n: usize) -> Self {
        Self {
            basis: Matrix::identity(n),
            particular: vec![Graph::ZERO; n],
        }
    }

    /// Solves what can be by coefficients of `pivots`, each round what the one before made possible;
    /// gives what is left.
    fn solve_in_turn(
        &mut self,
        graph: &Graph,
        matrix: &Matrix,
        offset: &[Expr],
        mut open: Vec<usize>,
        pivots: RoleSet,
    ) -> Vec<usize> {
        loop {
            let before = open.len();
            open.retain(|&row| !self.solve(graph, matrix.row(row), offset[row], pivots));
            if open.len() == before {
                return open;
            }
        }
    }

    /// The coefficients of an equation over the basis, and what remains of it at the solution.
    fn restricted(&self, graph: &Graph, form: &[Expr], offset: Expr) -> (Vec<Expr>, Expr) {
        let row = self.basis.apply_transposed(graph, form);
        let row: Vec<_> = row
            .iter()
            .map(|&e| graph.simplify(e, RoleSet::PREPARED))
            .collect();
        let row = without_zeros(graph, &row);
        let along = graph.dot(form, &self.particular);
        (row, graph.add(along, offset))
    }

    fn solve(&mut self, graph: &Graph, form: &[Expr], offset: Expr, pivots: RoleSet) -> bool {
        let (row, residual) = self.restricted(graph, form, offset);
        let support: Vec<_> = (0..row.len()).filter(|&j| row[j] != Graph::ZERO).collect();
        // A number is never zero; a parameter may be.
        let within = |roles: RoleSet| {
            let mut places = support.iter().copied();
            places.find(|&j| graph.roles(row[j]).is_within(roles))
        };
        let moves = |j: usize| !graph.roles(row[j]).is_within(RoleSet::PREPARED);
        let number = within(RoleSet::EMPTY);
        let parameter = within(RoleSet::PREPARED);
        match (number, parameter, support.as_slice()) {
            (Some(pivot), ..) | (None, _, &[pivot]) => self.eliminate(graph, &row, pivot, residual),
            (None, Some(pivot), &[first, second]) if moves(first) || moves(second) => {
                self.eliminate(graph, &row, pivot, residual);
            }
            (None, _, &[first, second]) => self.rotate(graph, &row, first, second, residual),
            (None, Some(pivot), _) if pivots == RoleSet::PREPARED => {
                self.eliminate(graph, &row, pivot, residual);
            }
            _ => return false,
        }
        true
    }

    /// Solves by the first coefficient that is not zero.
    fn solve_by_scaling(&mut self, graph: &Graph, form: &[Expr], offset: Expr) {
        let (row, residual) = self.restricted(graph, form, offset);
        let Some(pivot) = row.iter().position(|&entry| entry != Graph::ZERO) else {
            return;
        };
        self.eliminate(graph, &row, pivot, residual);
        self.basis = self.basis.map(|entry| {
            let scaled = graph.mul(row[pivot], entry);
            graph.simplify(scaled, RoleSet::PREPARED)
        });
    }

    /// Removes the coefficient `pivot`: it is determined by the others.
    fn eliminate(&mut self, graph: &Graph, row: &[Expr], pivot: usize, residual: Expr) {
        let column = self.basis.column(pivot);
        let inverse = graph.powi(row[pivot], -1);
        let ratio: Vec<_> = row.iter().map(|&e| graph.mul(e, inverse)).collect();
        let kept: Vec<_> = (0..row.len()).filter(|&j| j != pivot).collect();
        self.basis = Matrix::from_fn(column.len(), kept.len(), |i, k| {
            let j = kept[k];
            let part = graph.mul(column[i], ratio[j]);
            graph.sub(self.basis[(i, j)], part)
        });
        let shift = graph.mul(residual, inverse);
        self.shift(graph, &column, shift);
    }

    /// Replaces two coefficients by one: `(beta, -alpha)` spans the kernel of `(alpha, beta)`.
    fn rotate(&mut self, graph: &Graph, row: &[Expr], first: usize, second: usize, residual: Expr) {
        let (alpha, beta) = (row[first], row[second]);
        let columns = [self.basis.column(first), self.basis.column(second)];
        let combine = |graph: &Graph, x: Expr, y: Expr, i: usize| {
            let left = graph.mul(x, columns[0][i]);
            let right = graph.mul(y, columns[1][i]);
            graph.add(left, right)
        };
        if residual != Graph::ZERO {
            let squares = [graph.powi(alpha, 2), graph.powi(beta, 2)];
            let length = graph.add(squares[0], squares[1]);
            let length = graph.simplify(length, RoleSet::PREPARED);
            let amount = graph.div(residual, length);
            let direction: Vec<_> = (0..columns[0].len())
                .map(|i| combine(graph, alpha, beta, i))
                .collect();
            self.shift(graph, &direction, amount);
        }
        let minus = graph.neg(alpha);
        let kept: Vec<_> = (0..row.len()).filter(|&j| j != second).collect();
        self.basis = Matrix::from_fn(columns[0].len(), kept.len(), |i, k| {
            if kept[k] == first {
                combine(graph, beta, minus, i)
            } else {
                self.basis[(i, kept[k])]
            }
        });
    }

    /// `v_p -= amount * direction`.
    fn shift(&mut self, graph: &Graph, direction: &[Expr], amount: Expr) {
        for (x, &d) in self.particular.iter_mut().zip(direction) {
            let part = graph.mul(amount, d);
            *x = graph.sub(*x, part);
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
