//! Nonholonomic RATTLE: half kicks with one multiplier per node.
//!
//! With `F = f - V_q` and `A(q_k) v_k + b = 0` in every node,
//!
//! `v_{k+1/2} = v_k + h/2 M^-1 (F_k + A_k^T lambda_k)`, `q_{k+1} = q_k + h v_{k+1/2}`,
//! `v_{k+1} = v_{k+1/2} + h/2 M^-1 (F_{k+1} + A_{k+1}^T lambda_{k+1})`.
//!
//! If the mass matrix depends on the configuration, or a group element turns, the half kicks are
//! those of the momentum. The step between them is that of the trapezoidal discrete Lagrangian,
//! solved for its velocity.
//!
//! Constraints `g(q, v, t) = 0` by Chetaev's rule have `A = g_v(q_k, v_k)` in every node.
//!
//! The positions are those of GNI with the start of the paper; the state is the nodal
//! `(q, v, lambda)`. Order two, symmetric.
//!
//! Source: M. Kobilarov, D. Martín de Diego, S. Ferraro, *Simulating nonholonomic dynamics*, 2010,
//! equation 10; S. Ferraro, D. Iglesias, D. Martín de Diego, 2009, doi:10.3934/proc.2009.2009.220.
//!
//! Not to be confused with RATTLE for holonomic constraints, which constrains positions too.

use super::discrete_lagrangian::{DiscreteLagrangian, Quadrature, StepMap};
use super::prelude::*;

const NODAL_MULTIPLIERS: StatePart = StatePart {
    name: "lambda",
    docs: "The multipliers of the half kicks at the node. They alternate about those of the motion, \
           which samples contain, and do not converge to them.",
    kind: GroupKind::Multipliers,
};

/// `Rattle`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Rattle",
    kind: Kind::Nonholonomic,
    summary: "nonholonomic RATTLE: half kicks with one multiplier per node (Ferraro, Iglesias, Martín de Diego)",
    references: &[&SIMULATING_NONHOLONOMIC, &SHAKE_AND_RATTLE],
    options: &[OptionRow::words::<StepMap>().on_elements()],
    needs: Needs {
        masses: Masses::Everywhere,
        lagrangian: Lagrangian::SecondDegree("finds nodal velocities in closed form"),
        ..Needs::ANY_IDEAL_MOTION
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples and in states; steps are undone by `-h` as they are",
    use_when: "the velocity of a state itself must satisfy the constraints, with the positions of `Gni(start = Paper)`",
    not_when: "something decays, as with `Gni`, whose parasitic mode it has from a worse start; a step must be cheap, but the mass matrix depends on the configuration, or a force on the velocity: then it solves equations",
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

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let h = system.h();
    let action = DiscreteLagrangian {
        quadrature: Quadrature::Trapezoidal,
        retraction: choices.word::<StepMap>().into(),
    };
    let q = system.configuration("q", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let lambda = system.multipliers("lambda", Role::Variable);
    let controls = [Graph::ZERO, Graph::ONE].map(|fraction| system.controls_at(fraction));
    let here = system.node(&q, &v).at_controls(&controls[0]);

    let start = system.start();
    let lambda_start = first_multiplier(&start);
    let reflection = (h / 2 * here.residual_of_impulse(&lambda)).multiplied();

    let parts = Step {
        here,
        lambda: lambda.clone(),
        action,
        controls: controls.clone(),
    };
    let mut step = system.steps();
    let [q_next, v_next, lambda_next] = if parts.action.is_explicit(*system) {
        parts.explicit(&mut step)
    } else {
        parts.implicit(&mut step)
    };

    let kept = system.controls_at(Graph::ZERO);
    let sampled = system.node(&q, &v).under(&kept.symbols).sampled();
    let draft = Draft {
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
    Ok(draft.keeping_controls(*system, &kept.symbols))
}

/// The data at the beginning of a step.
struct Step<'m> {
    here: Node<'m>,
    lambda: Vector<'m>,
    action: DiscreteLagrangian,
    controls: [ControlNode; 2],
}

impl<'m> Step<'m> {
    /// Performs kick, drift, kick; returns configuration, velocity and multipliers of the next
    /// node.
    fn explicit(&self, step: &mut Steps<'m>) -> [Vector<'m>; 3] {
        let (here, h) = (&self.here, step.system().h());
        let a = here.free_acceleration() + here.constraint_acceleration(&self.lambda);
        let v_half = step.name("v_half", &(&here.v + h / 2 * a));
        let drifting = here.with_velocity(&v_half);
        let q_next = step.arrived(&self.action.along(&drifting, &Rational::ONE));
        let next = step
            .system()
            .node(&q_next, &v_half)
            .at_controls(&self.controls[1]);
        let v_in = step.name("v_in", &(&v_half + h / 2 * next.free_acceleration()));
        let [v_next, lambda_next] = projected(step, &next.with_velocity(&v_in));
        [q_next, v_next, lambda_next]
    }

    /// Solves `-D1 Ld(q_k, q_(k+1)) = L_v(q_k, v_k) + h/2 A^T lambda_k` for the step, then
    /// `L_v(q_(k+1), v_(k+1)) = D2 Ld + h/2 A^T lambda_(k+1)` on the constraints.
    fn implicit(&self, step: &mut Steps<'m>) -> [Vector<'m>; 3] {
        let (here, h) = (&self.here, step.system().h());
        let kicked = here.momentum() + h / 2 * here.reaction(&self.lambda);
        let p = step.name("p_out", &kicked);
        let u = self.action.free_step(step, here, &p, &self.controls);
        let moving = here.with_velocity(&u);
        let q_next = step.arrived(&self.action.along(&moving, &Rational::ONE));
        let nodes = self.action.nodes(step, &moving, &self.controls);
        let p_in = step.name("p_in", &self.action.momenta(&nodes).right);
        let next = step.system().node(&q_next, &u).at_fraction(Graph::ONE);
        let v_in = step.name("v_in", &next.with_momentum(&p_in).free_velocity());
        let [v_next, lambda_next] = projected(step, &next.with_velocity(&v_in));
        [q_next, v_next, lambda_next]
    }
}

/// Returns `lambda_0 = -(A M^-1 A^T)^-1 A M^-1 F_0`: the first half kick stays on the constraints.
fn first_multiplier<'m>(start: &Node<'m>) -> Vector<'m> {
    -start.multipliers_against_forces()
}

/// Returns the nodal velocity and multipliers of an incoming velocity:
/// `v = w + h/2 M^-1 A^T lambda`, with `A` at `v` if the constraints are not affine.
fn projected<'m>(step: &mut Steps<'m>, node: &Node<'m>) -> [Vector<'m>; 2] {
    let h = node.system.h();
    if !node.system.has_affine_constraints() {
        let p = step.name("p_node", &node.momentum());
        let [v, nu] = step.solve_node(&node.with_momentum(&p), &node.v, None);
        return [v, nu / (h / 2)];
    }
    let v = node.projected_velocity();
    [v, node.correction() / -(h / 2)]
}
