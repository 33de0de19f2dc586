//! The growth of the alternating part of a velocity that is reflected at the constraints.
//!
//! With `y` on the constraints every momentum is `p = L_v(q, y) + A^T sigma`, and the reflection
//! changes the sign of `sigma`. To first order, two reflected steps are a step of `2h` along the
//! mean of two fields: that of the motion without constraints and its mirror image. If `sigma = 0`,
//! the mean is the motion under the constraints. Otherwise the mean keeps the odd part of the rate
//! of `sigma`: the mode behaves like motions without constraints that start with velocities
//! `y + w`, `w = M^-1 A^T sigma`. To first order in `s = G sigma`, `G = A M^-1 A^T`, this is the
//! linear equation
//!
//! `ds/dt = (dA/dt) w + d_w (A v + b) - A M^-1 d_v(M a + c - f) w`
//!
//! along a motion with velocity `v` and acceleration `a`. Here `d_w` is the derivative in the
//! direction `w` of the configuration, and `d_v` that with respect to the velocities. The latter
//! contains the effect of a moving mass matrix (its bias `c`, which on a group includes the
//! brackets), of a mass matrix that depends on velocities, and of forces that depend on velocities.
//! All of that vanishes for a constant mass matrix and forces that depend on positions. For a
//! sleigh that runs forwards at speed `v` the equation is `ds/dt = m a v / (I + m a^2) s`: the rate
//! at which the turning of the sleigh decays.
//!
//! If positions are constraints too, motions "without constraints" are those that keep the
//! positions, and only those `w` alternate along which the positions do not change. The part that
//! leaves the positions is determined again in every step.

use crate::expr::{Graph, Matrix, Rational, RoleSet, SpdFactor};
use crate::mechanics::{MassKind, Mechanics};

use super::{add, subtract};

/// The linear equation `ds/dt = R sigma`, `s = G sigma`, of the alternating part of a reflected
/// velocity, in terms of time, configuration, velocities and controls. Its kinetic energy is
/// `1/2 sigma . G sigma`.
#[derive(Clone, Debug)]
pub struct ReflectionGrowth {
    /// `R`, square, with one row for each velocity constraint.
    pub rates: Matrix,
    /// `G = A M^-1 A^T`. If positions are constraints, it is that of the part that leaves them
    /// unchanged.
    pub gram: Matrix,
}

/// The combinations `A - S^T G` of the velocity constraints `A` and the rates `G` of the positions,
/// whose velocities `M^-1 (A - S^T G)^T sigma` do not change the positions.
#[derive(Clone, Debug)]
pub(crate) struct KeepingPositions {
    /// The places of the velocity constraints among all.
    reflected: Vec<usize>,
    /// The places of the position constraints.
    positions: Vec<usize>,
    /// `S = (G M^-1 G^T)^-1 G M^-1 A^T`.
    pub shares: Matrix,
}

impl KeepingPositions {
    /// Combines the rows of a matrix, which has one for each constraint.
    fn rows(&self, graph: &Graph, rows: &Matrix) -> Matrix {
        let all: Vec<_> = (0..rows.columns()).collect();
        let leaving = rows.select(&self.positions, &all);
        let leaving = self.shares.transpose().mul(graph, &leaving);
        let rows = rows.select(&self.reflected, &all);
        let kept = subtract(graph, rows.entries(), leaving.entries());
        rows.with_entries(kept)
    }

    /// Combines the rows and the columns of a matrix, which has one of each for each constraint.
    pub(crate) fn both(&self, graph: &Graph, matrix: &Matrix) -> Matrix {
        let rows = self.rows(graph, matrix).transpose();
        self.rows(graph, &rows).transpose()
    }
}

impl Mechanics {
    /// Returns the growth of the alternating part of a reflected velocity along a motion; `None` if
    /// there are no constraints to reflect at.
    #[must_use]
    pub fn reflection_growth(&self) -> Option<ReflectionGrowth> {
        let is_affine = self.constraints.are_affine(&self.model.graph);
        let reflects =
            is_affine && !self.is_only_variational() && self.model.velocity_constraints() > 0;
        reflects.then(|| self.growth_of_reflected())
    }

    fn growth_of_reflected(&self) -> ReflectionGrowth {
        let graph = &self.model.graph;
        let (weighted, gram) = (
            self.constraints.weighted(graph),
            self.constraints.gram(graph),
        );
        let kept = self.keeping_positions();
        let directions = kept.rows(graph, &weighted.transpose()).transpose();
        ReflectionGrowth {
            rates: kept
                .rows(graph, &self.rates_of_residuals())
                .mul(graph, &directions),
            gram: kept.both(graph, gram),
        }
    }

    /// Returns how velocity constraints are combined with positions, so that they do not change
    /// these.
    pub(crate) fn keeping_positions(&self) -> KeepingPositions {
        let graph = &self.model.graph;
        let gram = self.constraints.gram(graph);
        let (reflected, positions): (Vec<_>, Vec<_>) =
            (0..gram.rows()).partition(|&i| i < self.model.velocity_constraints());
        let within = gram.select(&positions, &positions);
        let within = SpdFactor::new(graph, &within, RoleSet::PREPARED);
        KeepingPositions {
            shares: within.solve_matrix(graph, &gram.select(&positions, &reflected)),
            reflected,
            positions,
        }
    }

    /// Returns `B` with `G d(sigma)/dt = B sigma` relative to a transport that keeps
    /// `sigma . G sigma`: `d_w (A v + b) - A M^-1 [d_v(M a + c - f) - (dM/dt)/2] w` for
    /// `w = M^-1 A^T sigma`.
    ///
    /// This is `ds/dt - (dG/dt)/2 sigma` up to a skew-symmetric matrix, which does not change the
    /// size of `sigma`. If positions are constraints, their rows are the last ones.
    #[must_use]
    pub(crate) fn growth_beside_transport(&self) -> Matrix {
        let graph = &self.model.graph;
        let weighted = self.constraints.weighted(graph);
        let moved = self.moved_residuals();
        let moving = self.moving_state(graph);
        let mass_rate = graph.rates(self.lagrangian.mass.entries(), &moving);
        let half: Vec<_> = mass_rate
            .iter()
            .map(|&rate| graph.scale(&Rational::HALF, rate))
            .collect();
        let resistance = self.resistance();
        let resistance = resistance.with_entries(subtract(graph, resistance.entries(), &half));
        let resisted = weighted.transpose().mul(graph, &resistance);
        let kept = subtract(graph, moved.entries(), resisted.entries());
        moved.with_entries(kept).mul(graph, weighted)
    }

    /// Returns `d_w (A v + b)` as a matrix applied to `w`.
    fn moved_residuals(&self) -> Matrix {
        let graph = &self.model.graph;
        let moved = graph.jacobian(&self.constraints.residual, &self.q);
        moved.mul(graph, &self.frame.fields)
    }

    /// Returns `N` with the rates `N w` of the residuals `A v + b`, for velocities off the
    /// constraints by a small `w`, along motions without constraint forces.
    fn rates_of_residuals(&self) -> Matrix {
        let graph = &self.model.graph;
        let constraints = &self.constraints;
        let matrix = &constraints.matrix;
        let turning = graph.rates(matrix.entries(), &self.moving_configuration(graph));
        let moved = self.moved_residuals();
        let resisted = constraints
            .weighted(graph)
            .transpose()
            .mul(graph, &self.resistance());
        let kept = add(graph, &turning, moved.entries());
        matrix.with_entries(subtract(graph, &kept, resisted.entries()))
    }

    /// Returns `d_v(M a + c - f)` at the acceleration `a` of the motion.
    fn resistance(&self) -> Matrix {
        let graph = &self.model.graph;
        let lagrangian = &self.lagrangian;
        let free = subtract(graph, &lagrangian.bias, &self.model.forces);
        let of_bias = graph.jacobian(&free, &self.v);
        if lagrangian.mass_kind != MassKind::Velocity {
            return of_bias;
        }
        let accelerations = self
            .v
            .iter()
            .copied()
            .zip(self.acceleration.iter().copied());
        // `L_vv` is symmetric in all three of its derivatives, so its rate along `a` is `d_v(M a)`.
        let of_mass = graph.rates(
            lagrangian.mass.entries(),
            &accelerations.collect::<Vec<_>>(),
        );
        of_bias.with_entries(add(graph, of_bias.entries(), &of_mass))
    }
}
