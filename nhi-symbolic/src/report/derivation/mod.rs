//! The content of a derivation, from the model to its consequences.

mod integrator;
mod mechanics;
mod reduction;
mod section;
mod sources;
mod system;

use crate::program::Compiled;

use super::Report;

use integrator::integrator;
use mechanics::{constraints, lagrangian, motion, projection};
use reduction::{reduction, symmetry};
use sources::sources;
use system::system;

/// Returns the derivation of a compiled model.
pub(super) fn derivation(compiled: &Compiled) -> Report {
    let mechanics = &compiled.mechanics;
    let mut parts = Vec::new();
    system(mechanics, &mut parts);
    lagrangian(mechanics, &mut parts);
    if !mechanics.constraints.is_empty() {
        constraints(mechanics, &mut parts);
        // Purely variational models have no projectors.
        if !mechanics.is_only_variational() {
            projection(mechanics, &mut parts);
        }
    }
    motion(mechanics, &mut parts);
    if !mechanics.model.symmetry.is_empty() {
        symmetry(mechanics, &mut parts);
    }
    if let Some((reduced, connection)) = mechanics.reduced_system() {
        reduction(mechanics, reduced, connection, &mut parts);
    }
    for (scheme, program) in &compiled.steppers {
        integrator(mechanics, scheme, program, &mut parts);
    }
    sources(compiled, &mut parts);
    Report {
        title: format!("Derivation of {}", mechanics.model.item.ident),
        parts,
    }
}
