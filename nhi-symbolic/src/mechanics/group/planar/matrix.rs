//! Elements of `SE(2)` in the entries of `[R | p]`, row by row.

use crate::expr::{Expr, Graph, Matrix};

use super::super::Retraction;
use super::{adjoint_of, turn};

/// Returns `[R(theta) | p]` of the angle and the translation of `tau(xi)`; the Cayley map needs no
/// angle.
pub(in crate::mechanics::group) fn retract(
    graph: &Graph,
    tau: Retraction,
    xi: &[Expr],
) -> Vec<Expr> {
    let element = super::retract(graph, tau, xi);
    let [c, s] = if tau == Retraction::Cayley {
        half_angle(graph, xi[0])
    } else {
        [graph.cos(xi[0]), graph.sin(xi[0])]
    };
    entries(graph, [c, s], &element[1..])
}

/// Returns `(4 - w^2)/(4 + w^2)` and `4 w/(4 + w^2)`: cosine and sine of `2 atan(w/2)`.
fn half_angle(graph: &Graph, w: Expr) -> [Expr; 2] {
    let square = graph.powi(w, 2);
    let four = graph.number(4);
    let [sum, difference] = [graph.add(four, square), graph.sub(four, square)];
    let twice = graph.mul(four, w);
    [graph.div(difference, sum), graph.div(twice, sum)]
}

/// Returns `[R R' | p + R p']`.
pub(in crate::mechanics::group) fn compose(graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
    let ([c, s], p) = parts(g);
    let ([c_other, s_other], q) = parts(k);
    let turned = turn(graph, c, s, &[c_other, s_other]);
    let moved = turn(graph, c, s, &q);
    let translation = crate::mechanics::add(graph, &p, &moved);
    entries(graph, [turned[0], turned[1]], &translation)
}

/// Returns `[R^T | -R^T p]`.
pub(in crate::mechanics::group) fn inverse(graph: &Graph, g: &[Expr]) -> Vec<Expr> {
    let ([c, s], p) = parts(g);
    let (minus_c, minus_s) = (graph.neg(c), graph.neg(s));
    let back = turn(graph, minus_c, s, &p);
    entries(graph, [c, minus_s], &back)
}

/// Returns `[w R hat(1) | R (a, b)]`.
pub(in crate::mechanics::group) fn velocity(graph: &Graph, g: &[Expr], xi: &[Expr]) -> Vec<Expr> {
    let ([c, s], _) = parts(g);
    let minus_s = graph.neg(s);
    let rates = [graph.mul(xi[0], minus_s), graph.mul(xi[0], c)];
    let moved = turn(graph, c, s, &xi[1..]);
    entries(graph, rates, &moved)
}

/// Returns `[[1, 0, 0], [y, c, -s], [-x, s, c]]`.
pub(in crate::mechanics::group) fn adjoint(graph: &Graph, g: &[Expr]) -> Matrix {
    let (turn, p) = parts(g);
    adjoint_of(graph, turn, &p)
}

/// Returns cosine and sine, and the translation.
fn parts(g: &[Expr]) -> ([Expr; 2], [Expr; 2]) {
    ([g[0], g[3]], [g[2], g[5]])
}

fn entries(graph: &Graph, [c, s]: [Expr; 2], translation: &[Expr]) -> Vec<Expr> {
    let minus_s = graph.neg(s);
    vec![c, minus_s, translation[0], s, c, translation[1]]
}
