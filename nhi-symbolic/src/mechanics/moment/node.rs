//! A moment of the motion at which the functions of the model are evaluated.

use crate::expr::formula::{Matrix, Scalar, Vector};
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::NullSpace;

use super::system::{ControlNode, System};

/// Configuration, velocity, controls and time.
#[derive(Clone, Debug)]
pub(crate) struct Node<'m> {
    pub(crate) system: System<'m>,
    pub(crate) q: Vector<'m>,
    pub(crate) v: Vector<'m>,
    pub(crate) controls: Vec<Expr>,
    pub(crate) time: Scalar<'m>,
}

/// Configuration, momentum and time. A momentum determines a velocity only together with the
/// constraints.
#[derive(Clone, Debug)]
pub(crate) struct MomentumNode<'m> {
    pub(crate) system: System<'m>,
    pub(crate) q: Vector<'m>,
    pub(crate) p: Vector<'m>,
    time: Scalar<'m>,
}

impl<'m> Node<'m> {
    /// Returns the moment at a fraction of the step, with the controls there.
    pub(crate) fn at_controls(&self, controls: &ControlNode) -> Self {
        Self {
            controls: controls.symbols.clone(),
            ..self.at_fraction(controls.fraction)
        }
    }

    /// Returns the moment at a fraction of the step.
    pub(crate) fn at_fraction(&self, fraction: Expr) -> Self {
        let system = self.system;
        let passed = system.graph().scalar(fraction) * system.h();
        Self {
            time: system.start().time + passed,
            ..self.clone()
        }
    }

    /// Returns the same moment under controls of the given symbols.
    pub(crate) fn under(&self, controls: &[Expr]) -> Self {
        Self {
            controls: controls.to_vec(),
            ..self.clone()
        }
    }

    /// Returns the same moment with another velocity.
    pub(crate) fn with_velocity(&self, v: &Vector<'m>) -> Self {
        Self {
            v: v.clone(),
            ..self.clone()
        }
    }

    /// Returns the same moment with a momentum instead of the velocity.
    pub(crate) fn with_momentum(&self, p: &Vector<'m>) -> MomentumNode<'m> {
        MomentumNode {
            system: self.system,
            q: self.q.clone(),
            p: p.clone(),
            time: self.time,
        }
    }

    /// Returns expressions in the model's symbols at this moment.
    pub(crate) fn values(&self, exprs: &[Expr]) -> Vector<'m> {
        self.values_with(exprs, &[], &[])
    }

    /// Returns expressions in the model's symbols and others at this moment, with values for the
    /// others.
    pub(crate) fn values_with(
        &self,
        exprs: &[Expr],
        others: &[Expr],
        their_values: &[Expr],
    ) -> Vector<'m> {
        self.system.visit(&self.q, &self.v, self.time);
        let here = self.system.start();
        let mut replacements = vec![(here.time.expr(), self.time.expr())];
        for (old, new) in [
            (here.q.entries(), self.q.entries()),
            (here.v.entries(), self.v.entries()),
            (here.controls, self.controls.clone()),
            (others.to_vec(), their_values.to_vec()),
        ] {
            replacements.extend(old.into_iter().zip(new));
        }
        let graph = self.system.graph();
        graph.vector(graph.substitute(exprs, &replacements))
    }

    /// Returns a formula in the model's own symbols, at this moment.
    pub(crate) fn formula(&self, of: impl FnOnce(&Self) -> Vec<Expr>) -> Vector<'m> {
        self.values(&of(&self.system.start()))
    }

    /// Returns a scalar function of the model at this moment.
    pub(crate) fn value(&self, expr: Expr) -> Scalar<'m> {
        self.system.graph().scalar(self.values(&[expr])[0])
    }

    /// Returns a matrix in the model's symbols at this moment.
    pub(crate) fn matrix(&self, matrix: &crate::expr::Matrix) -> Matrix<'m> {
        let entries = self.values(matrix.entries()).entries();
        self.system.graph().matrix(&matrix.with_entries(entries))
    }

    /// Returns the rates `K(q) v` of the entries of the configuration.
    pub(crate) fn rates(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let rates = mechanics.frame.rates(self.system.graph(), &mechanics.v);
        self.values(&rates)
    }

    /// Returns the momentum `L_v`.
    pub(crate) fn momentum(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.lagrangian.momentum)
    }

    /// Returns the gradient `L_q`.
    pub(crate) fn gradient(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.lagrangian.gradient)
    }

    /// Returns `L_q + f`, which changes the momentum apart from the constraints.
    pub(crate) fn applied_force(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let gradient = self.system.vector(&mechanics.lagrangian.gradient[..]);
        let total = gradient + self.system.vector(&mechanics.model.forces[..]);
        self.values(&total.entries())
    }

    /// Returns the forces `f`.
    pub(crate) fn forces(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.model.forces)
    }

    /// Returns the residual `A v + b` of the constraints.
    pub(crate) fn constraint_residual(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.constraints.residual)
    }

    /// Returns `q / h`, the value that a step adds its velocity to. The entries of group elements
    /// have no unit other than 1.
    pub(crate) fn background(&self) -> Vector<'m> {
        &self.q / self.system.h()
    }

    /// Returns the values that the multipliers of position constraints `phi(q + h u) = 0` are added
    /// to in `h Phi^T mu`, one column for each constraint. The multipliers move `u` by the
    /// round-off `phi_q q / h` of their constraint, so the values are
    /// `phi_q q / (h^2 Phi M^-1 Phi^T)`.
    ///
    /// The diagonal of `M` is sufficient, and exists even if `M` is singular.
    pub(crate) fn position_backgrounds(&self) -> Vec<Vector<'m>> {
        let mechanics = self.system.mechanics;
        let graph = self.system.graph();
        let background = |position: Expr| {
            let gradient = graph.gradient(position, &mechanics.q);
            let mobility = self.mobility(&mechanics.frame.along(graph, &gradient));
            if mobility == Graph::ZERO {
                return self.system.zeros(0);
            }
            let h = self.system.h();
            self.terms_of_product(&gradient, &mechanics.q) / (h * h * self.value(mobility))
        };
        let positions = mechanics.model.holonomic.iter();
        positions
            .map(|constraint| background(constraint.expr))
            .collect()
    }

    /// Returns the values of the terms of `slopes . x` that are not zero.
    fn terms_of_product(&self, slopes: &[Expr], x: &[Expr]) -> Vector<'m> {
        let graph = self.system.graph();
        let terms = slopes.iter().zip(x);
        let terms = terms.map(|(&slope, &x)| graph.mul(slope, x));
        let terms: Vec<_> = terms.filter(|&term| term != Graph::ZERO).collect();
        self.values(&terms)
    }

    /// Returns the sum of `slope_j^2 / M_jj` in the model's own symbols, for the slopes of a
    /// constraint by the velocities.
    fn mobility(&self, slopes: &[Expr]) -> Expr {
        let graph = self.system.graph();
        let mass = &self.system.mechanics.lagrangian.mass;
        let mobilities = slopes.iter().enumerate().filter_map(|(j, &slope)| {
            let is_moved = slope != Graph::ZERO && mass[(j, j)] != Graph::ZERO;
            is_moved.then(|| graph.div(graph.powi(slope, 2), mass[(j, j)]))
        });
        graph.sum(&mobilities.collect::<Vec<_>>())
    }

    /// Returns the values that the impulses `nu` of constraints are added to in `A^T nu`, one
    /// column for each constraint: `A v / (A M^-1 A^T)`, the impulses that move the velocity by its
    /// own size. They are sizes, so the diagonal of `M` is sufficient.
    pub(crate) fn impulse_backgrounds(&self) -> Vec<Vector<'m>> {
        let mechanics = self.system.mechanics;
        let matrix = &mechanics.constraints.matrix;
        let background = |i: usize| {
            let row = matrix.row(i);
            let mobility = self.mobility(row);
            if mobility == Graph::ZERO {
                return self.system.zeros(0);
            }
            self.terms_of_product(row, &mechanics.v) / self.value(mobility)
        };
        (0..matrix.rows()).map(background).collect()
    }

    /// Returns the backgrounds of the [parts](System::multiplier_parts) of all multipliers. Those
    /// of velocity constraints need none if these are affine: the equations are then linear in them
    /// or contain velocities. Otherwise a multiplier can be the only unknown that is left, and its
    /// own size vanishes if the constraint force does.
    pub(crate) fn multiplier_backgrounds(&self) -> Vec<Vector<'m>> {
        let system = self.system;
        let of_velocities = if system.has_affine_constraints() {
            vec![system.zeros(0)]
        } else {
            let impulses = self.impulse_backgrounds().into_iter();
            let impulses = impulses.take(system.mechanics.model.velocity_constraints());
            impulses.map(|impulse| impulse / system.h()).collect()
        };
        [of_velocities, self.position_backgrounds()].concat()
    }

    /// Returns the residuals `A v + b` of the velocity constraints, without those that are rates of
    /// position constraints.
    pub(crate) fn velocity_residual(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let of_velocities = ..mechanics.model.velocity_constraints();
        self.values(&mechanics.constraints.residual[of_velocities])
    }

    /// Returns the residuals `phi` of the position constraints.
    pub(crate) fn position_residual(&self) -> Vector<'m> {
        let positions = self.system.mechanics.model.holonomic.iter();
        let positions: Vec<_> = positions.map(|constraint| constraint.expr).collect();
        self.values(&positions)
    }

    /// Returns `Phi^T mu` with the rows of `A` that are rates of position constraints.
    pub(crate) fn position_reaction(&self, mu: &Vector<'m>) -> Vector<'m> {
        let first = self.system.mechanics.model.velocity_constraints();
        self.reaction(&self.system.zeros(first).chain(mu))
    }

    /// Returns `M^-1 Phi^T (Phi M^-1 Phi^T)^-1 phi`: the displacement of the configuration from the
    /// position constraints, to first order.
    pub(crate) fn position_correction(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.position_correction())
    }

    /// Returns `A^T lambda`.
    pub(crate) fn reaction(&self, lambda: &Vector<'m>) -> Vector<'m> {
        let transpose = self.system.mechanics.constraints.matrix.transpose();
        self.matrix(&transpose) * lambda
    }

    /// Returns `M^-1 A^T lambda`.
    pub(crate) fn constraint_acceleration(&self, lambda: &Vector<'m>) -> Vector<'m> {
        let constraints = &self.system.mechanics.constraints;
        self.matrix(constraints.weighted(self.system.graph())) * lambda
    }

    /// Returns the multipliers of the continuous motion.
    pub(crate) fn multipliers(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.multipliers)
    }

    /// Returns the constraint force `A^T lambda` of the continuous motion.
    pub(crate) fn constraint_force(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.constraint_force)
    }

    /// Returns the acceleration of the continuous motion.
    pub(crate) fn acceleration(&self) -> Vector<'m> {
        self.values(&self.system.mechanics.acceleration)
    }

    /// Returns `M^-1 (f - c)`: the acceleration without constraint forces.
    pub(crate) fn free_acceleration(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let force = self.system.vector(&mechanics.model.forces[..])
            - self.system.vector(&mechanics.lagrangian.bias[..]);
        let graph = self.system.graph();
        let acceleration = mechanics
            .lagrangian
            .mass_factor
            .solve(graph, &force.entries());
        self.values(&acceleration)
    }

    /// Returns the velocity on the constraints nearest to that of this moment in the metric `M`.
    pub(crate) fn projected_velocity(&self) -> Vector<'m> {
        self.of_velocity(|graph, w| self.system.mechanics.projection.project_velocity(graph, w))
    }

    /// Returns the same for a velocity that is slightly off the constraints, without adding its own
    /// round-off.
    pub(crate) fn corrected_velocity(&self) -> Vector<'m> {
        self.of_velocity(|graph, w| self.system.mechanics.projection.correct_velocity(graph, w))
    }

    /// Returns the velocity of this moment mirrored at the constraints, `(Id - 2 Q) v`.
    pub(crate) fn reflected_velocity(&self) -> Vector<'m> {
        self.of_velocity(|graph, w| self.system.mechanics.projection.reflect_velocity(graph, w))
    }

    /// Returns `D^T f`, the effect of a force along the distribution, with the basis at this
    /// moment.
    pub(crate) fn along(&self, null_space: &NullSpace, force: &Vector<'m>) -> Vector<'m> {
        let there = self.with_velocity(force);
        there.of_velocity(|graph, f| null_space.along(graph, f))
    }

    /// Returns the multipliers of a force `A^T lambda`; `None` if the distribution has no basis in
    /// closed form.
    pub(crate) fn multipliers_of(&self, force: &Vector<'m>) -> Option<Vector<'m>> {
        let null_space = self.system.null_space()?;
        let there = self.with_velocity(force);
        Some(there.of_velocity(|graph, f| null_space.multipliers(graph, f)))
    }

    /// Returns the multiplier `mu = (A M^-1 A^T)^-1 (A v + b)`: the nearest velocity on the
    /// constraints is `v - M^-1 A^T mu`.
    pub(crate) fn correction(&self) -> Vector<'m> {
        self.of_velocity(|graph, w| self.system.mechanics.projection.correction(graph, w))
    }

    /// Returns the multipliers `(A M^-1 A^T)^-1 A M^-1 (f - c)` of the part of the forces that the
    /// constraints bear.
    pub(crate) fn multipliers_against_forces(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let force = self.system.vector(&mechanics.model.forces[..])
            - self.system.vector(&mechanics.lagrangian.bias[..]);
        let graph = self.system.graph();
        let projection = &mechanics.projection;
        self.values(&projection.multipliers_against(graph, &force.entries()))
    }

    /// Returns the multipliers `(A M^-1 A^T)^-1 A M^-1 f` of the part of a force that the
    /// constraints bear.
    pub(crate) fn multipliers_against(&self, force: &Vector<'m>) -> Vector<'m> {
        let symbols = self.system.velocities("force", Role::Variable).entries();
        let projection = &self.system.mechanics.projection;
        let multipliers = projection.multipliers_against(self.system.graph(), &symbols);
        self.values_with(&multipliers, &symbols, &force.entries())
    }

    /// Returns `A M^-1 A^T lambda`: the change of the constraint residuals by an impulse
    /// `A^T lambda`.
    pub(crate) fn residual_of_impulse(&self, lambda: &Vector<'m>) -> Vector<'m> {
        let projection = &self.system.mechanics.projection;
        let graph = self.system.graph();
        self.values(&projection.residual_of_impulse(graph, &lambda.entries()))
    }

    fn of_velocity(
        &self,
        map: impl Fn(&'m crate::expr::Graph, &[Expr]) -> Vec<Expr>,
    ) -> Vector<'m> {
        self.values(&map(self.system.graph(), &self.system.mechanics.v))
    }

    /// Returns velocity and multipliers of the continuous motion, the contents of a sample.
    pub(crate) fn sampled(&self) -> Vec<Expr> {
        [self.v.entries(), self.multipliers().entries()].concat()
    }
}

impl<'m> MomentumNode<'m> {
    /// Returns the same moment with a velocity instead of the momentum.
    pub(crate) fn with_velocity(&self, v: &Vector<'m>) -> Node<'m> {
        Node {
            time: self.time,
            ..self.system.node(&self.q, v)
        }
    }

    /// Applies a map to the kinetic part `p - L_v(q, 0)` of the momentum. While the map is built,
    /// the symbols of the velocities represent the momentum.
    pub(crate) fn of_kinetic_momentum(
        &self,
        map: impl Fn(&'m crate::expr::Graph, &[Expr]) -> Vec<Expr>,
    ) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let kinetic = self.system.vector(&mechanics.v[..])
            - self.system.vector(&mechanics.lagrangian.rest_momentum[..]);
        let image = map(self.system.graph(), &kinetic.entries());
        self.with_velocity(&self.p).values(&image)
    }

    /// Returns the velocity on the constraints: `L_v(q, v) = p + A^T nu`, `A v + b = 0`, in closed
    /// form.
    pub(crate) fn nodal_velocity(&self) -> Vector<'m> {
        let projection = &self.system.mechanics.projection;
        self.of_kinetic_momentum(|graph, p| projection.velocity_of_momentum(graph, p))
    }

    /// Returns the momentum mirrored at the constraints, `(P^T - Q^T) p` for the kinetic part.
    pub(crate) fn reflected(&self) -> Vector<'m> {
        let mechanics = self.system.mechanics;
        let rest = self.system.vector(&mechanics.lagrangian.rest_momentum[..]);
        self.of_kinetic_momentum(|graph, p| {
            let reflected = mechanics.projection.reflect_momentum(graph, p);
            (graph.vector(reflected) + &rest).entries()
        })
    }

    /// Returns `M^-1 (p - L_v(q, 0))`, the velocity without regard to the constraints.
    pub(crate) fn free_velocity(&self) -> Vector<'m> {
        let factor = &self.system.mechanics.lagrangian.mass_factor;
        self.of_kinetic_momentum(|graph, p| factor.solve(graph, p))
    }
}
