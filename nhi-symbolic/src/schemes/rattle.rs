//! Nonholonomic RATTLE (Kobilarov, Martín de Diego, Ferraro, equation 10).
//!
//! Half kicks with one multiplier per node, which makes the nodal velocity satisfy the constraints:
//! `v_{k+1/2} = v_k + (h/2) M^-1 (F_k + A^T lambda_k)`, and likewise into the next node. The
//! positions are those of GNI with the start of the paper; the state is the nodal `(q, v, lambda)`.
//!
//! Not to be confused with RATTLE for holonomic constraints, which constrains positions too.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{Mechanics, add};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::options::{OptionReader, Options};
use super::scheme::{Block, ControlNode, GroupKind, Scheme, StateGroup, Traits};

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    OptionReader::new("Rattle", options).finish()?;
    options.require_explicit("Rattle", mechanics)?;
    let mut builder = SchemeBuilder::new(mechanics);
    let q = builder.symbols("q", Role::Variable);
    let v = builder.symbols("v", Role::Variable);
    let lambda = builder.constraint_symbols("lambda", Role::Variable);
    let controls = [Graph::ZERO, Graph::ONE].map(|node| builder.control_node(node));
    let node = builder.node(&q, &v);
    Ok(Scheme {
        integrator: "Rattle",
        summary:
            "Nonholonomic RATTLE (Kobilarov, Martín de Diego, Ferraro, equation 10): half kicks \
                  with one multiplier per node."
                .to_owned(),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: false,
            exact_constraints: true,
            exact_energy: false,
        },
        state: groups(&q, &v, &lambda),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(&mut builder),
        step: step(&mut builder, &node, &lambda, &controls),
        sample: block_of([v, lambda].concat()),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
        control_nodes: controls.to_vec(),
    })
}

fn groups(q: &[Expr], v: &[Expr], lambda: &[Expr]) -> Vec<StateGroup> {
    let mut groups = vec![
        coordinates_group(q),
        StateGroup {
            name: "v",
            docs: "The nodal velocity, on the constraints.",
            kind: GroupKind::Velocities,
            symbols: v.to_vec(),
        },
    ];
    if !lambda.is_empty() {
        groups.push(StateGroup {
            name: "lambda",
            docs: "The multipliers at the node.",
            kind: GroupKind::Multipliers,
            symbols: lambda.to_vec(),
        });
    }
    groups
}

/// `lambda_0 = -(A M^-1 A^T)^-1 A M^-1 F_0`: the first half kick stays on the constraints.
fn start(builder: &SchemeBuilder<'_>) -> Block {
    let acceleration = builder.free_acceleration();
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let along = mechanics.constraints.matrix.apply(graph, &acceleration);
    let multiplier = mechanics.constraints.gram_factor.solve(graph, &along);
    let mut outputs = mechanics.q.clone();
    outputs.extend(&mechanics.v);
    outputs.extend(multiplier.iter().map(|&mu| graph.neg(mu)));
    block_of(outputs)
}

fn step(
    builder: &SchemeBuilder<'_>,
    node: &Node,
    lambda: &[Expr],
    controls: &[ControlNode; 2],
) -> Block {
    let mut block = Block::default();
    let half_h = builder.step_fraction(&half());
    let h = builder.h;

    let free = builder.free_acceleration_at(&node.q, &controls[0]);
    let constrained = constrained_acceleration(builder, node, lambda);
    let total = add(builder.graph(), &free, &constrained);
    let v_half = builder.add_scaled(&node.v, half_h, &total);
    let v_half = builder.assign(&mut block, "v_half", &v_half);

    let q_next = builder.add_scaled(&node.q, h, &v_half);
    let q_next = builder.assign(&mut block, "q_next", &q_next);

    let free = builder.free_acceleration_at(&q_next, &controls[1]);
    let incoming = builder.add_scaled(&v_half, half_h, &free);
    let incoming = builder.assign(&mut block, "v_in", &incoming);
    let next = Node {
        time: builder.time_at(Graph::ONE),
        ..builder.node(&q_next, &incoming)
    };
    block.outputs = q_next;
    block.outputs.extend(projected(builder, &next));
    block
}

/// `M^-1 A^T lambda` at a node.
fn constrained_acceleration(
    builder: &SchemeBuilder<'_>,
    node: &Node,
    lambda: &[Expr],
) -> Vec<Expr> {
    let weighted = builder.mechanics.constraints.weighted.clone();
    let entries = builder.at(weighted.entries(), node);
    weighted
        .with_entries(entries)
        .apply(builder.graph(), lambda)
}

/// The nodal velocity and multipliers of an incoming velocity: `v = w + (h/2) M^-1 A^T lambda`.
pub(super) fn projected(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let half_h = builder.step_fraction(&half());
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let mut outputs = mechanics.projection.project_velocity(graph, &mechanics.v);
    let correction = mechanics.constraints.correction(graph, &mechanics.v);
    let minus = graph.neg(half_h);
    outputs.extend(correction.iter().map(|&mu| graph.div(mu, minus)));
    builder.at(&outputs, node)
}
