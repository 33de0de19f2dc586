//! Members whose table stays in memory.

use super::ensemble::Ensemble;
use super::part::{Column, Part};
use super::{Failure, MEMBERS_OF_PART, Prepared, Scenario, Stop};
use crate::progress::Progress;

/// Runs all members of a scenario's sweep, and returns the columns of their table: those of the
/// parts of a [`Sweep`](super::Sweep) without the values that differ. `progress` counts members.
///
/// # Errors
/// The scenario has no sweep or one that cannot run, or a signal asks to stop.
pub fn run_in_memory(
    scenario: &Scenario,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Vec<(String, Column)>, Failure> {
    let Prepared {
        rule,
        members,
        plants,
        kept,
        wanted,
    } = Prepared::new(scenario)?;
    let ensemble = Ensemble::new(scenario, rule, &kept, wanted);
    let (mut begun, mut outcomes) = (Vec::new(), Vec::new());
    let mut first = 0;
    while first < rule.count() {
        let end = (first + MEMBERS_OF_PART).min(rule.count());
        let block: Vec<_> = (first..end).map(|number| members.member(number)).collect();
        let Some(ended) = ensemble.run(&plants, &block, stop) else {
            let signal = stop.signal().unwrap_or_default();
            let message = format!("stopped before member {first} of {}", rule.count());
            return Err(Failure::Stopped { signal, message });
        };
        progress.advance(ended.len() as u64);
        outcomes.extend(ended);
        begun.extend(block.into_iter().map(|(member, _)| member));
        first = end;
    }
    Ok(Part::new(0, &[], &begun, &outcomes, &kept).columns)
}
