//! Discrete Lagrangians on Q: quadratures and their momenta, including the discrete forces.
//!
//! `-D1 Ld` is the momentum at the beginning of a step, `D2 Ld` the one at its end. With the
//! discrete velocity `u = (q1 - q0) / h` and `F = L_q + f`:
//!
//! - `h L(q_a, u)`, `q_a = q0 + a h u`: `-D1 = L_v - (1 - a) h F`, `D2 = L_v + a h F`, at `q_a`;
//! - `h/2 [L(q0, u) + L(q1, u)]`: `-D1 = (p0 + p1)/2 - h/2 F_0`, `D2 = (p0 + p1)/2 + h/2 F_1`.
//!
//! On a Lie group `u` is the body velocity `xi` of a step `g1 = g0 sigma(h xi)`,
//! `sigma(h xi) = tau(x)^2` with the middle `g0 tau(x)`, `x = h xi / 2`. The momenta are
//! trivialised in the body frames of the two ends. The momentum of the step is carried to the ends
//! by `(d sigma^-1_(+-h xi))^T`, and a force at the middle by `2 (Id + Ad_tau(+-x))^-T`. Both are
//! the identity in coordinates:
//!
//! - `-D1 = (d sigma^-1_(h xi))^T L_v - h (Id + Ad_tau(x))^-T F`,
//!   `D2 = (d sigma^-1_(-h xi))^T L_v + h (Id + Ad_tau(-x))^-T F`, at `g0 tau(x)`;
//! - with the trapezoidal rule the forces of the ends are in their frames already.
//!
//! Source: J. E. Marsden, M. West, *Discrete mechanics and variational integrators*, Acta Numerica
//! 2001, doi:10.1017/S096249290100006X; on groups J. E. Marsden, S. Pekarsky, S. Shkoller,
//! *Discrete Euler-Poincaré and Lie-Poisson equations*, 1999, doi:10.1088/0951-7715/12/6/314.

use super::prelude::*;
use crate::mechanics::group::Retraction;
use crate::mechanics::needs::is_separable;

/// The map by which group elements move in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepMap {
    /// The exponential map.
    Exp,
    /// The Cayley map of half the step, twice.
    Cayley,
}
words!("retraction" => StepMap { Exp, Cayley });

impl From<StepMap> for Retraction {
    fn from(map: StepMap) -> Self {
        match map {
            StepMap::Exp => Self::Exp,
            StepMap::Cayley => Self::Cayley,
        }
    }
}

/// A discrete Lagrangian, the action of a step.
#[derive(Clone, Debug)]
pub(super) struct DiscreteLagrangian {
    pub(super) quadrature: Quadrature,
    pub(super) retraction: Retraction,
}

/// The quadrature of a discrete Lagrangian with the discrete velocity `u = (q1 - q0) / h`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Quadrature {
    /// `h/2 [L(q0, u) + L(q1, u)]`.
    Trapezoidal,
    /// `h L((1 - alpha) q0 + alpha q1, u)`; one half is the midpoint rule.
    Alpha(Rational),
}

/// The two momenta of a step.
pub(super) struct Momenta<'m> {
    /// `-D1 Ld`.
    pub(super) left: Vector<'m>,
    /// `D2 Ld`.
    pub(super) right: Vector<'m>,
}

impl Quadrature {
    /// Returns the midpoint rule.
    pub(super) fn midpoint() -> Self {
        Self::Alpha(Rational::HALF)
    }
}

impl DiscreteLagrangian {
    /// Returns the points of a step at which the controls are read.
    pub(super) fn control_nodes(&self, system: System<'_>) -> Vec<ControlNode> {
        match &self.quadrature {
            Quadrature::Trapezoidal => [Graph::ZERO, Graph::ONE]
                .map(|fraction| system.controls_at(fraction))
                .to_vec(),
            Quadrature::Alpha(alpha) => {
                vec![system.controls_at(system.number(alpha.clone()).expr())]
            }
        }
    }

    /// Returns the moments at which the rule evaluates the Lagrangian of a step that begins at
    /// `here`, whose velocity is the discrete one. `name` names their configurations.
    pub(super) fn nodes<'m>(
        &self,
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
        controls: &[ControlNode],
    ) -> Vec<Node<'m>> {
        let points = match &self.quadrature {
            Quadrature::Trapezoidal => vec![here.q.clone(), self.along(here, &Rational::ONE)],
            Quadrature::Alpha(alpha) => vec![self.along(here, alpha)],
        };
        let points: Vec<_> = points.iter().map(|q| name.name("q_at", q)).collect();
        Self::nodes_at(&points, here, controls)
    }

    /// Returns the same moments with configurations that already have names.
    pub(super) fn nodes_at<'m>(
        points: &[Vector<'m>],
        here: &Node<'m>,
        controls: &[ControlNode],
    ) -> Vec<Node<'m>> {
        let nodes = points.iter().zip(controls);
        nodes
            .map(|(q, controls)| here.system.node(q, &here.v).at_controls(controls))
            .collect()
    }

    /// Returns the momenta of a step, given the moments at which it is evaluated.
    pub(super) fn momenta<'m>(&self, nodes: &[Node<'m>]) -> Momenta<'m> {
        let h = nodes[0].system.h();
        let step = self.displacement(&nodes[0]);
        match &self.quadrature {
            Quadrature::Trapezoidal => {
                let kick = |node: &Node<'m>| (h / 2 * node.applied_force()).multiplied();
                let (first, last) = (kick(&nodes[0]), kick(&nodes[1]));
                let half = Rational::HALF;
                let (before, after) = (nodes[0].momentum(), nodes[1].momentum());
                let mean = Vector::combination(&[(half.clone(), &before), (half, &after)]);
                Momenta {
                    left: step.departing(&mean) - first,
                    right: step.arriving(&mean) + last,
                }
            }
            Quadrature::Alpha(alpha) => {
                let (momentum, force) = (nodes[0].momentum(), nodes[0].applied_force());
                let before = h.times(&(&Rational::ONE - alpha));
                let after = h.times(alpha);
                Momenta {
                    left: step.departing(&momentum) - before * step.force_before(&force, alpha),
                    right: step.arriving(&momentum) + after * step.force_after(&force, alpha),
                }
            }
        }
    }

    /// Returns the symbols of the solution `u` of `-D1 Ld = p`, for a step that begins at `here`,
    /// whose velocity is the guess.
    pub(super) fn free_step<'m>(
        &self,
        step: &mut Steps<'m>,
        here: &Node<'m>,
        p: &Vector<'m>,
        controls: &[ControlNode],
    ) -> Vector<'m> {
        let system = step.system();
        let u = system.velocities("u", Role::Unknown);
        let solution = system.velocities("v_step", Role::Variable);
        let mut definitions = system.definitions();
        let start = here.with_velocity(&u);
        let nodes = self.nodes(&mut definitions, &start, controls);
        let jump = self.momenta(&nodes).left - p;
        if !system.mechanics.model.has_ideal_positions() {
            step.solve(Equations {
                residuals: &[jump],
                unknowns: &[u],
                solution: core::slice::from_ref(&solution),
                guess: core::slice::from_ref(&here.v),
                background: &[here.background()],
                definitions,
            });
            return solution;
        }
        let mu = system.positions("mu", Role::Unknown);
        let ends = self.end_positions(&mut definitions, &start);
        let impulse = (system.h() * here.position_reaction(&mu)).multiplied();
        step.solve(Equations {
            residuals: &[jump - impulse, ends],
            guess: &[here.v.clone(), system.zeros(mu.len())],
            background: &[vec![here.background()], here.position_backgrounds()].concat(),
            solution: &[
                solution.clone(),
                system.positions("mu_step", Role::Variable),
            ],
            unknowns: &[vec![u], system.apart(&mu)].concat(),
            definitions,
        });
        solution
    }

    /// Returns the residuals `phi(q_1) / h` of the position constraints at the end of the step from
    /// a node.
    pub(super) fn end_positions<'m>(
        &self,
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
    ) -> Vector<'m> {
        let end = name.name("q_end", &self.along(here, &Rational::ONE));
        let end = here.system.node(&end, &here.v).at_fraction(Graph::ONE);
        end.position_residual() / here.system.h()
    }

    /// Returns true if `-D1 Ld = p` is an explicit formula for the velocity.
    ///
    /// On a group this also holds if the kinetic energy has no bias, as for a homogeneous ball. Its
    /// momentum is parallel to the axis of the step, along which the differential of the
    /// exponential map is the identity.
    pub(super) fn is_explicit(&self, system: System<'_>) -> bool {
        let moves_straight =
            system.mechanics.frame.is_coordinate() || self.retraction == Retraction::Exp;
        self.quadrature == Quadrature::Trapezoidal
            && moves_straight
            && !system.mechanics.model.has_ideal_positions()
            && is_separable(system.mechanics)
    }

    /// Returns the point that the step from a node, whose velocity is the discrete one, reaches at
    /// a fraction of its way.
    pub(super) fn along<'m>(&self, here: &Node<'m>, fraction: &Rational) -> Vector<'m> {
        self.displacement(here).from(&here.q, fraction)
    }

    /// Returns the displacement of a step that has the velocity of a node.
    pub(super) fn displacement<'m>(&self, node: &Node<'m>) -> Displacement<'m> {
        node.system.displacement(self.retraction, &node.v)
    }
}
