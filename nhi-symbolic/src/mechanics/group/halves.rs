//! Steps that consist of two equal halves: `g_1 = g_0 tau(x)^2` with the middle `g_0 tau(x)`, where
//! `x = h xi / 2` is half of the displacement.
//!
//! Seen from its middle such a step goes as far back as forth, so that values at the middle are
//! symmetric. With the Cayley map itself, `tau(x)` is not the middle of `tau(2 x)`. The square is a
//! retraction of `2 x` with the right-trivialised differential `(Id + Ad_tau(x)) dtau_x / 2`.
//!
//! All formulas here are for the exponential and the Cayley map. Coordinates of the second kind
//! have no middle, because their `tau(-x)` is not the inverse of `tau(x)`.

use crate::expr::{Expr, Graph, Matrix};

use super::factor::Factor;
use super::spatial::{hat, polynomial};
use super::{
    LieGroup, Retraction, add_scaled, block_below, block_diagonal, cotangent_series, lower_blocks,
};

impl LieGroup {
    /// Returns `tau(x)^2`.
    pub fn square(&self, graph: &Graph, tau: Retraction, x: &[Expr]) -> Vec<Expr> {
        let parts = self.algebra_parts(x);
        parts
            .flat_map(|(factor, x)| factor.square(graph, tau, x))
            .collect()
    }

    /// Returns `(d sigma^-1_{2x})^T p` of the square `sigma(2 x) = tau(x)^2`. Here `p` is the
    /// momentum conjugate to the body velocity of a step that is displaced by `2 x`. The result is
    /// the body momentum at the beginning of the step; with `-x` it is that at the end.
    pub fn carried(&self, graph: &Graph, tau: Retraction, x: &[Expr], p: &[Expr]) -> Vec<Expr> {
        let parts = self.algebra_parts(x).zip(self.algebra_parts(p));
        parts
            .flat_map(|((factor, x), (_, p))| factor.carried(graph, tau, x, p))
            .collect()
    }

    /// Returns `2 (Id + Ad_tau(x))^-1`. If one end of a step is displaced and the other end rests,
    /// this maps the displacement to that of the middle, as seen there, in multiples of one half.
    /// The displaced end is the one from which `x` leads to the middle. For elements that commute
    /// it is the identity.
    pub fn sharing(&self, graph: &Graph, tau: Retraction, x: &[Expr]) -> Matrix {
        let parts = self.algebra_parts(x);
        let blocks: Vec<_> = parts
            .map(|(factor, x)| factor.sharing(graph, tau, x))
            .collect();
        block_diagonal(&blocks)
    }
}

impl Factor {
    fn square(self, graph: &Graph, tau: Retraction, x: &[Expr]) -> Vec<Expr> {
        match (self, tau) {
            (_, Retraction::Exp) => self.retract(graph, tau, &twice(graph, x)),
            (Self::So3, Retraction::Cayley) => square_of_cayley(graph, x),
            _ => {
                let half = self.retract(graph, tau, x);
                self.compose(graph, &half, &half)
            }
        }
    }

    fn carried(self, graph: &Graph, tau: Retraction, x: &[Expr], p: &[Expr]) -> Vec<Expr> {
        match (self, tau) {
            (Self::So3, Retraction::Exp) => carried_by_exponential(graph, &twice(graph, x), p),
            (Self::So3, Retraction::Cayley) => carried_by_cayley(graph, x, p),
            (_, Retraction::Exp) => {
                let whole = self.inverse_differential(graph, tau, &twice(graph, x));
                whole.apply_transposed(graph, p)
            }
            _ => {
                let half = self.inverse_differential(graph, tau, x);
                let p = half.apply_transposed(graph, p);
                self.sharing(graph, tau, x).apply_transposed(graph, &p)
            }
        }
    }

    /// Returns `[[B, 0], [-B c B/2, B]]` with `B = 2 (Id + R)^-1` of the rotation and the lower
    /// left block `c` of `Ad`.
    fn sharing(self, graph: &Graph, tau: Retraction, x: &[Expr]) -> Matrix {
        match self {
            Self::R | Self::S1 => Matrix::identity(1),
            Self::So3 => sharing_of_rotation(graph, tau, x),
            Self::Se2 | Self::Se2Matrix => {
                let slope = graph.mul(half_tangent(graph, tau, &x[..1]), x[0]);
                let back = graph.neg(slope);
                let one = Graph::ONE;
                let turning = Matrix::from_fn(2, 2, |i, j| [one, slope, back, one][2 * i + j]);
                self.sharing_below(graph, tau, x, &Matrix::identity(1), &turning)
            }
            Self::Se3 => {
                let turning = sharing_of_rotation(graph, tau, &x[..3]);
                self.sharing_below(graph, tau, x, &turning, &turning)
            }
        }
    }

    fn sharing_below(
        self,
        graph: &Graph,
        tau: Retraction,
        x: &[Expr],
        first: &Matrix,
        last: &Matrix,
    ) -> Matrix {
        let adjoint = self.adjoint(graph, &self.retract(graph, tau, x));
        let beside = block_below(&adjoint, first.rows());
        let minus_half = graph.fraction(-1, 2);
        let below = last.mul(graph, &beside).mul(graph, first);
        let below = below.map(|entry| graph.mul(minus_half, entry));
        lower_blocks(first, &below, last)
    }
}

/// Returns `2 (Id + R)^-1 = Id - k X` with `k = tan(a/2)/a` of the angle `a` of the rotation.
fn sharing_of_rotation(graph: &Graph, tau: Retraction, x: &[Expr]) -> Matrix {
    let back = graph.neg(half_tangent(graph, tau, x));
    let mut sharing = Matrix::identity(3);
    add_scaled(graph, &mut sharing, back, &hat(graph, x));
    sharing
}

/// Returns `tan(a/2)/|x|` of the angle `a` of `tau(x)`: one half for the Cayley map.
fn half_tangent(graph: &Graph, tau: Retraction, x: &[Expr]) -> Expr {
    let half = graph.fraction(1, 2);
    if tau == Retraction::Cayley {
        return half;
    }
    let quarter = quarter_square(graph, x);
    let [cosine, sine] = [0, 1].map(|k| graph.stumpff(k, quarter));
    let tangent = graph.div(sine, cosine);
    graph.mul(half, tangent)
}

/// Returns `(1 - n) p + x cross p + x (x . p)/2` with `n = |x|^2/4`.
fn carried_by_cayley(graph: &Graph, x: &[Expr], p: &[Expr]) -> Vec<Expr> {
    let shrunk = graph.sub(Graph::ONE, quarter_square(graph, x));
    let along = graph.dot(x, p);
    let along = graph.mul(graph.fraction(1, 2), along);
    let turned = hat(graph, x).apply(graph, p);
    let entry = |i: usize| {
        let [kept, along] = [graph.mul(shrunk, p[i]), graph.mul(along, x[i])];
        graph.sum(&[kept, turned[i], along])
    };
    (0..3).map(entry).collect()
}

/// Returns `p + y cross p/2 + k(|y|^2) y cross (y cross p)`.
fn carried_by_exponential(graph: &Graph, y: &[Expr], p: &[Expr]) -> Vec<Expr> {
    let hat = hat(graph, y);
    let turned = hat.apply(graph, p);
    let twice_turned = hat.apply(graph, &turned);
    let k = cotangent_series(graph, graph.dot(y, y));
    let half = graph.fraction(1, 2);
    let entry = |i: usize| {
        let [turned, bent] = [graph.mul(half, turned[i]), graph.mul(k, twice_turned[i])];
        graph.sum(&[p[i], turned, bent])
    };
    (0..3).map(entry).collect()
}

/// Returns `Id + 2 (1 - n)/(1 + n)^2 X + 2/(1 + n)^2 X^2` with `n = |x|^2/4`.
fn square_of_cayley(graph: &Graph, x: &[Expr]) -> Vec<Expr> {
    let n = quarter_square(graph, x);
    let grown = graph.powi(graph.add(Graph::ONE, n), 2);
    let second = graph.div(graph.number(2), grown);
    let first = graph.mul(second, graph.sub(Graph::ONE, n));
    polynomial(graph, x, first, second).entries().to_vec()
}

/// Returns `|x|^2/4`.
fn quarter_square(graph: &Graph, x: &[Expr]) -> Expr {
    let square = graph.dot(x, x);
    graph.mul(graph.fraction(1, 4), square)
}

fn twice(graph: &Graph, x: &[Expr]) -> Vec<Expr> {
    x.iter().map(|&x| graph.scale(&2.into(), x)).collect()
}
