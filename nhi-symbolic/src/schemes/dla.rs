//! DLA, the discrete Lagrange-d'Alembert method.
//!
//! `-D1 Ld(q_k, q_{k+1}) = p^+_k + h A(q_k)^T lambda`, `A(q_c) (q_{k+1} - q_k) + h b = 0`,
//! `p^+_{k+1} = D2 Ld`. With the midpoint or the trapezoidal rule and `c = 1/2` it is of order two
//! and symmetric, with the left end for both it is of order one. With `start = TwoPoint`, which
//! reads the initial velocity as that of the middle of the first step, it is of order one too.
//!
//! Source: J. Cortés, S. Martínez, *Non-holonomic integrators*, Nonlinearity 14, 2001,
//! doi:10.1088/0951-7715/14/5/322; D. E. Chang, M. Perlmutter, equations 74-85.
//!
//! `order` composes steps of the symmetric rules to order four, six or eight.
//!
//! Not to be confused with GNI, whose discrete velocity is free, nor with MLA, which adds the
//! constraint forces of the midpoint to the discrete Lagrangian.

use super::composition;
use super::constrained::{self, FirstMomentum, Method};
use super::discrete_lagrangian::{DiscreteLagrangian, Quadrature, StepMap};
use super::prelude::*;

/// `Dla(quadrature = Midpoint | Trapezoidal | Left, start = Velocity | TwoPoint,
/// order = 2 | 4 | 6 | 8)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Dla",
    kind: Kind::Nonholonomic,
    summary: "discrete Lagrange-d'Alembert: constrains the discrete velocity (Cortés, Martínez)",
    references: &[
        &NON_HOLONOMIC_INTEGRATORS,
        &FRACTAL_DECOMPOSITION,
        &HIGHER_ORDER_SYMPLECTIC,
        &COMPOSITION_CONSTANTS,
        &GEOMETRIC_INTEGRATION,
    ],
    options: &[
        OptionRow::words::<Rule>(),
        OptionRow::words::<FirstMomentum>(),
        composition::ORDER,
        OptionRow::words::<StepMap>().on_elements(),
    ],
    needs: Needs::ANY_IDEAL_MOTION,
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, and those of the discrete velocity at the point of the step where they are imposed",
    use_when: "you need a robust step of order two for any regular Lagrangian, with forces and affine constraints: it has no parasitic mode",
    not_when: "the energy matters over long times (`Mla`), or an explicit step will do; `quadrature = Left` and `start = TwoPoint` are for comparisons with the literature alone: the former loses or gains energy steadily, and the latter begins with the velocity of the middle of the first step",
    order: |choices| match choices.word::<FirstMomentum>() {
        FirstMomentum::Velocity if is_symmetric(choices) => composition::order(choices),
        // The discrete velocity of the first step is that of its middle.
        FirstMomentum::Velocity | FirstMomentum::TwoPoint => 1,
    },
    symmetric: is_symmetric,
    state: constrained::STATE,
    monitors: constrained::MONITORS,
    discretise,
};

/// The quadrature of the discrete Lagrangian, and the point of the step at which the constraint is
/// imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Midpoint,
    Trapezoidal,
    Left,
}
words!("quadrature" => Rule { Midpoint, Trapezoidal, Left });
words!("start" => FirstMomentum { Velocity, TwoPoint });

fn is_symmetric(choices: &Choices) -> bool {
    choices.word::<Rule>() != Rule::Left
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let (rule, quadrature, constraint_at, place) = match choices.word::<Rule>() {
        Rule::Midpoint => (
            "midpoint",
            Quadrature::midpoint(),
            Rational::HALF,
            "the middle",
        ),
        Rule::Trapezoidal => (
            "trapezoidal",
            Quadrature::Trapezoidal,
            Rational::HALF,
            "the middle",
        ),
        Rule::Left => {
            let quadrature = Quadrature::Alpha(Rational::ZERO);
            ("left", quadrature, Rational::ZERO, "the beginning")
        }
    };
    let start = choices.word::<FirstMomentum>();
    if start == FirstMomentum::TwoPoint
        && let Some(order) = choices.composed_order()
    {
        return Err(Diagnostic::error(
            Code::OptionValue,
            choices.span,
            format!("`start = TwoPoint` and `order = {order}` exclude each other"),
            "a step made at once, because the first substep does not end at `q_1`",
        )
        .help("leave out one of them")
        .into());
    }
    let reading = match start {
        FirstMomentum::Velocity => "",
        FirstMomentum::TwoPoint => {
            " The initial velocity is read as the discrete velocity `(q_1 - q_0) / h`: the first step \
             leads to `q_1` where that satisfies the discrete constraint."
        }
    };
    let method = Method {
        summary: format!(
            "Discrete Lagrange-d'Alembert method (Cortés, Martínez), {rule} discrete Lagrangian, \
             constraint at {place} of the step.{reading}"
        ),
        action: DiscreteLagrangian {
            quadrature,
            retraction: choices.word::<StepMap>().into(),
        },
        constraint_at,
        has_constraint_forces: false,
        start,
    };
    Ok(method.draft(*system))
}
