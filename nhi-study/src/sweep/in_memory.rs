//! Members whose table stays in memory.

use super::part::Column;
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
    let prepared = Prepared::new(scenario)?;
    let (ensemble, count) = (prepared.ensemble(), prepared.rule.count());
    let (mut begun, mut outcomes) = (Vec::new(), Vec::new());
    let mut first = 0;
    while first < count {
        let end = (first + MEMBERS_OF_PART).min(count);
        begun.extend(prepared.begin(first..end));
        let Some(ended) = ensemble.run(&prepared.plants, &begun[outcomes.len()..], stop) else {
            let signal = stop.signal().unwrap_or_default();
            let message = format!("stopped before member {first} of {count}");
            return Err(Failure::Stopped { signal, message });
        };
        progress.advance(ended.len() as u64);
        outcomes.extend(ended);
        first = end;
    }
    Ok(prepared.rows(&[], begun, &outcomes).columns)
}
