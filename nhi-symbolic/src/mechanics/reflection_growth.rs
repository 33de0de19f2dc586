//! How the alternating part of a velocity that is reflected at the constraints grows.
//!
//! A reflection leaves the smooth part of a velocity on the constraints and changes the sign of
//! `w = M^-1 A^T (A M^-1 A^T)^-1 s`, with which the positions alternate by `-(h/2) w`. Put into the next
//! reflection, to first order in `h` and in `s`, that is the linear equation
//!
//! `ds/dt = (dA/dt) w + d_w (A v + b)`
//!
//! along a motion with velocity `v`, where `d_w` is the derivative in the direction `w` of the
//! configuration. For a sleigh that runs forwards at speed `v` it is
//! `ds/dt = m a v / (I + m a^2) s`: the rate at which the turning of the sleigh decays.

use crate::expr::{Expr, Role};
use crate::mechanics::{MassKind, Mechanics};

impl Mechanics {
    /// The matrix `K` of `ds/dt = K s`, row by row, over time, configuration and velocity; nothing where
    /// the mass matrix is not constant, for which the equation has further terms, where positions are constraints
    /// too, whose multipliers change the alternating part in every step, or where there is nothing to reflect at.
    #[must_use]
    pub fn reflection_growth(&self) -> Option<Vec<Expr>> {
        let is_covered = self.lagrangian.mass_kind == MassKind::Constant
            && self.frame.is_coordinate()
            && !self.is_only_variational()
            && !self.model.has_ideal_positions()
            && !self.constraints.is_empty();
        is_covered.then(|| self.growth_of_covered())
    }

    fn growth_of_covered(&self) -> Vec<Expr> {
        let graph = &self.model.graph;
        let constraints = &self.constraints;
        let m = constraints.len();
        let symbol = |i: usize| graph.symbol(&format!("alternating.{i}"), Role::Variable);
        let s: Vec<_> = (0..m).map(symbol).collect();
        let impulse = constraints.gram_factor(graph).solve(graph, &s);
        let w = constraints.weighted(graph).apply(graph, &impulse);
        let rate_of = |&entry: &Expr| {
            let along = graph.dot(&graph.gradient(entry, &self.q), &self.v);
            graph.add(along, graph.derivative(entry, self.model.time))
        };
        let rates: Vec<_> = constraints.matrix.entries().iter().map(rate_of).collect();
        let turning = constraints.matrix.with_entries(rates).apply(graph, &w);
        let moved = constraints.residual.iter();
        let moved = moved.map(|&x| graph.dot(&graph.gradient(x, &self.q), &w));
        let grown: Vec<_> = turning
            .into_iter()
            .zip(moved)
            .map(|(a, b)| graph.add(a, b))
            .collect();
        graph.jacobian(&grown, &s).entries().to_vec()
    }
}
