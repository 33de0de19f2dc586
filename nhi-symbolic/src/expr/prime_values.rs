//! Values at a random point of a prime field that one symbol after the other moves away from.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::matrix::Matrix;
use super::prime_field::PrimePoint;
use super::prime_matrix::PrimeMatrix;

/// A matrix with the values at a random point of all that it is made of.
#[derive(Clone, Debug)]
pub struct PrimeValues<'a> {
    graph: &'a Graph,
    matrix: &'a Matrix,
    point: PrimePoint,
    /// What the matrix is made of, in the order of making.
    parts: Vec<Expr>,
    known: LookupMap<Expr, u64>,
}

impl<'a> PrimeValues<'a> {
    /// The values at the point of a seed; `None` where there are none.
    #[must_use]
    pub fn new(graph: &'a Graph, matrix: &'a Matrix, seed: u64) -> Option<Self> {
        let point = PrimePoint::new(seed);
        let parts = graph.reachable(matrix.entries());
        let mut known = LookupMap::default();
        point.evaluate_into(graph, &parts, &mut known)?;
        Some(Self {
            graph,
            matrix,
            point,
            parts,
            known,
        })
    }

    /// Whether the rows depend on each other where one symbol is so many right angles, all else being as
    /// before; `None` where the matrix has no value there.
    #[must_use]
    pub fn is_singular_at(&self, symbol: Expr, right_angles: i64) -> Option<bool> {
        let (graph, matrix) = (self.graph, self.matrix);
        let moved = self.parts.iter().copied();
        let moved: Vec<_> = moved
            .filter(|&part| graph.may_contain(part, symbol))
            .collect();
        let mut known = self.known.clone();
        let point = self.point.with_right_angles(symbol, right_angles);
        point.evaluate_into(graph, &moved, &mut known)?;
        let entries = matrix.entries().iter().map(|entry| known[entry]).collect();
        let relations = PrimeMatrix::new(matrix.columns(), entries).row_relations(matrix.rows());
        Some(!relations.dependent.is_empty())
    }
}
