//! Discrete Lagrangians on Q: quadratures and their momenta, the discrete forces included.
//!
//! `-D1 Ld` is the momentum at the beginning of a step, `D2 Ld` the one at its end. With the discrete
//! velocity `u = (q1 - q0) / h` and `F = L_q + f`:
//!
//! - `h L(q_a, u)`, `q_a = q0 + a h u`: `-D1 = L_v - (1 - a) h F`, `D2 = L_v + a h F`, at `q_a`;
//! - `h/2 [L(q0, u) + L(q1, u)]`: `-D1 = (p0 + p1)/2 - h/2 F_0`, `D2 = (p0 + p1)/2 + h/2 F_1`.
//!
//! Source: J. E. Marsden, M. West, *Discrete mechanics and variational integrators*, Acta Numerica
//! 2001, doi:10.1017/S096249290100006X.

use super::prelude::*;

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
    /// The midpoint rule.
    pub(super) fn midpoint() -> Self {
        Self::Alpha(Rational::HALF)
    }

    /// Where in the step the controls are read.
    pub(super) fn control_nodes(&self, system: System<'_>) -> Vec<ControlNode> {
        match self {
            Self::Trapezoidal => [Graph::ZERO, Graph::ONE]
                .map(|fraction| system.controls_at(fraction))
                .to_vec(),
            Self::Alpha(alpha) => vec![system.controls_at(system.number(alpha.clone()).expr())],
        }
    }

    /// The moments at which the rule evaluates the Lagrangian of a step that begins at `here`, whose
    /// velocity is the discrete one; `name` gives names to their configurations.
    pub(super) fn nodes<'m>(
        &self,
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
        controls: &[ControlNode],
    ) -> Vec<Node<'m>> {
        let points = match self {
            Self::Trapezoidal => vec![here.q.clone(), along(here, &Rational::ONE)],
            Self::Alpha(alpha) => vec![along(here, alpha)],
        };
        let points: Vec<_> = points.iter().map(|q| name.name("q_at", q)).collect();
        let nodes = points.iter().zip(controls);
        nodes
            .map(|(q, controls)| here.system.node(q, &here.v).at_controls(controls))
            .collect()
    }

    /// The momenta of a step, given the moments that it evaluates.
    pub(super) fn momenta<'m>(&self, nodes: &[Node<'m>]) -> Momenta<'m> {
        let h = nodes[0].system.h();
        match self {
            Self::Trapezoidal => {
                let kick = |node: &Node<'m>| (h / 2 * node.applied_force()).multiplied();
                let (first, last) = (kick(&nodes[0]), kick(&nodes[1]));
                let half = Rational::HALF;
                let (before, after) = (nodes[0].momentum(), nodes[1].momentum());
                let mean = Vector::combination(&[(half.clone(), &before), (half, &after)]);
                Momenta {
                    left: &mean - first,
                    right: mean + last,
                }
            }
            Self::Alpha(alpha) => {
                let (momentum, force) = (nodes[0].momentum(), nodes[0].applied_force());
                let before = h.times(&(&Rational::ONE - alpha));
                let after = h.times(alpha);
                Momenta {
                    left: &momentum - before * &force,
                    right: momentum + after * force,
                }
            }
        }
    }
}

/// `q0 + c h u`: where the straight line of the step is at the fraction `c`.
pub(super) fn along<'m>(here: &Node<'m>, fraction: &Rational) -> Vector<'m> {
    &here.q + here.system.h().times(fraction) * &here.v
}
