//! The implicit form: any regular Lagrangian, any quadrature, forces of positions and velocities.
//!
//! The state is `(q_k, p^-_k)`. A step solves `-D1 Ld(q_k, q_k + h u) = p^-_k` for the discrete
//! velocity `u` and reflects `p^+ = D2 Ld`: with the nodal velocity, `L_v(q, v) = p^+ + A^T nu` on the
//! constraints, the reflected momentum `p^- = p^+ + 2 A^T nu` is `2 L_v(q, v) - p^+`. For mechanical
//! Lagrangians that is `(P^T - Q^T) p^+`; for others the nodal velocity is a part of the state.

use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{add, subtract};

use super::super::builder::{Node, SchemeBuilder, block_of, coordinates_group};
use super::super::discrete_lagrangian::Quadrature;
use super::super::scheme::{
    Block, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup, Traits,
};
use super::{Start, multipliers, reflection, start_shift, summary};

pub(super) fn scheme(builder: &SchemeBuilder<'_>, start: Start, quadrature: &Quadrature) -> Scheme {
    let state = State::new(builder);
    let control_nodes = quadrature.control_nodes(builder);
    Scheme {
        integrator: "Gni",
        summary: summary(start, "implicit", quadrature),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: true,
            exact_constraints: true,
            exact_energy: false,
        },
        state: state.groups(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: state.first(builder, start),
        step: state.step(builder, quadrature, &control_nodes),
        sample: block_of(state.sample(builder)),
        step_jacobian: None,
        diagnostics: vec![state.diagnostic(builder)],
        conditions: builder.conditions(),
        control_nodes,
    }
}

/// The symbols of a state: `(q_k, p^-_k)`, and the nodal velocity where it has no closed form.
struct State {
    /// The velocity symbols of the mechanics stand for the momentum where maps of it are built.
    node: Node,
    velocity: Option<Vec<Expr>>,
}

fn reflected_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "reflected",
        docs: "The momentum `p^-` behind the reflection at the node.",
        kind: GroupKind::Momenta,
        symbols: symbols.to_vec(),
    }
}

impl State {
    fn new(builder: &SchemeBuilder<'_>) -> Self {
        let q = builder.symbols("q", Role::Variable);
        let p = builder.symbols("p", Role::Variable);
        Self {
            node: builder.node(&q, &p),
            velocity: builder
                .has_general_lagrangian()
                .then(|| builder.symbols("v", Role::Variable)),
        }
    }

    fn groups(&self) -> Vec<StateGroup> {
        let mut groups = vec![
            coordinates_group(&self.node.q),
            reflected_group(&self.node.v),
        ];
        let velocity = self.velocity.iter();
        groups.extend(velocity.map(|v| SchemeBuilder::nodal_velocity_group(v)));
        groups
    }

    fn first(&self, builder: &SchemeBuilder<'_>, start: Start) -> Block {
        let momentum = builder.mechanics.lagrangian.momentum.clone();
        let shift = start_shift(builder, start);
        let mut outputs = builder.mechanics.q.clone();
        outputs.extend(add(builder.graph(), &momentum, &shift));
        if self.velocity.is_some() {
            outputs.extend(&builder.mechanics.v);
        }
        block_of(outputs)
    }

    fn step(
        &self,
        builder: &SchemeBuilder<'_>,
        quadrature: &Quadrature,
        controls: &[ControlNode],
    ) -> Block {
        let h = builder.h;
        let q = &self.node.q;
        let mut block = Block::default();

        let u = self.solve_for_velocity(builder, &mut block, quadrature, controls);

        let q_next = builder.add_scaled(q, h, &u);
        let q_next = builder.assign(&mut block, "q_next", &q_next);
        let points = quadrature.points(builder, q, &u);
        let points: Vec<_> = points
            .iter()
            .map(|point| builder.assign(&mut block, "q_at", point))
            .collect();
        let momenta = quadrature.momenta(builder, &points, &u, controls);
        let incoming = builder.assign(&mut block, "p_in", &momenta.right);

        let next = Node {
            time: builder.time_at(Graph::ONE),
            ..builder.node(&q_next, &incoming)
        };
        block.outputs = q_next;
        if self.velocity.is_some() {
            let v = builder.velocity_of_momentum(&mut block, &next, &u);
            let reflected = reflected_at_velocity(builder, &next, &v);
            block.outputs.extend(reflected);
            block.outputs.extend(v);
        } else {
            block.outputs.extend(reflected_momentum(builder, &next));
        }
        block
    }

    /// Adds the equations `-D1 Ld = p^-` and gives the symbols of their solution.
    fn solve_for_velocity(
        &self,
        builder: &SchemeBuilder<'_>,
        block: &mut Block,
        quadrature: &Quadrature,
        controls: &[ControlNode],
    ) -> Vec<Expr> {
        let node = &self.node;
        let guess = match &self.velocity {
            Some(velocity) => velocity.clone(),
            None => free_velocity(builder, node),
        };
        let unknowns = builder.symbols("u", Role::Unknown);
        let solution = builder.symbols("v_step", Role::Variable);
        let mut definitions = Vec::new();
        let points = quadrature.points(builder, &node.q, &unknowns);
        let points: Vec<_> = points
            .iter()
            .map(|point| builder.define(&mut definitions, "q_at", point))
            .collect();
        let momenta = quadrature.momenta(builder, &points, &unknowns, controls);
        let residuals = subtract(builder.graph(), &momenta.left, &node.v);
        block.items.push(Item::Solve(Solve {
            unknowns,
            solution: solution.clone(),
            guess,
            definitions,
            residuals,
        }));
        solution
    }

    /// The nodal velocity, and the multipliers from the momentum that the reflection adds.
    fn sample(&self, builder: &SchemeBuilder<'_>) -> Vec<Expr> {
        let Some(velocity) = &self.velocity else {
            let kinetic = builder.kinetic_momentum();
            let mechanics = &*builder.mechanics;
            let graph = &mechanics.model.graph;
            let mut outputs = mechanics.projection.velocity_of_momentum(graph, &kinetic);
            let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
            let correction = mechanics.constraints.correction(graph, &w);
            outputs.extend(multipliers(builder, &correction));
            return builder.at(&outputs, &self.node);
        };
        let along = self.reflection_at_velocity(builder);
        let mechanics = &*builder.mechanics;
        let graph = &mechanics.model.graph;
        let half = mechanics.constraints.gram_factor.solve(graph, &along);
        let multipliers = multipliers(builder, &half);
        let mut outputs = velocity.clone();
        outputs.extend(self.at_velocity(builder, &multipliers, velocity));
        outputs
    }

    fn diagnostic(&self, builder: &SchemeBuilder<'_>) -> StateFunction {
        let Some(velocity) = &self.velocity else {
            let kinetic = builder.kinetic_momentum();
            let mechanics = &*builder.mechanics;
            let graph = &mechanics.model.graph;
            let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
            let residual = mechanics.constraints.residual_of(graph, &w);
            return reflection(builder.at(&residual, &self.node));
        };
        let along = self.reflection_at_velocity(builder);
        reflection(self.at_velocity(builder, &along, velocity))
    }

    /// `A M^-1 (p^- - L_v(q, v))` over the model's coordinates and velocities: what the reflection
    /// adds, in the metric of the nodal velocity.
    fn reflection_at_velocity(&self, builder: &SchemeBuilder<'_>) -> Vec<Expr> {
        let mechanics = &*builder.mechanics;
        let graph = &mechanics.model.graph;
        let added = subtract(graph, &self.node.v, &mechanics.lagrangian.momentum);
        let w = mechanics.lagrangian.mass_factor.solve(graph, &added);
        mechanics.constraints.matrix.apply(graph, &w)
    }

    fn at_velocity(
        &self,
        builder: &SchemeBuilder<'_>,
        exprs: &[Expr],
        velocity: &[Expr],
    ) -> Vec<Expr> {
        let node = builder.node(&self.node.q, velocity);
        builder.at(exprs, &node)
    }
}

/// `M^-1 (p - L_v(q, 0))`: where the iteration starts.
fn free_velocity(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &*builder.mechanics;
    let velocity = mechanics
        .lagrangian
        .mass_factor
        .solve(&mechanics.model.graph, &kinetic);
    builder.at(&velocity, node)
}

/// `(P^T - Q^T) p` for the kinetic part of the momentum.
fn reflected_momentum(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let reflected = mechanics.projection.reflect_momentum(graph, &kinetic);
    let reflected = add(graph, &reflected, &mechanics.lagrangian.rest_momentum);
    builder.at(&reflected, node)
}

/// `2 L_v(q, v) - p`.
fn reflected_at_velocity(builder: &SchemeBuilder<'_>, node: &Node, v: &[Expr]) -> Vec<Expr> {
    let momentum = builder.mechanics.lagrangian.momentum.clone();
    let on_constraints = Node {
        v: v.to_vec(),
        ..node.clone()
    };
    let momentum = builder.at(&momentum, &on_constraints);
    let twice = add(builder.graph(), &momentum, &momentum);
    subtract(builder.graph(), &twice, &node.v)
}
