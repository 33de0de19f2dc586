//! The two forms of a feedback integrator, by gains and by rates.

use super::super::prelude::*;
use super::attraction::Attraction;
use super::field::{descending_field, extended_field};
use super::gains::Gains;
use super::off_constraints::OffConstraints;
use super::rates::Rates;
use super::{Base, GAIN_STIFFNESS, LYAPUNOV};

/// The form in which a state is attracted.
pub(super) enum Form<'m> {
    Gains(Attraction<'m>),
    Rates(Rates<'m>),
}

impl<'m> Form<'m> {
    /// Reads gains if one is written, otherwise rates.
    pub(super) fn read(state: OffConstraints<'m>, choices: &Choices) -> Result<Self, Diagnostics> {
        let system = state.system;
        let integrals = system.mechanics.model.integrals.iter();
        let mut gains = vec!["energy", "constraint", "rotation"];
        gains.extend(integrals.map(|integral| integral.name.as_str()));
        let is_rate = |name: &&str| *name != "base" && *name != "jacobian" && !gains.contains(name);
        let gain = choices.names().find(|name| gains.contains(name));
        match (gain, choices.names().find(is_rate)) {
            (Some(gain), Some(rate)) => Err(gain_and_rate(choices, gain, rate).into()),
            (Some(_), None) => {
                let gains = Gains::read(system, choices)?;
                Ok(Self::Gains(Attraction::new(state, gains)))
            }
            (None, _) => Ok(Self::Rates(Rates::read(state, choices)?)),
        }
    }

    pub(super) fn state(&self) -> &OffConstraints<'m> {
        match self {
            Self::Gains(attraction) => &attraction.state,
            Self::Rates(rates) => &rates.state,
        }
    }

    pub(super) fn field(&self) -> Vector<'m> {
        match self {
            Self::Gains(attraction) => descending_field(attraction),
            Self::Rates(rates) => rates.field(extended_field(&rates.state)),
        }
    }

    /// Returns the symbols of the values that a run keeps: the levels, and the scales of their
    /// slopes.
    pub(super) fn kept(&self) -> [Vector<'m>; 2] {
        match self {
            Self::Gains(attraction) => {
                let none = attraction.state.system.zeros(0);
                [attraction.targets.clone(), none]
            }
            Self::Rates(rates) => [rates.targets.clone(), rates.scales.clone()],
        }
    }

    /// Returns the values that a run keeps.
    pub(super) fn kept_from_start(&self) -> [Vector<'m>; 2] {
        let state = self.state();
        let (levels, scales) = match self {
            Self::Gains(attraction) => {
                let integrals = attraction.integrals.iter();
                let levels = integrals.map(|x| x.value.expr()).collect();
                (levels, state.system.zeros(0))
            }
            Self::Rates(rates) => (rates.levels(), rates.scales_at_start()),
        };
        let p = state.system.start().momentum();
        [state.at_start(&levels, &p), scales]
    }

    pub(super) fn monitors(&self, base: Base, node: &Node<'m>) -> Vec<StateFunction> {
        match self {
            Self::Gains(attraction) => vec![
                LYAPUNOV.of([node.value(attraction.lyapunov()).expr()]),
                GAIN_STIFFNESS.computed(attraction.stiffness(base, node)),
            ],
            Self::Rates(_) => Vec::new(),
        }
    }

    pub(super) fn conditions(&self, base: Base) -> Vec<Condition> {
        match self {
            Self::Gains(_) => Vec::new(),
            Self::Rates(rates) => rates.conditions(base),
        }
    }

    pub(super) fn strength(&self) -> String {
        match self {
            Self::Gains(Attraction { gains, .. }) => format!(
                "gains {} for the energy and {} for the constraints",
                gains.energy, gains.constraint
            ),
            Self::Rates(_) => "deviations decay at given rates".to_owned(),
        }
    }
}

/// Returns true if forces do work, so that the energy has no level.
pub(super) fn forces_work(system: System<'_>) -> bool {
    let forces = system.vector(&system.mechanics.model.forces[..]);
    let power = forces.dot(&system.start().v);
    !system.graph().is_zero(power.expr())
}

fn gain_and_rate(choices: &Choices, gain: &str, rate: &str) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        choices.span,
        format!("`Feedback` has the gain `{gain}` and the rate `{rate}`"),
        "rates alone, or gains of the paper alone",
    )
    .help(format!("remove `{gain}`: rates mean the same in all units"))
}

pub(super) fn energy_of_forced_system(choices: &Choices, option: &str) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        choices.span,
        "`Feedback` cannot hold the energy at its first value, because forces do work here",
        format!("`{option} = 0`, which is the default under forces"),
    )
    .help(format!(
        "remove the option `{option}`: the constraints and the integrals that you name are still fed back"
    ))
}
