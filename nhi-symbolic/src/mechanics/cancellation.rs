//! How much of a value cancels where it is computed.

use crate::expr::{Expr, Function, Graph, LookupMap, Node};

/// For each value the sum of the squares of what it is added up from: `x^2 + y^2` for `x - y`. Rounding moves a value by
/// about the machine precision times the root of that; where nothing is added up, it is the square of the value.
///
/// A product moves with each of its factors: `(x - y)^2` by `2 |x - y|` times as much as `x - y`.
pub(super) fn squares_of_parts(graph: &Graph, values: &[Expr]) -> Vec<Expr> {
    squares(graph, values, |_| false)
}

/// The same squares with one in the place of each sine, cosine and entry of a rotation, of which `entries` are the
/// symbols: the squared size of a value over all angles.
pub(super) fn squares_of_bounds(graph: &Graph, values: &[Expr], entries: &[Expr]) -> Vec<Expr> {
    let is_turning = |expr: Expr| {
        matches!(
            &*graph.node(expr),
            Node::Call(Function::Sin | Function::Cos, _)
        )
    };
    squares(graph, values, |expr| {
        is_turning(expr) || entries.contains(&expr)
    })
}

/// The squares of parts, one for each part that is at most one.
fn squares(graph: &Graph, values: &[Expr], is_bounded: impl Fn(Expr) -> bool) -> Vec<Expr> {
    let mut squares: LookupMap<Expr, Expr> = LookupMap::default();
    for expr in graph.reachable(values) {
        let square = match &*graph.node(expr) {
            Node::Sum { constant, terms } => {
                let constant = graph.number(constant.clone());
                let mut parts = vec![graph.powi(constant, 2)];
                for (term, coefficient) in terms {
                    let coefficient = graph.number(coefficient.clone());
                    let weight = graph.powi(coefficient, 2);
                    parts.push(graph.mul(weight, squares[term]));
                }
                graph.sum(&parts)
            }
            Node::Product { factors, .. } => {
                let of_factor = |&(base, exponent): &(Expr, i32)| {
                    let of_base = squares[&base];
                    let is_added_up = exponent > 0 && of_base != graph.powi(base, 2);
                    is_added_up.then(|| {
                        let slope = graph.scale(&i64::from(exponent).into(), graph.div(expr, base));
                        graph.mul(graph.powi(slope, 2), of_base)
                    })
                };
                let parts: Vec<_> = factors.iter().filter_map(of_factor).collect();
                if parts.is_empty() {
                    graph.powi(expr, 2)
                } else {
                    graph.sum(&parts)
                }
            }
            _ if is_bounded(expr) => Graph::ONE,
            _ => graph.powi(expr, 2),
        };
        squares.insert(expr, square);
    }
    values.iter().map(|value| squares[value]).collect()
}
