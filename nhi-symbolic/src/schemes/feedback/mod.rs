//! Feedback integrators: an extended field that is attracted to the constraints and to the levels
//! of known integrals, integrated by any method; here an explicit one.
//!
//! With `C = A M^-1 A^T`, `J = A M^-1 p` and `Ht = H - 1/2 J^T C^-1 J`, the extended field
//! `q' = Ht_p`, `p' = -Ht_q + A^T lt + f`, `lt = C^-1 ({Ht, J} - A M^-1 f)`, conserves `J`
//! everywhere and `Ht` if there are no forces. No orthonormal frame is needed. On group elements
//! `p` is the body momentum, `q' = K Ht_p`, `p' = ad*_{Ht_p} p - K^T Ht_q + ...`. The method
//! integrates this field together with an attraction, in one of two forms. One is by [`rates`]. The
//! other, used if a gain is named, follows the paper: minus the gradient of
//! `V = kJ/2 J^T C^-1 J + kE/2 (Ht - Ht_0)^2 + sum of kX/2 (X - X_0)^2`, and `k0/4 |R^T R - Id|^2`
//! for each rotation, with the gradient `k0 R (R^T R - Id)` in the nine entries of `R` (with a
//! minus in Chang and Perlmutter's equation 58).
//!
//! The order is that of the base method, but two at most with the default rates, and one from rest
//! or with position constraints; not symmetric.
//!
//! Source: D. E. Chang, M. Perlmutter, *Feedback integrators for nonholonomic mechanical systems*,
//! doi:10.1007/s00332-018-9514-7, arXiv:1811.03757.
//!
//! Not to be confused with projection: states approach the constraints, they are not put on them.

mod attraction;
mod extension;
mod field;
mod form;
mod gain_check;
mod gains;
mod hessian;
mod off_constraints;
mod rates;

use super::prelude::*;
use super::tableau::{Tableau, distinct, moved};
use form::Form;
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

const SCALES: StatePart = StatePart {
    name: "scales",
    docs: "What the slope of each level is compared with, so that the pull stays bounded where the slope vanishes: a \
           size of `r . M^-1 r` along the run, for the energy twice a kinetic energy.",
    kind: GroupKind::Scalars,
};

const LYAPUNOV: Monitor = Monitor {
    name: "lyapunov",
    docs: "The function whose gradient is fed back: zero if the constraints and all levels hold. \
           If its values grow, the step is too long for the gains.",
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

impl Base {
    /// Returns one over the end of the stability interval on the negative axis: 2 for Euler's
    /// method and the midpoint rule, 2.785 for the classical method.
    fn inverse_limit(self) -> Rational {
        let (numerator, denominator) = match self {
            Self::Euler | Self::Rk2 => (1, 2),
            Self::Rk4 => (200, 557),
        };
        Rational::fraction(numerator, denominator).unwrap_or(Rational::ONE)
    }
}

const PAPER: &str = "gain of the paper";

/// `Feedback(base = Euler | Rk2 | Rk4, energy_rate = 0.1/h, constraint_rate = 0.1/h, ...)`, or with
/// gains of the paper instead of rates. If forces do work, the energy has no level to go to and is
/// not attracted.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Feedback",
    kind: Kind::Nonholonomic,
    summary: "attraction to the constraints and to levels of integrals (Chang, Perlmutter)",
    references: &[&FEEDBACK_INTEGRATORS],
    options: &[
        OptionRow::words::<Base>(),
        OptionRow::named("energy_rate", Values::Rate).remark("0 under forces"),
        OptionRow::named("constraint_rate", Values::Rate),
        OptionRow::named("position_rate", Values::Rate).on_positions(),
        OptionRow::named("rotation_rate", Values::Rate).on_elements(),
        OptionRow::of_each_integral("_rate", Values::Rate).remark("0 where not proved constant"),
        OptionRow::named("energy", Values::Gain(100)).remark(PAPER),
        OptionRow::named("constraint", Values::Gain(100)).remark(PAPER),
        OptionRow::named("rotation", Values::Gain(100))
            .remark(PAPER)
            .on_elements(),
        OptionRow::of_each_integral("", Values::Gain(0)),
    ],
    needs: Needs {
        masses: Masses::Everywhere,
        configuration: Configuration::Any,
        lagrangian: Lagrangian::SecondDegree(
            "needs the Hamiltonian in closed form, with velocities that are linear in the momenta",
        ),
        constraints: Constraints::Linear,
        position_constraints: Positions::Ideal,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, which are projected; in the state itself constraints, positions, energy and integrals are attracted to their first values",
    use_when: "you know integrals, and an explicit method should preserve them at a constant cost, even from a slightly inconsistent start",
    not_when: "constraints are affine, or positions must hold to machine precision; with gains of the paper `gain_stiffness` must be below one; `base = Rk4` has order four only if all rates are numbers, and default rates leave order one from rest and with position constraints",
    order,
    symmetric: never,
    state: &[CONFIGURATION, MOMENTUM, TARGETS, SCALES, KEPT_CONTROLS],
    monitors: &[LYAPUNOV, GAIN_STIFFNESS],
    discretise,
};

/// Returns the order of the base method, but two at most if rates have their defaults: they grow as
/// the step shrinks.
fn order(choices: &Choices) -> u32 {
    order_by_rates(choices, &["energy_rate", "constraint_rate"], false)
}

/// Returns the order for a model. Under forces the energy has no rate, and with position
/// constraints default rates lower the order further.
fn order_of(system: &System<'_>, choices: &Choices) -> u32 {
    let rates = match !has_gains(choices) && form::forces_work(*system) {
        true => &["constraint_rate"][..],
        false => &["energy_rate", "constraint_rate"],
    };
    let has_positions = system.mechanics.model.has_ideal_positions();
    order_by_rates(choices, rates, has_positions)
}

fn order_by_rates(choices: &Choices, rates: &[&str], has_positions: bool) -> u32 {
    let base = choices.word::<Base>() as u32;
    let are_numbers = |rates: &[&str]| {
        let mut rates = rates.iter();
        rates.all(|name| choices.written_number(name).is_some())
    };
    if has_gains(choices)
        || are_numbers(rates) && (!has_positions || are_numbers(&["position_rate"]))
    {
        base
    } else if has_positions && !are_numbers(rates) {
        1
    } else {
        base.min(2)
    }
}

/// Returns true if gains of the paper are named.
fn has_gains(choices: &Choices) -> bool {
    let is_rate = |name: &str| name.ends_with("_rate");
    let mut named = choices.names();
    named.any(|name| !["base", "jacobian"].contains(&name) && !is_rate(name))
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let base = choices.word::<Base>();
    let tableau = Tableau::explicit(system.graph(), base as i64);
    let p = system.velocities("p", Role::Variable);
    let q = system.configuration("q", Role::Variable);
    let form = Form::read(OffConstraints::new(*system, &p), choices)?;
    let kept = system.controls_at(Graph::ZERO);
    let controls = tableau.controls(*system);

    let start = system.start();
    let [targets, scales] = form.kept();
    let [first_targets, first_scales] = form.kept_from_start();
    let node = system.node(&q, &start.v).under(&kept.symbols);
    let steps = step(&form, &tableau, &q, &controls);
    let mut sample = system.steps();
    let v = sample.name("v", &node.with_momentum(&p).nodal_velocity());
    let draft = Draft {
        state: vec![
            CONFIGURATION.of(&q),
            MOMENTUM.of(&p),
            TARGETS.of(&targets),
            SCALES.of(&scales),
        ],
        start: block_of(entries([
            &start.q,
            &start.momentum(),
            &first_targets,
            &first_scales,
        ])),
        step: steps,
        sample: sample.gives(node.with_velocity(&v).sampled()),
        monitors: form.monitors(base, &node),
        conditions: form.conditions(base),
        control_nodes: distinct(controls),
        convergence: Some((order_of(system, choices), false)),
        ..Draft::of(format!(
            "Feedback integrator (Chang, Perlmutter) on a method of order {}, {}.",
            base as i64,
            form.strength()
        ))
    };
    Ok(draft.keeping_controls(*system, &kept.symbols))
}

fn step<'m>(form: &Form<'m>, tableau: &Tableau, q: &Vector<'m>, controls: &[ControlNode]) -> Block {
    let state = form.state();
    let (system, h, p) = (state.system, state.system.h(), &state.p);
    let [targets, scales] = form.kept();
    let kept = targets.chain(&scales);
    let others = p.chain(&kept);
    let field = form.field().entries();
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
            &p_stage.chain(&kept),
        );
        q_slopes.push(slope.part(0..q.len()));
        p_slopes.push(slope.part(q.len()..slope.len()));
    }
    let q_next = moved(h, q, &tableau.b, &q_slopes);
    let p_next = moved(h, p, &tableau.b, &p_slopes);
    step.gives(entries([&q_next, &p_next, &kept]))
}
