//! Zero tests and generic ranks, decided at random points of a prime field.

use super::function::FieldValue;
use super::graph::{Expr, Graph};
use super::matrix::Matrix;
use super::node::Node;
use super::prime_field::{PrimePoint, add};
use super::prime_matrix::{PrimeMatrix, RowRelations};

/// The number of points that must agree. The probability that a nonzero expression vanishes at all
/// of them is below 1e-30.
const POINTS: usize = 2;
/// The number of points tried. Each square root halves the number of points at which an expression
/// has a value.
const ATTEMPTS: u64 = 256;

impl Graph {
    /// Returns true if the expression vanishes identically.
    ///
    /// The test finds identities that follow from `sin^2 + cos^2 = 1`, the addition theorems, the
    /// exponential law and algebra. For others (`sin(asin x) = x`) it returns `false`. An
    /// expression without a value anywhere is not zero.
    #[must_use]
    pub fn is_zero(&self, expr: Expr) -> bool {
        self.are_zero(&[expr])[0]
    }

    /// Applies [`Graph::is_zero`] to several expressions at once.
    #[must_use]
    pub fn are_zero(&self, exprs: &[Expr]) -> Vec<bool> {
        if exprs.iter().all(|&e| e == Self::ZERO) {
            return vec![true; exprs.len()];
        }
        self.vanishing(exprs, &self.values_at_points(exprs))
    }

    /// Returns which expressions vanish identically, if these are their values at points.
    ///
    /// A root of a square has either sign in the field, and an expression that is not zero can
    /// vanish for one of the signs. Zeros with roots are therefore confirmed in double precision.
    pub(crate) fn vanishing(&self, exprs: &[Expr], points: &[Vec<u64>]) -> Vec<bool> {
        let is_zero_there =
            |i: usize| !points.is_empty() && points.iter().all(|values| values[i] == 0);
        let zeros = exprs.iter().enumerate().map(|(i, &expr)| {
            is_zero_there(i) && (!self.has_roots(expr) || self.vanishes_in_double_precision(expr))
        });
        zeros.collect()
    }

    /// Returns true if the value is computed with square roots.
    fn has_roots(&self, expr: Expr) -> bool {
        let nodes = self.reachable(&[expr]).into_iter();
        nodes.into_iter().any(|expr| match &*self.node(expr) {
            Node::Call(function, _) => matches!(
                function.row().field,
                FieldValue::SquareRoot | FieldValue::Length
            ),
            _ => false,
        })
    }

    /// Returns the indices of the first two expressions that add up to one.
    pub(crate) fn pair_of_sum_one(&self, exprs: &[Expr]) -> Option<[usize; 2]> {
        let points = self.values_at_points(exprs);
        let is_one = |values: &Vec<u64>, [i, j]: [usize; 2]| add(values[i], values[j]) == 1;
        let places = 0..exprs.len();
        let mut pairs = places.flat_map(|i| (i + 1..exprs.len()).map(move |j| [i, j]));
        pairs.find(|&pair| {
            !points.is_empty()
                && points.iter().all(|values| is_one(values, pair))
                && pair.iter().all(|&i| !self.has_roots(exprs[i]))
        })
    }

    /// Returns which rows of a matrix are independent almost everywhere, and how the others depend
    /// on them; `None` if the matrix has no value.
    #[must_use]
    pub fn row_relations(&self, matrix: &Matrix) -> Option<RowRelations> {
        let values = self.values_among(matrix.entries());
        let mut relations = values
            .map(|values| PrimeMatrix::new(matrix.columns(), values).row_relations(matrix.rows()));
        let first = relations.next()?;
        // Rows that are independent at one point are independent almost everywhere.
        if first.dependent.is_empty() {
            return Some(first);
        }
        let others = relations.take(POINTS - 1);
        others
            .chain([first])
            .max_by_key(|relations| relations.independent.len())
    }

    /// Returns the rank of a matrix almost everywhere; `None` if it has no value.
    #[must_use]
    pub fn generic_rank(&self, matrix: &Matrix) -> Option<usize> {
        Some(self.row_relations(matrix)?.independent.len())
    }

    pub(crate) fn values_at_points(&self, exprs: &[Expr]) -> Vec<Vec<u64>> {
        self.values_at(exprs, POINTS)
    }

    /// Returns the values at the given number of random points, or at fewer if there are not enough
    /// with values.
    pub(crate) fn values_at(&self, exprs: &[Expr], points: usize) -> Vec<Vec<u64>> {
        self.values_among(exprs).take(points).collect()
    }

    /// Returns the values at those random points that have some.
    fn values_among(&self, exprs: &[Expr]) -> impl Iterator<Item = Vec<u64>> {
        (0..ATTEMPTS)
            .take_while(|_| !self.is_exhausted())
            .filter_map(|seed| PrimePoint::new(seed).evaluate(self, exprs))
    }
}
