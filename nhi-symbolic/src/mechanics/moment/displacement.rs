//! The displacement of a step, which moves the configuration, and momenta and forces with it.
//!
//! In coordinates `q_1 = q_0 + h u`, and momenta and forces at all points of the step can be
//! compared directly. A group element moves by two equal halves, `g_1 = g_0 tau(x)^2` with
//! `x = h u / 2`. Its momenta and forces are those of the body frame, which turns in between.

use crate::expr::formula::{Scalar, Vector};
use crate::expr::{Expr, Rational};
use crate::mechanics::group::Retraction;

use super::system::System;

/// A step with the velocity `u`, which is the body velocity on group elements.
#[derive(Clone, Debug)]
pub(crate) struct Displacement<'m> {
    system: System<'m>,
    retraction: Retraction,
    u: Vector<'m>,
}

impl<'m> System<'m> {
    /// Creates the displacement `h u`.
    pub(crate) fn displacement(self, retraction: Retraction, u: &Vector<'m>) -> Displacement<'m> {
        Displacement {
            system: self,
            retraction,
            u: u.clone(),
        }
    }
}

impl<'m> Displacement<'m> {
    /// Returns the point that the step from a configuration reaches at a fraction of its way.
    pub(crate) fn from(&self, q: &Vector<'m>, fraction: &Rational) -> Vector<'m> {
        if self.is_translation() {
            return q + self.system.h().times(fraction) * &self.u;
        }
        let element = if *fraction == Rational::HALF {
            self.half()
        } else {
            self.part(fraction)
        };
        self.composed(q, &element)
    }

    /// Returns the point that the step from a configuration reaches after a time.
    pub(crate) fn after(&self, q: &Vector<'m>, time: Scalar<'m>) -> Vector<'m> {
        if self.is_translation() {
            return q + time * &self.u;
        }
        self.composed(q, &self.square(time / 2))
    }

    /// Returns the difference of the momenta at both ends, apart from the turn of the body frame on
    /// the way: `p_1 - p_0 - h ad*_u (p_0 + p_1)/2`.
    pub(crate) fn change_of_momentum(&self, before: &Vector<'m>, after: &Vector<'m>) -> Vector<'m> {
        let change = after - before;
        if self.is_translation() {
            return change;
        }
        let mean = Vector::combination(&[(Rational::HALF, before), (Rational::HALF, after)]);
        let frame = &self.system.mechanics.frame;
        let graph = self.system.graph();
        let turned = frame.coadjoint(graph, &self.u.entries(), &mean.entries());
        change - self.system.h() * self.system.vector(turned)
    }

    /// Returns the momentum at the beginning of the step, for a momentum that is conjugate to the
    /// velocity of the step.
    pub(crate) fn departing(&self, momentum: &Vector<'m>) -> Vector<'m> {
        self.carried(1, momentum)
    }

    /// Returns the momentum at the end of the step, for a momentum that is conjugate to the
    /// velocity of the step.
    pub(crate) fn arriving(&self, momentum: &Vector<'m>) -> Vector<'m> {
        self.carried(-1, momentum)
    }

    /// Returns a force at a fraction of the way as it acts on displacements of the beginning.
    ///
    /// In the middle it is the part of the force in the derivative of a discrete Lagrangian.
    /// Elsewhere, where methods have order one, it is the force in the frame of the beginning.
    pub(crate) fn force_before(&self, force: &Vector<'m>, fraction: &Rational) -> Vector<'m> {
        if *fraction == Rational::HALF {
            return self.shared(1, force);
        }
        let back = self.part(&-fraction);
        self.turned(force, &back)
    }

    /// Returns a force at a fraction of the way as it acts on displacements of the end.
    pub(crate) fn force_after(&self, force: &Vector<'m>, fraction: &Rational) -> Vector<'m> {
        if *fraction == Rational::HALF {
            return self.shared(-1, force);
        }
        let rest = self.part(&(&Rational::ONE - fraction));
        self.turned(force, &rest)
    }

    fn is_translation(&self) -> bool {
        self.system.mechanics.frame.is_coordinate()
    }

    /// Returns `x`, or `-x` for the step in the other direction.
    fn half_way(&self, sign: i64) -> Vec<Expr> {
        let half = self.system.h().times(&Rational::HALF);
        (half * (sign * &self.u)).entries()
    }

    /// Returns `tau(x)`.
    fn half(&self) -> Vec<Expr> {
        let group = &self.system.mechanics.frame.group;
        group.retract(self.system.graph(), self.retraction, &self.half_way(1))
    }

    /// Returns `tau(c x)^2`.
    fn part(&self, fraction: &Rational) -> Vec<Expr> {
        self.square(self.system.h().times(&(&Rational::HALF * fraction)))
    }

    /// Returns `tau(t u)^2`.
    fn square(&self, time: Scalar<'m>) -> Vec<Expr> {
        let x = (time * &self.u).entries();
        let group = &self.system.mechanics.frame.group;
        group.square(self.system.graph(), self.retraction, &x)
    }

    fn composed(&self, q: &Vector<'m>, element: &[Expr]) -> Vector<'m> {
        let group = &self.system.mechanics.frame.group;
        let moved = group.compose(self.system.graph(), &q.entries(), element);
        self.system.vector(moved)
    }

    fn carried(&self, sign: i64, momentum: &Vector<'m>) -> Vector<'m> {
        if self.is_translation() {
            return momentum.clone();
        }
        let (x, p) = (self.half_way(sign), momentum.entries());
        let group = &self.system.mechanics.frame.group;
        let carried = group.carried(self.system.graph(), self.retraction, &x, &p);
        self.system.vector(carried)
    }

    fn shared(&self, sign: i64, force: &Vector<'m>) -> Vector<'m> {
        if self.is_translation() {
            return force.clone();
        }
        let graph = self.system.graph();
        let group = &self.system.mechanics.frame.group;
        let sharing = group.sharing(graph, self.retraction, &self.half_way(sign));
        graph.matrix(&sharing).transpose() * force
    }

    /// Applies `Ad^T` of an element to a force.
    fn turned(&self, force: &Vector<'m>, element: &[Expr]) -> Vector<'m> {
        if self.is_translation() {
            return force.clone();
        }
        let graph = self.system.graph();
        let adjoint = self.system.mechanics.frame.group.adjoint(graph, element);
        graph.matrix(&adjoint).transpose() * force
    }
}
