//! Whether the step is short enough for the gains of a feedback integrator.
//!
//! Where the constraints and all levels hold, the Hessian of the Lyapunov function is exactly
//! `B K B^T`: the columns of `B` are the gradients of the constraint momenta `J` and of the integrals
//! in the plane of `(q, p)`, and `K` is `kJ C^-1` on the first and the gains on the others. What is
//! fed back decays with the rates that are its eigenvalues, so an explicit base method is stable while
//! `h` times the largest stays below the end of its stability interval. The nonzero eigenvalues are
//! those of the small matrix `S = K B^T B`, and the largest of them is between `r^(-1/16)` and one
//! times `tr(S^16)^(1/16)`, where `r` is the number of columns.
//!
//! The directions in which a rotation leaves its group have the eigenvalue `2 k0` each.

use crate::expr::Matrix;

use super::super::prelude::*;

/// Functions that are attracted to a level, and how strongly.
pub(super) struct Attracted<'a> {
    /// The constraint momenta `J`.
    pub(super) momenta: &'a [Expr],
    /// The gain of `J^T C^-1 J`.
    pub(super) constraint_gain: &'a Rational,
    /// The integrals.
    pub(super) integrals: &'a [Expr],
    /// Their gains.
    pub(super) gains: &'a [Rational],
    /// In how many directions rotations can leave their group, and the gain that holds them.
    pub(super) rotations: (usize, &'a Rational),
}

/// `h` times the largest eigenvalue of `Hess V`, divided by the end of the stability interval of
/// an explicit method of the given order on the negative axis.
pub(super) fn stiffness(
    system: System<'_>,
    attracted: &Attracted<'_>,
    p: &Vector<'_>,
    order: i64,
) -> Expr {
    let graph = system.graph();
    let matrix = weighted_gram_matrix(system, attracted, p);
    let share = system.h().times(&inverse_limit(order));
    let mut power = graph.matrix(&matrix.map(|entry| (share * graph.scalar(entry)).expr()));
    for _ in 0..4 {
        power = &power * &power;
    }
    let power = power.entries();
    let mut diagonal: Vec<_> = (0..power.rows()).map(|i| power[(i, i)]).collect();
    let (directions, gain) = attracted.rotations;
    if directions > 0 {
        let high = share.times(&(gain * &2.into())).powi(16);
        diagonal.push((directions as i64 * high).expr());
    }
    let mut root = graph.scalar(graph.sum(&diagonal));
    for _ in 0..4 {
        root = root.sqrt();
    }
    root.expr()
}

/// One over 2 for Euler's method and the midpoint rule, one over 2.785 for the classical method.
fn inverse_limit(order: i64) -> Rational {
    let (numerator, denominator) = if order == 4 { (200, 557) } else { (1, 2) };
    Rational::fraction(numerator, denominator).unwrap_or(Rational::ONE)
}

/// `S = K B^T B`.
fn weighted_gram_matrix(system: System<'_>, attracted: &Attracted<'_>, p: &Vector<'_>) -> Matrix {
    let (mechanics, graph) = (system.mechanics, system.graph());
    let functions = [attracted.momenta, attracted.integrals].concat();
    let symbols = [mechanics.q.clone(), p.entries()].concat();
    let slopes = graph.matrix(&graph.jacobian(&functions, &symbols));
    let products = &slopes * &slopes.transpose();
    let products = products.entries();

    let m = attracted.momenta.len();
    let along = Matrix::from_fn(m, functions.len(), |i, j| products[(i, j)]);
    let gram_factor = mechanics.constraints.gram_factor(graph);
    let along = gram_factor.solve_matrix(graph, &along);
    Matrix::from_fn(functions.len(), functions.len(), |i, j| {
        if i < m {
            graph.scale(attracted.constraint_gain, along[(i, j)])
        } else {
            graph.scale(&attracted.gains[i - m], products[(i, j)])
        }
    })
}
