//! Feedback integrators: an extended field that is attracted to the constraints and to the levels of
//! known integrals, integrated by any method; here an explicit one.
//!
//! With `C = A M^-1 A^T`, `J = A M^-1 p` and `Ht = H - 1/2 J^T C^-1 J`, the extended field
//! `q' = Ht_p`, `p' = -Ht_q + A^T lt + f`, `lt = C^-1 ({Ht, J} - A M^-1 f)`, keeps `J` everywhere and
//! `Ht` where there are no forces; no orthonormal frame is needed. The method integrates this field
//! minus the gradient of `V = kJ/2 J^T C^-1 J + kE/2 (Ht - Ht_0)^2 + sum of kX/2 (X - X_0)^2`.
//!
//! On group elements `p` is the body momentum, `q' = K Ht_p`, `p' = ad*_{Ht_p} p - K^T Ht_q + ...`,
//! and `V` has the term `k0/4 |R^T R - Id|^2` for each rotation, with the gradient `k0 R (R^T R - Id)`
//! in the nine entries of `R` (with a minus in Chang and Perlmutter's equation 58).
//!
//! The order is that of the base method; not symmetric.
//!
//! Source: D. E. Chang, M. Perlmutter, *Feedback integrators for nonholonomic mechanical systems*,
//! doi:10.1007/s00332-018-9514-7, arXiv:1811.03757.
//!
//! Not to be confused with projection: states approach the constraints, they are not put on them.

mod attraction;
mod extension;
mod field;
mod gain_check;
mod hessian;
mod off_constraints;

use super::prelude::*;
use super::tableau::{Tableau, moved};
use attraction::Attraction;
use field::feedback_field;
use off_constraints::OffConstraints;

const MOMENTUM: StatePart = StatePart {
    name: "p",
    docs: "The momentum.",
    kind: GroupKind::Momenta,
};

const TARGETS: StatePart = StatePart {
    name: "targets",
    docs: "The levels that the integrals are attracted to: the energy of the start first, then \
           the integrals of the model that are fed back.",
    kind: GroupKind::Scalars,
};

const LYAPUNOV: Monitor = Monitor {
    name: "lyapunov",
    docs: "The function whose gradient is fed back: zero where the constraints and all levels hold. \
           Values that grow tell that the step is too long for the gains.",
    shape: MonitorShape::Scalar,
    warning: None,
};

const GAIN_STIFFNESS: Monitor = Monitor {
    name: "gain_stiffness",
    docs: "`h` times the largest eigenvalue of the Hessian of the Lyapunov function, divided by what the \
           base method bears: 2 for Euler and Rk2, 2.785 for Rk4. An estimate for states on the \
           constraints and levels, at most an eighth too large, of more than eight constraints as a \
           rule a little too small. It should be well below one: from \
           one on the feedback makes deviations grow instead of decay, and the step must be shortened \
           or the gains lowered. Look at it once after the start.",
    shape: MonitorShape::Scalar,
    warning: Some(
        "the step is too long for the gains: deviations from the constraints and levels will grow",
    ),
};

/// The method that integrates the field, with its order.
#[derive(Clone, Copy, PartialEq)]
enum Base {
    Euler = 1,
    Rk2 = 2,
    Rk4 = 4,
}

words!("base" => Base { Euler, Rk2, Rk4 });

/// `Feedback(base = Euler | Rk2 | Rk4, energy = 100, constraint = 100, rotation = 100, <integral> = gain)`;
/// where forces do work, the energy has no level to go to and its gain is 0, and only group elements
/// have a gain `rotation`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Feedback",
    kind: Kind::Nonholonomic,
    summary: "attraction to the constraints and to levels of integrals (Chang, Perlmutter)",
    references: &[&FEEDBACK_INTEGRATORS],
    options: &[
        OptionRow::words::<Base>(),
        OptionRow::named("energy", Values::Gain(100)).remark("0 under forces"),
        OptionRow::named("constraint", Values::Gain(100)),
        OptionRow::named("rotation", Values::Gain(100)).on_elements(),
        OptionRow::gain_of_each_integral(),
    ],
    needs: Needs {
        masses: Masses::Everywhere,
        configuration: Configuration::Any,
        lagrangian: Lagrangian::SecondDegree(
            "needs the Hamiltonian in closed form, with velocities that are linear in the momenta",
        ),
        constraints: Constraints::Linear,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, which are projected; in the state itself constraints, energy and declared integrals are attracted to their first values",
    use_when: "known integrals shall be held by an explicit method, at a constant cost, from a start that may be a little off",
    not_when: "the step is long against the gains: `gain_stiffness` at the start must be below one; constraints are affine",
    order: |choices| choices.word::<Base>() as u32,
    symmetric: never,
    state: &[CONFIGURATION, MOMENTUM, TARGETS, KEPT_CONTROLS],
    monitors: &[LYAPUNOV, GAIN_STIFFNESS],
    discretise,
};

/// The strengths of attraction.
struct Gains {
    energy: Rational,
    constraint: Rational,
    rotation: Rational,
    /// One per integral of the model; zero where none is asked for.
    integrals: Vec<Rational>,
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let gains = gains(*system, choices)?;
    let order = choices.word::<Base>() as i64;
    let tableau = Tableau::explicit(system.graph(), order);
    let p = system.velocities("p", Role::Variable);
    let q = system.configuration("q", Role::Variable);
    let attraction = Attraction::new(OffConstraints::new(*system, &p), gains);
    let kept = system.controls_at(Graph::ZERO);
    let controls: Vec<_> = tableau.c.iter().map(|&c| system.controls_at(c)).collect();

    let start = system.start();
    let p_start = start.momentum();
    let integrals: Vec<_> = attraction
        .integrals
        .iter()
        .map(|x| x.value.expr())
        .collect();
    let levels = start.values_with(&integrals, &p.entries(), &p_start.entries());
    let node = system.node(&q, &start.v).under(&kept.symbols);
    let steps = step(&attraction, &tableau, &q, &controls);
    let mut sample = system.steps();
    let v = sample.name("v", &node.with_momentum(&p).nodal_velocity());
    let mut draft = Draft {
        state: vec![
            CONFIGURATION.of(&q),
            MOMENTUM.of(&p),
            TARGETS.of(&attraction.targets),
        ],
        start: block_of(entries([&start.q, &p_start, &levels])),
        step: steps,
        sample: sample.gives(node.with_velocity(&v).sampled()),
        monitors: vec![
            LYAPUNOV.of([node.value(attraction.lyapunov()).expr()]),
            GAIN_STIFFNESS.computed(attraction.stiffness(order, &node)),
        ],
        control_nodes: controls,
        ..Draft::of(format!(
            "Feedback integrator (Chang, Perlmutter) on a method of order {order}, gains {} for the energy and \
             {} for the constraints.",
            attraction.gains.energy, attraction.gains.constraint
        ))
    };
    if system.multipliers_need_controls() {
        draft.keep_controls(*system, &kept.symbols);
    }
    Ok(draft)
}

fn gains(system: System<'_>, choices: &Choices) -> Result<Gains, Diagnostics> {
    let model = &system.mechanics.model;
    let start = system.start();
    let power = system.vector(&model.forces[..]).dot(&start.v);
    let forces_work = !system.graph().is_zero(power.expr());
    let written = choices.written_number("energy");
    if forces_work && written.as_ref().is_some_and(|gain| !gain.is_zero()) {
        return Err(energy_of_forced_system(choices).into());
    }
    let integrals = model.integrals.iter();
    let gain_of = |name: &str| choices.written_number(name).unwrap_or(Rational::ZERO);
    Ok(Gains {
        energy: match written {
            None if forces_work => Rational::ZERO,
            _ => choices.number("energy"),
        },
        constraint: choices.number("constraint"),
        rotation: choices.number("rotation"),
        integrals: integrals.map(|integral| gain_of(&integral.name)).collect(),
    })
}

fn energy_of_forced_system(choices: &Choices) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        choices.span,
        "`Feedback` cannot hold the energy at its first value, because forces do work here",
        "`energy = 0`, which is the default under forces",
    )
    .help("remove the option `energy`: the constraints and the integrals that you name are still fed back")
}

fn step<'m>(
    attraction: &Attraction<'m>,
    tableau: &Tableau,
    q: &Vector<'m>,
    controls: &[ControlNode],
) -> Block {
    let Attraction { state, targets, .. } = attraction;
    let (system, h, p) = (state.system, state.system.h(), &state.p);
    let others = p.chain(targets);
    let field = feedback_field(attraction).entries();
    let field = Shared::new(system, "field", &field, &others.entries(), controls.len());
    let mut step = system.steps();
    let (mut q_slopes, mut p_slopes) = (Vec::new(), Vec::new());
    for (row, controls) in tableau.a.iter().zip(controls) {
        let q_stage = step.name("q_stage", &moved(h, q, row, &q_slopes));
        let p_stage = step.name("p_stage", &moved(h, p, row, &p_slopes));
        let stage = system.node(&q_stage, &system.start().v);
        let slopes = [
            system.configuration("q_slope", Role::Variable),
            system.velocities("p_slope", Role::Variable),
        ];
        let slope = step.evaluate(
            &field,
            slopes[0].chain(&slopes[1]),
            &stage.at_controls(controls),
            &p_stage.chain(targets),
        );
        q_slopes.push(slope.part(0..q.len()));
        p_slopes.push(slope.part(q.len()..slope.len()));
    }
    let q_next = moved(h, q, &tableau.b, &q_slopes);
    let p_next = moved(h, p, &tableau.b, &p_slopes);
    step.gives(entries([&q_next, &p_next, targets]))
}
