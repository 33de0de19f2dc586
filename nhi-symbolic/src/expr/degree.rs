//! Degrees of polynomials.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;

/// Returns a bound on the degree of an expression as a polynomial in some symbols, with everything
/// else held fixed; `None` if the expression is not recognised as a polynomial.
pub(crate) fn degree(graph: &Graph, expr: Expr, symbols: &[Expr]) -> Option<u32> {
    let mut degrees: LookupMap<Expr, Option<u32>> = LookupMap::default();
    for node in graph.reachable(&[expr]) {
        let of = |operand: &Expr| degrees.get(operand).copied().flatten();
        let degree = if symbols.contains(&node) {
            Some(1)
        } else {
            match &*graph.node(node) {
                Node::Undefined => None,
                Node::Number(_) | Node::Pi | Node::Symbol(_) => Some(0),
                Node::Sum { terms, .. } => terms
                    .iter()
                    .try_fold(0, |largest, (term, _)| of(term).map(|d| d.max(largest))),
                Node::Product { factors, .. } => {
                    factors.iter().try_fold(0_u32, |total, (base, exponent)| {
                        let degree = power_degree(of(base)?, *exponent)?;
                        total.checked_add(degree)
                    })
                }
                Node::Call(_, arguments) => arguments
                    .iter()
                    .all(|argument| of(argument) == Some(0))
                    .then_some(0),
            }
        };
        degrees.insert(node, degree);
    }
    degrees.get(&expr).copied().flatten()
}

fn power_degree(base: u32, exponent: i32) -> Option<u32> {
    match (base, u32::try_from(exponent)) {
        (0, _) => Some(0),
        (base, Ok(exponent)) => base.checked_mul(exponent),
        (_, Err(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::degree;
    use crate::expr::{Graph, Role};

    #[test]
    fn degrees_of_polynomials_are_found_and_other_functions_have_none() {
        let graph = Graph::new();
        let x = graph.symbol("x", Role::Coordinate);
        let k = graph.symbol("k", Role::Parameter);
        let cube = graph.powi(x, 3);
        let slope = graph.sin(k);
        let term = graph.mul(slope, cube);
        let polynomial = graph.add(term, x);
        assert_eq!(degree(&graph, polynomial, &[x]), Some(3));
        assert_eq!(degree(&graph, slope, &[x]), Some(0));
        let wave = graph.sin(x);
        let inverse = graph.powi(x, -1);
        assert_eq!(degree(&graph, wave, &[x]), None);
        assert_eq!(degree(&graph, inverse, &[x]), None);
        let square = graph.powi(polynomial, 2);
        assert_eq!(degree(&graph, square, &[x]), Some(6));
    }
}
