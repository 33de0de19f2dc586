//! Exact values at special arguments.

use crate::expr::graph::{Expr, Graph};
use crate::expr::rational::Rational;

pub(super) fn nowhere(_: &Graph, _: &[Expr]) -> Option<Expr> {
    None
}

pub(super) fn zero_at_zero(_: &Graph, x: &[Expr]) -> Option<Expr> {
    (x[0] == Graph::ZERO).then_some(Graph::ZERO)
}

pub(super) fn one_at_zero(_: &Graph, x: &[Expr]) -> Option<Expr> {
    (x[0] == Graph::ZERO).then_some(Graph::ONE)
}

pub(super) fn zero_at_one(_: &Graph, x: &[Expr]) -> Option<Expr> {
    (x[0] == Graph::ONE).then_some(Graph::ZERO)
}

/// Returns the exact logarithm: undefined for a number that is not positive.
pub(super) fn of_ln(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let number = g.as_number(x[0])?;
    if number.is_zero() || number.is_negative() {
        return Some(Graph::UNDEFINED);
    }
    zero_at_one(g, x)
}

/// Returns the exact root: undefined for a negative number, rational for a rational square.
pub(super) fn of_sqrt(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let number = g.as_number(x[0])?;
    if number.is_negative() {
        return Some(Graph::UNDEFINED);
    }
    number.sqrt().map(|root| g.number(root))
}

/// Returns an integer power if the exponent is an integer.
pub(super) fn of_powf(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let exponent = g.as_number(x[1])?.to_i64()?;
    let exponent = i32::try_from(exponent).ok()?;
    Some(g.powi(x[0], exponent))
}

/// Returns `c_k(0) = 1/k!`.
pub(super) fn of_stumpff(g: &Graph, x: &[Expr]) -> Option<Expr> {
    if x[1] != Graph::ZERO {
        return None;
    }
    let k = g.as_number(x[0])?;
    Some(inverse_factorial(g, &k))
}

fn inverse_factorial(g: &Graph, k: &Rational) -> Expr {
    let factors = 1..=k.to_i64().unwrap_or(0);
    let factors: Vec<_> = factors.map(|factor| g.fraction(1, factor)).collect();
    g.product(&factors)
}

pub(super) fn of_abs(g: &Graph, x: &[Expr]) -> Option<Expr> {
    Some(g.number(g.as_number(x[0])?.abs()))
}

pub(super) fn of_sign(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let number = g.as_number(x[0])?;
    Some(match (number.is_zero(), number.is_negative()) {
        (true, _) => Graph::ZERO,
        (_, true) => g.number(-1),
        _ => Graph::ONE,
    })
}

pub(super) fn of_step(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let number = g.as_number(x[0])?;
    Some(if number.is_negative() {
        Graph::ZERO
    } else {
        Graph::ONE
    })
}

pub(super) fn of_min(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let (a, b) = (g.as_number(x[0])?, g.as_number(x[1])?);
    Some(g.number(a.min(b)))
}

pub(super) fn of_max(g: &Graph, x: &[Expr]) -> Option<Expr> {
    let (a, b) = (g.as_number(x[0])?, g.as_number(x[1])?);
    Some(g.number(a.max(b)))
}
