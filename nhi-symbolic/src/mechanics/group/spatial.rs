//! `SO(3)` and `SE(3)`: the entries of `R`, and of `[R | p]`, by rows; algebra elements `w` and
//! `(w, v)`.

use crate::expr::{Expr, Graph, Matrix, Role};

use super::factor::Factor;
use super::{Retraction, add_scaled, cotangent_series, lower_blocks, series};

/// Returns the rotation of nine entries by rows.
pub(super) fn matrix(entries: &[Expr]) -> Matrix {
    Matrix::from_fn(3, 3, |i, j| entries[3 * i + j])
}

/// Returns rotation and translation of the twelve entries of `[R | p]` by rows.
fn parts(entries: &[Expr]) -> (Matrix, Vec<Expr>) {
    let rotation = Matrix::from_fn(3, 3, |i, j| entries[4 * i + j]);
    (rotation, (0..3).map(|i| entries[4 * i + 3]).collect())
}

/// Returns the entries of `[R | p]` by rows.
fn entries(rotation: &Matrix, translation: &[Expr]) -> Vec<Expr> {
    let row = |i: usize| [rotation.row(i), &translation[i..=i]].concat();
    (0..3).flat_map(row).collect()
}

/// Returns the matrix of the cross product with `w`.
pub(super) fn hat(graph: &Graph, w: &[Expr]) -> Matrix {
    let [x, y, z] = [w[0], w[1], w[2]];
    let [minus_x, minus_y, minus_z] = [x, y, z].map(|entry| graph.neg(entry));
    let zero = Graph::ZERO;
    matrix(&[zero, minus_z, y, z, zero, minus_x, minus_y, x, zero])
}

/// Returns `Id + first W + second W^2`.
pub(super) fn polynomial(graph: &Graph, w: &[Expr], first: Expr, second: Expr) -> Matrix {
    let hat = hat(graph, w);
    let square = hat.mul(graph, &hat);
    let mut sum = Matrix::identity(3);
    add_scaled(graph, &mut sum, first, &hat);
    add_scaled(graph, &mut sum, second, &square);
    sum
}

/// Returns `|w|^2`.
fn square(graph: &Graph, w: &[Expr]) -> Expr {
    graph.dot(&w[..3], &w[..3])
}

/// Returns the rotation `tau(w)`: `Id + c_1 W + c_2 W^2` with Stumpff functions of `|w|^2` of the
/// exponential map, `Id + 4 (W + W^2/2)/(4 + |w|^2)` of the Cayley map, and the product of the
/// rotations about the three axes in order.
pub(super) fn rotation(graph: &Graph, tau: Retraction, w: &[Expr]) -> Matrix {
    let square = square(graph, w);
    match tau {
        Retraction::Exp => {
            let (c1, c2) = (graph.stumpff(1, square), graph.stumpff(2, square));
            polynomial(graph, w, c1, c2)
        }
        Retraction::Cayley => {
            let four = graph.number(4);
            let sum = graph.add(four, square);
            let first = graph.div(four, sum);
            let half = graph.fraction(1, 2);
            let second = graph.mul(half, first);
            polynomial(graph, w, first, second)
        }
        Retraction::Ccsk => {
            let [x, y, z] = [0, 1, 2].map(|axis| about(graph, axis, w[axis]));
            let xy = x.mul(graph, &y);
            xy.mul(graph, &z)
        }
    }
}

/// Returns the rotation about an axis.
fn about(graph: &Graph, axis: usize, angle: Expr) -> Matrix {
    let (c, s) = (graph.cos(angle), graph.sin(angle));
    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut matrix = Matrix::identity(3);
    matrix[(second, second)] = c;
    matrix[(second, third)] = graph.neg(s);
    matrix[(third, second)] = s;
    matrix[(third, third)] = c;
    matrix
}

/// Returns rotation and translation of `tau(w, v)`: `(Id + c_2 W + c_3 W^2) v` of the exponential
/// map, `(v + R v)/2` of the Cayley map, `R v` of coordinates of the second kind.
pub(super) fn retract(graph: &Graph, tau: Retraction, xi: &[Expr]) -> Vec<Expr> {
    let (w, v) = xi.split_at(3);
    let rotation = rotation(graph, tau, w);
    let translation = match tau {
        Retraction::Exp => {
            let square = square(graph, w);
            let (c2, c3) = (graph.stumpff(2, square), graph.stumpff(3, square));
            polynomial(graph, w, c2, c3).apply(graph, v)
        }
        Retraction::Cayley => {
            let half = graph.fraction(1, 2);
            let mut mean = Matrix::identity(3);
            add_scaled(graph, &mut mean, Graph::ONE, &rotation);
            mean.map(|entry| graph.mul(half, entry)).apply(graph, v)
        }
        Retraction::Ccsk => rotation.apply(graph, v),
    };
    entries(&rotation, &translation)
}

/// Returns the product of two rotations.
pub(super) fn compose_rotations(graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
    matrix(g).mul(graph, &matrix(k)).entries().to_vec()
}

/// Returns `[R R' | p + R p']`.
pub(super) fn compose(graph: &Graph, g: &[Expr], k: &[Expr]) -> Vec<Expr> {
    let ((rotation, translation), (turned, moved)) = (parts(g), parts(k));
    let moved = rotation.apply(graph, &moved);
    let translation = crate::mechanics::add(graph, &translation, &moved);
    entries(&rotation.mul(graph, &turned), &translation)
}

/// Returns `[R^T | -R^T p]`.
pub(super) fn inverse(graph: &Graph, g: &[Expr]) -> Vec<Expr> {
    let (rotation, translation) = parts(g);
    let moved = rotation.apply_transposed(graph, &translation);
    let back: Vec<_> = moved.iter().map(|&x| graph.neg(x)).collect();
    entries(&rotation.transpose(), &back)
}

/// Returns `R W`.
pub(super) fn rotation_velocity(graph: &Graph, g: &[Expr], w: &[Expr]) -> Vec<Expr> {
    let hat = hat(graph, w);
    matrix(g).mul(graph, &hat).entries().to_vec()
}

/// Returns `[R W | R v]`.
pub(super) fn velocity(graph: &Graph, g: &[Expr], xi: &[Expr]) -> Vec<Expr> {
    let (w, v) = xi.split_at(3);
    let (rotation, _) = parts(g);
    let hat = hat(graph, w);
    let turned = rotation.mul(graph, &hat);
    let moved = rotation.apply(graph, v);
    entries(&turned, &moved)
}

/// Returns `[[W, 0], [V, W]]`.
pub(super) fn ad(graph: &Graph, xi: &[Expr]) -> Matrix {
    let (w, v) = xi.split_at(3);
    let (hat_w, hat_v) = (hat(graph, w), hat(graph, v));
    lower_blocks(&hat_w, &hat_v, &hat_w)
}

/// Returns `[[R, 0], [P R, R]]` with the cross product `P` with the translation.
pub(super) fn adjoint(graph: &Graph, g: &[Expr]) -> Matrix {
    let (rotation, translation) = parts(g);
    let shifted = hat(graph, &translation).mul(graph, &rotation);
    lower_blocks(&rotation, &shifted, &rotation)
}

/// Returns `Id - W/2 + k W^2` of the exponential map, or `Id - W/2 + w w^T/4` of the Cayley map. In
/// coordinates of the second kind, which fail if the second angle is a right angle, it is the
/// inverse of `[e_1 | R_1 e_2 | R_1 R_2 e_3]`.
pub(super) fn inverse_differential_of_rotation(
    graph: &Graph,
    tau: Retraction,
    w: &[Expr],
) -> Matrix {
    match tau {
        Retraction::Exp => {
            let square = square(graph, w);
            let k = cotangent_series(graph, square);
            series(graph, Factor::So3, w, &[k])
        }
        Retraction::Cayley => {
            let mut matrix = series(graph, Factor::So3, w, &[]);
            let quarter = graph.fraction(1, 4);
            let outer = Matrix::from_fn(3, 3, |i, j| graph.mul(w[i], w[j]));
            add_scaled(graph, &mut matrix, quarter, &outer);
            matrix
        }
        Retraction::Ccsk => {
            let [(c, s), (c_second, s_second)] =
                [w[0], w[1]].map(|angle| (graph.cos(angle), graph.sin(angle)));
            let minus_s = graph.neg(s);
            let tangent = graph.div(s_second, c_second);
            let third = [Graph::ZERO, minus_s, c];
            let first = third.map(|entry| graph.mul(tangent, entry));
            let first = [Graph::ONE, graph.neg(first[1]), graph.neg(first[2])];
            let third = third.map(|entry| graph.div(entry, c_second));
            let second = [Graph::ZERO, c, s];
            matrix(&[first, second, third].concat())
        }
    }
}

/// Returns `Id - ad/2 + (k - x k') ad^2 - k' ad^4` with `k` and its derivative at `x = |w|^2` for
/// the exponential map. For the Cayley map it is `[[D, 0], [-(Id - W/2) V/2, Id - W/2]]` with the
/// inverse differential `D` of the rotation. For coordinates of the second kind the blocks are `D`
/// and `R^-1`.
pub(super) fn inverse_differential(graph: &Graph, tau: Retraction, xi: &[Expr]) -> Matrix {
    let (w, v) = xi.split_at(3);
    match tau {
        Retraction::Exp => {
            let coefficients = exponential_coefficients(graph, w);
            series(graph, Factor::Se3, xi, &coefficients)
        }
        Retraction::Cayley => {
            let upper = inverse_differential_of_rotation(graph, tau, w);
            let last = series(graph, Factor::So3, w, &[]);
            let minus_half = graph.fraction(-1, 2);
            let hat_v = hat(graph, v);
            let below = last.mul(graph, &hat_v);
            let below = below.map(|entry| graph.mul(minus_half, entry));
            lower_blocks(&upper, &below, &last)
        }
        Retraction::Ccsk => {
            let upper = inverse_differential_of_rotation(graph, tau, w);
            let last = rotation(graph, tau, w).transpose();
            lower_blocks(&upper, &Matrix::zero(3, 3), &last)
        }
    }
}

/// Returns `[k - x k', -k']` at `x = |w|^2`.
fn exponential_coefficients(graph: &Graph, w: &[Expr]) -> [Expr; 2] {
    let x = graph.symbol("x", Role::Variable);
    let k = cotangent_series(graph, x);
    let slope = graph.derivative(k, x);
    let fourth = graph.neg(slope);
    let change = graph.mul(x, slope);
    let second = graph.sub(k, change);
    let square = square(graph, w);
    let at = graph.substitute(&[second, fourth], &[(x, square)]);
    [at[0], at[1]]
}
