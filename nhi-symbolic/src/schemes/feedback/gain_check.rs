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
use super::field::Integral;
use super::off_constraints::OffConstraints;

/// Functions that are attracted to a level, and how strongly.
pub(super) struct Attracted<'a, 'm> {
    pub(super) state: &'a OffConstraints<'m>,
    /// The gain of `J^T C^-1 J`.
    pub(super) constraint_gain: &'a Rational,
    pub(super) integrals: &'a [Integral<'m>],
    /// The gain that holds the directions in which rotations can leave their group.
    pub(super) rotation_gain: &'a Rational,
}

/// `h` times the largest eigenvalue of `Hess V`, divided by the end of the stability interval of
/// an explicit method of the given order on the negative axis.
pub(super) fn stiffness(attracted: &Attracted<'_, '_>, order: i64) -> Expr {
    let system = attracted.state.system;
    let (mechanics, graph) = (system.mechanics, system.graph());
    let (h, matrix) = (system.h(), attracted.weighted_gram_matrix());
    let mut power = graph.matrix(&matrix.map(|entry| (h * graph.scalar(entry)).expr()));
    for _ in 0..4 {
        power = &power * &power;
    }
    let power = power.entries();
    let mut diagonal: Vec<_> = (0..power.rows()).map(|i| power[(i, i)]).collect();
    let directions = mechanics.frame.defects(graph, &mechanics.q).len();
    if directions > 0 {
        let high = h.times(&(attracted.rotation_gain * &2.into())).powi(16);
        diagonal.push((directions as i64 * high).expr());
    }
    let mut root = graph.scalar(graph.sum(&diagonal));
    for _ in 0..4 {
        root = root.sqrt();
    }
    root.times(&inverse_limit(order)).expr()
}

/// One over 2 for Euler's method and the midpoint rule, one over 2.785 for the classical method.
fn inverse_limit(order: i64) -> Rational {
    let (numerator, denominator) = if order == 4 { (200, 557) } else { (1, 2) };
    Rational::fraction(numerator, denominator).unwrap_or(Rational::ONE)
}

impl Attracted<'_, '_> {
    /// `S = K B^T B`.
    fn weighted_gram_matrix(&self) -> Matrix {
        let system = self.state.system;
        let (mechanics, graph) = (system.mechanics, system.graph());
        let mut slopes = self.state.gradients_of_momenta();
        let m = slopes.len();
        slopes.extend(self.integrals.iter().map(|x| x.gradient.clone()));
        let slopes: Vec<_> = slopes.iter().map(|x| x.q.chain(&x.p)).collect();
        let n = slopes.len();
        let products = Matrix::from_fn(n, n, |i, j| slopes[i].dot(&slopes[j]).expr());

        let along = Matrix::from_fn(m, n, |i, j| products[(i, j)]);
        let gram_factor = mechanics.constraints.gram_factor(graph);
        let along = gram_factor.solve_matrix(graph, &along);
        Matrix::from_fn(n, n, |i, j| {
            if i < m {
                graph.scale(self.constraint_gain, along[(i, j)])
            } else {
                graph.scale(&self.integrals[i - m].gain, products[(i, j)])
            }
        })
    }
}
