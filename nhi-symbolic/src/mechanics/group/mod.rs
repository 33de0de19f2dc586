//! Lie groups in formulas: retractions, their differentials, adjoint maps.
//!
//! An element is a list of entries, factor by factor: the coordinate of `R`, the angle of `S1`,
//! `(theta, x, y)` of `SE2` with an angle that is never wrapped, the entries of the rotation `R` of
//! `SO3` by rows, and those of `[R | p]` of `SE3`, and also of `SE2` if it has no coordinates.
//! Algebra elements `xi = g^-1 dg/dt` are body velocities, rotation first: `(w, a, b)` of `SE2`,
//! `w` of `SO3`, `(w, v)` of `SE3`. The formulas have no branches: near zero they use Stumpff
//! functions.

mod differential;
mod factor;
mod halves;
mod planar;
mod spatial;

use crate::expr::{Expr, Graph, Matrix};

pub use factor::Factor;

/// A map from the algebra to the group that agrees with the exponential map to first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retraction {
    /// The exponential map.
    Exp,
    /// The Cayley map `(Id - X/2)^-1 (Id + X/2)` of the matrix group.
    Cayley,
    /// Canonical coordinates of the second kind: the product of the exponentials of the basis
    /// vectors, rotations first.
    Ccsk,
}

/// The number of terms kept in the series of the exponential map's inverse differential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differential {
    /// The closed form.
    Exact,
    /// `Id - ad/2`.
    First,
    /// `Id - ad/2 + ad^2/12`.
    Second,
}

/// A product of Lie groups.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LieGroup {
    factors: Vec<Factor>,
}

impl LieGroup {
    /// Creates the product of the given factors.
    #[must_use]
    pub fn new(factors: Vec<Factor>) -> Self {
        Self { factors }
    }

    /// Returns the factors in order.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Returns the dimension, that of the algebra.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.factors.iter().map(|factor| factor.dimension()).sum()
    }

    /// Returns the number of entries of an element.
    #[must_use]
    pub fn element_size(&self) -> usize {
        self.factors
            .iter()
            .map(|factor| factor.element_size())
            .sum()
    }

    /// Returns true if all elements commute.
    #[must_use]
    pub fn is_abelian(&self) -> bool {
        self.factors.iter().all(|factor| factor.is_abelian())
    }

    /// Returns the element `tau(xi)`.
    pub fn retract(&self, graph: &Graph, tau: Retraction, xi: &[Expr]) -> Vec<Expr> {
        let parts = self.algebra_parts(xi);
        parts
            .flat_map(|(factor, xi)| factor.retract(graph, tau, xi))
            .collect()
    }

    /// Returns the product `g k` of two elements.
    pub fn compose(&self, graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
        let parts = self.element_parts(g).zip(self.element_parts(k));
        parts
            .flat_map(|((factor, g), (_, k))| factor.compose(graph, g, k))
            .collect()
    }

    /// Returns the identity.
    #[must_use]
    pub fn identity(&self) -> Vec<Expr> {
        let factors = self.factors.iter();
        factors.flat_map(|factor| factor.identity()).collect()
    }

    /// Returns the inverse of an element.
    pub fn inverse(&self, graph: &Graph, g: &[Expr]) -> Vec<Expr> {
        let parts = self.element_parts(g);
        parts
            .flat_map(|(factor, g)| factor.inverse(graph, g))
            .collect()
    }

    /// Returns the matrix of `ad_xi = [xi, .]`.
    pub fn ad(&self, graph: &Graph, xi: &[Expr]) -> Matrix {
        let parts = self.algebra_parts(xi);
        let blocks: Vec<_> = parts.map(|(factor, xi)| factor.ad(graph, xi)).collect();
        block_diagonal(&blocks)
    }

    /// Returns the matrix of `Ad_g`: the spatial velocity `Ad_g xi` of a body velocity `xi`.
    pub fn adjoint(&self, graph: &Graph, g: &[Expr]) -> Matrix {
        let parts = self.element_parts(g);
        let blocks: Vec<_> = parts.map(|(factor, g)| factor.adjoint(graph, g)).collect();
        block_diagonal(&blocks)
    }

    /// Returns the matrix of `dtau^-1_xi`, the inverse of the right-trivialised differential:
    /// `D tau(xi) eta = (dtau_xi eta) tau(xi)`.
    ///
    /// A truncated series is that of the exponential map.
    pub fn inverse_differential(
        &self,
        graph: &Graph,
        tau: Retraction,
        differential: Differential,
        xi: &[Expr],
    ) -> Matrix {
        let parts = self.algebra_parts(xi);
        let block = |(factor, xi): (Factor, &[Expr])| match differential {
            Differential::Exact => factor.inverse_differential(graph, tau, xi),
            Differential::First => series(graph, factor, xi, &[]),
            Differential::Second => {
                let twelfth = graph.fraction(1, 12);
                series(graph, factor, xi, &[twelfth])
            }
        };
        let blocks: Vec<_> = parts.map(block).collect();
        block_diagonal(&blocks)
    }

    /// Returns velocities of the entries of an element that moves with the body velocity `xi`.
    pub fn velocity(&self, graph: &Graph, g: &[Expr], xi: &[Expr]) -> Vec<Expr> {
        let parts = self.element_parts(g).zip(self.algebra_parts(xi));
        parts
            .flat_map(|((factor, g), (_, xi))| factor.velocity(graph, g, xi))
            .collect()
    }

    fn algebra_parts<'a>(
        &'a self,
        xi: &'a [Expr],
    ) -> impl Iterator<Item = (Factor, &'a [Expr])> + 'a {
        self.parts(xi, Factor::dimension)
    }

    fn element_parts<'a>(
        &'a self,
        g: &'a [Expr],
    ) -> impl Iterator<Item = (Factor, &'a [Expr])> + 'a {
        self.parts(g, Factor::element_size)
    }

    fn parts<'a>(
        &'a self,
        mut rest: &'a [Expr],
        size: impl Fn(Factor) -> usize + 'a,
    ) -> impl Iterator<Item = (Factor, &'a [Expr])> + 'a {
        self.factors.iter().map(move |&factor| {
            let (part, later) = rest.split_at(size(factor));
            rest = later;
            (factor, part)
        })
    }
}

/// Returns `Id - ad/2 + sum over j of coefficients[j] ad^(2j+2)`: the even powers of an inverse
/// differential.
fn series(graph: &Graph, factor: Factor, xi: &[Expr], coefficients: &[Expr]) -> Matrix {
    let ad = factor.ad(graph, xi);
    let square = ad.mul(graph, &ad);
    let minus_half = graph.fraction(-1, 2);
    let mut sum = Matrix::identity(ad.rows());
    add_scaled(graph, &mut sum, minus_half, &ad);
    let mut power = square.clone();
    for (place, &coefficient) in coefficients.iter().enumerate() {
        if place > 0 {
            power = power.mul(graph, &square);
        }
        add_scaled(graph, &mut sum, coefficient, &power);
    }
    sum
}

/// Computes `matrix += factor * other`.
fn add_scaled(graph: &Graph, matrix: &mut Matrix, factor: Expr, other: &Matrix) {
    let pairs = matrix.entries().iter().zip(other.entries());
    let entries = pairs.map(|(&x, &y)| {
        let part = graph.mul(factor, y);
        graph.add(x, part)
    });
    *matrix = matrix.with_entries(entries.collect());
}

/// Returns `k(x) = (1 - (w/2) cot(w/2))/w^2` with `x = w^2`, `1/12 + x/720 + ...`: as Stumpff
/// functions at `x/4`, `(c_2 - c_3)/(4 c_1)`.
fn cotangent_series(graph: &Graph, x: Expr) -> Expr {
    let quarter = graph.fraction(1, 4);
    let y = graph.mul(quarter, x);
    let [c1, c2, c3] = [1, 2, 3].map(|k| graph.stumpff(k, y));
    let difference = graph.sub(c2, c3);
    let ratio = graph.div(difference, c1);
    graph.mul(quarter, ratio)
}

fn block_diagonal(blocks: &[Matrix]) -> Matrix {
    let size = blocks.iter().map(Matrix::rows).sum();
    let mut whole = Matrix::zero(size, size);
    let mut first = 0;
    for block in blocks {
        for i in 0..block.rows() {
            for j in 0..block.columns() {
                whole[(first + i, first + j)] = block[(i, j)];
            }
        }
        first += block.rows();
    }
    whole
}

/// Returns `[[first, 0], [below, last]]`.
fn lower_blocks(first: &Matrix, below: &Matrix, last: &Matrix) -> Matrix {
    let (n, size) = (first.rows(), first.rows() + last.rows());
    Matrix::from_fn(size, size, |i, j| match (i < n, j < n) {
        (true, true) => first[(i, j)],
        (true, false) => Graph::ZERO,
        (false, true) => below[(i - n, j)],
        (false, false) => last[(i - n, j - n)],
    })
}

/// Returns the block `below` of `[[first, 0], [below, last]]`, of which the first has `n` rows.
fn block_below(matrix: &Matrix, n: usize) -> Matrix {
    let (rows, columns): (Vec<_>, Vec<_>) = ((n..matrix.rows()).collect(), (0..n).collect());
    matrix.select(&rows, &columns)
}
