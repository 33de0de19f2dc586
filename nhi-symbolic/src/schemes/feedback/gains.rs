//! The gains of the paper, which carry units.

use super::super::prelude::*;
use super::form::{energy_of_forced_system, forces_work};

/// The strengths of attraction.
pub(super) struct Gains {
    pub(super) energy: Rational,
    pub(super) constraint: Rational,
    pub(super) rotation: Rational,
    /// One per integral of the model; zero if none is requested.
    pub(super) integrals: Vec<Rational>,
}

impl Gains {
    /// Reads the gains of a request; the energy has none if forces do work.
    ///
    /// # Errors
    /// A gain of the energy under such forces, or position constraints, which the Lyapunov function
    /// does not include.
    pub(super) fn read(system: System<'_>, choices: &Choices) -> Result<Self, Diagnostics> {
        if system.mechanics.model.has_ideal_positions() {
            return Err(no_gain_of_positions(choices).into());
        }
        let written = choices.written_number("energy");
        let forces_work = forces_work(system);
        if forces_work && written.as_ref().is_some_and(|gain| !gain.is_zero()) {
            return Err(energy_of_forced_system(choices, "energy").into());
        }
        let integrals = system.mechanics.model.integrals.iter();
        let gain_of = |name: &str| choices.written_number(name).unwrap_or(Rational::ZERO);
        Ok(Self {
            energy: match written {
                None if forces_work => Rational::ZERO,
                _ => choices.number("energy"),
            },
            constraint: choices.number("constraint"),
            rotation: choices.number("rotation"),
            integrals: integrals.map(|integral| gain_of(&integral.name)).collect(),
        })
    }
}

fn no_gain_of_positions(choices: &Choices) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        choices.span,
        "the gains of `Feedback` do not attract to position constraints",
        "rates, such as `constraint_rate` and `position_rate`",
    )
    .help("remove the gains: every rate has a default")
}
