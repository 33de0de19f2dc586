//! Starts that violate a constraint whatever the values that vary.

use std::path::Path;

use super::members::{Member, Members};
use crate::problem::Failure;
use crate::simulation::{Plant, refused_start};

/// The number of members whose starts are compared.
const MOST_MEMBERS: u64 = 64;

/// A multiplier that scatters numbers: values of grids and lists repeat at regular distances.
const SCATTERS: u64 = 0x9E37_79B9_7F4A_7C15;

/// The starts of a sweep.
pub(super) struct Starts<'s> {
    pub(super) plant: &'s Plant,
    pub(super) step: f64,
    /// The scenario, for error messages.
    pub(super) path: &'s Path,
}

/// The residual of a constraint at a start.
#[derive(Debug)]
struct Found {
    name: String,
    residual: f64,
    is_accepted: bool,
}

impl Starts<'_> {
    /// Checks that starts off the constraints are there because of a value that varies. Those are
    /// projected; others are mistakes, as in a single run.
    ///
    /// # Errors
    /// A constraint is violated by the same residual in all of some members.
    pub(super) fn check(&self, members: &Members<'_>, count: u64) -> Result<(), Failure> {
        let number = |place: u64| match count <= MOST_MEMBERS {
            true => place,
            false => place.wrapping_mul(SCATTERS) % count,
        };
        let some = (0..count.min(MOST_MEMBERS)).map(|place| members.member(number(place)));
        let some = some.filter(|(_, is_finite)| is_finite.is_ok());
        let found = some.filter_map(|(member, _)| self.residuals(&member));
        let all: Vec<Vec<Found>> = found.collect();
        let Some((one, others)) = all.split_first() else {
            return Ok(());
        };
        let is_same = |x: &Found, y: &Found| x.name == y.name && x.residual == y.residual;
        let is_everywhere = |x: &Found| {
            let mut others = others.iter();
            others.all(|other| other.iter().any(|y| is_same(x, y)))
        };
        match one.iter().any(|x| !x.is_accepted && is_everywhere(x)) {
            false => Ok(()),
            true => Err(self.refused(members)),
        }
    }

    /// Returns the residuals of the constraints at the start of a member; `None` if it has none.
    fn residuals(&self, member: &Member) -> Option<Vec<Found>> {
        let initial = (&member.q[..], &member.v[..]);
        let simulator = self
            .plant
            .simulator_at(&member.parameters, self.step, initial);
        let simulator = simulator.ok()?;
        let v = simulator.with_rates_at_start(&member.q, &member.v);
        let residuals = simulator.residuals_at_start(&member.q, &v);
        let found = residuals.iter().map(|x| Found {
            name: x.name.to_string(),
            residual: x.residual,
            is_accepted: x.is_accepted(),
        });
        Some(found.collect())
    }

    fn refused(&self, members: &Members<'_>) -> Failure {
        let member = members.member(0).0;
        let initial = (&member.q[..], &member.v[..]);
        let simulator = self
            .plant
            .simulator_at(&member.parameters, self.step, initial);
        let residuals = simulator.as_ref().map_or(Vec::new(), |simulator| {
            let v = simulator.with_rates_at_start(&member.q, &member.v);
            simulator.residuals_at_start(&member.q, &v)
        });
        let help = "correct the initial values: a sweep only projects starts that a value that varies moves off the \
            constraints";
        refused_start(self.path, &residuals, help)
    }
}
