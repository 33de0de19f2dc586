//! MLA, the modified Lagrange-d'Alembert method.
//!
//! DLA with the midpoint rule and the midpoint constraint, plus the constraint forces of the
//! continuous motion, half of their impulse at each end of the step:
//! `-D1 Ld - F^- = p^+_k + h A(q_k)^T lambda`, `A(q_m) (q_{k+1} - q_k) + h b = 0`,
//! `p^+_{k+1} = D2 Ld + F^+`, `F^- = F^+ = h/2 A^T lambda(q_m, u, t + h/2)`. Order two, symmetric.
//! The energy error is also of second order; on the systems of the paper it is of fourth.
//!
//! Source: A. Anahory Simoes, J. C. Marrero, D. Martín de Diego, *Exact discrete Lagrangian
//! mechanics for nonholonomic mechanics*, Numerische Mathematik 151, 2022,
//! doi:10.1007/s00211-022-01283-2.
//!
//! `order` composes its steps to order four, six or eight.
//!
//! Not to be confused with the exact discrete flow of that paper, which it approximates.

use super::composition;
use super::constrained::{self, FirstMomentum, Method};
use super::discrete_lagrangian::{DiscreteLagrangian, Quadrature, StepMap};
use super::prelude::*;

/// `Mla(order = 2 | 4 | 6 | 8)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Mla",
    kind: Kind::Nonholonomic,
    summary: "modified Lagrange-d'Alembert with constraint forces of the midpoint (Anahory Simoes et al.)",
    references: &[
        &EXACT_DISCRETE_MECHANICS,
        &FRACTAL_DECOMPOSITION,
        &HIGHER_ORDER_SYMPLECTIC,
        &COMPOSITION_CONSTANTS,
        &GEOMETRIC_INTEGRATION,
    ],
    options: &[
        composition::ORDER,
        OptionRow::words::<StepMap>().on_elements(),
    ],
    needs: Needs::ANY_IDEAL_MOTION,
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples; without forces the error of the energy is of order two, on some systems four, on reversible motions without drift",
    use_when: "runs are long and the energy matters: the first choice among the implicit methods of order two",
    not_when: "time per step counts: every iteration evaluates the derivatives of the constraint force",
    order: composition::order,
    symmetric: always,
    state: constrained::STATE,
    monitors: constrained::MONITORS,
    discretise,
};

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let method = Method {
        summary: "Modified Lagrange-d'Alembert method (Anahory Simoes, Marrero, Martín de Diego), \
                  midpoint discrete Lagrangian and constraint, constraint forces of the midpoint."
            .to_owned(),
        action: DiscreteLagrangian {
            quadrature: Quadrature::midpoint(),
            retraction: choices.word::<StepMap>().into(),
        },
        constraint_at: Rational::HALF,
        has_constraint_forces: true,
        start: FirstMomentum::Velocity,
    };
    Ok(method.draft(*system))
}
