//! Dependence of the rows of a matrix on each other if a single symbol has a particular value.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::matrix::Matrix;
use super::prime_field::FieldElement;
use super::prime_matrix::{PrimeMatrix, RowRelations};
use super::prime_point::PrimePoint;

/// The number of random points that must agree.
const POINTS: usize = 2;
/// The maximum number of points kept. For a value of a symbol, some of them may have no values.
const MOST_KEPT: usize = 8;
/// The number of points tried.
const ATTEMPTS: u64 = 32;

/// A matrix with the values of all its subexpressions at random points of a prime field.
///
/// For a value of another symbol, only the subexpressions that contain the symbol are evaluated
/// again.
#[derive(Clone, Debug)]
pub struct PrimeValues<'a> {
    graph: &'a Graph,
    matrix: &'a Matrix,
    /// The subexpressions of the matrix in the order of creation.
    parts: Vec<Expr>,
    points: Vec<(PrimePoint, LookupMap<Expr, FieldElement>)>,
}

impl<'a> PrimeValues<'a> {
    /// Computes the values of a matrix.
    #[must_use]
    pub fn new(graph: &'a Graph, matrix: &'a Matrix) -> Self {
        let parts = graph.reachable(matrix.entries());
        let valued = |point: PrimePoint| {
            let mut known = LookupMap::default();
            point.evaluate_into(graph, &parts, &mut known)?;
            Some((point, known))
        };
        let kept = |points: &mut dyn Iterator<Item = PrimePoint>| -> Vec<_> {
            let points = points.take_while(|_| !graph.is_exhausted());
            points.filter_map(valued).take(MOST_KEPT).collect()
        };
        let [mut of_squares, mut of_all] = PrimePoint::all(ATTEMPTS);
        let mut points = kept(&mut of_squares);
        if points.is_empty() {
            points = kept(&mut of_all);
        }
        Self {
            points,
            graph,
            matrix,
            parts,
        }
    }

    /// Returns which rows are independent, and how the others depend on them, if one symbol is the
    /// given number of right angles and everything else is arbitrary. Returns `None` if the matrix
    /// does not contain the symbol, or has no value there.
    #[must_use]
    pub fn row_relations_at(&self, symbol: Expr, right_angles: i64) -> Option<RowRelations> {
        self.parts.binary_search(&symbol).ok()?;
        let parts = self.parts.iter().copied();
        let moved: Vec<_> = parts
            .filter(|&part| self.graph.may_contain(part, symbol))
            .collect();
        let relations = self.points.iter().filter_map(|(point, known)| {
            let point = point.with_right_angles(symbol, right_angles);
            let mut known = known.clone();
            point.evaluate_into(self.graph, &moved, &mut known)?;
            let entries = self.matrix.entries().iter().map(|entry| known[entry]);
            let values = PrimeMatrix::new(self.matrix.columns(), entries.collect());
            Some(values.row_relations(self.matrix.rows()))
        });
        relations
            .take(POINTS)
            .max_by_key(|relations| relations.independent.len())
    }
}
