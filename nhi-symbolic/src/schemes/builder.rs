//! What all schemes are built with: fresh symbols, named values, the model's functions at a node.

use crate::expr::{Expr, Graph, Rational, Role, RoleSet};
use crate::mechanics::{MassKind, Mechanics, add, subtract};

use super::scheme::{Block, Condition, ControlNode, GroupKind, Item, Scheme, StateGroup};

/// A point at which functions of the model are evaluated: configuration, velocity, controls, time.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) q: Vec<Expr>,
    pub(super) v: Vec<Expr>,
    pub(super) controls: Vec<Expr>,
    pub(super) time: Expr,
}

/// The mechanics while a scheme is built from it.
pub(super) struct SchemeBuilder<'a> {
    pub(super) mechanics: &'a Mechanics,
    /// The step size.
    pub(super) h: Expr,
    /// The time at the beginning of the step.
    pub(super) time: Expr,
}

impl<'a> SchemeBuilder<'a> {
    pub(super) fn new(mechanics: &'a Mechanics) -> Self {
        Self {
            h: mechanics.step_size,
            time: mechanics.model.time,
            mechanics,
        }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.mechanics.model.graph
    }

    /// The model's own symbols as a node: where a scheme starts.
    pub(super) fn initial_node(&self) -> Node {
        let controls = self.mechanics.model.controls.iter();
        Node {
            q: self.mechanics.q.clone(),
            v: self.mechanics.v.clone(),
            controls: controls.map(|control| control.symbol).collect(),
            time: self.time,
        }
    }

    /// A node at the beginning of the step whose functions do not depend on controls.
    pub(super) fn node(&self, q: &[Expr], v: &[Expr]) -> Node {
        Node {
            q: q.to_vec(),
            v: v.to_vec(),
            ..self.initial_node()
        }
    }

    /// Expressions over the model's symbols at another node.
    pub(super) fn at(&self, exprs: &[Expr], node: &Node) -> Vec<Expr> {
        let here = self.initial_node();
        let mut replacements = vec![(here.time, node.time)];
        for (old, new) in [
            (here.q, &node.q),
            (here.v, &node.v),
            (here.controls, &node.controls),
        ] {
            replacements.extend(old.into_iter().zip(new.iter().copied()));
        }
        self.graph().substitute(exprs, &replacements)
    }

    /// The time at a constant fraction of the step.
    pub(super) fn time_at(&self, fraction: Expr) -> Expr {
        let (time, h) = (self.time, self.h);
        let graph = self.graph();
        let passed = graph.mul(fraction, h);
        graph.add(time, passed)
    }

    /// Fresh symbols for the controls at a constant fraction of the step.
    pub(super) fn control_node(&self, fraction: Expr) -> ControlNode {
        let text = self.graph().display(fraction);
        let names = self.mechanics.model.controls.iter();
        let names: Vec<_> = names.map(|c| format!("{}@{text}", c.name)).collect();
        let graph = self.graph();
        let symbols = names.iter().map(|name| graph.symbol(name, Role::Control));
        ControlNode {
            symbols: symbols.collect(),
            fraction,
        }
    }

    /// Fresh symbols, one per velocity; in coordinates they have the names of those.
    pub(super) fn symbols(&self, prefix: &str, role: Role) -> Vec<Expr> {
        let names = self.mechanics.model.force_names();
        let names: Vec<_> = names.map(|name| format!("{prefix}.{name}")).collect();
        let graph = self.graph();
        names.iter().map(|name| graph.symbol(name, role)).collect()
    }

    /// Fresh symbols, one per entry of the configuration.
    pub(super) fn configuration_symbols(&self, prefix: &str, role: Role) -> Vec<Expr> {
        let names = self.mechanics.model.configuration();
        let names: Vec<_> = names.map(|x| format!("{prefix}.{}", x.name)).collect();
        let graph = self.graph();
        names.iter().map(|name| graph.symbol(name, role)).collect()
    }

    /// The rates `K(q) v` of the entries of a configuration.
    pub(super) fn rates(&self, q: &[Expr], v: &[Expr]) -> Vec<Expr> {
        let mechanics = &*self.mechanics;
        let velocities = mechanics.v.clone();
        let rates = mechanics.frame.rates(&mechanics.model.graph, &velocities);
        let node = self.node(q, v);
        self.at(&rates, &node)
    }

    /// The entries of the next configuration, with rotations kept from drifting off; see
    /// [`Frame::orthonormalised`](crate::mechanics::Frame::orthonormalised).
    pub(super) fn orthonormalised(&self, block: &mut Block, q: &[Expr]) -> Vec<Expr> {
        if self.mechanics.frame.is_coordinate() {
            return q.to_vec();
        }
        let q = self.assign(block, "q_moved", q);
        let mechanics = &*self.mechanics;
        mechanics.frame.orthonormalised(&mechanics.model.graph, &q)
    }

    /// Fresh symbols, one per constraint.
    pub(super) fn constraint_symbols(&self, prefix: &str, role: Role) -> Vec<Expr> {
        let names = self.mechanics.model.constraints.iter();
        let names: Vec<_> = names.map(|c| format!("{prefix}.{}", c.name)).collect();
        let graph = self.graph();
        names.iter().map(|name| graph.symbol(name, role)).collect()
    }

    /// Gives names to values, one per velocity or entry of the configuration, so that what follows shares them. A value that
    /// is a symbol or a constant needs no other name.
    pub(super) fn assign(&self, block: &mut Block, prefix: &str, values: &[Expr]) -> Vec<Expr> {
        let (names, pairs) = self.names(prefix, Role::Variable, values);
        block.items.push(Item::Assign(pairs));
        names
    }

    /// Names for values in the iteration of a solve.
    pub(super) fn define(
        &self,
        definitions: &mut Vec<(Expr, Expr)>,
        prefix: &str,
        values: &[Expr],
    ) -> Vec<Expr> {
        let (names, pairs) = self.names(prefix, Role::Unknown, values);
        definitions.extend(pairs);
        names
    }

    fn names(&self, prefix: &str, role: Role, values: &[Expr]) -> (Vec<Expr>, Vec<(Expr, Expr)>) {
        let symbols = if values.len() == self.mechanics.dimension() {
            self.symbols(prefix, role)
        } else {
            self.configuration_symbols(prefix, role)
        };
        let graph = self.graph();
        let mut pairs = Vec::new();
        let mut names = Vec::new();
        for (symbol, &value) in symbols.into_iter().zip(values) {
            if graph.as_symbol(value).is_some() || graph.roles(value) == RoleSet::EMPTY {
                names.push(value);
            } else {
                names.push(symbol);
                pairs.push((symbol, value));
            }
        }
        (names, pairs)
    }

    /// `a + factor * b`, entry by entry.
    pub(super) fn add_scaled(&self, a: &[Expr], factor: Expr, b: &[Expr]) -> Vec<Expr> {
        let graph = self.graph();
        a.iter()
            .zip(b)
            .map(|(&x, &y)| {
                let part = graph.mul(factor, y);
                graph.add(x, part)
            })
            .collect()
    }

    /// `factor * a`, entry by entry.
    pub(super) fn scaled(&self, factor: Expr, a: &[Expr]) -> Vec<Expr> {
        let graph = self.graph();
        a.iter().map(|&x| graph.mul(factor, x)).collect()
    }

    /// `h` times a rational.
    pub(super) fn step_fraction(&self, fraction: &Rational) -> Expr {
        let h = self.h;
        self.graph().scale(fraction, h)
    }

    /// `M^-1 (f - c)` over the model's symbols: the acceleration without constraint forces.
    pub(super) fn free_acceleration(&self) -> Vec<Expr> {
        let mechanics = &*self.mechanics;
        let graph = &mechanics.model.graph;
        let force = subtract(graph, &mechanics.model.forces, &mechanics.lagrangian.bias);
        mechanics.lagrangian.mass_factor.solve(graph, &force)
    }

    /// The free acceleration, which does not depend on the velocity, at a node of the step.
    pub(super) fn free_acceleration_at(&self, q: &[Expr], controls: &ControlNode) -> Vec<Expr> {
        let acceleration = self.free_acceleration();
        let node = Node {
            controls: controls.symbols.clone(),
            time: self.time_at(controls.fraction),
            ..self.node(q, &self.mechanics.v)
        };
        self.at(&acceleration, &node)
    }

    /// Whether the free acceleration depends on controls.
    pub(super) fn free_acceleration_needs_controls(&self) -> bool {
        let graph = &self.mechanics.model.graph;
        let mut forces = self.mechanics.model.forces.iter();
        forces.any(|&force| graph.roles(force).contains(Role::Control))
    }

    /// The kinetic part `p - L_v(q, 0)` of a momentum, for which the velocity symbols stand.
    pub(super) fn kinetic_momentum(&self) -> Vec<Expr> {
        let mechanics = &*self.mechanics;
        let rest = &mechanics.lagrangian.rest_momentum;
        subtract(&mechanics.model.graph, &mechanics.v, rest)
    }

    /// The velocity on the constraints that belongs to a momentum: `L_v(q, v) = p + A^T nu`,
    /// `A v + b = 0`. The node holds the momentum in place of the velocity.
    pub(super) fn nodal_velocity(&self, node: &Node) -> Vec<Expr> {
        let kinetic = self.kinetic_momentum();
        let mechanics = &*self.mechanics;
        let graph = &mechanics.model.graph;
        let velocity = mechanics.projection.velocity_of_momentum(graph, &kinetic);
        self.at(&velocity, node)
    }

    /// What samples hold: the velocity of a node, and the multipliers of the continuous motion there
    /// under the controls that the state keeps.
    pub(super) fn velocity_and_continuous_multipliers(
        &self,
        q: &[Expr],
        v: &[Expr],
        controls: &[Expr],
    ) -> Vec<Expr> {
        let mut outputs = v.to_vec();
        outputs.extend(self.continuous_multipliers(q, v, controls));
        outputs
    }

    /// The multipliers of the continuous motion at a node.
    pub(super) fn continuous_multipliers(
        &self,
        q: &[Expr],
        v: &[Expr],
        controls: &[Expr],
    ) -> Vec<Expr> {
        let node = Node {
            controls: controls.to_vec(),
            ..self.node(q, v)
        };
        let multipliers = self.mechanics.multipliers.clone();
        self.at(&multipliers, &node)
    }

    /// `A^T lambda` at a node.
    pub(super) fn reaction(&self, node: &Node, lambda: &[Expr]) -> Vec<Expr> {
        let transpose = self.mechanics.constraints.matrix.transpose();
        let entries = self.at(transpose.entries(), node);
        transpose.with_entries(entries).apply(self.graph(), lambda)
    }

    /// `f + A^T lambda` at a node.
    pub(super) fn forces_with_constraints(&self, node: &Node, lambda: &[Expr]) -> Vec<Expr> {
        let reaction = self.reaction(node, lambda);
        let forces = self.mechanics.model.forces.clone();
        let forces = self.at(&forces, node);
        add(self.graph(), &forces, &reaction)
    }

    /// Whether the multipliers of the continuous motion depend on controls.
    pub(super) fn multipliers_need_controls(&self) -> bool {
        let graph = &self.mechanics.model.graph;
        let mut multipliers = self.mechanics.multipliers.iter();
        multipliers.any(|&lambda| graph.roles(lambda).contains(Role::Control))
    }

    /// The controls at the node as a part of the state.
    fn controls_group(&self, symbols: &[Expr]) -> StateGroup {
        StateGroup {
            name: "controls",
            docs: "The controls at the node, on which the multipliers depend.",
            kind: GroupKind::Controls,
            symbols: symbols.to_vec(),
        }
    }

    /// Keeps the controls of the node in the state, under the given symbols.
    pub(super) fn keep_controls(&self, scheme: &mut Scheme, symbols: &[Expr]) {
        let last = self.control_node(Graph::ONE);
        scheme.state.push(self.controls_group(symbols));
        scheme.start.outputs.extend(self.initial_node().controls);
        scheme.step.outputs.extend(&last.symbols);
        scheme.control_nodes.push(last);
    }

    /// The pivots of a constant mass matrix must be positive.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        let pivots = self.mechanics.lagrangian.constant_pivots.iter();
        pivots
            .map(|&value| Condition {
                what: "mass matrix",
                value,
            })
            .collect()
    }
}

/// Whether the mass matrix is constant and no force depends on the velocity, so that kicks and
/// drifts are explicit.
pub(super) fn can_be_explicit(mechanics: &Mechanics) -> bool {
    let graph = &mechanics.model.graph;
    let bias = mechanics.lagrangian.bias.iter();
    let mut forces = bias.chain(&mechanics.model.forces);
    mechanics.lagrangian.mass_kind == MassKind::Constant
        && mechanics.lagrangian.has_no_rest_momentum()
        && forces.all(|&force| !graph.roles(force).contains(Role::Velocity))
}

/// One half.
pub(super) fn half() -> Rational {
    Rational::fraction(1, 2).expect("the denominator is not zero")
}

/// The configuration as a part of the state.
pub(super) fn coordinates_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "q",
        docs: "The coordinates.",
        kind: GroupKind::Coordinates,
        symbols: symbols.to_vec(),
    }
}

/// A block of plain expressions.
pub(super) fn block_of(outputs: Vec<Expr>) -> Block {
    Block {
        items: Vec::new(),
        outputs,
    }
}
