//! The explicit form: constant mass matrix, trapezoidal rule, forces of the positions.
//!
//! The state is `(q_k, v^-_k)` with `v^- = M^-1 p^-`. A step is a half kick, a drift, a half kick
//! and the reflection `v^-_{k+1} = (Id - 2 Q) v^+_{k+1}`.

use crate::expr::{Expr, Graph, Role};
use crate::mechanics::add;

use super::super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::super::discrete_lagrangian::Quadrature;
use super::super::scheme::{
    Block, ControlNode, GroupKind, Scheme, StateFunction, StateGroup, Traits,
};
use super::{Start, multipliers, reflection, start_shift, summary};

pub(super) fn scheme(builder: &SchemeBuilder<'_>, start: Start) -> Scheme {
    let q = builder.symbols("q", Role::Variable);
    let w = builder.symbols("w", Role::Variable);
    let controls = [Graph::ZERO, Graph::ONE].map(|node| builder.control_node(node));
    let node = builder.node(&q, &w);
    Scheme {
        integrator: "Gni",
        summary: summary(start, "explicit", &Quadrature::Trapezoidal),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: false,
            exact_constraints: true,
            exact_energy: false,
        },
        state: vec![coordinates_group(&q), reflected_group(&w)],
        admission: Block::admission(&builder.mechanics.constraints),
        start: first_state(builder, start),
        step: step(builder, &q, &w, &controls),
        sample: sample(builder, &node),
        step_jacobian: None,
        diagnostics: diagnostics(builder, &node),
        conditions: builder.conditions(),
        control_nodes: controls.to_vec(),
    }
}

fn reflected_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "reflected",
        docs: "The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.",
        kind: GroupKind::Velocities,
        symbols: symbols.to_vec(),
    }
}

fn first_state(builder: &SchemeBuilder<'_>, start: Start) -> Block {
    let shift = start_shift(builder, start);
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let shift = mechanics.lagrangian.mass_factor.solve(graph, &shift);
    let mut outputs = mechanics.q.clone();
    outputs.extend(add(graph, &mechanics.v, &shift));
    block_of(outputs)
}

fn step(builder: &SchemeBuilder<'_>, q: &[Expr], w: &[Expr], controls: &[ControlNode; 2]) -> Block {
    let mut block = Block::default();
    let half_h = builder.step_fraction(&half());
    let h = builder.h;

    let acceleration = builder.free_acceleration_at(q, &controls[0]);
    let v_half = builder.add_scaled(w, half_h, &acceleration);
    let v_half = builder.assign(&mut block, "v_half", &v_half);

    let q_next = builder.add_scaled(q, h, &v_half);
    let q_next = builder.assign(&mut block, "q_next", &q_next);

    let acceleration = builder.free_acceleration_at(&q_next, &controls[1]);
    let incoming = builder.add_scaled(&v_half, half_h, &acceleration);
    let incoming = builder.assign(&mut block, "v_in", &incoming);

    let mechanics = &*builder.mechanics;
    let reflected = mechanics
        .projection
        .reflect_velocity(&mechanics.model.graph, &mechanics.v);
    let next = Node {
        time: builder.time_at(Graph::ONE),
        ..builder.node(&q_next, &incoming)
    };
    let reflected = builder.at(&reflected, &next);
    block.outputs = q_next;
    block.outputs.extend(reflected);
    block
}

fn sample(builder: &SchemeBuilder<'_>, node: &Node) -> Block {
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let mut outputs = mechanics.projection.project_velocity(graph, &mechanics.v);
    let correction = mechanics.constraints.correction(graph, &mechanics.v);
    outputs.extend(multipliers(builder, &correction));
    block_of(builder.at(&outputs, node))
}

fn diagnostics(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<StateFunction> {
    let energy = builder.mechanics.lagrangian.energy;
    let residual = builder.mechanics.constraints.residual.clone();
    let energy = StateFunction {
        name: "reflected_energy",
        docs: "The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and \
               force it is the energy of the half step and exactly constant; the nodal energy is not.",
        values: builder.at(&[energy], node),
        per_constraint: false,
        warning: None,
    };
    vec![energy, reflection(builder.at(&residual, node))]
}
