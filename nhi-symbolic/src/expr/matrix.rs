//! Dense matrices of expressions; zeros cost nothing because the graph absorbs them.

use core::ops::{Index, IndexMut};

use super::graph::{Expr, Graph};

/// A matrix of expressions, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<Expr>,
}

impl Matrix {
    /// Creates the matrix with the given entries.
    pub fn from_fn(rows: usize, columns: usize, mut f: impl FnMut(usize, usize) -> Expr) -> Self {
        let entries = (0..rows * columns)
            .map(|k| f(k / columns, k % columns))
            .collect();
        Self {
            rows,
            columns,
            entries,
        }
    }

    /// Returns the zero matrix.
    #[must_use]
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self::from_fn(rows, columns, |_, _| Graph::ZERO)
    }

    /// Returns the identity matrix.
    #[must_use]
    pub fn identity(n: usize) -> Self {
        Self::from_fn(n, n, |i, j| if i == j { Graph::ONE } else { Graph::ZERO })
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns all entries, row by row.
    #[must_use]
    pub fn entries(&self) -> &[Expr] {
        &self.entries
    }

    /// Returns a matrix of the same shape with other entries.
    ///
    /// # Panics
    /// Panics if the number of entries differs.
    #[must_use]
    pub fn with_entries(&self, entries: Vec<Expr>) -> Self {
        assert_eq!(entries.len(), self.entries.len());
        Self {
            entries,
            ..self.clone()
        }
    }

    /// Returns one row.
    #[must_use]
    pub fn row(&self, i: usize) -> &[Expr] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// Returns one column.
    #[must_use]
    pub fn column(&self, j: usize) -> Vec<Expr> {
        (0..self.rows).map(|i| self[(i, j)]).collect()
    }

    /// Returns the transpose.
    #[must_use]
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self[(j, i)])
    }

    /// Returns the matrix of the given rows and columns, in the given order.
    #[must_use]
    pub fn select(&self, rows: &[usize], columns: &[usize]) -> Self {
        Self::from_fn(rows.len(), columns.len(), |i, j| {
            self[(rows[i], columns[j])]
        })
    }

    /// Returns the matrix product.
    pub fn mul(&self, graph: &Graph, other: &Self) -> Self {
        debug_assert_eq!(self.columns, other.rows);
        let columns: Vec<_> = (0..other.columns).map(|j| other.column(j)).collect();
        Self::from_fn(self.rows, other.columns, |i, j| {
            graph.dot(self.row(i), &columns[j])
        })
    }

    /// Returns the product with a column.
    pub fn apply(&self, graph: &Graph, vector: &[Expr]) -> Vec<Expr> {
        (0..self.rows)
            .map(|i| graph.dot(self.row(i), vector))
            .collect()
    }

    /// Returns the product of the transpose with a column.
    pub fn apply_transposed(&self, graph: &Graph, vector: &[Expr]) -> Vec<Expr> {
        self.transpose().apply(graph, vector)
    }

    /// Returns the matrix with each entry replaced by a function of it.
    pub fn map(&self, f: impl FnMut(Expr) -> Expr) -> Self {
        self.with_entries(self.entries.iter().copied().map(f).collect())
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = Expr;
    fn index(&self, (i, j): (usize, usize)) -> &Expr {
        &self.entries[i * self.columns + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Expr {
        &mut self.entries[i * self.columns + j]
    }
}
