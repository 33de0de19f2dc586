//! Nonholonomic SHAKE: a two-step method on positions.
//!
//! `q_{k+1} = 2 q_k - q_{k-1} + h^2 M^-1 (F_k + A_k^T lambda_k)` with `lambda_k` such that
//! `A(q_k) (q_{k+1} - q_{k-1}) / 2h + b = 0`. It is computed as a reflection of the velocity that
//! arrives at the node, `w = (q_k - q_{k-1}) / h + h/2 M^-1 F_k`:
//!
//! `q_{k+1} = q_k + h [(Id - 2 Q) w + h/2 M^-1 F_k]`.
//!
//! The positions are those of GNI with the start of the paper. The differences of positions lose
//! digits as `h` becomes small; RATTLE does not. Order two, symmetric.
//!
//! Source: M. Kobilarov, D. Martín de Diego, S. Ferraro, *Simulating nonholonomic dynamics*, 2010,
//! equation 9; S. Ferraro, D. Iglesias, D. Martín de Diego, 2009, doi:10.3934/proc.2009.2009.220.
//!
//! Not to be confused with SHAKE for holonomic constraints, which constrains positions.

use super::prelude::*;

const PREVIOUS: StatePart = StatePart {
    name: "previous",
    docs: "The coordinates at the node before.",
    kind: GroupKind::Coordinates,
};

/// `Shake`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Shake",
    kind: Kind::Nonholonomic,
    summary: "nonholonomic SHAKE: two steps on positions (Ferraro, Iglesias, Martín de Diego)",
    references: &[&SIMULATING_NONHOLONOMIC, &SHAKE_AND_RATTLE],
    options: &[],
    needs: Needs {
        masses: Masses::Everywhere,
        lagrangian: Lagrangian::Separable,
        time_in_lagrangian: true,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples",
    use_when: "a run starts from, or is compared with, two successive configurations without momenta; the positions are those of `Gni(start = Paper)`",
    not_when: "something decays, as with `Gni`, whose parasitic mode it has from a worse start; the mass matrix or the forces depend on more than `Gni` takes explicitly; steps are so small that differences of positions lose digits",
    order: second_order,
    symmetric: always,
    state: &[CONFIGURATION, PREVIOUS, KEPT_CONTROLS],
    monitors: &[REFLECTION],
    discretise,
};

fn discretise(system: &System<'_>, _: &Choices) -> Result<Draft, Diagnostics> {
    let h = system.h();
    let q = system.velocities("q", Role::Variable);
    let previous = system.velocities("q_last", Role::Variable);
    let kept = system.controls_at(Graph::ZERO);
    let controls = system.controls_at(Graph::ZERO);
    let here = system.node(&q, &q);

    let start = system.start();
    let projector = start.matrix(&system.mechanics.projector);
    let v_before = &start.v - h / 2 * (projector * start.free_acceleration());
    let q_before = &start.q - h * v_before;

    let mut step = system.steps();
    let here_in_step = here.at_controls(&controls);
    let (w, free) = incoming(&mut step, &here_in_step, &previous);
    let outgoing = here_in_step.with_velocity(&w).reflected_velocity() + h / 2 * free;
    let q_next = &q + h * outgoing;

    let mut sample = system.steps();
    let here_in_sample = here.at_controls(&kept);
    let (w, _) = incoming(&mut sample, &here_in_sample, &previous);
    let nodal = here_in_sample.with_velocity(&w).projected_velocity();
    let v = sample.name("v", &nodal);
    let sampled = here.with_velocity(&v).under(&kept.symbols).sampled();

    let (w, _) = incoming(&mut Unnamed, &here_in_sample, &previous);
    let reflection = -here_in_sample.with_velocity(&w).constraint_residual();

    let mut draft = Draft {
        state: vec![CONFIGURATION.of(&q), PREVIOUS.of(&previous)],
        start: block_of(entries([&start.q, &q_before])),
        step: step.gives(entries([&q_next, &q])),
        sample: sample.gives(sampled),
        monitors: vec![REFLECTION.of(reflection.entries())],
        control_nodes: vec![controls],
        ..Draft::of(
            "Nonholonomic SHAKE (Kobilarov, Martín de Diego, Ferraro, equation 9): a two-step \
                  method on positions.",
        )
    };
    if system.forces_need_controls() {
        draft.keep_controls(*system, &kept.symbols);
    }
    Ok(draft)
}

/// Returns `w = (q_k - q_{k-1}) / h + h/2 M^-1 F_k`, the velocity that arrives at the node, and
/// `M^-1 F_k`.
fn incoming<'m>(
    names: &mut impl Naming<'m>,
    node: &Node<'m>,
    previous: &Vector<'m>,
) -> (Vector<'m>, Vector<'m>) {
    let h = node.system.h();
    let free = node.free_acceleration();
    let moved = h.powi(-1) * (&node.q - previous);
    let w = names.name("v_in", &(moved + h / 2 * &free));
    (w, free)
}
