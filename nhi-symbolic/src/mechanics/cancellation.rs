//! Cancellation in the computation of a value.

use crate::expr::{Expr, Function, Graph, LookupMap, Node, Rational};

/// Returns, for each value, the sum of the squares of its summands: `x^2 + y^2` for `x - y`.
/// Rounding changes a value by about the machine precision times the square root of that. For a
/// value that is not a sum, it is the square of the value.
///
/// A product changes with each of its factors: `(x - y)^2` by `2 |x - y|` times as much as `x - y`.
pub(super) fn squares_of_parts(graph: &Graph, values: &[Expr]) -> Vec<Expr> {
    let of_product = |expr, _: &Rational, factors: &[(Expr, i32)], squares: &Squares| {
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
    };
    squares(graph, values, |_| false, of_product)
}

/// Returns the same squares, with one in place of each sine, cosine and rotation entry: the squared
/// size of a value over all angles. `entries` are the symbols of the rotation entries.
pub(super) fn squares_of_bounds(graph: &Graph, values: &[Expr], entries: &[Expr]) -> Vec<Expr> {
    let is_turning = |expr: Expr| {
        matches!(
            &*graph.node(expr),
            Node::Call(Function::Sin | Function::Cos, _)
        )
    };
    // The bound of a product is the product of the bounds: no angle makes it vanish.
    let of_product = |_, coefficient: &Rational, factors: &[(Expr, i32)], squares: &Squares| {
        let mut parts = vec![graph.powi(graph.number(coefficient.clone()), 2)];
        for &(base, exponent) in factors {
            let of_base = match exponent > 0 {
                true => squares[&base],
                false => graph.powi(base, 2),
            };
            parts.push(graph.powi(of_base, exponent));
        }
        graph.product(&parts)
    };
    let is_bounded = |expr| is_turning(expr) || entries.contains(&expr);
    squares(graph, values, is_bounded, of_product)
}

/// The known squares.
type Squares = LookupMap<Expr, Expr>;

/// Computes the squares of summands, with one for each part that is bounded by one.
fn squares(
    graph: &Graph,
    values: &[Expr],
    is_bounded: impl Fn(Expr) -> bool,
    of_product: impl Fn(Expr, &Rational, &[(Expr, i32)], &Squares) -> Expr,
) -> Vec<Expr> {
    let mut squares = Squares::default();
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
            Node::Product {
                coefficient,
                factors,
            } => of_product(expr, coefficient, factors, &squares),
            _ if is_bounded(expr) => Graph::ONE,
            _ => graph.powi(expr, 2),
        };
        squares.insert(expr, square);
    }
    values.iter().map(|value| squares[value]).collect()
}
