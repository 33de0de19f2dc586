//! Nonholonomic RATTLE: half kicks with one multiplier per node.
//!
//! With `F = f - V_q` and `A(q_k) v_k + b = 0` in every node,
//!
//! `v_{k+1/2} = v_k + h/2 M^-1 (F_k + A_k^T lambda_k)`, `q_{k+1} = q_k + h v_{k+1/2}`,
//! `v_{k+1} = v_{k+1/2} + h/2 M^-1 (F_{k+1} + A_{k+1}^T lambda_{k+1})`.
//!
//! The positions are those of GNI with the start of the paper; the state is the nodal
//! `(q, v, lambda)`. Order two, symmetric.
//!
//! Source: M. Kobilarov, D. Martín de Diego, S. Ferraro, *Simulating nonholonomic dynamics*, 2010,
//! equation 10; S. Ferraro, D. Iglesias, D. Martín de Diego, 2009, doi:10.3934/proc.2009.2009.220.
//!
//! Not to be confused with RATTLE for holonomic constraints, which constrains positions too.

use super::prelude::*;

const NODAL_MULTIPLIERS: StatePart = StatePart {
    name: "lambda",
    docs: "The multipliers of the half kicks at the node. They alternate about those of the motion, \
           which samples hold, and do not converge to them.",
    kind: GroupKind::Multipliers,
};

/// `Rattle`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Rattle",
    kind: Kind::Nonholonomic,
    summary: "nonholonomic RATTLE: half kicks with one multiplier per node (Ferraro, Iglesias, Martín de Diego)",
    references: &[&SIMULATING_NONHOLONOMIC, &SHAKE_AND_RATTLE],
    options: &[],
    needs: Needs {
        lagrangian: Lagrangian::Separable,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples and in states; steps are undone by `-h` as they are",
    use_when: "the velocity of a state itself must satisfy the constraints, for a cheap step with the positions of `Gni(start = Paper)`",
    not_when: "something decays, as with `Gni`, whose parasitic mode it has from a worse start; the mass matrix depends on the configuration, or forces on the velocity",
    order: second_order,
    symmetric: always,
    state: &[
        CONFIGURATION,
        NODAL_VELOCITY,
        NODAL_MULTIPLIERS,
        KEPT_CONTROLS,
    ],
    monitors: &[REFLECTION],
    discretise,
};

fn discretise(system: &System<'_>, _: &Choices) -> Result<Draft, Diagnostics> {
    let h = system.h();
    let q = system.velocities("q", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let lambda = system.multipliers("lambda", Role::Variable);
    let controls = [Graph::ZERO, Graph::ONE].map(|fraction| system.controls_at(fraction));
    let here = system.node(&q, &v).at_controls(&controls[0]);

    let start = system.start();
    let lambda_start = first_multiplier(&start);
    let gram = here.matrix(&system.mechanics.constraints.gram);
    let reflection = (h / 2 * (gram * &lambda)).multiplied();

    let mut step = system.steps();
    let a = here.free_acceleration() + here.constraint_acceleration(&lambda);
    let v_half = step.name("v_half", &(&v + h / 2 * a));
    let q_next = step.name("q_next", &(&q + h * &v_half));
    let next = system.node(&q_next, &v_half).at_controls(&controls[1]);
    let v_in = step.name("v_in", &(&v_half + h / 2 * next.free_acceleration()));
    let [v_next, lambda_next] = projected(&next.with_velocity(&v_in));

    let kept = system.controls_at(Graph::ZERO);
    let sampled = system.node(&q, &v).under(&kept.symbols).sampled();
    let mut draft = Draft {
        state: vec![
            CONFIGURATION.of(&q),
            NODAL_VELOCITY.of(&v),
            NODAL_MULTIPLIERS.of(&lambda),
        ],
        start: block_of(entries([&start.q, &start.v, &lambda_start])),
        step: step.gives(entries([&q_next, &v_next, &lambda_next])),
        sample: block_of(sampled),
        monitors: vec![REFLECTION.of(reflection.entries())],
        control_nodes: controls.to_vec(),
        ..Draft::of(
            "Nonholonomic RATTLE (Kobilarov, Martín de Diego, Ferraro, equation 10): half kicks \
                  with one multiplier per node.",
        )
    };
    if system.multipliers_need_controls() {
        draft.keep_controls(*system, &kept.symbols);
    }
    Ok(draft)
}

/// `lambda_0 = -(A M^-1 A^T)^-1 A M^-1 F_0`: the first half kick stays on the constraints.
fn first_multiplier<'m>(start: &Node<'m>) -> Vector<'m> {
    let constraints = &start.system.mechanics.constraints;
    let along = start.matrix(&constraints.matrix) * start.free_acceleration();
    -start.system.solve(&constraints.gram_factor, &along)
}

/// The nodal velocity and multipliers of an incoming velocity: `v = w + h/2 M^-1 A^T lambda`.
fn projected<'m>(node: &Node<'m>) -> [Vector<'m>; 2] {
    let h = node.system.h();
    let v = node.projected_velocity();
    [v, node.correction() / -(h / 2)]
}
