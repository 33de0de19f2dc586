//! Slopes at kinks: the length of a vector has no derivative at zero, while products such as the
//! quadratic drag `|v| v` have one, which is zero.
//!
//! The chain rule writes it as `|v| + v^2 / |v|`, which is not a number at rest. Newton's method,
//! which may use any finite slope there, would fail where machines start.

use crate::expr::{Expr, Function, Graph, Node, RoleSet};

/// The exponent of the least length by which slopes are divided: `2^-100`, which is a normal number
/// in single precision too.
const LEAST_LENGTH: i32 = -100;

/// Returns derivatives in which lengths that depend on unknowns are not zero. At other points their
/// values are the same up to rounding, because a guarded length no longer cancels with others.
pub(crate) fn at_kinks(graph: &Graph, derivatives: &[Expr]) -> Vec<Expr> {
    let lengths: Vec<_> = graph
        .reachable(derivatives)
        .into_iter()
        .flat_map(|expr| divisors(graph, expr))
        .filter(|&divisor| is_length(graph, divisor))
        .collect();
    if lengths.is_empty() {
        return derivatives.to_vec();
    }
    let two = graph.number(2);
    let least = graph.powi(two, LEAST_LENGTH);
    let pairs = lengths
        .into_iter()
        .map(|length| (length, graph.call(Function::Max, &[length, least])));
    graph.substitute(derivatives, &pairs.collect::<Vec<_>>())
}

/// Returns the factors by which an expression divides.
fn divisors(graph: &Graph, expr: Expr) -> Vec<Expr> {
    match &*graph.node(expr) {
        Node::Product { factors, .. } => {
            let divisors = factors.iter().filter(|(_, exponent)| *exponent < 0);
            divisors.map(|&(base, _)| base).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns true if an expression is the length of a vector that may vanish in an iteration.
fn is_length(graph: &Graph, expr: Expr) -> bool {
    let is_fixed = |x: &Expr| graph.roles(*x).is_within(RoleSet::ALL_BUT_UNKNOWNS);
    match &*graph.node(expr) {
        Node::Call(Function::Hypot, sides) => !sides.iter().any(is_fixed),
        Node::Call(Function::Sqrt, of) => match &*graph.node(of[0]) {
            Node::Sum { constant, terms } => {
                constant.is_zero()
                    && terms.iter().all(|(term, weight)| {
                        !weight.is_negative() && is_square(graph, *term) && !is_fixed(term)
                    })
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns true if an expression is a product of even powers.
fn is_square(graph: &Graph, expr: Expr) -> bool {
    match &*graph.node(expr) {
        Node::Product {
            coefficient,
            factors,
        } => !coefficient.is_negative() && factors.iter().all(|(_, exponent)| exponent % 2 == 0),
        _ => false,
    }
}
