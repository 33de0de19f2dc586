//! Runs of many members of one plant.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use nhi_machine::{LANES, LaneMath};
use rayon::prelude::*;

use super::alone;
use super::kept::{Kept, Numbers};
use super::lane_events::LaneEvents;
use super::members::Member;
use crate::monitor::MemberMonitor;
use crate::problem::Failure;
use crate::scenario::{Grid, Scenario, SweepRule};
use crate::simulation::{LaneNodes, Plant, RunError, Simulator, State, Wanted, admit};
use crate::stop::Stop;

/// How the run of a member ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Outcome {
    pub(super) status: Status,
    /// The number of completed steps.
    pub(super) step: u64,
    /// The reason for a run that ended early.
    pub(super) reason: String,
    /// The concerns of the run monitor.
    pub(super) notes: String,
    /// The kept numbers.
    pub(super) values: Vec<f64>,
    /// The kept lists.
    pub(super) lists: Vec<Vec<f64>>,
}

/// The kind of end of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// The run reached its end, or its event `[stop]`.
    Ok,
    /// The run could not begin.
    Refused,
    /// A step failed.
    Failed,
}

/// The common parts of the runs of all members, apart from their plant.
#[derive(Debug)]
pub(super) struct Ensemble<'e> {
    pub(super) grid: Grid,
    pub(super) math: LaneMath,
    pub(super) kept: &'e Kept,
    pub(super) wanted: Wanted,
    /// The scenario, for error messages.
    pub(super) path: &'e Path,
}

/// A member, or the reason for which it has no numbers to begin with.
pub(super) type Begun = (Member, Result<(), String>);

impl Outcome {
    /// A member that did not begin.
    pub(super) fn refused(reason: String, kept: &Kept) -> Self {
        Self {
            status: Status::Refused,
            step: 0,
            reason,
            notes: String::new(),
            values: vec![f64::NAN; kept.columns.len()],
            lists: vec![Vec::new(); kept.columns.len()],
        }
    }
}

impl<'e> Ensemble<'e> {
    pub(super) fn new(
        scenario: &'e Scenario,
        rule: &SweepRule,
        kept: &'e Kept,
        wanted: Wanted,
    ) -> Self {
        Self {
            grid: scenario.grid,
            math: match rule.is_fast {
                true => LaneMath::Fast,
                false => LaneMath::Exact,
            },
            kept,
            wanted,
            path: &scenario.path,
        }
    }
}

impl Ensemble<'_> {
    /// Runs members on all processors. The outcomes are in the order of the members, and do not
    /// depend on the number of processors. Returns `None` if a signal asks to stop.
    pub(super) fn run(
        &self,
        plants: &Mutex<Vec<Plant>>,
        members: &[Begun],
        stop: &Stop,
    ) -> Option<Vec<Outcome>> {
        let pool = || plants.lock().unwrap_or_else(PoisonError::into_inner);
        let run = |block| {
            if stop.signal().is_some() {
                return None;
            }
            let plant = pool().pop().expect("a plant for each thread");
            let outcomes = self.run_block(&plant, block, stop);
            pool().push(plant);
            // Those of a block that was stopped are not complete.
            stop.signal().is_none().then_some(outcomes)
        };
        let blocks: Option<Vec<_>> = members.par_chunks(LANES).map(run).collect();
        Some(blocks?.concat())
    }

    /// Runs up to [`LANES`] members, until a signal asks to stop.
    fn run_block(&self, plant: &Plant, members: &[Begun], stop: &Stop) -> Vec<Outcome> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; members.len()];
        let mut starts = Vec::new();
        let mut places = Vec::new();
        for (place, begun) in members.iter().enumerate() {
            match self.start(plant, begun) {
                Ok(start) if plant.runs_in_lanes() => {
                    starts.push(start);
                    places.push(place);
                }
                Ok((simulator, state)) => {
                    outcomes[place] = Some(alone::run(self, &simulator, state, stop));
                }
                Err(reason) => outcomes[place] = Some(Outcome::refused(reason, self.kept)),
            }
        }
        let in_lanes = self.run_in_lanes(plant, starts, stop);
        for (place, outcome) in places.into_iter().zip(in_lanes) {
            outcomes[place] = Some(match outcome.status {
                Status::Failed => self.run_alone(plant, &members[place], stop),
                Status::Ok | Status::Refused => outcome,
            });
        }
        let outcomes = outcomes.into_iter();
        outcomes
            .map(|outcome| outcome.expect("all have ended"))
            .collect()
    }

    /// Begins the run of a member. Initial values that violate the constraints are projected onto
    /// them.
    fn start<'p>(
        &self,
        plant: &'p Plant,
        (member, is_finite): &Begun,
    ) -> Result<(Simulator<'p>, State), String> {
        is_finite.clone()?;
        let initial = (&member.q[..], &member.v[..]);
        let (parameters, h) = (&member.parameters, self.grid.step);
        let simulator = plant.simulator_of_member(member.number, parameters, h, initial);
        let simulator = simulator.map_err(|error| error.to_string())?;
        let simulator = simulator.with_multipliers(&member.multipliers);
        let admitted = |project| admit(&simulator, &member.q, &member.v, project, self.path);
        let admitted = admitted(false).or_else(|_| admitted(true));
        let (initial, _) = admitted.map_err(|failure| first_line(&failure))?;
        let state = simulator.start(&initial.q, &initial.v);
        let state = state.map_err(|error| error.reason)?;
        simulator.rest();
        Ok((simulator, state))
    }

    /// Runs a member again that failed in a lane: lanes look at some rows only, and know neither
    /// the first one that fails nor the one before.
    fn run_alone(&self, plant: &Plant, begun: &Begun, stop: &Stop) -> Outcome {
        match self.start(plant, begun) {
            Ok((simulator, state)) => alone::run(self, &simulator, state, stop),
            Err(reason) => Outcome::refused(reason, self.kept),
        }
    }

    /// Runs members together. Of those that fail, only the status is right.
    fn run_in_lanes<'p>(
        &self,
        plant: &'p Plant,
        starts: Vec<(Simulator<'p>, State)>,
        stop: &Stop,
    ) -> Vec<Outcome> {
        let count = starts.len();
        if count == 0 {
            return Vec::new();
        }
        let mut nodes = LaneNodes::new(plant, self.math);
        nodes.begin(starts);
        // Energy and residuals show that a motion has left the model.
        let examined = Wanted {
            energy: true,
            ..self.wanted
        };
        nodes.compute_row(examined);
        let mut numbers = Numbers::begin(self.kept, nodes.last_row());
        let mut events = LaneEvents::begin(plant, &mut nodes);
        let mut monitors = [MemberMonitor::new(plant); LANES];
        examine(&mut nodes, 0, &mut monitors);
        let mut steps = [0; LANES];
        let mut seen = [false; LANES];
        for step in 1..=self.grid.steps {
            nodes.step();
            for lane in 0..count {
                seen[lane] = nodes.goes_on(lane);
                steps[lane] += u64::from(seen[lane]);
            }
            if !seen.contains(&true) || stop.signal().is_some() {
                break;
            }
            if let Some(events) = &mut events {
                events.look(plant, &mut nodes, step, &mut numbers);
            }
            let is_examined = MemberMonitor::wants(step, self.grid.steps);
            if is_examined {
                examine(&mut nodes, step, &mut monitors);
            }
            if is_examined || self.kept.reads(step) {
                nodes.compute_row(if is_examined { examined } else { self.wanted });
            }
            if step == self.grid.steps || self.kept.reads(step) {
                let whole = std::array::from_fn(|lane| nodes.goes_on(lane) && nodes.has_row(lane));
                numbers.add(nodes.last_row(), &whole);
                numbers.list(step, nodes.last_row(), &whole);
            }
        }
        let outcome = |lane| {
            let failure: Option<&RunError> = nodes.failure(lane);
            Outcome {
                status: failure.map_or(Status::Ok, |_| Status::Failed),
                step: steps[lane],
                reason: failure.map_or_else(String::new, |error| error.reason.clone()),
                notes: monitors[lane].notes(),
                values: numbers.values_of(lane),
                lists: Vec::new(),
            }
        };
        let mut outcomes: Vec<_> = (0..count).map(outcome).collect();
        for (lane, outcome) in outcomes.iter_mut().enumerate() {
            outcome.lists = numbers.take_lists(lane);
        }
        outcomes
    }
}

/// Examines the states of the runs that go on.
fn examine(nodes: &mut LaneNodes<'_>, step: u64, monitors: &mut [MemberMonitor; LANES]) {
    for (lane, monitor) in monitors.iter_mut().enumerate() {
        if let Some((t, signs, report)) = nodes.signs(lane) {
            monitor.look(step, t, signs, &report);
        }
    }
}

/// Returns what a failure is about, on one line.
fn first_line(failure: &Failure) -> String {
    let text = failure.to_string();
    let text = text.lines().map(str::trim).collect::<Vec<_>>();
    text.join("; ")
}
