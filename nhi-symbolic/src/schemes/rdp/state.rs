//! The state: configuration, the momentum that arrives at the node, the velocities of the last step.

use crate::expr::{Expr, Graph, Role, RoleSet, SpdFactor};
use crate::mechanics::{Reduction, add};
use crate::schemes::builder::{SchemeBuilder, coordinates_group};
use crate::schemes::scheme::{Block, GroupKind, Item, StateGroup};

use super::point::Point;
use super::{Labels, symbols};

/// The symbols of a state.
pub(super) struct State {
    q: Vec<Expr>,
    /// The shape, a part of `q`.
    pub(super) r: Vec<Expr>,
    /// The group element, the other part of `q`.
    pub(super) g: Vec<Expr>,
    pub(super) shape_momentum: Vec<Expr>,
    pub(super) body_momentum: Vec<Expr>,
    /// Shape velocity and coefficients of the last step.
    pub(super) guess: Vec<Expr>,
    pub(super) controls: Vec<Expr>,
}

impl State {
    pub(super) fn new(builder: &SchemeBuilder<'_>, reduction: &Reduction) -> Self {
        let labels = Labels::of(builder, reduction);
        let q = builder.configuration_symbols("q", Role::Variable);
        let (r, g) = reduction.splitting.configuration(&q);
        let controls = builder.control_node(Graph::ZERO).symbols;
        let graph = builder.graph();
        let shape_velocity = symbols(graph, "u_last", &labels.shape, Role::Variable);
        let coefficients = symbols(graph, "w_last", &labels.coefficients, Role::Variable);
        Self {
            r,
            g,
            q,
            shape_momentum: symbols(graph, "p", &labels.shape, Role::Variable),
            body_momentum: symbols(graph, "pi", &labels.body, Role::Variable),
            guess: [shape_velocity, coefficients].concat(),
            controls,
        }
    }

    pub(super) fn groups(&self) -> Vec<StateGroup> {
        let mut groups = vec![coordinates_group(&self.q)];
        let momentum = [&self.shape_momentum[..], &self.body_momentum].concat();
        groups.push(StateGroup {
            name: "p",
            docs: "The momentum that arrives at the node: on the shape, then on the group in its body \
                   frame.",
            kind: GroupKind::Momenta,
            symbols: momentum,
        });
        groups.push(StateGroup {
            name: "velocity",
            docs: "Shape velocity and coefficients of the symmetry directions in the last step.",
            kind: GroupKind::Scalars,
            symbols: self.guess.clone(),
        });
        groups
    }

    /// The momentum `(l_u, l_xi)` of the initial velocity, and that velocity.
    pub(super) fn start(&self, builder: &SchemeBuilder<'_>, reduction: &Reduction) -> Block {
        let labels = Labels::of(builder, reduction);
        let mut block = Block::default();
        let here = builder.initial_node();
        let (r, g) = reduction.splitting.configuration(&here.q);
        let graph = builder.graph();
        let (u, xi) = reduction.splitting.body_velocity(graph, &g, &here.v);
        let names = symbols(graph, "xi", &labels.body, Role::Variable);
        let pairs = names.iter().copied().zip(xi).collect();
        block.items.push(Item::Assign(pairs));
        let point = Point {
            r,
            g,
            u: u.clone(),
            xi: names,
            controls: here.controls.clone(),
            time: here.time,
        };
        block.outputs = here.q;
        for momentum in [&reduction.shape_momentum, &reduction.body_momentum] {
            let momentum = point.values(builder, reduction, momentum);
            block.outputs.extend(momentum);
        }
        block.outputs.extend(u);
        block
            .outputs
            .extend(coefficients(builder, reduction, &point));
        block
    }

    /// The nodal velocity of the momentum, found at the identity of the group, and the multipliers of
    /// the continuous motion.
    pub(super) fn sample(&self, builder: &SchemeBuilder<'_>, reduction: &Reduction) -> Block {
        let mut block = Block::default();
        let splitting = &reduction.splitting;
        let identity = splitting.join(&self.r, &reduction.group().identity());
        let momentum = splitting.join_velocities(&self.shape_momentum, &self.body_momentum);
        let node = builder.node(&identity, &momentum);
        let nodal = builder.nodal_velocity(&node);
        let nodal: Vec<_> = nodal
            .into_iter()
            .map(|x| builder.graph().simplify(x, RoleSet::PREPARED))
            .collect();
        let nodal = builder.assign(&mut block, "v_body", &nodal);
        let (u, xi) = splitting.velocities(&nodal);
        let v = splitting.velocity(builder.graph(), &self.g, &u, &xi);
        let v = builder.assign(&mut block, "v", &v);
        block.outputs = builder.velocity_and_continuous_multipliers(&self.q, &v, &self.controls);
        block
    }
}

/// The coefficients `w` of a velocity on the constraints, `E w = xi + lift u + drift`.
fn coefficients(builder: &SchemeBuilder<'_>, reduction: &Reduction, point: &Point) -> Vec<Expr> {
    let directions = point.matrix(builder, reduction, &reduction.directions);
    let lift = point.matrix(builder, reduction, &reduction.lift);
    let drift = point.values(builder, reduction, &reduction.drift);
    let graph = builder.graph();
    let lifted = lift.apply(graph, &point.u);
    let carried = add(graph, &lifted, &drift);
    let along = add(graph, &point.xi, &carried);
    let along = directions.apply_transposed(graph, &along);
    let gram = directions.transpose().mul(graph, &directions);
    let gram = graph.simplify_matrix(&gram, RoleSet::PREPARED);
    SpdFactor::new(graph, &gram, RoleSet::PREPARED).solve(graph, &along)
}
