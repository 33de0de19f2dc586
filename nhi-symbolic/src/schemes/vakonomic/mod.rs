//! Integrators of vakonomic systems: stationary curves of the action under velocity constraints.
//!
//! They are not approximations of the nonholonomic motion, which obeys the Lagrange-d'Alembert
//! principle instead. The same Lagrangian and constraints define both, and in general the two
//! motions differ.

pub(super) mod gauss;
pub(super) mod rattle;

use crate::mechanics::ExtendedLagrangian;

use super::prelude::*;

const MOMENTA: StatePart = StatePart {
    name: "p",
    docs: "The momenta `p = L_v - g_v^T lambda`, conjugate to the coordinates.",
    kind: GroupKind::Momenta,
};

/// A moment with multipliers, at which the extended Lagrangian `F = L - lambda . g` is evaluated.
struct ExtendedNode<'m, 'e> {
    extended: &'e ExtendedLagrangian,
    node: Node<'m>,
    lambda: Vector<'m>,
}

impl<'m, 'e> ExtendedNode<'m, 'e> {
    fn new(extended: &'e ExtendedLagrangian, node: Node<'m>, lambda: &Vector<'m>) -> Self {
        Self {
            extended,
            node,
            lambda: lambda.clone(),
        }
    }

    /// Returns the momentum `F_v`.
    fn momentum(&self) -> Vector<'m> {
        self.values(&self.extended.momentum)
    }

    /// Returns the rate `F_q` of the momentum.
    fn gradient(&self) -> Vector<'m> {
        self.values(&self.extended.gradient)
    }

    /// Returns the constraints `g`, which must vanish.
    fn constraints(&self) -> Vector<'m> {
        self.node.values(&self.extended.constraints)
    }

    fn values(&self, exprs: &[Expr]) -> Vector<'m> {
        let lambda = self.lambda.entries();
        self.node.values_with(exprs, &self.extended.lambda, &lambda)
    }
}

impl<'m> MomentumNode<'m> {
    /// Returns velocity and multipliers that belong to the momentum: `v = w + M^-1 G^T lambda`,
    /// `lambda = -(G M^-1 G^T)^-1 (G w + b)` with `w = M^-1 (p - L_v(q, 0))`.
    fn velocity_and_multipliers(&self) -> [Vector<'m>; 2] {
        let projection = &self.system.mechanics.projection;
        let excess =
            self.of_kinetic_momentum(|graph, p| projection.correction_of_momentum(graph, p));
        [self.nodal_velocity(), -excess]
    }
}

impl<'m> Steps<'m> {
    /// Solves for velocity and multipliers of a momentum by Newton's method,
    /// `F_v(q, v, lambda) = p`, `g(q, v) = 0`, if there is no closed form. The guess is their value
    /// nearby.
    fn velocity_and_multipliers(
        &mut self,
        extended: &ExtendedLagrangian,
        at: &MomentumNode<'m>,
        guess: [Vector<'m>; 2],
    ) -> [Vector<'m>; 2] {
        let system = at.system;
        let [unknowns, solution] = [Role::Unknown, Role::Variable].map(|role| {
            [
                system.velocities("v_node", role),
                system.multipliers("lambda_node", role),
            ]
        });
        let [v, lambda] = &unknowns;
        let moving = ExtendedNode::new(extended, at.with_velocity(v), lambda);
        self.solve(Equations {
            unknowns: &unknowns,
            solution: &solution,
            guess: &guess,
            background: &[],
            definitions: system.definitions(),
            residuals: &[moving.momentum() - &at.p, moving.constraints()],
        });
        solution
    }
}
