//! Matrices in formulas.

use core::ops::Mul;

use super::{Vector, for_owned_operands};
use crate::expr::graph::Graph;
use crate::expr::matrix::Matrix as Entries;

/// A matrix of expressions with their graph.
#[derive(Clone, Debug)]
pub struct Matrix<'g> {
    graph: &'g Graph,
    entries: Entries,
}

impl<'g> Matrix<'g> {
    pub(super) fn new(graph: &'g Graph, entries: Entries) -> Self {
        Self { graph, entries }
    }

    /// Returns the entries without their graph.
    #[must_use]
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// Returns the transpose.
    #[must_use]
    pub fn transpose(&self) -> Self {
        Self::new(self.graph, self.entries.transpose())
    }
}

impl<'g> Mul<&Vector<'g>> for &Matrix<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn mul(self, vector: &Vector<'g>) -> Vector<'g> {
        self.graph
            .vector(self.entries.apply(self.graph, &vector.entries()))
    }
}

impl<'g> Mul<&Matrix<'g>> for &Matrix<'g> {
    type Output = Matrix<'g>;
    #[inline(never)]
    fn mul(self, other: &Matrix<'g>) -> Matrix<'g> {
        Matrix::new(self.graph, self.entries.mul(self.graph, &other.entries))
    }
}

for_owned_operands!(Mul, mul: Matrix, Vector -> Vector);
for_owned_operands!(Mul, mul: Matrix, Matrix -> Matrix);
