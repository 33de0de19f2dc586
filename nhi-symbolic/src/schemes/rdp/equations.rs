//! The equations of a step, and its results.

use crate::expr::formula::Matrix;
use crate::mechanics::Reduction;
use crate::mechanics::group::Retraction;

use super::super::prelude::*;
use super::{Method, Point, State};

/// A step with given velocities: the point at which its functions are evaluated, and some of their
/// values.
struct Middle<'m> {
    /// The point at `r_a`, `t + a h`.
    point: Point<'m>,
    /// `h xi`.
    moved: Vector<'m>,
    /// `mu = l_xi`.
    body_momentum: Vector<'m>,
}

impl<'m> Method<'m> {
    pub(super) fn step(&self, state: &State<'m>, controls: &ControlNode) -> Block {
        let (system, reduction) = (self.system, self.reduction);
        let graph = system.graph();
        let mut step = system.steps();
        let [u, w] = self.solve(&mut step, state, controls);

        let mut middle = self.middle(&mut step, state, controls, [&u, &w]);
        let r_next = &state.r + system.h() * &u;
        let group = reduction.group();
        let element = group.retract(graph, self.retraction, &middle.moved.entries());
        let mut g_next = system.vector(group.compose(graph, &state.g.entries(), &element));
        if reduction.depends_on_element(graph) {
            g_next = step.name_entries("g_next", &self.labels.element, &g_next);
            middle.point = middle.point.with_element(&g_next);
        }
        let arrived = self.arrived(&middle, &system.vector(element));
        let [shape_impulse, body_impulse] = self.impulses(&middle.point, &self.alpha);
        let shape_momentum = middle.point.shape_momentum() + shape_impulse;
        let body_momentum = arrived + body_impulse;
        let body_momentum = step.name_entries("pi_next", &self.labels.body, &body_momentum);
        let q_next = reduction
            .splitting
            .join(graph, &r_next.entries(), &g_next.entries());
        let q_next = step.orthonormalised(&system.vector(q_next));
        step.gives(entries([&q_next, &shape_momentum, &body_momentum, &u, &w]))
    }

    /// Adds the equations of the step and returns the symbols of `u` and `w`.
    fn solve(
        &self,
        step: &mut Steps<'m>,
        state: &State<'m>,
        controls: &ControlNode,
    ) -> [Vector<'m>; 2] {
        let unknowns = self.velocities("", Role::Unknown);
        let solution = self.velocities("_step", Role::Variable);
        if unknowns.iter().all(Vector::is_empty) {
            return solution;
        }
        let mut definitions = self.system.definitions();
        let middle = self.middle(&mut definitions, state, controls, unknowns.each_ref());
        let [shape, body] = self.jumps(state, &middle);
        let body = definitions.name_entries("j", &self.labels.body, &body);
        let node = self.node(state);
        let background = [&state.r, &state.g].map(|place| place / self.system.h());
        if self.is_solved_in_frame() {
            let lift = node.matrix(&self.reduction.lift);
            let directions = node.matrix(&self.reduction.directions);
            step.solve(Equations {
                unknowns: &unknowns,
                solution: &solution,
                guess: core::slice::from_ref(&state.guess),
                background: &background,
                residuals: &[
                    shape - lift.transpose() * &body,
                    directions.transpose() * &body,
                ],
                definitions,
            });
        } else {
            let reaction = self.system.multipliers("nu", Role::Unknown);
            let [of_shape, of_body] = self.constraints_at(&node);
            let constrained = self.constrained(&mut definitions, state, &middle);
            let [u, xi] = &unknowns;
            let violation = self.violation(&constrained, u, xi);
            let violation = self.with_positions(&mut definitions, state, &middle, u, violation);
            let residuals = [
                shape - of_shape.transpose() * &reaction,
                body - of_body.transpose() * &reaction,
                violation,
            ];
            let (parts, backgrounds) = self.reaction_parts(state, &reaction);
            let [u_step, xi_step] = solution.clone();
            step.solve(Equations {
                unknowns: &[&unknowns[..], &parts].concat(),
                solution: &[
                    u_step,
                    xi_step,
                    self.system.multipliers("nu_step", Role::Variable),
                ],
                guess: &[state.guess.clone(), self.system.zeros(reaction.len())],
                background: &[&background[..], &backgrounds].concat(),
                residuals: &residuals,
                definitions,
            });
        }
        solution
    }

    /// Returns the node from which the step starts, with any velocity.
    fn node(&self, state: &State<'m>) -> Point<'m> {
        let Reduction { u, xi, .. } = self.reduction;
        let [u, xi] = [u, xi].map(|symbols| self.system.vector(&symbols[..]));
        self.point([&state.r, &state.g], &u, &xi)
    }

    /// Returns `(A_u, A_xi)`.
    fn constraints_at(&self, point: &Point<'m>) -> [Matrix<'m>; 2] {
        let reduction = self.reduction;
        [&reduction.shape_constraints, &reduction.body_constraints].map(|part| point.matrix(part))
    }

    /// Returns `A_u u + A_xi xi + b`.
    fn violation(&self, point: &Point<'m>, u: &Vector<'m>, xi: &Vector<'m>) -> Vector<'m> {
        let [of_shape, of_body] = self.constraints_at(point);
        of_shape * u + of_body * xi + point.values(&self.reduction.offset)
    }

    /// Returns the point `r_a` of a step with its body velocity.
    fn middle(
        &self,
        naming: &mut impl Naming<'m>,
        state: &State<'m>,
        controls: &ControlNode,
        [u, w]: [&Vector<'m>; 2],
    ) -> Middle<'m> {
        let (system, reduction, labels) = (self.system, self.reduction, &self.labels);
        let h = system.h();
        let r = naming.name_entries(
            "r_at",
            &labels.shape,
            &(&state.r + h.times(&self.alpha) * u),
        );
        let mut point = self.point([&r, &state.g], u, &system.vector(&reduction.xi[..]));
        point.node = point.node.at_controls(controls);
        point.xi = if self.is_solved_in_frame() {
            let xi = reduction.body_velocity(system.graph(), &u.entries(), &w.entries());
            naming.name_entries("xi", &labels.body, &point.values(&xi))
        } else {
            w.clone()
        };
        let moved = naming.name_entries("h_xi", &labels.body, &(h * &point.xi));
        let body_momentum = naming.name_entries("mu", &labels.body, &point.body_momentum());
        Middle {
            point,
            moved,
            body_momentum,
        }
    }

    /// Returns the parts of the impulses of the constraints, and the values that they are added to.
    fn reaction_parts(
        &self,
        state: &State<'m>,
        reaction: &Vector<'m>,
    ) -> (Vec<Vector<'m>>, Vec<Vector<'m>>) {
        let system = self.system;
        if !system.mechanics.model.has_ideal_positions() {
            return (vec![reaction.clone()], Vec::new());
        }
        let here = system.node(&state.q, &system.start().v);
        let multipliers = here.multiplier_backgrounds().into_iter();
        let impulses = multipliers.map(|background| system.h() * background);
        (system.multiplier_parts(reaction), impulses.collect())
    }

    /// Returns residuals of constraints, with those of positions at the end of the step instead of
    /// their rates.
    fn with_positions(
        &self,
        naming: &mut impl Naming<'m>,
        state: &State<'m>,
        middle: &Middle<'m>,
        u: &Vector<'m>,
        residuals: Vector<'m>,
    ) -> Vector<'m> {
        let system = self.system;
        let model = &system.mechanics.model;
        if !model.has_ideal_positions() {
            return residuals;
        }
        let graph = system.graph();
        let of_velocities = residuals.part(0..model.velocity_constraints());
        let element =
            self.reduction
                .group()
                .retract(graph, self.retraction, &middle.moved.entries());
        let g = self
            .reduction
            .group()
            .compose(graph, &state.g.entries(), &element);
        let r = &state.r + system.h() * u;
        let end = self.reduction.splitting.join(graph, &r.entries(), &g);
        let end = naming.name("q_end", &system.vector(end));
        let end = system
            .node(&end, &middle.point.node.v)
            .at_fraction(Graph::ONE);
        of_velocities.chain(&(end.position_residual() / system.h()))
    }

    /// Returns the point of a step at which its velocities obey the constraints: the middle, with
    /// the group element there if they depend on it.
    fn constrained(
        &self,
        naming: &mut impl Naming<'m>,
        state: &State<'m>,
        middle: &Middle<'m>,
    ) -> Point<'m> {
        if !self.reduction.has_constraints_of_element {
            return middle.point.clone();
        }
        let (system, group) = (self.system, self.reduction.group());
        let moved = system.number(self.alpha.clone()) * &middle.moved;
        let element = group.retract(system.graph(), self.retraction, &moved.entries());
        let g = group.compose(system.graph(), &state.g.entries(), &element);
        let g = naming.name_entries("g_at", &self.labels.element, &system.vector(g));
        middle.point.with_element(&g)
    }

    /// Returns `(s, j) = (l_u - (1-a) h (l_r + f_r) - p, m - (1-a) h f_xi - pi)`: the impulse of
    /// the constraints.
    fn jumps(&self, state: &State<'m>, middle: &Middle<'m>) -> [Vector<'m>; 2] {
        let rest = &Rational::ONE - &self.alpha;
        let [shape_impulse, body_impulse] = self.impulses(&middle.point, &rest);
        let shape = middle.point.shape_momentum();
        let body = self.inverse_differential(&middle.moved).transpose() * &middle.body_momentum;
        [
            shape - shape_impulse - &state.shape_momentum,
            body - body_impulse - &state.body_momentum,
        ]
    }

    /// Returns `m'`, the body momentum seen from the end of the step: `(dtau^-1_{-h xi})^T mu`. If
    /// the retraction of the opposite element is not the inverse, it is `Ad*` of `m`.
    fn arrived(&self, middle: &Middle<'m>, element: &Vector<'m>) -> Vector<'m> {
        let mu = &middle.body_momentum;
        if self.retraction == Retraction::Ccsk {
            let departed = self.inverse_differential(&middle.moved).transpose() * mu;
            let graph = self.system.graph();
            let adjoint = self.reduction.group().adjoint(graph, &element.entries());
            return graph.matrix(&adjoint).transpose() * departed;
        }
        self.inverse_differential(&-&middle.moved).transpose() * mu
    }

    /// Returns `dtau^-1` at a body displacement.
    fn inverse_differential(&self, moved: &Vector<'m>) -> Matrix<'m> {
        let graph = self.system.graph();
        let (tau, differential) = (self.retraction, self.differential);
        let group = self.reduction.group();
        let matrix = group.inverse_differential(graph, tau, differential, &moved.entries());
        graph.matrix(&matrix)
    }

    /// Returns `fraction h (l_r + f_r, f_xi)` in the middle of the step, with the group element of
    /// its beginning or of its end.
    fn impulses(&self, point: &Point<'m>, fraction: &Rational) -> [Vector<'m>; 2] {
        let (system, reduction) = (self.system, self.reduction);
        let time = system.h().times(fraction);
        let shape = system.vector(&reduction.shape_gradient[..])
            + system.vector(&reduction.shape_forces[..]);
        [&shape.entries(), &reduction.body_forces]
            .map(|forces| (time * point.values(forces)).multiplied())
    }
}
