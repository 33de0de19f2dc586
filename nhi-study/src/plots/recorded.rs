//! The scenario that a table names, with the parameters of its run.

use std::path::Path;

use nhi_build::{Colour, visible_path};
use nhi_symbolic::unit_factor;

use super::{Run, Showing};
use crate::problem::{Failure, Problem};
use crate::scenario::{Overrides, Scenario, Units};
use crate::table::{Provenance, Status};

/// Returns the scenario of runs: the requested one, or the one that the first table names. In both
/// the parameters are those of the first table, if it records them for the same system. Notes
/// report what differs.
///
/// # Errors
/// The requested scenario cannot be read.
pub(super) fn scenario(
    showing: &Showing,
    runs: &[Run],
    colour: Colour,
) -> Result<(Option<Scenario>, Vec<Problem>), Failure> {
    let record = runs.first().and_then(|run| run.table.provenance.as_ref());
    match (&showing.scenario, record) {
        (Some(path), record) => {
            let scenario = Scenario::load(path, &Overrides::default(), colour)?;
            let record = record.filter(|record| record.system == scenario.ast.name());
            let recorded = record.and_then(|record| with_parameters(path, record, colour));
            Ok((Some(recorded.unwrap_or(scenario)), Vec::new()))
        }
        (None, Some(record)) => {
            let (scenario, note) = named(record, &runs[0], colour);
            Ok((scenario, note.map(Problem::note).into_iter().collect()))
        }
        (None, None) => Ok((None, Vec::new())),
    }
}

/// Reads the scenario that a table names, and returns what a note says about it. The note shows
/// nothing of the file: a stranger's table may name any.
fn named(record: &Provenance, run: &Run, colour: Colour) -> (Option<Scenario>, Option<String>) {
    let Some(path) = record.scenario_of(&run.path) else {
        return (None, None);
    };
    let shown = visible_path(&path);
    let without = |reason: &str| {
        let note = format!(
            "the scenario `{shown}` that the table names {reason}: units are those of \
             the table, and there is no sketch; `--scenario` names another file"
        );
        (None, Some(note))
    };
    // A pipe might never answer.
    if !path.is_file() {
        return without("does not exist");
    }
    let overrides = Overrides {
        set: record.set.clone().into_iter().collect(),
        ..Overrides::default()
    };
    let as_written = Scenario::load(&path, &overrides, colour).ok();
    if let Some(scenario) = as_written
        && scenario.ast.name() == record.system
        && scenario.named_parameters() == record.parameters
    {
        return (Some(scenario), None);
    }
    let recorded = with_parameters(&path, record, colour);
    match recorded.filter(|scenario| scenario.ast.name() == record.system) {
        None => without("has changed since the run, or cannot be read"),
        Some(scenario) => {
            let note = format!(
                "parameters in `{shown}` have changed since the run: those of the table are drawn"
            );
            (Some(scenario), Some(note))
        }
    }
}

/// Reads a scenario with the parameters of a run.
fn with_parameters(path: &Path, record: &Provenance, colour: Colour) -> Option<Scenario> {
    let parameters = record.parameters.iter();
    let parameters = parameters.map(|(name, value)| (name.clone(), format!("{value:?}")));
    let overrides = Overrides {
        set: parameters.collect(),
        ..Overrides::default()
    };
    Scenario::load(path, &overrides, colour).ok()
}

/// Converts the numbers of every table to the units that the first one records.
///
/// # Errors
/// A column to be drawn has units of different dimensions in two tables.
pub(super) fn convert_units(showing: &Showing, runs: &mut [Run]) -> Result<(), Failure> {
    let units_of = |run: &Run| {
        let record = run.table.provenance.as_ref()?;
        Some(Units::of_record(record.units.clone()))
    };
    let Some((first, others)) = runs.split_first_mut() else {
        return Ok(());
    };
    let Some(units) = units_of(first) else {
        return Ok(());
    };
    let mut mistakes = Vec::new();
    for run in others {
        let Some(own) = units_of(run) else { continue };
        for name in run.table.names.clone() {
            let (Some(from), Some(to)) = (own.own(&name), units.own(&name)) else {
                continue;
            };
            match unit_factor(&from, &to) {
                _ if from == to || !showing.may_draw(&name) => {}
                Some(factor) => run.table.scale(&name, factor),
                None => {
                    let other = visible_path(&first.path);
                    let found = format!("`{name}` is in `{from}`, and in `{to}` in `{other}`");
                    let problem = Problem::new(found, "units of one dimension in a panel");
                    mistakes.push(run.at(problem.help("draw the tables in separate pictures")));
                }
            }
        }
    }
    match mistakes.is_empty() {
        true => Ok(()),
        false => Err(Failure::Input(mistakes)),
    }
}

/// Returns the part of the titles of runs that they share: system, integrator and step; `None` if
/// a table does not record it.
pub(super) fn title(runs: &[Run]) -> Option<String> {
    let records = runs.iter().map(|run| run.table.provenance.as_ref());
    let records: Vec<_> = records.collect::<Option<_>>()?;
    let (first, others) = records.split_first()?;
    let shared =
        |same: fn(&Provenance, &Provenance) -> bool| others.iter().all(|other| same(first, other));
    let parts = [
        (shared(|a, b| a.system == b.system), first.system.clone()),
        (
            shared(|a, b| a.integrator == b.integrator),
            first.integrator.clone(),
        ),
        (
            shared(|a, b| a.step == b.step),
            format!("step {:?}", first.step),
        ),
    ];
    let parts = parts.into_iter().filter(|(is_shared, _)| *is_shared);
    Some(parts.map(|(_, text)| text).collect::<Vec<_>>().join(", "))
}

/// Returns a note on a run that ended early.
pub(super) fn ended_early(run: &Run) -> Option<Problem> {
    let record = run.table.provenance.as_ref()?;
    let how = match record.status {
        Status::Complete => return None,
        Status::Failed => "failed",
        Status::Stopped => "was stopped",
    };
    let text = format!("the run {how}, so the table ends early: {}", record.reason);
    Some(run.at(Problem::note(text)))
}
