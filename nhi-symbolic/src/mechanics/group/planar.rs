//! `SE(2)`: elements `(theta, x, y)`, algebra elements `xi = (w, a, b)`.

pub(super) mod matrix;

use crate::expr::{Expr, Graph, Matrix};

use super::factor::{Factor, cayley_angle};
use super::{Retraction, cotangent_series, series};

/// Returns `tau(xi)`: the angle and the translation.
pub(super) fn retract(graph: &Graph, tau: Retraction, xi: &[Expr]) -> Vec<Expr> {
    let (w, along) = (xi[0], &xi[1..]);
    match tau {
        Retraction::Exp => {
            let square = graph.powi(w, 2);
            let (c1, c2) = (graph.stumpff(1, square), graph.stumpff(2, square));
            let turned = graph.mul(w, c2);
            [vec![w], turn(graph, c1, turned, along)].concat()
        }
        Retraction::Cayley => {
            let square = graph.powi(w, 2);
            let four = graph.number(4);
            let sum = graph.add(four, square);
            let ahead = graph.div(four, sum);
            let half = graph.fraction(1, 2);
            let turned = graph.product(&[half, w, ahead]);
            let angle = cayley_angle(graph, w);
            [vec![angle], turn(graph, ahead, turned, along)].concat()
        }
        Retraction::Ccsk => {
            let (c, s) = (graph.cos(w), graph.sin(w));
            [vec![w], turn(graph, c, s, along)].concat()
        }
    }
}

/// Returns `(c a - s b, s a + c b)`.
fn turn(graph: &Graph, c: Expr, s: Expr, vector: &[Expr]) -> Vec<Expr> {
    let minus_s = graph.neg(s);
    let matrix = Matrix::from_fn(2, 2, |i, j| [c, minus_s, s, c][2 * i + j]);
    matrix.apply(graph, vector)
}

/// Returns `(theta + theta', (x, y) + R(theta) (x', y'))`.
pub(super) fn compose(graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
    velocity(graph, g, k)
        .into_iter()
        .zip(g)
        .map(|(moved, &entry)| graph.add(entry, moved))
        .collect()
}

/// Returns `(-theta, -R(theta)^T (x, y))`.
pub(super) fn inverse(graph: &Graph, g: &[Expr]) -> Vec<Expr> {
    let (c, s) = (graph.cos(g[0]), graph.sin(g[0]));
    let (minus_c, angle) = (graph.neg(c), graph.neg(g[0]));
    [vec![angle], turn(graph, minus_c, s, &g[1..])].concat()
}

/// Returns `(w, R(theta) (a, b))`.
pub(super) fn velocity(graph: &Graph, g: &[Expr], xi: &[Expr]) -> Vec<Expr> {
    let (c, s) = (graph.cos(g[0]), graph.sin(g[0]));
    [vec![xi[0]], turn(graph, c, s, &xi[1..])].concat()
}

/// Returns `[[0, 0, 0], [b, 0, -w], [-a, w, 0]]`.
pub(super) fn ad(graph: &Graph, xi: &[Expr]) -> Matrix {
    let (w, a, b) = (xi[0], xi[1], xi[2]);
    let (minus_w, minus_a) = (graph.neg(w), graph.neg(a));
    let zero = Graph::ZERO;
    let entries = [zero, zero, zero, b, zero, minus_w, minus_a, w, zero];
    Matrix::from_fn(3, 3, |i, j| entries[3 * i + j])
}

/// Returns `[[1, 0, 0], [y, c, -s], [-x, s, c]]`.
pub(super) fn adjoint(graph: &Graph, g: &[Expr]) -> Matrix {
    let (c, s) = (graph.cos(g[0]), graph.sin(g[0]));
    adjoint_of(graph, [c, s], &g[1..])
}

fn adjoint_of(graph: &Graph, [c, s]: [Expr; 2], translation: &[Expr]) -> Matrix {
    let (minus_s, minus_x) = (graph.neg(s), graph.neg(translation[0]));
    let (one, zero) = (Graph::ONE, Graph::ZERO);
    let entries = [one, zero, zero, translation[1], c, minus_s, minus_x, s, c];
    Matrix::from_fn(3, 3, |i, j| entries[3 * i + j])
}

/// Returns `Id - ad/2 + k ad^2` of the exponential map, `Id - ad/2 + [w xi, 0, 0]/4` of the Cayley
/// map, or the rotation of `(a, b)` by `-w` of coordinates of the second kind.
pub(super) fn inverse_differential(graph: &Graph, tau: Retraction, xi: &[Expr]) -> Matrix {
    let w = xi[0];
    match tau {
        Retraction::Exp => {
            let square = graph.powi(w, 2);
            let k = cotangent_series(graph, square);
            series(graph, Factor::Se2, xi, &[k])
        }
        Retraction::Cayley => {
            let mut matrix = series(graph, Factor::Se2, xi, &[]);
            let quarter = graph.fraction(1, 4);
            for (i, &x) in xi.iter().enumerate() {
                let part = graph.product(&[quarter, w, x]);
                matrix[(i, 0)] = graph.add(matrix[(i, 0)], part);
            }
            matrix
        }
        Retraction::Ccsk => {
            let (c, s) = (graph.cos(w), graph.sin(w));
            let minus_s = graph.neg(s);
            let mut matrix = Matrix::identity(3);
            for (k, entry) in [c, s, minus_s, c].into_iter().enumerate() {
                matrix[(1 + k / 2, 1 + k % 2)] = entry;
            }
            matrix
        }
    }
}
