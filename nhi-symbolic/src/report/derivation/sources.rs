//! The sources of the formulas in a derivation.

use crate::bibliography::SIMULATING_NONHOLONOMIC;
use crate::program::Compiled;
use crate::report::Part;
use crate::schemes::integrator;

/// Adds the literature on the mechanics and the integrators of a compiled model.
pub(super) fn sources(compiled: &Compiled, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Sources".to_owned()));
    parts.push(Part::Sentence(format!(
        "Projectors: {SIMULATING_NONHOLONOMIC}, equation 12."
    )));
    for (scheme, _) in &compiled.steppers {
        let row =
            integrator(scheme.integrator).expect("a scheme is made by a registered integrator");
        let references = row.references.iter().map(ToString::to_string);
        let references: Vec<_> = references.collect();
        parts.push(Part::Sentence(format!(
            "{}: {}.",
            row.name,
            references.join("; ")
        )));
    }
}
