//! Zero tests and generic ranks, decided at random points of a prime field.

use super::function::FieldValue;
use super::graph::{Expr, Graph};
use super::matrix::Matrix;
use super::node::Node;
use super::prime_field::FieldElement;
use super::prime_matrix::{PrimeMatrix, RowRelations};
use super::prime_point::PrimePoint;

/// The number of points that must agree. The probability that a nonzero expression vanishes at all
/// of them is below 1e-30.
const POINTS: usize = 2;
/// The number of points that must agree if there are square roots, whose signs are random there.
const POINTS_FOR_SIGNS: usize = 64;
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
    /// The root of a square can have either sign in the field: at a point at which it is `-m`,
    /// `sqrt(m^2) + m` vanishes. An expression with roots must therefore vanish at many points, and
    /// also at real ones.
    pub(crate) fn vanishing(&self, exprs: &[Expr], points: &[Vec<FieldElement>]) -> Vec<bool> {
        let is_zero_there =
            |i: usize| !points.is_empty() && points.iter().all(|values| values[i].is_zero());
        let zeros = exprs.iter().enumerate().map(|(i, &expr)| {
            is_zero_there(i)
                && (!self.has_roots(expr) || self.vanishes_for_all_signs_of_roots(expr))
        });
        zeros.collect()
    }

    fn vanishes_for_all_signs_of_roots(&self, expr: Expr) -> bool {
        let exprs = [expr];
        let mut values = self.values_among(&exprs).take(POINTS_FOR_SIGNS);
        values.all(|values| values[0].is_zero()) && !self.is_nonzero_in_double_precision(expr)
    }

    /// Returns true if the value is computed with square roots.
    fn has_roots(&self, expr: Expr) -> bool {
        let mut nodes = self.reachable(&[expr]).into_iter();
        nodes.any(|expr| match &*self.node(expr) {
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
        let is_one =
            |values: &Vec<_>, [i, j]: [usize; 2]| values[i] + values[j] == FieldElement::ONE;
        let places = 0..exprs.len();
        let mut pairs = places.flat_map(|i| (i + 1..exprs.len()).map(move |j| [i, j]));
        pairs.find(|&pair| {
            !points.is_empty()
                && points.iter().all(|values| is_one(values, pair))
                && self.add_up_to_one(pair.map(|i| exprs[i]))
        })
    }

    /// Returns true if two expressions that add up to one at points do so for all signs of roots.
    fn add_up_to_one(&self, pair: [Expr; 2]) -> bool {
        let has_roots = pair.iter().any(|&expr| self.has_roots(expr));
        let [a, b] = pair;
        !has_roots || self.vanishes_for_all_signs_of_roots(self.sub(self.add(a, b), Self::ONE))
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

    pub(crate) fn values_at_points(&self, exprs: &[Expr]) -> Vec<Vec<FieldElement>> {
        self.values_at(exprs, POINTS)
    }

    /// Returns the values at the given number of random points, or at fewer if there are not enough
    /// with values.
    pub(crate) fn values_at(&self, exprs: &[Expr], points: usize) -> Vec<Vec<FieldElement>> {
        self.values_among(exprs).take(points).collect()
    }

    /// Returns the values at those random points that have some.
    fn values_among(&self, exprs: &[Expr]) -> impl Iterator<Item = Vec<FieldElement>> {
        let [of_squares, of_all] = PrimePoint::all(ATTEMPTS).map(|points| {
            let points = points.take_while(|_| !self.is_exhausted());
            points.filter_map(|point| point.evaluate(self, exprs))
        });
        let mut of_squares = of_squares.peekable();
        let rest = of_squares.peek().is_none().then_some(of_all);
        of_squares.chain(rest.into_iter().flatten())
    }
}
