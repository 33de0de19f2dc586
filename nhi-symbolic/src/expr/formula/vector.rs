//! Columns in formulas.

use core::ops::{Add, Div, Index, Mul, Neg, Sub};

use super::{Scalar, for_owned_operands};
use crate::expr::graph::{Expr, Graph};
use crate::expr::rational::Rational;

/// A column of expressions with their graph.
///
/// A factor of the whole column is kept apart until the column is added to another one. The product
/// and the sum of an entry are then built together.
#[derive(Clone, Debug)]
pub struct Vector<'g> {
    graph: &'g Graph,
    entries: Vec<Expr>,
    factor: Option<Expr>,
}

impl<'g> Vector<'g> {
    pub(super) fn new(graph: &'g Graph, entries: Vec<Expr>) -> Self {
        Self {
            graph,
            entries,
            factor: None,
        }
    }

    /// Returns the graph that the entries belong to.
    #[must_use]
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries without their graph.
    #[must_use]
    #[inline(never)]
    pub fn entries(&self) -> Vec<Expr> {
        match self.factor {
            None => self.entries.clone(),
            Some(factor) => {
                let entries = self.entries.iter();
                entries.map(|&x| self.graph.mul(factor, x)).collect()
            }
        }
    }

    /// Returns the exact linear combination `sum of weight_j * column_j` of columns of equal
    /// length.
    #[must_use]
    pub fn combination(columns: &[(Rational, &Self)]) -> Self {
        let (_, first) = columns.first().expect("a combination has a column");
        let graph = first.graph;
        let entries: Vec<_> = columns.iter().map(|(_, column)| column.entries()).collect();
        let entry = |i: usize| {
            let weights = columns.iter().map(|(weight, _)| weight.clone());
            let terms = entries.iter().map(|column| column[i]).zip(weights);
            graph.linear(&terms.collect::<Vec<_>>())
        };
        Self::new(graph, (0..first.len()).map(entry).collect())
    }

    /// Returns the inner product.
    #[must_use]
    pub fn dot(&self, other: &Self) -> Scalar<'g> {
        let product = self.graph.dot(&self.entries(), &other.entries());
        Scalar::new(self.graph, product)
    }

    /// Returns the Euclidean norm.
    #[must_use]
    pub fn norm(&self) -> Scalar<'g> {
        self.dot(self).sqrt()
    }

    /// Returns this column with another one below it.
    #[must_use]
    pub fn chain(&self, below: &Self) -> Self {
        Self::new(self.graph, [self.entries(), below.entries()].concat())
    }

    /// Returns an entry for use in a formula.
    #[must_use]
    pub fn scalar(&self, place: usize) -> Scalar<'g> {
        Scalar::new(self.graph, self[place])
    }

    /// Returns the same column with its factor multiplied into the entries.
    #[must_use]
    pub fn multiplied(&self) -> Self {
        Self::new(self.graph, self.entries())
    }

    /// Returns the cross product of columns of three entries.
    #[must_use]
    pub fn cross(&self, other: &Self) -> Self {
        let entry = |i: usize| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let ahead = self.scalar(j) * other.scalar(k);
            (ahead - self.scalar(k) * other.scalar(j)).expr()
        };
        Self::new(self.graph, (0..3).map(entry).collect())
    }

    /// Returns the entries in the given index range.
    #[must_use]
    pub fn part(&self, range: core::ops::Range<usize>) -> Self {
        Self::new(self.graph, self.entries()[range].to_vec())
    }

    fn zip(&self, other: &Self, combine: impl Fn(Expr, Expr) -> Expr) -> Self {
        assert_eq!(self.len(), other.len(), "columns of equal length");
        let pairs = self.entries().into_iter().zip(&other.entries);
        Self::new(self.graph, pairs.map(|(x, &y)| combine(x, y)).collect())
    }

    /// Returns `self + factor * other`, entry by entry.
    fn add_scaled(&self, factor: Expr, other: &Self) -> Self {
        self.zip(other, |x, y| {
            let part = self.graph.mul(factor, y);
            self.graph.add(x, part)
        })
    }
}

impl<'g> Add<&Vector<'g>> for &Vector<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn add(self, other: &Vector<'g>) -> Vector<'g> {
        match other.factor {
            None => self.zip(other, |x, y| self.graph.add(x, y)),
            Some(factor) => self.add_scaled(factor, other),
        }
    }
}

impl<'g> Sub<&Vector<'g>> for &Vector<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn sub(self, other: &Vector<'g>) -> Vector<'g> {
        match other.factor {
            None => self.zip(other, |x, y| self.graph.sub(x, y)),
            Some(factor) => self.add_scaled(self.graph.neg(factor), other),
        }
    }
}

for_owned_operands!(Add, add: Vector, Vector -> Vector);
for_owned_operands!(Sub, sub: Vector, Vector -> Vector);

impl<'g> Mul<&Vector<'g>> for Scalar<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn mul(self, vector: &Vector<'g>) -> Vector<'g> {
        self * vector.clone()
    }
}

impl<'g> Mul<Vector<'g>> for Scalar<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn mul(self, vector: Vector<'g>) -> Vector<'g> {
        let factor = match vector.factor {
            None => self.expr(),
            Some(inner) => self.graph().mul(self.expr(), inner),
        };
        Vector {
            factor: Some(factor),
            ..vector
        }
    }
}

impl<'g> Mul<Vector<'g>> for i64 {
    type Output = Vector<'g>;
    #[inline(never)]
    fn mul(self, vector: Vector<'g>) -> Vector<'g> {
        Scalar::new(vector.graph, vector.graph.number(self)) * vector
    }
}

impl<'g> Mul<&Vector<'g>> for i64 {
    type Output = Vector<'g>;
    #[inline(never)]
    fn mul(self, vector: &Vector<'g>) -> Vector<'g> {
        self * vector.clone()
    }
}

impl<'g> Div<Scalar<'g>> for &Vector<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn div(self, divisor: Scalar<'g>) -> Vector<'g> {
        let entries = self.entries().into_iter();
        let quotients = entries.map(|x| self.graph.div(x, divisor.expr()));
        Vector::new(self.graph, quotients.collect())
    }
}

impl<'g> Div<Scalar<'g>> for Vector<'g> {
    type Output = Self;
    #[inline(never)]
    fn div(self, divisor: Scalar<'g>) -> Self {
        &self / divisor
    }
}

impl<'g> Neg for &Vector<'g> {
    type Output = Vector<'g>;
    #[inline(never)]
    fn neg(self) -> Vector<'g> {
        let entries = self.entries().into_iter();
        Vector::new(self.graph, entries.map(|x| self.graph.neg(x)).collect())
    }
}

impl Neg for Vector<'_> {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        -&self
    }
}

impl Index<usize> for Vector<'_> {
    type Output = Expr;

    /// # Panics
    /// Panics if the column has a factor that is kept apart, because the entry does not exist yet.
    fn index(&self, place: usize) -> &Expr {
        assert!(
            self.factor.is_none(),
            "the entries of a product are asked for with `entries`"
        );
        &self.entries[place]
    }
}
