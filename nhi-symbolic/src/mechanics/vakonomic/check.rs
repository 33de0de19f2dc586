//! The conditions for the variational problem of a model to have equations of index one.

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::Role;

use super::super::Mechanics;
use super::ExtendedLagrangian;

impl ExtendedLagrangian {
    /// Checks that momentum and constraints determine velocity and multipliers almost everywhere.
    ///
    /// # Errors
    /// Constraints of higher index.
    pub(crate) fn check(
        &self,
        mechanics: &Mechanics,
        integrator: &str,
        span: Span,
    ) -> Result<(), Diagnostics> {
        let graph = &mechanics.model.graph;
        let bordered = self.bordered(graph);
        // L_vv is regular, so (L - lambda . g)_vv is for almost all multipliers.
        let rank = graph.generic_rank(&bordered);
        if rank.is_some_and(|rank| rank < bordered.rows()) {
            let roles = |&entry| graph.roles(entry);
            let mut entries = self.mass.entries().iter().map(roles);
            let nonlinear = entries.any(|roles| roles.contains(Role::Variable));
            return Err(higher_index(integrator, span, nonlinear).into());
        }
        Ok(())
    }
}

fn higher_index(integrator: &str, span: Span, nonlinear: bool) -> Diagnostic {
    let matrix = if nonlinear {
        "G (L - lambda . g)_vv^-1 G^T"
    } else {
        "G M^-1 G^T"
    };
    Diagnostic::error(
        Code::NotIndexOne,
        span,
        format!("`{integrator}` needs equations of index one, but here {matrix} is singular"),
        "constraints on directions in which the kinetic energy is definite",
    )
    .help("a mass matrix that is positive definite on the span of the constraints is enough")
}
