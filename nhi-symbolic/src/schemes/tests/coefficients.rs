//! Coefficients of methods against the conditions that define them.

use crate::expr::{Expr, Graph};

use super::super::tableau::{Tableau, gauss_quadrature};

fn number(graph: &Graph, value: Expr) -> f64 {
    crate::expr::Evaluator::new(graph, vec![value]).values(graph, &[])[0]
}

fn numbers(graph: &Graph, values: &[Expr]) -> Vec<f64> {
    values.iter().map(|&value| number(graph, value)).collect()
}

#[track_caller]
fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-15, "{found} {expected}");
}

fn sum_of(weights: &[f64], nodes: &[f64], power: i32) -> f64 {
    let terms = weights.iter().zip(nodes).map(|(b, c)| b * c.powi(power));
    terms.sum()
}

/// `sum b c^(k - 1) = 1/k` up to `k = 2s`, and `sum_j a_ij c_j^(k - 1) = c_i^k / k` up to `s`.
#[test]
fn gauss_methods_are_collocation_at_the_nodes_of_gauss_quadrature() {
    for stages in 1..=3 {
        let graph = &Graph::new();
        let method = Tableau::gauss(graph, stages);
        let (b, c) = (numbers(graph, &method.b), numbers(graph, &method.c));
        for k in 1..=2 * stages as i32 {
            assert_close(sum_of(&b, &c, k - 1), 1.0 / f64::from(k));
        }
        for (row, node) in method.a.iter().zip(&c) {
            for k in 1..=stages as i32 {
                let sum = sum_of(&numbers(graph, row), &c, k - 1);
                assert_close(sum, node.powi(k) / f64::from(k));
            }
        }
    }
}

/// `s` nodes are exact up to the degree `2s - 1`, and not beyond.
#[test]
fn gauss_quadrature_is_exact_up_to_the_degree_of_its_nodes() {
    for (asked, count) in [(1, 1), (2, 2), (3, 3), (5, 5)] {
        let graph = &Graph::new();
        let (nodes, weights): (Vec<_>, Vec<_>) = gauss_quadrature(graph, asked).into_iter().unzip();
        let (nodes, weights) = (numbers(graph, &nodes), numbers(graph, &weights));
        assert_eq!(nodes.len(), count);
        for degree in 0..2 * count as i32 {
            let exact = 1.0 / f64::from(degree + 1);
            assert_close(sum_of(&weights, &nodes, degree), exact);
        }
        let beyond = 2 * count as i32;
        let error = sum_of(&weights, &nodes, beyond) - 1.0 / f64::from(beyond + 1);
        assert!(error.abs() > 1e-7, "{error}");
    }
}
