//! Where the formulas of a derivation come from.

use crate::program::Compiled;
use crate::report::Part;

/// The literature behind the mechanics and the integrators of a compiled model.
pub(super) fn sources(_compiled: &Compiled, parts: &mut Vec<Part>) {
    parts.push(Part::Heading("Sources".to_owned()));
    parts.push(Part::Sentence(
        "Kobilarov, Martín de Diego, Ferraro: Simulating Nonholonomic Dynamics. Projectors: equation \
         12; integrators: section 4."
            .to_owned(),
    ));
}
