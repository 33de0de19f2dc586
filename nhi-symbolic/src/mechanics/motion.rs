//! The solution of the equations of motion, in the cheaper of two forms. If the mass matrix may be
//! singular, it is the null-space form if there is a basis, and otherwise a form with the augmented
//! mass matrix.

use crate::expr::{Expr, Graph, RoleSet};
use crate::model::Model;

use super::constraints::ConstraintDistribution;
use super::inertia::Inertia;
use super::lagrangian::LagrangianDynamics;
use super::null_space::NullSpace;
use super::projection::Projection;
use super::{add, subtract};

/// Multipliers and acceleration of `M a + c = f + A^T lambda`, `A a + (dA/dt) v + db/dt = 0`.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    /// `lambda`.
    pub(super) multipliers: Vec<Expr>,
    /// `A^T lambda`.
    pub(super) constraint_force: Vec<Expr>,
    /// `a`.
    pub(super) acceleration: Vec<Expr>,
}

impl Motion {
    /// Chooses the null-space form if it exists and has fewer operations, separately for the
    /// acceleration, which steps evaluate, and for the multipliers, which samples evaluate.
    pub(super) fn derive(
        model: &Model,
        lagrangian: &LagrangianDynamics,
        projection: &Projection,
        null_space: Option<&NullSpace>,
    ) -> Self {
        let graph = &model.graph;
        let forces = &model.forces;
        let (constraints, inertia) = (projection.constraints(), projection.inertia());
        let by_multipliers =
            || Self::by_multipliers(graph, forces, lagrangian, constraints, inertia);
        let Some(null_space) = null_space else {
            return by_multipliers();
        };
        if inertia.is_augmented() {
            return Self::by_basis(graph, forces, lagrangian, constraints, null_space);
        }
        let range = constraints.has_metric().then(by_multipliers);
        let reduced = Self::by_basis(graph, forces, lagrangian, constraints, null_space);
        let of_reduced = reduced.weights(graph);
        if range.is_none() {
            let part = Self::part_of_multipliers(graph, forces, lagrangian, constraints);
            let least = graph.cost(&part, RoleSet::PREPARED).weight();
            if of_reduced.iter().all(|&weight| weight < least) {
                return reduced;
            }
        }
        let range = range.unwrap_or_else(by_multipliers);
        let of_range = range.weights(graph);
        let cheapest = |what: usize| {
            if of_reduced[what] < of_range[what] {
                reduced.clone()
            } else {
                range.clone()
            }
        };
        Self {
            acceleration: cheapest(0).acceleration,
            ..cheapest(1)
        }
    }

    /// Returns the operation counts of the acceleration, and of the multipliers with their force.
    fn weights(&self, graph: &Graph) -> [u64; 2] {
        let reactions = [&self.multipliers[..], &self.constraint_force].concat();
        [&self.acceleration, &reactions].map(|exprs| graph.cost(exprs, RoleSet::PREPARED).weight())
    }

    /// Returns `A M^-1 (c - f)`, a part of acceleration and multipliers [by
    /// multipliers](Self::by_multipliers) that does not need the metric.
    fn part_of_multipliers(
        graph: &Graph,
        forces: &[Expr],
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
    ) -> Vec<Expr> {
        let resisted = subtract(graph, &lagrangian.bias, forces);
        let free = lagrangian.mass_factor.solve(graph, &resisted);
        constraints.matrix.apply(graph, &free)
    }

    /// Solves `lambda = (A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`, then for `a`: a
    /// system of size m.
    ///
    /// With the augmented mass matrix `M_W a + c = f + A^T (lambda + W A a)`, where
    /// `A a = -(dA/dt) v - db/dt`.
    fn by_multipliers(
        graph: &Graph,
        forces: &[Expr],
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
        inertia: &Inertia,
    ) -> Self {
        let resisted = subtract(graph, &lagrangian.bias, forces);
        let free = inertia.factor.solve(graph, &resisted);
        let along = constraints.matrix.apply(graph, &free);
        let demanded = subtract(graph, &along, &constraints.rate);
        let multipliers = constraints.gram_factor(graph).solve(graph, &demanded);
        let excess = inertia.weighed(graph, &constraints.rate);
        let of_mass = add(graph, &multipliers, &excess);
        let constraint_force = constraints.matrix.apply_transposed(graph, &of_mass);
        let from_constraints = constraints.weighted(graph).apply(graph, &multipliers);
        let acceleration = subtract(graph, &from_constraints, &free);
        Self {
            multipliers: of_mass,
            constraint_force,
            acceleration,
        }
    }

    /// Computes `a = a_p + D (D^T M D)^-1 D^T (f - c - M a_p)` with any `a_p` that the constraints
    /// allow, a system of size n - m. Then `A^T lambda = M a + c - f`.
    fn by_basis(
        graph: &Graph,
        forces: &[Expr],
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
        null_space: &NullSpace,
    ) -> Self {
        let demanded = null_space.particular_for(graph, &constraints.rate);
        let inertial = lagrangian.inertial_force(graph, &demanded);
        let opposed = subtract(graph, &inertial, forces);
        let response = null_space.response(graph, &opposed);
        let acceleration = subtract(graph, &demanded, &response);
        let inertial = lagrangian.inertial_force(graph, &acceleration);
        let constraint_force = subtract(graph, &inertial, forces);
        let multipliers = null_space.multipliers(graph, &constraint_force);
        Self {
            multipliers,
            constraint_force,
            acceleration,
        }
    }
}

#[cfg(test)]
mod tests;
