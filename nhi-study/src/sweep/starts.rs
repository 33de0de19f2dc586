//! Starts that violate a constraint whatever the values that vary.

use std::path::Path;

use super::members::{Member, Members};
use crate::problem::Failure;
use crate::simulation::{Plant, refused_start};

/// The number of members whose starts are compared.
const MOST_MEMBERS: u64 = 64;

/// The starts of a sweep.
pub(super) struct Starts<'s> {
    pub(super) plant: &'s Plant,
    pub(super) step: f64,
    /// The scenario, for error messages.
    pub(super) path: &'s Path,
}

/// The residual of a constraint at a start, and whether it is small enough.
type Found = (f64, bool);

impl Starts<'_> {
    /// Checks that starts off the constraints are there because of a value that varies. Those are
    /// projected; others are mistakes, as in a single run.
    ///
    /// # Errors
    /// A constraint is violated by the same residual in all of the first members.
    pub(super) fn check(&self, members: &Members<'_>, count: u64) -> Result<(), Failure> {
        let first = (0..count.min(MOST_MEMBERS)).map(|number| members.member(number));
        let first = first.filter(|(_, is_finite)| is_finite.is_ok());
        let found = first.filter_map(|(member, _)| self.residuals(&member));
        let all: Vec<Vec<Found>> = found.collect();
        let Some((one, others)) = all.split_first() else {
            return Ok(());
        };
        let is_mistake = |place: usize| {
            let (residual, is_accepted) = one[place];
            !is_accepted && others.iter().all(|other| other[place].0 == residual)
        };
        match (0..one.len()).any(is_mistake) {
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
        let found = residuals.iter().map(|x| (x.residual, x.is_accepted()));
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
