//! DAP, discrete d'Alembert-Pontryagin with `alpha`.
//!
//! DLA with the discrete Lagrangian `h L((1 - alpha) q0 + alpha q1, u)` and the constraint at the
//! same point: `q_{k+1} = q_k + h v_k`, `p_k = L_v(q_{k+a}, v_k)`,
//! `p_k - p_{k-1} = h [(1-a) (L_q+f)_{k+a} + a (L_q+f)_{k-1+a}] + h A(q_k)^T lambda`,
//! `A(q_{k+a}) v_k = 0`. Order two and symmetric for `alpha = 1/2`, otherwise order one.
//!
//! Source: M. Kobilarov, J. E. Marsden, G. S. Sukhatme, *Geometric discretization of nonholonomic
//! systems with symmetries*, 2010, doi:10.3934/dcdss.2010.3.61; with `alpha` in M. Kobilarov,
//! *Discrete geometric motion control of autonomous vehicles*, 2008 (a thesis, without DOI).
//!
//! `order` composes the symmetric steps to order four, six or eight.
//!
//! Not to be confused with RDP, its reduced form on M x G.

use super::composition;
use super::constrained::{self, FirstMomentum, Method};
use super::discrete_lagrangian::{DiscreteLagrangian, Quadrature, StepMap};
use super::prelude::*;

/// `Dap(alpha = 0.5, order = 2 | 4 | 6 | 8)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Dap",
    kind: Kind::Nonholonomic,
    summary: "discrete d'Alembert-Pontryagin with alpha (Kobilarov)",
    references: &[
        &GEOMETRIC_DISCRETIZATION,
        &DISCRETE_MOTION_CONTROL,
        &FRACTAL_DECOMPOSITION,
        &HIGHER_ORDER_SYMPLECTIC,
        &COMPOSITION_CONSTANTS,
        &GEOMETRIC_INTEGRATION,
    ],
    options: &[
        OptionRow::named("alpha", Values::Fraction(1, 2)).remark("order one for others"),
        composition::ORDER,
        OptionRow::words::<StepMap>().on_elements(),
    ],
    needs: Needs::ANY_IDEAL_MOTION,
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, and those of the discrete velocity at the fraction `alpha` of the step",
    use_when: "you reproduce results with another `alpha`; the steps of `alpha = 0.5` are those of `Dla`",
    not_when: "accuracy counts and `alpha` is not one half: the order is one, and the motion is braked or driven",
    order: |choices| match is_symmetric(choices) {
        true => composition::order(choices),
        false => 1,
    },
    symmetric: is_symmetric,
    state: constrained::STATE,
    monitors: constrained::MONITORS,
    discretise,
};

fn is_symmetric(choices: &Choices) -> bool {
    choices.number("alpha") == Rational::HALF
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let alpha = choices.number("alpha");
    let method = Method {
        summary: format!("Discrete d'Alembert-Pontryagin method (Kobilarov) with alpha = {alpha}."),
        action: DiscreteLagrangian {
            quadrature: Quadrature::Alpha(alpha.clone()),
            retraction: choices.word::<StepMap>().into(),
        },
        constraint_at: alpha,
        has_constraint_forces: false,
        start: FirstMomentum::Velocity,
    };
    Ok(method.draft(*system))
}
