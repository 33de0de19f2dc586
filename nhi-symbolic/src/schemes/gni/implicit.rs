//! The implicit form: any mechanical Lagrangian, any quadrature, forces of positions and velocities.
//!
//! The state is `(q_k, p^-_k)`. A step solves `-D1 Ld(q_k, q_k + h u) = p^-_k` for the discrete
//! velocity `u` and reflects `D2 Ld`.

use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{add, subtract};

use super::super::builder::{Node, SchemeBuilder, block_of, coordinates_group};
use super::super::discrete_lagrangian::Quadrature;
use super::super::scheme::{
    Block, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup, Traits,
};
use super::{Start, multipliers, reflection, start_shift, summary};

pub(super) fn scheme(
    builder: &mut SchemeBuilder<'_>,
    start: Start,
    quadrature: &Quadrature,
) -> Scheme {
    let q = builder.symbols("q", Role::Variable);
    let p = builder.symbols("p", Role::Variable);
    let control_nodes = quadrature.control_nodes(builder);
    // The velocity symbols of the mechanics stand for the momentum where maps of it are built.
    let node = builder.node(&q, &p);
    Scheme {
        integrator: "Gni",
        summary: summary(start, "implicit", quadrature),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: true,
        },
        state: vec![coordinates_group(&q), reflected_group(&p)],
        admission: Block::admission(&builder.mechanics.constraints),
        start: first_state(builder, start),
        step: step(builder, &node, quadrature, &control_nodes),
        sample: sample(builder, &node),
        diagnostics: vec![diagnostic(builder, &node)],
        conditions: builder.conditions(),
        control_nodes,
    }
}

fn reflected_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "reflected",
        docs: "The momentum `p^-` behind the reflection at the node.",
        kind: GroupKind::Momenta,
        symbols: symbols.to_vec(),
    }
}

fn first_state(builder: &mut SchemeBuilder<'_>, start: Start) -> Block {
    let momentum = builder.mechanics.lagrangian.momentum.clone();
    let shift = start_shift(builder, start);
    let mut outputs = builder.mechanics.q.clone();
    outputs.extend(add(builder.graph(), &momentum, &shift));
    block_of(outputs)
}

fn step(
    builder: &mut SchemeBuilder<'_>,
    node: &Node,
    quadrature: &Quadrature,
    controls: &[ControlNode],
) -> Block {
    let h = builder.h;
    let q = &node.q;
    let mut block = Block::default();

    let u = solve_for_velocity(builder, &mut block, node, quadrature, controls);

    let q_next = builder.add_scaled(q, h, &u);
    let q_next = builder.assign(&mut block, "q_next", &q_next);
    let points = quadrature.points(builder, q, &q_next);
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
    let reflected = reflected_momentum(builder, &next);
    block.outputs = q_next;
    block.outputs.extend(reflected);
    block
}

/// Adds the equations `-D1 Ld = p^-` and gives the symbols of their solution.
fn solve_for_velocity(
    builder: &mut SchemeBuilder<'_>,
    block: &mut Block,
    node: &Node,
    quadrature: &Quadrature,
    controls: &[ControlNode],
) -> Vec<Expr> {
    let h = builder.h;
    let guess = free_velocity(builder, node);
    let unknowns = builder.symbols("u", Role::Unknown);
    let solution = builder.symbols("v_step", Role::Variable);
    let mut definitions = Vec::new();
    let moved = builder.add_scaled(&node.q, h, &unknowns);
    let points = quadrature.points(builder, &node.q, &moved);
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

/// `M^-1 (p - L_v(q, 0))`: where the iteration starts.
fn free_velocity(builder: &mut SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &mut *builder.mechanics;
    let velocity = mechanics
        .lagrangian
        .mass_factor
        .solve(&mut mechanics.model.graph, &kinetic);
    builder.at(&velocity, node)
}

/// `(P^T - Q^T) p` for the kinetic part of the momentum.
fn reflected_momentum(builder: &mut SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &mut *builder.mechanics;
    let graph = &mut mechanics.model.graph;
    let reflected = mechanics.projection.reflect_momentum(graph, &kinetic);
    let reflected = add(graph, &reflected, &mechanics.lagrangian.rest_momentum);
    builder.at(&reflected, node)
}

fn sample(builder: &mut SchemeBuilder<'_>, node: &Node) -> Block {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &mut *builder.mechanics;
    let graph = &mut mechanics.model.graph;
    let mut outputs = mechanics.projection.velocity_of_momentum(graph, &kinetic);
    let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
    let correction = mechanics.constraints.correction(graph, &w);
    outputs.extend(multipliers(builder, &correction));
    block_of(builder.at(&outputs, node))
}

fn diagnostic(builder: &mut SchemeBuilder<'_>, node: &Node) -> StateFunction {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &mut *builder.mechanics;
    let graph = &mut mechanics.model.graph;
    let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
    let residual = mechanics.constraints.residual_of(graph, &w);
    reflection(builder.at(&residual, node))
}
