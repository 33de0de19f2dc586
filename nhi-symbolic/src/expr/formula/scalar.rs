//! Scalars in formulas.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::expr::graph::{Expr, Graph};
use crate::expr::rational::Rational;

/// An expression with its graph.
#[derive(Clone, Copy, Debug)]
pub struct Scalar<'g> {
    graph: &'g Graph,
    expr: Expr,
}

impl<'g> Scalar<'g> {
    pub(super) fn new(graph: &'g Graph, expr: Expr) -> Self {
        Self { graph, expr }
    }

    /// Returns the expression without its graph.
    #[must_use]
    pub fn expr(self) -> Expr {
        self.expr
    }

    /// Returns the graph that the expression belongs to.
    #[must_use]
    pub fn graph(self) -> &'g Graph {
        self.graph
    }

    /// Returns the square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.with(self.graph.sqrt(self.expr))
    }

    /// Returns an integer power.
    #[must_use]
    pub fn powi(self, exponent: i32) -> Self {
        self.with(self.graph.powi(self.expr, exponent))
    }

    /// Returns an exact multiple.
    #[must_use]
    pub fn times(self, factor: &Rational) -> Self {
        self.with(self.graph.scale(factor, self.expr))
    }

    fn with(self, expr: Expr) -> Self {
        Self { expr, ..self }
    }
}

impl Add for Scalar<'_> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(self.graph.add(self.expr, other.expr))
    }
}

impl Sub for Scalar<'_> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(self.graph.sub(self.expr, other.expr))
    }
}

impl Mul for Scalar<'_> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.with(self.graph.mul(self.expr, other.expr))
    }
}

impl Div for Scalar<'_> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.with(self.graph.div(self.expr, other.expr))
    }
}

impl Neg for Scalar<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.with(self.graph.neg(self.expr))
    }
}

impl Add<i64> for Scalar<'_> {
    type Output = Self;
    fn add(self, other: i64) -> Self {
        self.with(self.graph.add(self.expr, self.graph.number(other)))
    }
}

impl Sub<i64> for Scalar<'_> {
    type Output = Self;
    fn sub(self, other: i64) -> Self {
        self.with(self.graph.sub(self.expr, self.graph.number(other)))
    }
}

impl<'g> Mul<Scalar<'g>> for i64 {
    type Output = Scalar<'g>;
    fn mul(self, other: Scalar<'g>) -> Scalar<'g> {
        other.times(&self.into())
    }
}

/// Divides by an integer; undefined for a divisor of zero.
impl Div<i64> for Scalar<'_> {
    type Output = Self;
    fn div(self, divisor: i64) -> Self {
        self.with(match Rational::fraction(1, divisor) {
            Some(factor) => self.graph.scale(&factor, self.expr),
            None => Graph::UNDEFINED,
        })
    }
}
