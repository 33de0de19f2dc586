//! DAP, discrete d'Alembert-Pontryagin with `alpha` (Kobilarov, slides on discrete mechanics).
//!
//! DLA with the discrete Lagrangian `h L((1 - alpha) q0 + alpha q1, u)` and the constraint at the
//! same point. Not to be confused with RDP, its reduced form on M x G.

use crate::diag::Diagnostics;
use crate::mechanics::Mechanics;

use super::builder::{SchemeBuilder, half};
use super::constrained::{FirstMomentum, Method};
use super::discrete_lagrangian::Quadrature;
use super::options::{OptionReader, Options};
use super::scheme::Scheme;

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Dap", options);
    let alpha = reader.fraction("alpha", &half());
    reader.finish()?;
    let method = Method {
        integrator: "Dap",
        summary: format!("Discrete d'Alembert-Pontryagin method (Kobilarov) with alpha = {alpha}."),
        quadrature: Quadrature::Alpha(alpha.clone()),
        constraint_at: alpha,
        has_constraint_forces: false,
        start: FirstMomentum::Velocity,
    };
    Ok(method.scheme(&SchemeBuilder::new(mechanics)))
}
