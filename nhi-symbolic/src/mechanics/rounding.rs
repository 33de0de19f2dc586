//! The rounding errors of values, relative to the machine precision.

use crate::expr::{Expr, Function, Graph, LookupMap, Node, Rational, RoleSet};

/// Returns for each value the square of its size: rounding changes a value by about the machine
/// precision times its size.
///
/// Values of functions of parameters count as given, and so do exponents of parameters: their
/// slopes may be undefined, such as that of a root at zero or of a power of a negative number.
///
/// To first order, `size(x) = |x|` for a symbol and a number,
/// `size(x + y)^2 = size(x)^2 + size(y)^2`, `size(x y)^2 = (y size(x))^2 + (x size(y))^2`, and
/// `size(f(x))^2 = f(x)^2 + (f'(x) size(x))^2`. The terms of a sum have one unit, so a change of
/// units scales a size in the same way as the value. A size vanishes only if all summands vanish
/// too.
pub(super) fn squared_sizes(graph: &Graph, values: &[Expr]) -> Vec<Expr> {
    let mut squares: LookupMap<Expr, Expr> = LookupMap::default();
    for expr in graph.reachable(values) {
        let square = match &*graph.node(expr) {
            Node::Sum { constant, terms } => {
                let constant = graph.number(constant.clone());
                let mut parts = vec![graph.powi(constant, 2)];
                for (term, coefficient) in terms {
                    parts.push(scaled(graph, coefficient, squares[term]));
                }
                graph.sum(&parts)
            }
            Node::Product {
                coefficient,
                factors,
            } => scaled(graph, coefficient, of_product(graph, factors, &squares)),
            Node::Call(function, arguments) if arguments.iter().any(|&x| moves(graph, x)) => {
                let mut parts = vec![graph.powi(expr, 2)];
                for (index, argument) in arguments.iter().enumerate() {
                    let slope = match function {
                        Function::Powf if index == 1 && !moves(graph, *argument) => continue,
                        // Its slopes are at most one, and undefined at zero.
                        Function::Hypot => Graph::ONE,
                        _ => (function.row().derivative)(graph, arguments, index),
                    };
                    let slope = graph.powi(slope, 2);
                    parts.push(graph.mul(slope, squares[argument]));
                }
                graph.sum(&parts)
            }
            _ => graph.powi(expr, 2),
        };
        squares.insert(expr, square);
    }
    values.iter().map(|value| squares[value]).collect()
}

/// Returns `coefficient^2 square`.
fn scaled(graph: &Graph, coefficient: &Rational, square: Expr) -> Expr {
    let coefficient = graph.number(coefficient.clone());
    graph.mul(graph.powi(coefficient, 2), square)
}

/// Returns the squared size of a product of powers: that of each computed factor, times the square
/// of the other factors. The size of a given value is the value itself.
fn of_product(graph: &Graph, factors: &[(Expr, i32)], squares: &LookupMap<Expr, Expr>) -> Expr {
    let mut parts = Vec::new();
    for (index, &(base, exponent)) in factors.iter().enumerate() {
        if is_given(graph, base) {
            continue;
        }
        let mut rest: Vec<_> = factors.to_vec();
        rest[index].1 -= 1;
        let rest = rest.iter().map(|&(base, k)| graph.powi(base, 2 * k));
        let rest = graph.product(&rest.collect::<Vec<_>>());
        let exponent = Rational::from(i64::from(exponent));
        parts.push(scaled(graph, &exponent, graph.mul(rest, squares[&base])));
    }
    if parts.is_empty() {
        let squares = factors.iter().map(|&(base, k)| graph.powi(base, 2 * k));
        return graph.product(&squares.collect::<Vec<_>>());
    }
    graph.sum(&parts)
}

fn moves(graph: &Graph, expr: Expr) -> bool {
    !graph.roles(expr).is_within(RoleSet::PREPARED)
}

fn is_given(graph: &Graph, expr: Expr) -> bool {
    matches!(
        &*graph.node(expr),
        Node::Symbol(_) | Node::Number(_) | Node::Pi
    )
}
