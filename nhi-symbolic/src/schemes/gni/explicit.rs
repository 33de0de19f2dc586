//! The explicit form: constant mass matrix, trapezoidal rule, forces that depend on positions.
//!
//! The state is `(q_k, v^-_k)` with `v^- = M^-1 p^-`. A step is a half kick, a drift, a half kick
//! and the reflection `v^-_{k+1} = (Id - 2 Q) v^+_{k+1}`. The multiplier of a sample is that of the
//! reflection, whose impulse is `h A^T lambda_k`.

use super::super::discrete_lagrangian::DiscreteLagrangian;
use super::super::prelude::*;
use super::{Reflection, Start, compensated, start_shift, summary};

pub(super) const REFLECTED: StatePart = StatePart {
    name: "reflected",
    docs: "The velocity `v^- = M^-1 p^-` after the reflection at the node; not on the constraints.",
    kind: GroupKind::Velocities,
};

pub(super) const REFLECTED_ENERGY: Monitor = Monitor {
    name: "reflected_energy",
    docs: "The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and \
           force it is the energy of the half step and exactly constant; the nodal energy is not.",
    shape: MonitorShape::Scalar,
    warning: None,
};

pub(super) fn draft(
    system: System<'_>,
    start: Start,
    action: &DiscreteLagrangian,
    reflection: Reflection,
) -> Draft {
    let h = system.h();
    let q = system.configuration("q", Role::Variable);
    let w = system.velocities("w", Role::Variable);
    let controls = [Graph::ZERO, Graph::ONE].map(|fraction| system.controls_at(fraction));
    let here = system.node(&q, &w);

    let initial = system.start();
    let shift = start_shift(system, start);
    let shift = system.solve(&system.mechanics.lagrangian.mass_factor, &shift);
    let w_start = &initial.v + shift;

    let mut step = system.steps();
    let free = here.at_controls(&controls[0]).free_acceleration();
    let v_half = step.name("v_half", &(&w + h / 2 * free));
    let q_next = step.arrived(&action.along(&here.with_velocity(&v_half), &Rational::ONE));
    let next = system.node(&q_next, &v_half).at_controls(&controls[1]);
    let v_in = step.name("v_in", &(&v_half + h / 2 * next.free_acceleration()));
    let arriving = next.with_velocity(&v_in);
    let w_next = match reflection {
        Reflection::Plain => arriving.reflected_velocity(),
        Reflection::Compensated => {
            let v = step.name("v_node", &arriving.projected_velocity());
            let node = arriving.with_velocity(&v);
            let impulse = compensated::impulse(&mut step, &node, &arriving.correction());
            v + node.constraint_acceleration(&impulse)
        }
    };

    let mut sample = system.steps();
    let v = sample.name("v", &here.projected_velocity());
    let kept = system.controls_at(Graph::ZERO);
    let sampled = here.with_velocity(&v).under(&kept.symbols).sampled();

    let draft = Draft {
        state: vec![CONFIGURATION.of(&q), REFLECTED.of(&w)],
        start: block_of(entries([&initial.q, &w_start])),
        step: step.gives(entries([&q_next, &w_next])),
        sample: sample.gives(sampled),
        monitors: vec![
            REFLECTED_ENERGY.of(here.values(&[system.mechanics.lagrangian.energy]).entries()),
            REFLECTION.of(here.constraint_residual().entries()),
        ],
        control_nodes: controls.to_vec(),
        compensates: reflection == Reflection::Compensated,
        ..Draft::of(summary(start, reflection, "explicit", &action.quadrature))
    };
    draft.keeping_controls(system, &kept.symbols)
}
