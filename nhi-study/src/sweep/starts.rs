//! Starts that violate a constraint whatever the values that vary.

use super::members::{Member, Members};
use crate::problem::{Failure, Problem};
use crate::scenario::Scenario;
use crate::simulation::Plant;

/// The number of members whose starts are compared.
const MOST_MEMBERS: u64 = 64;

/// A multiplier that scatters numbers: values of grids and lists repeat at regular distances.
const SCATTERS: u64 = 0x9E37_79B9_7F4A_7C15;

/// A constraint that a start violates, with its residual.
type Violation = (String, f64);

/// Checks that starts off the constraints are there because of a value that varies. Those are
/// projected; others are mistakes, as in a single run.
///
/// # Errors
/// A constraint is violated by the same residual in all of some members, and also without the
/// values that vary.
pub(super) fn check(
    scenario: &Scenario,
    plant: &Plant,
    members: &Members<'_>,
    count: u64,
) -> Result<(), Failure> {
    let scattered = |place: u64| match count <= MOST_MEMBERS {
        true => place,
        false => place.wrapping_mul(SCATTERS) % count,
    };
    let numbers = (0..count.min(MOST_MEMBERS)).map(scattered);
    let starts = numbers.filter_map(|number| {
        let (member, is_finite) = members.member(number);
        is_finite.ok().map(|()| member)
    });
    let starts = starts.chain([members.unvaried()]);
    let found = starts.filter_map(|start| violations(scenario, plant, &start));
    let common = found.reduce(|mut common, found| {
        common.retain(|violation| found.contains(violation));
        common
    });
    match common.unwrap_or_default().first() {
        None => Ok(()),
        Some((name, residual)) => Err(Problem::new(
                format!("the initial values violate `{name}` by {residual:?} in all members"),
                "values on the constraints: a sweep only projects starts that a value that varies moves off them",
            ).in_file(&scenario.path).at_key("[initial]")
        .into()),
    }
}

/// Returns the violations of the start of a member; `None` if it has no start.
fn violations(scenario: &Scenario, plant: &Plant, member: &Member) -> Option<Vec<Violation>> {
    let initial = (&member.q[..], &member.v[..]);
    let simulator = plant.simulator_at(&member.parameters, scenario.grid.step, initial);
    let simulator = simulator.ok()?;
    let v = simulator.with_rates_at_start(&member.q, &member.v);
    let residuals = simulator.residuals_at_start(&member.q, &v);
    let violated = residuals.iter().filter(|residual| !residual.is_accepted());
    Some(violated.map(|x| (x.name.to_string(), x.residual)).collect())
}
