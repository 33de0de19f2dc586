//! MLA, the modified Lagrange-d'Alembert method (Anahory Simoes, Marrero, Martín de Diego).
//!
//! DLA with the midpoint rule, plus the constraint forces of the continuous motion, half of their
//! impulse at each end of the step. It keeps the energy to fourth order on the systems of the paper.

use crate::diag::Diagnostics;
use crate::mechanics::Mechanics;

use super::builder::{SchemeBuilder, half};
use super::constrained::{FirstMomentum, Method};
use super::discrete_lagrangian::Quadrature;
use super::options::{OptionReader, Options};
use super::scheme::Scheme;

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    OptionReader::new("Mla", options).finish()?;
    let method = Method {
        integrator: "Mla",
        summary: "Modified Lagrange-d'Alembert method (Anahory Simoes, Marrero, Martín de Diego), \
                  midpoint discrete Lagrangian and constraint, constraint forces of the midpoint."
            .to_owned(),
        quadrature: Quadrature::midpoint(),
        constraint_at: half(),
        has_constraint_forces: true,
        start: FirstMomentum::Velocity,
    };
    Ok(method.scheme(&SchemeBuilder::new(mechanics)))
}
