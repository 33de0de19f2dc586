//! GNI, the geometric nonholonomic integrator.
//!
//! The discrete flow reflects the momentum at the constraint distribution in every node, and moves
//! freely between nodes:
//!
//! `p^-_k = (P^T - Q^T) p^+_k`, `p^-_k = -D1 Ld(q_k, q_{k+1})`, `p^+_{k+1} = D2 Ld(q_k, q_{k+1})`.
//!
//! With a constant mass matrix and forces that depend only on positions, the trapezoidal rule makes
//! it explicit. Then it is the nonholonomic RATTLE of the paper. Order two, symmetric once the
//! momentum is reflected.
//!
//! Source: M. Kobilarov, D. Martín de Diego, S. Ferraro, *Simulating nonholonomic dynamics*, 2010,
//! section 4; S. Ferraro, D. Iglesias, D. Martín de Diego, doi:10.1088/0951-7715/21/8/009.
//!
//! Not to be confused with DLA, which constrains the discrete velocity instead of reflecting the
//! momentum, nor with projecting after each step of another method.

mod compensated;
mod explicit;
mod implicit;

use super::discrete_lagrangian::{DiscreteLagrangian, Quadrature, StepMap};
use super::prelude::*;

/// `Gni(start = Smooth | Paper | Lambda0, quadrature = Trapezoidal | Midpoint, reflection = Plain |
/// Compensated)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Gni",
    kind: Kind::Nonholonomic,
    summary: "geometric nonholonomic integrator: reflects the momentum in every node (Ferraro, Iglesias, Martín de Diego)",
    references: &[
        &SIMULATING_NONHOLONOMIC,
        &MOMENTUM_AND_ENERGY,
        &NEW_DEVELOPMENTS,
    ],
    options: &[
        OptionRow::words::<Start>(),
        OptionRow::words::<Rule>(),
        OptionRow::words::<Reflection>(),
        OptionRow::words::<StepMap>().on_elements(),
    ],
    needs: Needs {
        masses: Masses::Everywhere,
        ..Needs::ANY_IDEAL_MOTION
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples; the energy of half steps in free motion with a constant mass matrix; steps are undone by `-h` once the momentum is reflected",
    use_when: "a step must be cheap: it is explicit for a constant mass matrix and forces of the position; on reversible motions and over moderate times, while `constraint_reflection` stays small",
    not_when: "something decays: the parasitic mode of the reflections then grows at the same rate, as for a sleigh that runs forwards, any caster and any trailer, and no smaller step helps (`Mla`, `Dla` and `Lobatto` have none, `reflection = Compensated` keeps it from growing)",
    order: second_order,
    symmetric: always,
    state: &[
        CONFIGURATION,
        explicit::REFLECTED,
        implicit::REFLECTED,
        NODAL_VELOCITY,
        KEPT_CONTROLS,
    ],
    monitors: &[explicit::REFLECTED_ENERGY, REFLECTION],
    discretise,
};

/// The rule that computes the first reflected momentum from the initial velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// `M v_0 + (h/2) A^T lambda`: the multiplier of the continuous motion.
    Smooth,
    /// `M v_0 - (h/2) Q^T F_0`: the start of the paper, with the constrained half kick.
    Paper,
    /// `M v_0`: no multiplier at the first node.
    Lambda0,
}
words!("start" => Start { Smooth, Paper, Lambda0 });

/// The quadrature of the discrete Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Trapezoidal,
    Midpoint,
}
words!("quadrature" => Rule { Trapezoidal, Midpoint });

/// The effect of a node on the velocity that violates the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reflection {
    /// It changes its sign.
    Plain,
    /// It changes its sign, and loses the amount by which a step would let it grow.
    Compensated,
}
words!("reflection" => Reflection { Plain, Compensated });

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let start = choices.word::<Start>();
    let reflection = choices.word::<Reflection>();
    let action = DiscreteLagrangian {
        quadrature: match choices.word::<Rule>() {
            Rule::Trapezoidal => Quadrature::Trapezoidal,
            Rule::Midpoint => Quadrature::midpoint(),
        },
        retraction: choices.word::<StepMap>().into(),
    };
    if action.is_explicit(*system) && system.has_affine_constraints() {
        return Ok(explicit::draft(*system, start, &action, reflection));
    }
    if reflection == Reflection::Compensated {
        compensation_is_known(*system)?;
    }
    Ok(implicit::draft(*system, start, &action, reflection))
}

/// Reports constraints that are not affine, for which no compensation is known.
fn compensation_is_known(system: System<'_>) -> Result<(), Diagnostics> {
    if system.has_affine_constraints() {
        return Ok(());
    }
    let mut requests = system.mechanics.model.integrators.iter();
    let gni = requests.find(|request| request.name.text == INTEGRATOR.name);
    Err(Diagnostic::error(
        Code::UnsupportedConstraint,
        gni.map_or_else(proc_macro2::Span::call_site, |request| request.name.span),
        "`reflection = Compensated` does not accept constraints that are not affine in the velocities",
        "the form A(q) v + b(q, t)",
    )
    .help("leave `reflection` out, or choose `Mla`, which has no parasitic mode")
    .into())
}

/// Returns the term that the start rule adds to `M v_0`.
fn start_shift<'m>(system: System<'m>, start: Start) -> Vector<'m> {
    let half_h = system.h() / 2;
    match start {
        Start::Lambda0 => system.zeros(system.mechanics.dimension()),
        Start::Smooth => (half_h * system.start().constraint_force()).multiplied(),
        Start::Paper => {
            let removed = constrained_part_of_force(system);
            (-half_h * removed).multiplied()
        }
    }
}

/// Returns `Q^T F` at the initial node.
fn constrained_part_of_force<'m>(system: System<'m>) -> Vector<'m> {
    let start = system.start();
    start.reaction(&start.multipliers_against_forces())
}

fn summary(
    start_rule: Start,
    reflection: Reflection,
    kind: &str,
    quadrature: &Quadrature,
) -> String {
    let start = match start_rule {
        Start::Paper => "`M v_0 - (h/2) Q^T F_0`",
        Start::Lambda0 => "`M v_0`",
        Start::Smooth => "`M v_0 + (h/2) A^T lambda`",
    };
    let quadrature = match quadrature {
        Quadrature::Trapezoidal => "trapezoidal",
        Quadrature::Alpha(_) => "midpoint",
    };
    let reflections = match (reflection, start_rule) {
        (Reflection::Compensated, _) => {
            " The reflection is compensated: the parasitic mode does not grow."
        }
        (Reflection::Plain, Start::Smooth) => "",
        (Reflection::Plain, Start::Paper | Start::Lambda0) => {
            " With this start the parasitic mode begins with the first power of `h`: with `start = \
             Smooth` it begins with the second."
        }
    };
    format!(
        "Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), \
         {kind}, {quadrature} discrete Lagrangian, first reflected momentum {start}.{reflections}"
    )
}
