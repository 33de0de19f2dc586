//! Errors for models that an integrator does not accept.

use proc_macro2::Span;

use crate::diag::{Diagnostics, one_of};
use crate::mechanics::Mechanics;

use super::integrator::Integrator;
use super::registry::INTEGRATORS;

/// Checks that a model meets the requirements of an integrator.
///
/// # Errors
/// The first requirement that is not met, with the integrators that accept the model.
pub(super) fn check(
    integrator: &Integrator,
    mechanics: &Mechanics,
    span: Span,
) -> Result<(), Diagnostics> {
    let Some(lack) = integrator.needs.lack(integrator.name, mechanics, span) else {
        return Ok(());
    };
    let choice = choose(integrator, mechanics);
    let help = match lack.help.as_str() {
        "" => choice,
        advice => format!("{advice}, or {choice}"),
    };
    Err(lack.help(help).into())
}

/// Returns the advice for a model that an integrator does not accept: the integrators that do.
fn choose(integrator: &Integrator, mechanics: &Mechanics) -> String {
    let taking = |same_kind: bool| -> Vec<&str> {
        let fitting = INTEGRATORS.iter().filter(|other| {
            (other.kind == integrator.kind) == same_kind && other.needs.are_met(mechanics)
        });
        fitting.map(|other| other.name).collect()
    };
    match (&taking(true)[..], &taking(false)[..]) {
        ([], []) if integrator.is_vakonomic() => {
            "change the model, or for another motion, that under ideal constraints, choose an \
             integrator that is not vakonomic"
                .to_owned()
        }
        ([], []) => "change the model: no integrator takes it".to_owned(),
        ([], others) if integrator.is_vakonomic() => format!(
            "for another motion, that under ideal constraints, choose {}",
            one_of(others)
        ),
        ([], others) => format!(
            "for another motion, that of the variational problem, choose {}",
            one_of(others)
        ),
        (fitting, _) => format!("choose {}", one_of(fitting)),
    }
}
