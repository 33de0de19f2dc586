//! DLA, the discrete Lagrange-d'Alembert method (Cortés, Martínez; Chang, Perlmutter, equations
//! 74-85).
//!
//! Not to be confused with GNI, whose discrete velocity is free, nor with MLA, which adds the
//! constraint forces of the midpoint to the discrete Lagrangian.

use crate::diag::Diagnostics;
use crate::expr::Rational;
use crate::mechanics::Mechanics;

use super::builder::{SchemeBuilder, half};
use super::constrained::Method;
use super::discrete_lagrangian::Quadrature;
use super::options::{OptionReader, Options};
use super::scheme::Scheme;

/// Builds the scheme.
pub(super) fn discretise(
    mechanics: &mut Mechanics,
    options: &Options,
) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Dla", options);
    let rules = [
        ("Midpoint", "midpoint"),
        ("Trapezoidal", "trapezoidal"),
        ("Left", "left"),
    ];
    let rule = reader.word("quadrature", &rules);
    reader.finish()?;
    options.require_mechanical("Dla", mechanics)?;
    let (quadrature, constraint_at) = match rule {
        "midpoint" => (Quadrature::midpoint(), half()),
        "trapezoidal" => (Quadrature::Trapezoidal, half()),
        _ => (Quadrature::Alpha(Rational::ZERO), Rational::ZERO),
    };
    let method = Method {
        integrator: "Dla",
        summary: format!(
            "Discrete Lagrange-d'Alembert method (Cortés, Martínez), {rule} discrete Lagrangian, \
             constraint at {} of the step.",
            if rule == "left" {
                "the beginning"
            } else {
                "the middle"
            }
        ),
        quadrature,
        constraint_at,
        has_constraint_forces: false,
    };
    Ok(method.scheme(&mut SchemeBuilder::new(mechanics)))
}
