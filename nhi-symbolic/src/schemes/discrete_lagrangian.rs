//! Discrete Lagrangians on Q: quadratures and their momenta, the discrete forces included.
//!
//! `-D1 Ld` is the momentum at the beginning of a step, `D2 Ld` the one at its end.

use crate::expr::{Expr, Graph, Rational};
use crate::mechanics::{add, subtract};

use super::builder::{Node, SchemeBuilder, half};
use super::scheme::ControlNode;

/// The quadrature of a discrete Lagrangian with the discrete velocity `u = (q1 - q0) / h`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Quadrature {
    /// `h/2 [L(q0, u) + L(q1, u)]`.
    Trapezoidal,
    /// `h L((1 - alpha) q0 + alpha q1, u)`; one half is the midpoint rule.
    Alpha(Rational),
}

/// The two momenta of a step.
pub(super) struct Momenta {
    /// `-D1 Ld`.
    pub(super) left: Vec<Expr>,
    /// `D2 Ld`.
    pub(super) right: Vec<Expr>,
}

impl Quadrature {
    /// The midpoint rule.
    pub(super) fn midpoint() -> Self {
        Self::Alpha(half())
    }

    /// Where in the step the controls are read.
    pub(super) fn control_nodes(&self, builder: &SchemeBuilder<'_>) -> Vec<ControlNode> {
        match self {
            Self::Trapezoidal => vec![
                builder.control_node(Graph::ZERO),
                builder.control_node(Graph::ONE),
            ],
            Self::Alpha(alpha) => {
                let alpha = builder.graph().number(alpha.clone());
                vec![builder.control_node(alpha)]
            }
        }
    }

    /// The configurations at which the rule evaluates the Lagrangian: `q0 + c h u`.
    pub(super) fn points(
        &self,
        builder: &SchemeBuilder<'_>,
        q0: &[Expr],
        u: &[Expr],
    ) -> Vec<Vec<Expr>> {
        match self {
            Self::Trapezoidal => vec![q0.to_vec(), along(builder, q0, u, &Rational::ONE)],
            Self::Alpha(alpha) => vec![along(builder, q0, u, alpha)],
        }
    }

    /// The momenta, given the points (or names for them), the discrete velocity and the controls.
    pub(super) fn momenta(
        &self,
        builder: &SchemeBuilder<'_>,
        points: &[Vec<Expr>],
        velocity: &[Expr],
        controls: &[ControlNode],
    ) -> Momenta {
        let nodes: Vec<_> = points
            .iter()
            .zip(controls)
            .map(|(q, controls)| Node {
                q: q.clone(),
                v: velocity.to_vec(),
                controls: controls.symbols.clone(),
                time: builder.time_at(controls.fraction),
            })
            .collect();
        match self {
            Self::Trapezoidal => trapezoidal(builder, &nodes[0], &nodes[1]),
            Self::Alpha(alpha) => weighted(builder, &nodes[0], alpha),
        }
    }
}

/// `-D1 = L_v - (1 - alpha) h (L_q + f)`, `D2 = L_v + alpha h (L_q + f)`.
fn weighted(builder: &SchemeBuilder<'_>, node: &Node, alpha: &Rational) -> Momenta {
    let momentum = momentum(builder, node);
    let force = force(builder, node);
    let before = builder.step_fraction(&(&Rational::ONE - alpha));
    let after = builder.step_fraction(alpha);
    let minus = builder.graph().neg(before);
    Momenta {
        left: builder.add_scaled(&momentum, minus, &force),
        right: builder.add_scaled(&momentum, after, &force),
    }
}

/// `-D1 = 1/2 (p0 + p1) - h/2 (L_q + f)_0`, `D2 = 1/2 (p0 + p1) + h/2 (L_q + f)_1`.
fn trapezoidal(builder: &SchemeBuilder<'_>, first: &Node, second: &Node) -> Momenta {
    let half_h = builder.step_fraction(&half());
    let kicks = [first, second].map(|node| {
        let force = force(builder, node);
        builder.scaled(half_h, &force)
    });
    let momenta = [first, second].map(|node| momentum(builder, node));
    let mean = mean(builder, &momenta[0], &momenta[1]);
    let graph = builder.graph();
    Momenta {
        left: subtract(graph, &mean, &kicks[0]),
        right: add(graph, &mean, &kicks[1]),
    }
}

/// `L_v` at a node.
fn momentum(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let momentum = builder.mechanics.lagrangian.momentum.clone();
    builder.at(&momentum, node)
}

/// `L_q + f` at a node.
fn force(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let gradient = builder.mechanics.lagrangian.gradient.clone();
    let force = builder.mechanics.model.forces.clone();
    let total = add(builder.graph(), &gradient, &force);
    builder.at(&total, node)
}

/// `(a + b) / 2`.
fn mean(builder: &SchemeBuilder<'_>, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    let graph = builder.graph();
    a.iter()
        .zip(b)
        .map(|(&x, &y)| graph.linear(&[(x, half()), (y, half())]))
        .collect()
}

/// `q0 + c h u`: where the straight line of the step is at the fraction `c`.
pub(super) fn along(
    builder: &SchemeBuilder<'_>,
    q0: &[Expr],
    u: &[Expr],
    fraction: &Rational,
) -> Vec<Expr> {
    let time = builder.step_fraction(fraction);
    builder.add_scaled(q0, time, u)
}
