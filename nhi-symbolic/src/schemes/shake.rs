//! Nonholonomic SHAKE (Kobilarov, Martín de Diego, Ferraro, equation 9).
//!
//! A two-step method on positions: `q_{k+1} = 2 q_k - q_{k-1} + h^2 M^-1 (F_k + A^T lambda_k)` with
//! `lambda_k` such that `(q_{k+1} - q_{k-1}) / 2h` satisfies the constraints at `q_k`. The positions
//! are those of GNI with the start of the paper. The differences of positions lose digits as `h`
//! gets small; RATTLE does not.
//!
//! Not to be confused with SHAKE for holonomic constraints, which constrains positions.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{Mechanics, subtract};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::options::{OptionReader, Options};
use super::rattle::projected;
use super::scheme::{Block, ControlNode, GroupKind, Scheme, StateGroup, Traits};

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    OptionReader::new("Shake", options).finish()?;
    options.require_explicit("Shake", mechanics)?;
    let mut builder = SchemeBuilder::new(mechanics);
    let state = State::new(&mut builder);
    let controls = builder.control_node(Graph::ZERO);
    let mut scheme = Scheme {
        integrator: "Shake",
        summary:
            "Nonholonomic SHAKE (Kobilarov, Martín de Diego, Ferraro, equation 9): a two-step \
                  method on positions."
                .to_owned(),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: false,
            exact_constraints: true,
            exact_energy: false,
        },
        state: state.groups(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(&mut builder),
        step: state.step(&mut builder, &controls),
        sample: state.sample(&mut builder),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
        control_nodes: vec![controls],
    };
    if builder.free_acceleration_needs_controls() {
        builder.keep_controls(&mut scheme, &state.controls);
    }
    Ok(scheme)
}

/// `(q_k, q_{k-1})`, and the controls at the node where the sample depends on them.
struct State {
    q: Vec<Expr>,
    previous: Vec<Expr>,
    controls: Vec<Expr>,
}

impl State {
    fn new(builder: &SchemeBuilder<'_>) -> Self {
        Self {
            q: builder.symbols("q", Role::Variable),
            previous: builder.symbols("q_last", Role::Variable),
            controls: builder.control_node(Graph::ZERO).symbols,
        }
    }

    fn groups(&self) -> Vec<StateGroup> {
        vec![
            coordinates_group(&self.q),
            StateGroup {
                name: "previous",
                docs: "The coordinates at the node before.",
                kind: GroupKind::Coordinates,
                symbols: self.previous.clone(),
            },
        ]
    }

    /// `w = (q_k - q_{k-1}) / h + (h/2) M^-1 F_k`, the velocity that arrives at the node.
    fn incoming(
        &self,
        builder: &SchemeBuilder<'_>,
        block: &mut Block,
        controls: &ControlNode,
    ) -> (Vec<Expr>, Vec<Expr>) {
        let half_h = builder.step_fraction(&half());
        let h = builder.h;
        let free = builder.free_acceleration_at(&self.q, controls);
        let graph = builder.graph();
        let inverse = graph.powi(h, -1);
        let moved = subtract(graph, &self.q, &self.previous);
        let velocity = builder.scaled(inverse, &moved);
        let incoming = builder.add_scaled(&velocity, half_h, &free);
        (builder.assign(block, "v_in", &incoming), free)
    }

    /// `q_{k+1} = q_k + h [(Id - 2 Q) w + (h/2) M^-1 F_k]`.
    fn step(&self, builder: &SchemeBuilder<'_>, controls: &ControlNode) -> Block {
        let mut block = Block::default();
        let half_h = builder.step_fraction(&half());
        let (incoming, free) = self.incoming(builder, &mut block, controls);
        let mechanics = &*builder.mechanics;
        let reflected = mechanics
            .projection
            .reflect_velocity(&mechanics.model.graph, &mechanics.v);
        let node = builder.node(&self.q, &incoming);
        let reflected = builder.at(&reflected, &node);
        let outgoing = builder.add_scaled(&reflected, half_h, &free);
        let h = builder.h;
        block.outputs = builder.add_scaled(&self.q, h, &outgoing);
        block.outputs.extend(&self.q);
        block
    }

    fn sample(&self, builder: &SchemeBuilder<'_>) -> Block {
        let mut block = Block::default();
        let controls = ControlNode {
            fraction: Graph::ZERO,
            symbols: self.controls.clone(),
        };
        let (incoming, _) = self.incoming(builder, &mut block, &controls);
        let node: Node = builder.node(&self.q, &incoming);
        block.outputs = projected(builder, &node);
        block
    }
}

/// `q_{-1} = q_0 - h v_0 + (h^2/2) P M^-1 F_0`.
fn start(builder: &SchemeBuilder<'_>) -> Block {
    let half_h = builder.step_fraction(&half());
    let h = builder.h;
    let free = builder.free_acceleration();
    let projector = builder.mechanics.projector.clone();
    let tangent = projector.apply(builder.graph(), &free);
    let v = builder.mechanics.v.clone();
    let minus = builder.graph().neg(half_h);
    let velocity = builder.add_scaled(&v, minus, &tangent);
    let minus = builder.graph().neg(h);
    let mut outputs = builder.mechanics.q.clone();
    outputs.extend(builder.add_scaled(&builder.mechanics.q.clone(), minus, &velocity));
    block_of(outputs)
}
