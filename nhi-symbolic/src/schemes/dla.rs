//! DLA, the discrete Lagrange-d'Alembert method (Cortés, Martínez; Chang, Perlmutter, equations
//! 74-85).
//!
//! Not to be confused with GNI, whose discrete velocity is free, nor with MLA, which adds the
//! constraint forces of the midpoint to the discrete Lagrangian.

use crate::diag::Diagnostics;
use crate::expr::Rational;
use crate::mechanics::Mechanics;

use super::builder::{SchemeBuilder, half};
use super::constrained::{FirstMomentum, Method};
use super::discrete_lagrangian::Quadrature;
use super::options::{OptionReader, Options};
use super::scheme::Scheme;

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Dla", options);
    let rules = [
        ("Midpoint", "midpoint"),
        ("Trapezoidal", "trapezoidal"),
        ("Left", "left"),
    ];
    let rule = reader.word("quadrature", &rules);
    let start = reader.word(
        "start",
        &[
            ("Velocity", FirstMomentum::Velocity),
            ("TwoPoint", FirstMomentum::TwoPoint),
        ],
    );
    reader.finish()?;
    let (quadrature, constraint_at) = match rule {
        "midpoint" => (Quadrature::midpoint(), half()),
        "trapezoidal" => (Quadrature::Trapezoidal, half()),
        _ => (Quadrature::Alpha(Rational::ZERO), Rational::ZERO),
    };
    let method = Method {
        integrator: "Dla",
        summary: format!(
            "Discrete Lagrange-d'Alembert method (Cortés, Martínez), {rule} discrete Lagrangian, \
             constraint at {} of the step.{}",
            if rule == "left" {
                "the beginning"
            } else {
                "the middle"
            },
            match start {
                FirstMomentum::Velocity => "",
                FirstMomentum::TwoPoint => {
                    " The initial velocity is read as the discrete velocity `(q_1 - q_0) / h`: the first step \
                     leads to `q_1` where that satisfies the discrete constraint."
                }
            }
        ),
        quadrature,
        constraint_at,
        has_constraint_forces: false,
        start,
    };
    Ok(method.scheme(&SchemeBuilder::new(mechanics)))
}
