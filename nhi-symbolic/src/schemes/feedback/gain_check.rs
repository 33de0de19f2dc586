//! The check that the step is short enough for the gains of a feedback integrator.
//!
//! If the constraints and all levels hold, the Hessian of the Lyapunov function is exactly
//! `B K B^T`. The columns of `B` are the gradients of the constraint momenta `J` and of the
//! integrals in the plane of `(q, p)`. `K` is `kJ C^-1` on the former and the gains on the latter.
//! The deviations that are fed back decay at rates that are its eigenvalues. So an explicit base
//! method is stable as long as `h` times the largest stays below the end of its stability interval.
//! The nonzero eigenvalues are those of the small matrix `S = K B^T B`. The largest of them is
//! between `r^(-1/16)` and one times `tr(S^16)^(1/16)`, where `r` is the number of columns.
//!
//! For many constraints this matrix would take more work than the step. Then the Hessian is not
//! formed, but applied repeatedly to a direction. With the resulting powers `x_j` of the direction,
//! the quotient `x_8 . x_8 / x_7 . x_8` is the largest eigenvalue, or less. How much less depends
//! on how many other eigenvalues are near it.
//!
//! Each direction in which a rotation leaves its group has the eigenvalue `2 k0`.

use crate::expr::Matrix;

use super::super::prelude::*;
use super::Base;
use super::attraction::Attraction;
use super::hessian::Hessian;
use super::off_constraints::Gradient;

/// The number of applications of the Hessian to a direction.
const APPLICATIONS: usize = 8;

impl<'m> Attraction<'m> {
    /// Returns `h` times the largest eigenvalue of `Hess V` at a node, divided by the end of the
    /// stability interval of an explicit method of the given order on the negative axis.
    pub(super) fn stiffness(&self, base: Base, node: &Node<'m>) -> Block {
        let system = self.state.system;
        let mut steps = system.steps();
        let is_small = system.mechanics.constraints.are_few() || self.gains.constraint.is_zero();
        let mut powers = if is_small {
            node.values(&self.diagonal_of_power()).entries()
        } else {
            vec![self.by_iteration(&mut steps, node).powi(16).expr()]
        };
        let (frame, graph) = (&system.mechanics.frame, system.graph());
        let directions = frame.defects(graph, &system.mechanics.q).len();
        if directions > 0 {
            let rate = &self.gains.rotation * &2.into();
            let high = system.h().times(&rate).powi(16);
            powers.push((directions as i64 * high).expr());
        }
        let mut root = graph.scalar(graph.sum(&powers));
        for _ in 0..4 {
            root = root.sqrt();
        }
        steps.gives([root.times(&base.inverse_limit()).expr()])
    }

    /// Returns the diagonal of `(h S)^16`.
    fn diagonal_of_power(&self) -> Vec<Expr> {
        let system = self.state.system;
        let (h, graph) = (system.h(), system.graph());
        let matrix = self.weighted_gram_matrix();
        let mut power = graph.matrix(&matrix.map(|entry| (h * graph.scalar(entry)).expr()));
        for _ in 0..4 {
            power = &power * &power;
        }
        let power = power.entries();
        (0..power.rows()).map(|i| power[(i, i)]).collect()
    }

    /// Returns `S = K B^T B`.
    fn weighted_gram_matrix(&self) -> Matrix {
        let system = self.state.system;
        let (mechanics, graph) = (system.mechanics, system.graph());
        let mut slopes = self.state.gradients_of_momenta();
        let m = slopes.len();
        slopes.extend(self.integrals.iter().map(|x| x.gradient.clone()));
        let slopes: Vec<_> = slopes.iter().map(Gradient::entries).collect();
        let n = slopes.len();
        let products = Matrix::from_fn(n, n, |i, j| slopes[i].dot(&slopes[j]).expr());

        let along = Matrix::from_fn(m, n, |i, j| products[(i, j)]);
        let gram_factor = mechanics.constraints.gram_factor(graph);
        let along = gram_factor.solve_matrix(graph, &along);
        Matrix::from_fn(n, n, |i, j| {
            if i < m {
                graph.scale(&self.gains.constraint, along[(i, j)])
            } else {
                graph.scale(&self.integrals[i - m].gain, products[(i, j)])
            }
        })
    }

    /// Returns `h` times the largest eigenvalue of `B K B^T`, estimated by its powers.
    fn by_iteration(&self, steps: &mut Steps<'m>, node: &Node<'m>) -> Scalar<'m> {
        let hessian = Hessian::of(self, steps, node, APPLICATIONS);
        let mut before = hessian.generic_direction();
        let mut last = hessian.along(steps, &before);
        for _ in 1..APPLICATIONS {
            (before, last) = (last.clone(), hessian.along(steps, &last));
        }
        last.dot(&last) / before.dot(&last)
    }
}
