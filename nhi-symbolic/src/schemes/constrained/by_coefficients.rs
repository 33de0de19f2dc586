//! Steps that are solved for coefficients `s` of the discrete velocity in a basis of the
//! distribution.
//!
//! `u = D(q_c) s + v_p(q_c)` with `q_c = q_k + c h u` satisfies the constraint for any `s`. This is
//! an explicit formula if the coordinates have an order in which the velocity along each depends
//! only on those before it. Sleighs, boards and discs have such an order: first the angles, then
//! the positions. The remaining equations are `D(q_k)^T (jump) = 0`. They are as many as there are
//! degrees of freedom, without multipliers, and without a residual of the constraint.
//!
//! Source: S. Leyendecker, J. E. Marsden, M. Ortiz, *Variational integrators for constrained
//! dynamical systems*, ZAMM 88, 2008, doi:10.1002/zamm.200700173: the null space method with nodal
//! reparametrisation.

use super::super::prelude::*;
use super::{Method, Solution, State};
use crate::mechanics::NullSpace;

/// A step of a method from a state.
pub(super) struct ByCoefficients<'m, 's> {
    method: &'s Method,
    state: &'s State<'m>,
    system: System<'m>,
    null_space: &'m NullSpace,
    order: Vec<usize>,
}

/// The discrete velocity, and the point at which it is constrained.
struct Motion<'m> {
    u: Vector<'m>,
    q_c: Vector<'m>,
}

impl<'m, 's> ByCoefficients<'m, 's> {
    /// Returns the step in this form; `None` if there is no such formula.
    pub(super) fn of(method: &'s Method, state: &'s State<'m>, system: System<'m>) -> Option<Self> {
        let mechanics = system.mechanics;
        let is_plain = mechanics.frame.is_coordinate()
            && !mechanics.model.has_ideal_positions()
            && state.v.is_none();
        let null_space = system.null_space().filter(|_| is_plain)?;
        let order = null_space.triangular_order(system.graph(), &mechanics.q)?;
        Some(Self {
            method,
            state,
            system,
            null_space,
            order,
        })
    }

    pub(super) fn solve(&self, step: &mut Steps<'m>, controls: &[ControlNode]) -> Solution<'m> {
        let [s, solved] = [("s", Role::Unknown), ("s_step", Role::Variable)]
            .map(|(name, role)| self.coefficients(name, role));
        let guess = self.first_guess(step, controls);
        let mut definitions = self.system.definitions();
        let Motion { u, q_c } = self.motion(&mut definitions, &s);
        let here = self.system.node(&self.state.q, &u);
        let nodes = self
            .method
            .nodes(&mut definitions, &here, Some(&q_c), controls);
        let jump = self.method.jump(&nodes, self.state);
        step.solve(Equations {
            unknowns: &[s],
            solution: core::slice::from_ref(&solved),
            guess: &[guess],
            background: &[here.background()],
            definitions,
            residuals: &[self.simplified(&here.along(self.null_space, &jump))],
        });
        let Motion { u, q_c } = self.motion(step, &solved);
        Solution {
            u,
            q_c: Some(q_c),
            lambda: None,
        }
    }

    /// Simplifies values, so that rotations into the basis and out of it cancel.
    fn simplified(&self, values: &Vector<'m>) -> Vector<'m> {
        let graph = self.system.graph();
        let values = values.entries().into_iter();
        let simple = values.map(|x| graph.simplify(x, RoleSet::ALL_BUT_UNKNOWNS));
        self.system.column(simple)
    }

    fn coefficients(&self, prefix: &str, role: Role) -> Vector<'m> {
        let labels: Vec<_> = (0..self.null_space.dimension())
            .map(|i| i.to_string())
            .collect();
        let labels = labels.iter().map(String::as_str);
        self.system.symbols(prefix, labels, role)
    }

    /// Computes `u`, and names for `q_c`, coordinate by coordinate. The entries of `u` have no
    /// names, so `u` is simplified together with the expressions that contain it.
    fn motion(&self, naming: &mut impl Naming<'m>, s: &Vector<'m>) -> Motion<'m> {
        let (system, c) = (self.system, &self.method.constraint_at);
        let (graph, passed) = (system.graph(), system.h().times(c));
        let velocity = self.null_space.velocity_of(graph, &s.entries());
        let here = system.start();
        let mut known = vec![(here.time.expr(), (here.time + passed).expr())];
        let mut u = vec![Graph::ZERO; velocity.len()];
        let mut q_c = self.state.q.entries();
        for &i in &self.order {
            // Not through a node, because the intermediate configurations are not moments of the
            // motion.
            u[i] = graph.substitute(&velocity[i..=i], &known)[0];
            let label = &[system.mechanics.model.velocities[i].name.clone()];
            let moved = self.state.q.scalar(i) + passed * graph.scalar(u[i]);
            let moved = system.vector(vec![moved.expr()]);
            q_c[i] = naming.name_entries("q_at", label, &moved)[0];
            known.push((system.mechanics.q[i], q_c[i]));
        }
        Motion {
            u: system.vector(u),
            q_c: system.vector(q_c),
        }
    }

    /// Returns `s_k + (h/2) ds/dt`, of second order.
    fn first_guess(&self, step: &mut Steps<'m>, controls: &[ControlNode]) -> Vector<'m> {
        let (system, mechanics) = (self.system, self.system.mechanics);
        let (graph, lagrangian) = (system.graph(), &mechanics.lagrangian);
        let arriving = system.node(&self.state.q, &self.state.p);
        let arriving = arriving.with_momentum(&self.state.p);
        let s = arriving
            .of_kinetic_momentum(|graph, p| self.null_space.coefficients(graph, lagrangian, p));
        let labels: Vec<_> = (0..s.len()).map(|i| i.to_string()).collect();
        let s = step.name_entries("s_arriving", &labels, &s);
        let v = arriving.with_velocity(&self.state.p);
        let v = v.values(&self.null_space.velocity_of(graph, &s.entries()));
        let v = step.name("v_arriving", &v);

        let symbols = self.coefficients("s_there", Role::Variable).entries();
        let moving = mechanics.moving_configuration(graph);
        let forces = &mechanics.model.forces;
        let rates = self
            .null_space
            .rates_of_coefficients(graph, lagrangian, forces, &symbols, &moving);
        let here = system.node(&self.state.q, &v).under(&controls[0].symbols);
        let rates = here.values_with(&rates, &symbols, &s.entries());
        s + system.h() / 2 * rates
    }
}
