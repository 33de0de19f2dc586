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

use crate::expr::{Expr, Matrix, Rational};

use super::super::builder::SchemeBuilder;

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
    builder: &SchemeBuilder<'_>,
    attracted: &Attracted<'_>,
    p: &[Expr],
    order: u32,
) -> Expr {
    let matrix = weighted_gram_matrix(builder, attracted, p);
    let share = builder.step_fraction(&inverse_limit(order));
    let graph = builder.graph();
    let mut power = matrix.map(|entry| graph.mul(share, entry));
    for _ in 0..4 {
        power = power.mul(graph, &power.clone());
    }
    let mut diagonal: Vec<_> = (0..power.rows()).map(|i| power[(i, i)]).collect();
    let (directions, gain) = attracted.rotations;
    if directions > 0 {
        let twice = graph.scale(&(gain * &2.into()), share);
        let high = graph.powi(twice, 16);
        diagonal.push(graph.scale(&(directions as i64).into(), high));
    }
    let mut root = graph.sum(&diagonal);
    for _ in 0..4 {
        root = graph.sqrt(root);
    }
    root
}

/// One over 2 for Euler's method and the midpoint rule, one over 2.785 for the classical method.
fn inverse_limit(order: u32) -> Rational {
    let (numerator, denominator) = if order == 4 { (200, 557) } else { (1, 2) };
    Rational::fraction(numerator, denominator).unwrap_or(Rational::ONE)
}

/// `S = K B^T B`.
fn weighted_gram_matrix(
    builder: &SchemeBuilder<'_>,
    attracted: &Attracted<'_>,
    p: &[Expr],
) -> Matrix {
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let symbols = [mechanics.q.as_slice(), p].concat();
    let functions = [attracted.momenta, attracted.integrals].concat();
    let slopes = graph.jacobian(&functions, &symbols);
    let products = slopes.mul(graph, &slopes.transpose());

    let m = attracted.momenta.len();
    let along = Matrix::from_fn(m, functions.len(), |i, j| products[(i, j)]);
    let along = mechanics
        .constraints
        .gram_factor
        .solve_matrix(graph, &along);
    Matrix::from_fn(functions.len(), functions.len(), |i, j| {
        if i < m {
            graph.scale(attracted.constraint_gain, along[(i, j)])
        } else {
            graph.scale(&attracted.gains[i - m], products[(i, j)])
        }
    })
}
