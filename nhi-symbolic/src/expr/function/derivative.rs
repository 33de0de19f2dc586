//! Derivatives that need more than one line of the table.

use crate::expr::graph::{Expr, Graph};

use super::Function;

pub(super) fn of_cos(g: &Graph, x: &[Expr], _: usize) -> Expr {
    g.neg(g.sin(x[0]))
}

pub(super) fn of_asin(g: &Graph, x: &[Expr], _: usize) -> Expr {
    let square = g.powi(x[0], 2);
    let rest = g.sub(Graph::ONE, square);
    let root = g.call(Function::Sqrt, &[rest]);
    g.powi(root, -1)
}

pub(super) fn of_acos(g: &Graph, x: &[Expr], index: usize) -> Expr {
    g.neg(of_asin(g, x, index))
}

pub(super) fn of_atan(g: &Graph, x: &[Expr], _: usize) -> Expr {
    let square = g.powi(x[0], 2);
    let sum = g.add(Graph::ONE, square);
    g.powi(sum, -1)
}

pub(super) fn of_atan2(g: &Graph, x: &[Expr], index: usize) -> Expr {
    let (y2, x2) = (g.powi(x[0], 2), g.powi(x[1], 2));
    let square = g.add(y2, x2);
    let slope = g.div(x[1 - index], square);
    if index == 0 { slope } else { g.neg(slope) }
}

pub(super) fn of_tanh(g: &Graph, x: &[Expr], _: usize) -> Expr {
    let value = g.call(Function::Tanh, x);
    let square = g.powi(value, 2);
    g.sub(Graph::ONE, square)
}

pub(super) fn of_sqrt(g: &Graph, x: &[Expr], _: usize) -> Expr {
    let root = g.call(Function::Sqrt, x);
    let twice = g.add(root, root);
    g.powi(twice, -1)
}

pub(super) fn of_hypot(g: &Graph, x: &[Expr], index: usize) -> Expr {
    let length = g.call(Function::Hypot, x);
    g.div(x[index], length)
}

pub(super) fn of_powf(g: &Graph, x: &[Expr], index: usize) -> Expr {
    if index == 0 {
        let lower = g.sub(x[1], Graph::ONE);
        let power = g.call(Function::Powf, &[x[0], lower]);
        g.mul(x[1], power)
    } else {
        let power = g.call(Function::Powf, x);
        let log = g.call(Function::Ln, &[x[0]]);
        g.mul(power, log)
    }
}

pub(super) fn of_stumpff(g: &Graph, x: &[Expr], _: usize) -> Expr {
    let k = g.as_number(x[0]).and_then(|k| k.to_i64());
    let Some(k) = k.and_then(|k| u32::try_from(k).ok()) else {
        return Graph::UNDEFINED;
    };
    let [next, second] = [1, 2].map(|more| g.stumpff(k + more, x[1]));
    let twice = g.scale(&i64::from(k).into(), second);
    let twice = g.sub(twice, next);
    let half = g.fraction(1, 2);
    g.mul(half, twice)
}

/// Returns one for the smaller argument, zero for the other.
pub(super) fn of_min(g: &Graph, x: &[Expr], index: usize) -> Expr {
    of_max(g, x, 1 - index)
}

/// Returns one for the larger argument, zero for the other; if both are equal, the first one
/// counts.
pub(super) fn of_max(g: &Graph, x: &[Expr], index: usize) -> Expr {
    let first = g.call(Function::Step, &[g.sub(x[0], x[1])]);
    if index == 0 {
        first
    } else {
        g.sub(Graph::ONE, first)
    }
}
