//! Derivatives of equations by what they are solved for.

use crate::expr::{Expr, Graph, Matrix, RoleSet};

use super::scheme::Solve;

impl Solve {
    /// The derivative of the residuals by the unknowns, through the definitions by the chain rule.
    pub(crate) fn total_derivative(&self, graph: &Graph) -> Matrix {
        let (symbols, values): (Vec<_>, Vec<_>) = self.definitions.iter().copied().unzip();
        let mut slopes: Vec<Vec<Expr>> = Vec::new();
        for &value in &values {
            let earlier = &symbols[..slopes.len()];
            slopes.push(chain_rule(graph, value, &self.unknowns, earlier, &slopes));
        }
        let rows: Vec<_> = self
            .residuals
            .iter()
            .map(|&residual| chain_rule(graph, residual, &self.unknowns, &symbols, &slopes))
            .collect();
        let jacobian = Matrix::from_fn(rows.len(), self.unknowns.len(), |i, j| rows[i][j]);
        graph.simplify_matrix(&jacobian, RoleSet::ALL_BUT_UNKNOWNS)
    }
}

/// `d expr/d x + sum over definitions w of (d expr/d w) (d w/d x)`.
fn chain_rule(
    graph: &Graph,
    expr: Expr,
    unknowns: &[Expr],
    definitions: &[Expr],
    slopes: &[Vec<Expr>],
) -> Vec<Expr> {
    let outer = graph.gradient(expr, unknowns);
    // An expression depends on few definitions, and those on few unknowns.
    let inner: Vec<_> = definitions
        .iter()
        .zip(slopes)
        .map(|(&definition, slopes)| (graph.derivative(expr, definition), slopes))
        .filter(|&(inner, _)| inner != Graph::ZERO)
        .collect();
    outer
        .into_iter()
        .enumerate()
        .map(|(j, direct)| {
            let through = inner.iter().filter(|(_, slopes)| slopes[j] != Graph::ZERO);
            let (inner, column): (Vec<_>, Vec<_>) =
                through.map(|&(inner, slopes)| (inner, slopes[j])).unzip();
            let through = graph.dot(&inner, &column);
            graph.add(direct, through)
        })
        .collect()
}
