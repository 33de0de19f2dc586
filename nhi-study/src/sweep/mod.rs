//! Sweeps: many runs of one scenario, with other parameters and initial values.
//!
//! Members are numbered, and the values of each follow from the seed and its number. They are
//! written in parts of the same size, so the bytes of a part depend neither on the number of
//! processors nor on which other parts are written, when, and by whom. A sweep that is interrupted
//! goes on with the first part that is missing.
//!
//! A member has the numbers of its run alone, bit by bit, unless the sweep asks for fast functions.
//! A member that fails is a row with the reason.

mod alone;
mod draws;
mod ensemble;
mod folder;
mod grid;
mod in_memory;
mod kept;
mod lane_events;
mod members;
#[cfg(feature = "parquet")]
mod parquet_part;
mod part;
mod pictures;
mod row;
mod sobol;
mod starts;
mod table;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

pub use in_memory::run_in_memory;
pub use part::{Column, PartFormat};
pub use table::{SweepTable, is_sweep};

use ensemble::{Begun, Ensemble, Outcome, Status};
use folder::{Folder, Record};
use kept::{Kept, Source};
use members::Members;
use part::Part;

use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::scenario::{Overrides, Scenario, SweepRule};
use crate::simulation::{Plant, Simulator, Wanted};
use crate::stop::Stop;

/// The number of members of a part.
const MEMBERS_OF_PART: u64 = 1024;

/// A share of the parts of a sweep: every `of`-th part, from the one of this number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the share, from 1.
    pub number: u64,
    /// The number of shares.
    pub of: u64,
}

/// The parts to write, and their folder.
#[derive(Clone, Debug)]
pub struct SweepTarget {
    /// The folder.
    pub folder: PathBuf,
    /// The format of the parts.
    pub format: PartFormat,
    /// The parts that are written.
    pub shard: Shard,
}

/// A sweep that is ready to run.
#[derive(Debug)]
pub struct Sweep<'s> {
    prepared: Prepared<'s>,
    record: Record,
    folder: Folder,
    shard: Shard,
}

/// The members that a call has run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepCount {
    /// The number of members in this call.
    pub members: u64,
    /// The number of members that could not begin.
    pub refused: u64,
    /// The number of members of which a step failed.
    pub failed: u64,
    /// The number of members with notes of the run monitor.
    pub noted: u64,
}

/// How much of a sweep is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepProgress {
    /// The number of parts that are complete.
    pub complete: u64,
    /// The number of all parts.
    pub parts: u64,
    /// The number of all members.
    pub members: u64,
}

impl Shard {
    /// The whole sweep.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Parses `k/n`, the `k`-th of `n` shares.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let (number, of) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
        (1..=of).contains(&number).then_some(Self { number, of })
    }
}

/// The parts of a sweep that do not depend on where its members go.
#[derive(Debug)]
struct Prepared<'s> {
    scenario: &'s Scenario,
    rule: &'s SweepRule,
    members: Members<'s>,
    /// A plant for each thread.
    plants: Mutex<Vec<Plant>>,
    kept: Kept,
    wanted: Wanted,
}

impl<'s> Prepared<'s> {
    fn new(scenario: &'s Scenario) -> Result<Self, Failure> {
        let rule = scenario.sweep.as_ref().ok_or_else(|| no_sweep(scenario))?;
        let plant = scenario.plant()?;
        let members = Members::new(scenario, rule)?;
        let simulator = any_simulator(scenario, &plant, &members, rule)?;
        starts::check(scenario, &plant, &members, rule.count())?;
        let kept = Kept::new(&rule.keep, rule.every, &simulator);
        let kept = kept.map_err(|problems| {
            let problems = problems.into_iter();
            Failure::Input(
                problems
                    .map(|problem| problem.in_file(&scenario.path))
                    .collect(),
            )
        })?;
        let wanted = kept.wanted(&simulator);
        drop(simulator);
        let threads = rayon::current_num_threads();
        Ok(Self {
            scenario,
            rule,
            members,
            plants: Mutex::new(vec![plant; threads + 1]),
            kept,
            wanted,
        })
    }

    fn ensemble(&self) -> Ensemble<'_> {
        Ensemble::new(self.scenario, self.rule, &self.kept, self.wanted)
    }

    fn begin(&self, numbers: Range<u64>) -> Vec<Begun> {
        numbers.map(|number| self.members.member(number)).collect()
    }

    /// Returns the rows of members that have ended. The names are those of the values that differ
    /// and have a column.
    fn rows(&self, names: &[String], begun: Vec<Begun>, outcomes: &[Outcome]) -> Part {
        let members: Vec<_> = begun.into_iter().map(|(member, _)| member).collect();
        Part::new(names, &members, outcomes, &self.kept)
    }
}

impl<'s> Sweep<'s> {
    /// Prepares the sweep of a scenario. Nothing is written yet.
    ///
    /// # Errors
    /// The scenario has no sweep, or one that cannot run: names that the runs do not have, names
    /// that two columns would have, an integrator that does not accept the model, a folder with
    /// something else.
    pub fn new(
        scenario: &'s Scenario,
        overrides: &Overrides,
        target: &SweepTarget,
    ) -> Result<Self, Failure> {
        let prepared = Prepared::new(scenario)?;
        let (rule, kept) = (prepared.rule, &prepared.kept);
        if !rule.clashes.is_empty() {
            return Err(Failure::Input(rule.clashes.clone()));
        }
        let is_set = |name: &String| overrides.set.iter().any(|(set, _)| set == name);
        if let Some(name) = rule.names().iter().find(|name| is_set(name)) {
            let text = format!("`--set {name}` has no effect: `{name}` varies in this sweep");
            return Err(Failure::Usage(text));
        }
        let has_lists = kept
            .columns
            .iter()
            .any(|column| matches!(column.source, Source::List(_)));
        if has_lists && target.format == PartFormat::Csv {
            let text = "a CSV file has no lists over time: use Parquet, or leave out `every`";
            return Err(Failure::Usage(text.to_owned()));
        }
        let record = record(scenario, rule, overrides, target.format, kept)?;
        Ok(Self {
            folder: Folder::open(&target.folder, target.format, &record)?,
            shard: target.shard,
            prepared,
            record,
        })
    }

    /// Returns the note on initial values that neither the scenario nor its sweep gives.
    #[must_use]
    pub fn note_on_starts(&self) -> Option<Problem> {
        let Prepared { scenario, rule, .. } = self.prepared;
        scenario.omissions(&rule.names())
    }

    /// Returns the number of parts of the whole sweep.
    fn parts(&self) -> u64 {
        self.record.members.div_ceil(MEMBERS_OF_PART)
    }

    /// Returns how much of the whole sweep is done.
    #[must_use]
    pub fn progress(&self) -> SweepProgress {
        let done = (0..self.parts()).filter(|&part| self.has(part));
        SweepProgress {
            complete: done.count() as u64,
            parts: self.parts(),
            members: self.record.members,
        }
    }

    /// Returns the numbers of the parts that this shard has to write.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        let mine = |part: &u64| part % self.shard.of == self.shard.number - 1;
        let parts = (0..self.parts()).filter(mine);
        parts.filter(|&part| !self.has(part)).collect()
    }

    /// Returns true if a part is complete.
    fn has(&self, part: u64) -> bool {
        self.folder.has(part, self.numbers(part).end - 1)
    }

    /// Returns the number of members that this shard has to run.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        let parts = self.missing();
        parts
            .iter()
            .map(|&part| self.numbers(part).count() as u64)
            .sum()
    }

    /// Returns the numbers of the members of a part.
    fn numbers(&self, part: u64) -> Range<u64> {
        let first = part * MEMBERS_OF_PART;
        first..(first + MEMBERS_OF_PART).min(self.record.members)
    }

    /// Runs the members of all parts of the shard that are missing. `progress` counts members.
    ///
    /// # Errors
    /// A part cannot be written, or a signal asks to stop. Complete parts are kept.
    pub fn run(&self, stop: &Stop, progress: &dyn Progress) -> Result<SweepCount, Failure> {
        let (prepared, plants) = (&self.prepared, &self.prepared.plants);
        let ensemble = prepared.ensemble();
        let names = prepared.rule.names();
        self.folder.begin(&self.record)?;
        let mut count = SweepCount::default();
        // A part is written while the members of the next one run.
        let mut last: Option<(Part, PathBuf)> = None;
        let format = self.folder.format();
        let write = |(part, path): (Part, PathBuf)| part.write(&path, format);
        for part in self.missing() {
            let begun = prepared.begin(self.numbers(part));
            let before = last.take();
            let (written, outcomes) = rayon::join(
                || before.map_or(Ok(()), write),
                || ensemble.run(plants, &begun, stop),
            );
            written?;
            let Some(outcomes) = outcomes else {
                let signal = stop.signal().unwrap_or_default();
                let of_shard = if self.shard.of > 1 {
                    " of this shard"
                } else {
                    ""
                };
                let message = format!(
                    "stopped before part {part}; the parts{of_shard} before it are complete"
                );
                return Err(Failure::Stopped { signal, message });
            };
            let table = prepared.rows(&names, begun, &outcomes);
            last = Some((table, self.folder.part(part)));
            let of = |status| outcomes.iter().filter(|x| x.status == status).count() as u64;
            count.members += outcomes.len() as u64;
            count.refused += of(Status::Refused);
            count.failed += of(Status::Failed);
            count.noted += outcomes.iter().filter(|x| !x.notes.is_empty()).count() as u64;
            progress.advance(outcomes.len() as u64);
        }
        last.map_or(Ok(()), write)?;
        Ok(count)
    }
}

/// Returns the simulator of the scenario or, if the model is singular for its parameters, of one of
/// the first members: all have the same columns.
fn any_simulator<'p>(
    scenario: &Scenario,
    plant: &'p Plant,
    members: &Members<'_>,
    rule: &SweepRule,
) -> Result<Simulator<'p>, Failure> {
    let h = scenario.grid.step;
    scenario.simulator(plant, h).or_else(|failure| {
        let mut numbers = 0..rule.count().min(MEMBERS_OF_PART);
        let of = |number| {
            let member = members.member(number).0;
            let initial = (&member.q[..], &member.v[..]);
            plant.simulator_at(&member.parameters, h, initial).ok()
        };
        numbers.find_map(of).ok_or(failure)
    })
}

fn no_sweep(scenario: &Scenario) -> Failure {
    let problem = Problem::new(
        "missing",
        "a table `[sweep]` with the values to draw and the numbers to keep",
    )
    .in_file(&scenario.path)
    .at_key("[sweep]");
    problem.into()
}

fn record(
    scenario: &Scenario,
    rule: &SweepRule,
    overrides: &Overrides,
    format: PartFormat,
    kept: &Kept,
) -> Result<Record, Failure> {
    let files = scenario.files().into_iter();
    let files = files.map(read).collect::<Result<Vec<_>, _>>()?;
    let text = |file: usize| String::from_utf8_lossy(&files[file]).into_owned();
    let tables = files.iter().skip(2);
    Ok(Record {
        nhi: crate::VERSION.to_owned(),
        system: scenario.ast.name(),
        integrator: scenario.integrator.0.clone(),
        start: scenario.grid.start,
        step: scenario.grid.step,
        steps: scenario.grid.steps,
        members: rule.count(),
        part: MEMBERS_OF_PART,
        seed: rule.seed,
        every: rule.every,
        set: overrides.set.iter().cloned().collect(),
        columns: kept
            .columns
            .iter()
            .map(|column| column.name.clone())
            .collect(),
        format: format.ending().to_owned(),
        scenario: text(0),
        model: text(1),
        tables: tables
            .map(|file| format!("{:08x}", crc32fast::hash(file)))
            .collect(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| {
        let problem = Problem::new(
            format!("cannot be read: {error}"),
            "a file that does not change",
        )
        .in_file(path);
        problem.into()
    })
}
