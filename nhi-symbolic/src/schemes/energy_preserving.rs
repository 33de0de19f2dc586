//! The energy-preserving method: a mean-value discrete gradient and the constraint at the midpoint
//! (discrete gradients: McLachlan, Quispel, Robidoux, *Geometric integration using discrete
//! gradients*; the mean value: Harten, Lax, van Leer).
//!
//! For `L = 1/2 v^T M(q) v + a(q) . v - V(q)` and `p_k = M(q_k) v_k + a(q_k)` a step is
//!
//! `q_1 - q_0 = h u`, `u = (v_0 + v_1) / 2`,
//! `p_1 - p_0 = h [g + f(q_m, u, t_m) + A(q_m, t_m)^T lambda]`, `A(q_m, t_m) u + b(q_m, t_m) = 0`
//!
//! with `q_m = (q_0 + q_1) / 2`, `t_m = t + h/2`, and `g` the mean along the segment from `q_0` to
//! `q_1` of the gradient of `W(q) = 1/2 v_0^T M(q) v_1 + a(q) . u - V(q)`.
//!
//! **The energy** `E = 1/2 v^T M v + V` **changes by** `h (f + A^T lambda) . u`, the work of the
//! forces, and so not at all without forces under linear constraints. Proof: by the mean value
//! theorem `h g . u` is `W(q_1) - W(q_0)`, so with `M_i = M(q_i)` and likewise `a_i`, `V_i`
//!
//! `h g . u = 1/2 v_0^T (M_1 - M_0) v_1 + (a_1 - a_0) . u - (V_1 - V_0)`, and
//! `(p_1 - p_0) . u = 1/2 (v_0 + v_1)^T (M_1 v_1 - M_0 v_0) + (a_1 - a_0) . u
//!  = 1/2 v_1^T M_1 v_1 - 1/2 v_0^T M_0 v_0 + 1/2 v_0^T (M_1 - M_0) v_1 + (a_1 - a_0) . u`;
//!
//! their difference is `E_1 - E_0`. Exchanging the ends and the sign of `h` changes nothing: the
//! method is symmetric.
//!
//! **The mean** is a Gauss quadrature, entry by entry. Where an entry is a polynomial of degree `d`
//! in the coordinates, it has the fewest nodes that are exact. Elsewhere it has five: for a function
//! `w` of the way along the segment the error is `3.9e-13 w^(10)`, so a term like `cos(n q)` gives
//! `3.9e-13 (n dq)^10`, which is below `4e-16` while `n q` turns by less than half a radian in a
//! step. A correction along `q_1 - q_0` would remove even that, but is undefined at rest.
//!
//! Not to be confused with variational methods, which keep the energy near its value only.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::{Mechanics, add, subtract};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::degree::degree;
use super::options::{OptionReader, Options};
use super::scheme::{
    Block, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup, Traits,
};
use super::tableau::gauss_quadrature;

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    OptionReader::new("EnergyPreserving", options).finish()?;
    options.require_mechanical(
        "EnergyPreserving",
        "splits the change of the energy into those of M(q) and V(q)",
        mechanics,
    )?;
    let mut builder = SchemeBuilder::new(mechanics);
    let builder = &mut builder;
    let state = State::new(builder);
    let middle = builder.graph().fraction(1, 2);
    let middle = builder.control_node(middle);
    let mut scheme = Scheme {
        integrator: "EnergyPreserving",
        summary: SUMMARY.to_owned(),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: true,
            exact_constraints: false,
            exact_energy: true,
        },
        state: state.groups(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(builder),
        step: state.step(builder, &middle),
        sample: state.sample(builder),
        step_jacobian: None,
        diagnostics: vec![
            state.constraint_drift(builder),
            state.discrete_multipliers(),
        ],
        conditions: builder.conditions(),
        control_nodes: vec![middle],
    };
    if builder.multipliers_need_controls() {
        builder.keep_controls(&mut scheme, &state.controls);
    }
    Ok(scheme)
}

const SUMMARY: &str = "Energy-preserving method: mean-value discrete gradient, constraint at the midpoint \
     of the step. Without forces and with linear constraints the energy of the samples is constant to \
     round-off. The constraints hold for the mean of two successive velocities, not for a velocity itself: \
     samples give the velocity `v_k` to which the energy belongs, off the constraints by O(h^2), and \
     `constraint_drift` tells how far. A part of that changes its sign in every step, and nothing damps it: \
     where the constraints matter more than the energy, choose `Mla` or `Lobatto`.";

/// The symbols of a state: `(q_k, v_k)`, the multiplier of the last step as the next guess, and the
/// controls where the sampled multipliers depend on them.
struct State {
    q: Vec<Expr>,
    v: Vec<Expr>,
    lambda: Vec<Expr>,
    controls: Vec<Expr>,
}

impl State {
    fn new(builder: &SchemeBuilder<'_>) -> Self {
        Self {
            q: builder.symbols("q", Role::Variable),
            v: builder.symbols("v", Role::Variable),
            lambda: builder.constraint_symbols("lambda_last", Role::Variable),
            controls: builder.control_node(Graph::ZERO).symbols,
        }
    }

    fn groups(&self) -> Vec<StateGroup> {
        let mut groups = vec![
            coordinates_group(&self.q),
            StateGroup {
                name: "v",
                docs: "The velocity to which the energy belongs; the constraints hold for its mean with the next.",
                kind: GroupKind::Velocities,
                symbols: self.v.clone(),
            },
        ];
        if !self.lambda.is_empty() {
            groups.push(StateGroup {
                name: "lambda",
                docs: "The multiplier of the last step: `A^T lambda` is the constraint force at its midpoint.",
                kind: GroupKind::Multipliers,
                symbols: self.lambda.clone(),
            });
        }
        groups
    }

    fn step(&self, builder: &SchemeBuilder<'_>, controls: &ControlNode) -> Block {
        let u = builder.symbols("u", Role::Unknown);
        let lambda = builder.constraint_symbols("lambda", Role::Unknown);
        let solution = [
            builder.symbols("v_mean", Role::Variable),
            builder.constraint_symbols("lambda_step", Role::Variable),
        ];
        let mut definitions = Vec::new();
        let residuals = self.residuals(builder, &mut definitions, &u, &lambda, controls);
        let mut block = Block::default();
        block.items.push(Item::Solve(Solve {
            unknowns: [u, lambda].concat(),
            solution: solution.concat(),
            guess: [self.v.clone(), self.lambda.clone()].concat(),
            definitions,
            residuals,
        }));
        let [u, lambda] = solution;
        block.outputs = builder.add_scaled(&self.q, builder.h, &u);
        block.outputs.extend(self.next_velocity(builder, &u));
        block.outputs.extend(lambda);
        block
    }

    /// `v_1 = 2 u - v_0`.
    fn next_velocity(&self, builder: &SchemeBuilder<'_>, u: &[Expr]) -> Vec<Expr> {
        let graph = builder.graph();
        let pairs = u.iter().zip(&self.v);
        pairs
            .map(|(&u, &v)| graph.linear(&[(u, 2.into()), (v, (-1).into())]))
            .collect()
    }

    /// `p_1 - p_0 - h (g + f + A^T lambda)` and `A u + b`.
    fn residuals(
        &self,
        builder: &SchemeBuilder<'_>,
        definitions: &mut Vec<(Expr, Expr)>,
        u: &[Expr],
        lambda: &[Expr],
        controls: &ControlNode,
    ) -> Vec<Expr> {
        let h = builder.h;
        let v_next = self.next_velocity(builder, u);
        let v_next = builder.define(definitions, "v_next", &v_next);
        let change = self.change_of_momentum(builder, definitions, u, &v_next);

        let half_h = builder.step_fraction(&half());
        let q_mid = builder.add_scaled(&self.q, half_h, u);
        let q_mid = builder.define(definitions, "q_mid", &q_mid);
        let middle = Node {
            q: q_mid,
            v: u.to_vec(),
            controls: controls.symbols.clone(),
            time: builder.time_at(controls.fraction),
        };
        let gradient = self.mean_gradient(builder, definitions, &middle, &v_next);
        let forces = builder.forces_with_constraints(&middle, lambda);
        let total = add(builder.graph(), &gradient, &forces);
        let impulse = builder.scaled(h, &total);
        let mut residuals = subtract(builder.graph(), &change, &impulse);
        let constraints = builder.mechanics.constraints.residual.clone();
        residuals.extend(builder.at(&constraints, &middle));
        residuals
    }

    /// `p_1 - p_0`; with a constant mass matrix and nothing linear in the velocity `2 M (u - v_0)`.
    fn change_of_momentum(
        &self,
        builder: &SchemeBuilder<'_>,
        definitions: &mut Vec<(Expr, Expr)>,
        u: &[Expr],
        v_next: &[Expr],
    ) -> Vec<Expr> {
        let q_next = builder.add_scaled(&self.q, builder.h, u);
        let q_next = builder.define(definitions, "q_next", &q_next);
        let momentum = builder.mechanics.lagrangian.momentum.clone();
        let last = Node {
            time: builder.time_at(Graph::ONE),
            ..builder.node(&q_next, v_next)
        };
        let after = builder.at(&momentum, &last);
        let first = builder.node(&self.q, &self.v);
        let before = builder.at(&momentum, &first);
        subtract(builder.graph(), &after, &before)
    }

    /// The mean of the gradient of `W` along the step.
    fn mean_gradient(
        &self,
        builder: &SchemeBuilder<'_>,
        definitions: &mut Vec<(Expr, Expr)>,
        middle: &Node,
        v_next: &[Expr],
    ) -> Vec<Expr> {
        let gradient = self.polarised_gradient(builder, &middle.v, v_next);
        let mut points: Vec<(usize, Vec<(Node, Expr)>)> = Vec::new();
        let mut means = Vec::new();
        for entry in gradient {
            let graph = &builder.mechanics.model.graph;
            let count = nodes_for(degree(graph, entry, &builder.mechanics.q));
            if !points.iter().any(|(known, _)| *known == count) {
                let nodes = self.quadrature(builder, definitions, middle, count);
                points.push((count, nodes));
            }
            let nodes = points.iter().find(|(known, _)| *known == count);
            let nodes = nodes.map_or(Vec::new(), |(_, nodes)| nodes.clone());
            let mut mean = Graph::ZERO;
            for (node, weight) in nodes {
                let value = builder.at(&[entry], &node)[0];
                let graph = builder.graph();
                let part = graph.mul(weight, value);
                mean = graph.add(mean, part);
            }
            means.push(mean);
        }
        means
    }

    /// Points on the segment from `q_0` to `q_1`, and their weights.
    fn quadrature(
        &self,
        builder: &SchemeBuilder<'_>,
        definitions: &mut Vec<(Expr, Expr)>,
        middle: &Node,
        count: usize,
    ) -> Vec<(Node, Expr)> {
        let rule = gauss_quadrature(builder.graph(), count);
        let mut nodes = Vec::new();
        for (fraction, weight) in rule {
            let q = if count == 1 {
                middle.q.clone()
            } else {
                let h = builder.h;
                let way = builder.graph().mul(fraction, h);
                let q = builder.add_scaled(&self.q, way, &middle.v);
                builder.define(definitions, "q_at", &q)
            };
            nodes.push((
                Node {
                    q,
                    ..middle.clone()
                },
                weight,
            ));
        }
        nodes
    }

    /// The gradient of `W(q) = 1/2 v_0^T M(q) v_1 + a(q) . u - V(q)` over the model's coordinates.
    fn polarised_gradient(
        &self,
        builder: &SchemeBuilder<'_>,
        u: &[Expr],
        v_next: &[Expr],
    ) -> Vec<Expr> {
        let mechanics = &*builder.mechanics;
        let graph = &mechanics.model.graph;
        let lagrangian = &mechanics.lagrangian;
        let image = lagrangian.mass.apply(graph, v_next);
        let kinetic = graph.dot(&self.v, &image);
        let linear = graph.dot(&lagrangian.rest_momentum, u);
        let rest: Vec<_> = mechanics.v.iter().map(|&v| (v, Graph::ZERO)).collect();
        let at_rest = graph.substitute(&[lagrangian.lagrangian], &rest)[0];
        let function = graph.linear(&[(kinetic, half()), (linear, 1.into()), (at_rest, 1.into())]);
        let gradient = graph.gradient(function, &mechanics.q);
        let simple = gradient.iter();
        simple
            .map(|&entry| graph.simplify(entry, RoleSet::PREPARED))
            .collect()
    }

    /// The velocity of the state, and the multiplier of the continuous motion there.
    fn sample(&self, builder: &SchemeBuilder<'_>) -> Block {
        block_of(builder.velocity_and_continuous_multipliers(&self.q, &self.v, &self.controls))
    }

    fn constraint_drift(&self, builder: &SchemeBuilder<'_>) -> StateFunction {
        let residual = builder.mechanics.constraints.residual.clone();
        let node = builder.node(&self.q, &self.v);
        StateFunction {
            name: "constraint_drift",
            docs: "The constraint residuals `A v + b` of the sampled velocity: of second order in the step, \
                   with a part that changes its sign in every step.",
            values: builder.at(&residual, &node),
            per_constraint: true,
            warning: None,
        }
    }

    fn discrete_multipliers(&self) -> StateFunction {
        StateFunction {
            name: "discrete_multipliers",
            docs: "The multipliers that the last step solved for: `A^T lambda` is the constraint force at its \
                   midpoint. Samples hold the multipliers of the continuous motion instead.",
            values: self.lambda.clone(),
            per_constraint: true,
            warning: None,
        }
    }
}

/// The initial values, and the multiplier of the continuous motion as the first guess.
fn start(builder: &SchemeBuilder<'_>) -> Block {
    let mechanics = &builder.mechanics;
    let mut outputs = mechanics.q.clone();
    outputs.extend(&mechanics.v);
    outputs.extend(&mechanics.multipliers);
    block_of(outputs)
}

/// The number of Gauss nodes that is exact for polynomials of a degree, or enough where there is
/// none.
fn nodes_for(degree: Option<u32>) -> usize {
    match degree {
        Some(0 | 1) => 1,
        Some(2 | 3) => 2,
        Some(4 | 5) => 3,
        _ => 5,
    }
}
