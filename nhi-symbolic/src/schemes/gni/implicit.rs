//! The implicit form: any regular Lagrangian, any quadrature, forces that depend on positions and
//! velocities.
//!
//! The state is `(q_k, p^-_k)`. A step solves `-D1 Ld(q_k, q_k + h u) = p^-_k` for the discrete
//! velocity `u` and reflects `p^+ = D2 Ld`. With the nodal velocity, `L_v(q, v) = p^+ + A^T nu` on
//! the constraints, the reflected momentum `p^- = p^+ + 2 A^T nu` is `2 L_v(q, v) - p^+`. For
//! mechanical Lagrangians this is `(P^T - Q^T) p^+`. For others the nodal velocity is a part of the
//! state. A [compensated](compensated) reflection also reads the controls at the node.

use super::super::discrete_lagrangian::DiscreteLagrangian;
use super::super::prelude::*;
use super::{Reflection, Start, compensated, start_shift, summary};
use crate::mechanics::NullSpace;

pub(super) const REFLECTED: StatePart = StatePart {
    name: "reflected",
    docs: "The momentum `p^-` after the reflection at the node.",
    kind: GroupKind::Momenta,
};

pub(super) fn draft(
    system: System<'_>,
    start: Start,
    action: &DiscreteLagrangian,
    reflection: Reflection,
) -> Draft {
    let state = State::new(system);
    let mut controls = action.control_nodes(system);
    let at_end = controls.iter().any(|node| node.fraction == Graph::ONE);
    if reflection == Reflection::Compensated && system.multipliers_need_controls() && !at_end {
        controls.push(system.controls_at(Graph::ONE));
    }
    let State { q, p, v } = &state;
    let mut parts = vec![CONFIGURATION.of(q), REFLECTED.of(p)];
    parts.extend(v.iter().map(|v| NODAL_VELOCITY.of(v)));
    let kept = system.controls_at(Graph::ZERO);
    let draft = Draft {
        state: parts,
        start: state.start(system, start),
        step: state.step(system, action, &controls, reflection),
        sample: state.sample(system, &kept),
        monitors: vec![REFLECTION.of(state.reflection(system).entries())],
        control_nodes: controls,
        compensates: reflection == Reflection::Compensated,
        ..Draft::of(summary(start, reflection, "implicit", &action.quadrature))
    };
    draft.keeping_controls(system, &kept.symbols)
}

/// The symbols of a state: `(q_k, p^-_k)`, and the nodal velocity if it has no closed form.
struct State<'m> {
    q: Vector<'m>,
    p: Vector<'m>,
    v: Option<Vector<'m>>,
}

impl<'m> State<'m> {
    fn new(system: System<'m>) -> Self {
        let symbols = |name| system.velocities(name, Role::Variable);
        Self {
            q: system.configuration("q", Role::Variable),
            p: symbols("p"),
            v: system.solves_for_nodal_velocity().then(|| symbols("v")),
        }
    }

    fn start(&self, system: System<'m>, start: Start) -> Block {
        let here = system.start();
        let p_start = here.momentum() + start_shift(system, start);
        let v_start = self.v.iter().map(|_| &here.v);
        block_of(entries([&here.q, &p_start].into_iter().chain(v_start)))
    }

    fn step(
        &self,
        system: System<'m>,
        action: &DiscreteLagrangian,
        controls: &[ControlNode],
        reflection: Reflection,
    ) -> Block {
        let mut step = system.steps();
        let u = self.discrete_velocity(&mut step, action, controls);
        let here = system.node(&self.q, &u);
        let q_next = step.arrived(&action.along(&here, &Rational::ONE));
        let nodes = action.nodes(&mut step, &here, controls);
        let p_in = step.name("p_in", &action.momenta(&nodes).right);

        let next = system.node(&q_next, &u).at_fraction(Graph::ONE);
        let next = next.with_momentum(&p_in);
        if self.v.is_none() && reflection == Reflection::Plain {
            return step.gives(entries([&q_next, &next.reflected()]));
        }
        let v_next = step.velocity_of_momentum(&next, &u, None);
        let mut node = next.with_velocity(&v_next);
        let p_next = node.momentum();
        let reflected = match reflection {
            Reflection::Plain => &p_next + &p_next - p_in,
            Reflection::Compensated => {
                if let Some(last) = controls.iter().find(|node| node.fraction == Graph::ONE) {
                    node = node.under(&last.symbols);
                }
                let arriving = node.multipliers_against(&(p_in - &p_next));
                let impulse = compensated::impulse(&mut step, &node, &arriving);
                p_next + node.reaction(&impulse)
            }
        };
        let v_next = self.v.iter().map(|_| &v_next);
        step.gives(entries([&q_next, &reflected].into_iter().chain(v_next)))
    }

    /// Returns the symbols of the solution of `-D1 Ld(q_k, q_k + h u) = p^-`.
    fn discrete_velocity(
        &self,
        step: &mut Steps<'m>,
        action: &DiscreteLagrangian,
        controls: &[ControlNode],
    ) -> Vector<'m> {
        let system = step.system();
        let guess = match &self.v {
            Some(v) => v.clone(),
            None => first_guess(&self.here(system).with_momentum(&self.p)),
        };
        action.free_step(step, &system.node(&self.q, &guess), &self.p, controls)
    }

    /// Returns the nodal velocity, and the multipliers of the continuous motion there.
    fn sample(&self, system: System<'m>, controls: &ControlNode) -> Block {
        let mut sample = system.steps();
        let v = match &self.v {
            Some(v) => v.clone(),
            None => {
                let node = self.here(system).with_momentum(&self.p);
                sample.name("v", &node.nodal_velocity())
            }
        };
        let node = system.node(&self.q, &v).under(&controls.symbols);
        sample.gives(node.sampled())
    }

    /// Returns the constraint residual of the reflected velocity.
    fn reflection(&self, system: System<'m>) -> Vector<'m> {
        let mechanics = system.mechanics;
        match &self.v {
            None => {
                let node = self.here(system).with_momentum(&self.p);
                node.of_kinetic_momentum(|graph, p| {
                    let w = mechanics.lagrangian.mass_factor.solve(graph, p);
                    mechanics.constraints.residual_of(graph, &w)
                })
            }
            Some(v) => system
                .node(&self.q, v)
                .formula(|model| self.added_by_reflection(model).entries()),
        }
    }

    /// Returns `A M^-1 (p^- - L_v(q, v))` in the model's symbols: the contribution of the
    /// reflection, in the metric of the nodal velocity.
    fn added_by_reflection(&self, model: &Node<'m>) -> Vector<'m> {
        let mechanics = model.system.mechanics;
        let added = &self.p - model.momentum();
        let w = model
            .system
            .solve(&mechanics.lagrangian.mass_factor, &added);
        model.matrix(&mechanics.constraints.matrix) * w
    }

    fn here(&self, system: System<'m>) -> Node<'m> {
        system.node(&self.q, &system.start().v)
    }
}

/// Returns the velocity of a reflected momentum, without regard to the constraints or, if they
/// leave few of many freedoms, on them. Both are of first order. The factors of a large mass matrix
/// are long, and the projection needs only those of the remaining freedoms.
fn first_guess<'m>(arriving: &MomentumNode<'m>) -> Vector<'m> {
    let system = arriving.system;
    let freedoms = system.null_space().map(NullSpace::dimension);
    let free = arriving.free_velocity();
    if freedoms.is_none_or(|freedoms| 2 * freedoms > free.len()) {
        return free;
    }
    let weight = |v: &Vector<'m>| {
        let cost = system.graph().cost(&v.entries(), RoleSet::PREPARED);
        cost.weight()
    };
    let nodal = arriving.nodal_velocity();
    if weight(&nodal) < weight(&free) {
        nodal
    } else {
        free
    }
}
