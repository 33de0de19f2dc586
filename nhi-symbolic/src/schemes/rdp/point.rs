//! A moment of the step at which the reduced mechanics is evaluated.

use crate::expr::{Expr, Matrix};
use crate::mechanics::Reduction;
use crate::schemes::builder::SchemeBuilder;

/// Configuration, velocities, controls and time. The group element matters where a potential or a
/// force depends on it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) r: Vec<Expr>,
    pub(super) g: Vec<Expr>,
    pub(super) u: Vec<Expr>,
    pub(super) xi: Vec<Expr>,
    pub(super) controls: Vec<Expr>,
    pub(super) time: Expr,
}

impl Point {
    /// A shape at the beginning of the step, for functions of shape and time.
    pub(super) fn of_shape(builder: &SchemeBuilder<'_>, reduction: &Reduction, r: &[Expr]) -> Self {
        Self {
            r: r.to_vec(),
            g: reduction.g.clone(),
            u: reduction.u.clone(),
            xi: reduction.xi.clone(),
            controls: builder.initial_node().controls,
            time: builder.time,
        }
    }

    /// Expressions of the reduction at this point.
    pub(super) fn values(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        exprs: &[Expr],
    ) -> Vec<Expr> {
        let here = builder.initial_node();
        let mut replacements = vec![(here.time, self.time)];
        for (old, new) in [
            (&reduction.r, &self.r),
            (&reduction.g, &self.g),
            (&reduction.u, &self.u),
            (&reduction.xi, &self.xi),
            (&here.controls, &self.controls),
        ] {
            replacements.extend(old.iter().copied().zip(new.iter().copied()));
        }
        builder.graph().substitute(exprs, &replacements)
    }

    /// A matrix of the reduction at this point.
    pub(super) fn matrix(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        matrix: &Matrix,
    ) -> Matrix {
        matrix.with_entries(self.values(builder, reduction, matrix.entries()))
    }
}
