//! The solution of the equations of motion, in whichever of two forms is cheaper.

use crate::expr::{Expr, Graph, RoleSet};
use crate::model::Model;

use super::constraints::ConstraintDistribution;
use super::lagrangian::LagrangianDynamics;
use super::null_space::NullSpace;
use super::subtract;

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
    /// Takes the null-space form where it exists and has fewer operations: for the acceleration,
    /// which steps evaluate, and for the multipliers, which samples do.
    pub(super) fn derive(
        model: &Model,
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
        null_space: Option<&NullSpace>,
    ) -> Self {
        let graph = &model.graph;
        let forces = &model.forces;
        let range = Self::by_multipliers(graph, forces, lagrangian, constraints);
        let Some(null_space) = null_space else {
            return range;
        };
        let reduced = Self::by_basis(graph, forces, lagrangian, constraints, null_space);
        let weight = |exprs: &[Expr]| graph.cost(exprs, RoleSet::PREPARED).weight();
        let acceleration = [&reduced, &range].map(|motion| weight(&motion.acceleration));
        let reactions = [&reduced, &range]
            .map(|motion| weight(&[&motion.multipliers[..], &motion.constraint_force].concat()));
        let cheapest = |[by_basis, by_multipliers]: [u64; 2]| {
            if by_basis < by_multipliers {
                reduced.clone()
            } else {
                range.clone()
            }
        };
        Self {
            acceleration: cheapest(acceleration).acceleration,
            ..cheapest(reactions)
        }
    }

    /// `lambda = (A M^-1 A^T)^-1 [A M^-1 (c - f) - (dA/dt) v - db/dt]`, then `a`: a system of size m.
    fn by_multipliers(
        graph: &Graph,
        forces: &[Expr],
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
    ) -> Self {
        let resisted = subtract(graph, &lagrangian.bias, forces);
        let free = lagrangian.mass_factor.solve(graph, &resisted);
        let along = constraints.matrix.apply(graph, &free);
        let demanded = subtract(graph, &along, &constraints.rate);
        let multipliers = constraints.gram_factor.solve(graph, &demanded);
        let constraint_force = constraints.matrix.apply_transposed(graph, &multipliers);
        let from_constraints = constraints.weighted.apply(graph, &multipliers);
        let acceleration = subtract(graph, &from_constraints, &free);
        Self {
            multipliers,
            constraint_force,
            acceleration,
        }
    }

    /// `a = a_p + D (D^T M D)^-1 D^T (f - c - M a_p)` with any `a_p` that the constraints allow, a system of
    /// size n - m; then `A^T lambda = M a + c - f`.
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
