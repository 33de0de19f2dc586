//! The run of one member by itself: with contacts that open or close within steps, or to find the
//! step that fails.
//!
//! A row is computed for each step, and the member fails at the same step as with `nhi run`.

use nhi_machine::LANES;

use super::ensemble::{Ensemble, Outcome, Status};
use super::kept::Numbers;
use super::row::Row;
use crate::events::{EventFinder, Located};
use crate::monitor::MemberMonitor;
use crate::simulation::{Node, RunError, Simulator, State};
use crate::stop::Stop;

/// Runs a member from its first state, until a signal asks to stop.
pub(super) fn run(
    ensemble: &Ensemble<'_>,
    simulator: &Simulator<'_>,
    state: State,
    stop: &Stop,
) -> Outcome {
    let mut node = Node::at(simulator, state);
    let mut row = Row::default();
    if let Err(error) = row.fill(&mut node) {
        return Outcome::refused(error.reason, ensemble.kept);
    }
    let mut numbers = Numbers::begin(ensemble.kept, &row.blocks());
    let mut monitor = MemberMonitor::new(simulator.plant);
    let mut run = Run {
        ensemble,
        numbers: &mut numbers,
        monitor: &mut monitor,
        row: &mut row,
        completed: 0,
        is_added: true,
        stop,
    };
    let ended = run.steps(&mut node);
    let step = run.completed;
    let is_added = run.is_added;
    if !is_added {
        numbers.add(&row.blocks(), &[true; LANES]);
    }
    Outcome {
        status: ended.as_ref().map_or(Status::Failed, |()| Status::Ok),
        step,
        reason: ended.err().map_or_else(String::new, |error| error.reason),
        notes: monitor.notes(),
        values: numbers.values_of(0),
        lists: numbers.take_lists(0),
    }
}

/// A run in progress, with the receivers of what it makes.
struct Run<'r, 'e> {
    ensemble: &'r Ensemble<'e>,
    numbers: &'r mut Numbers<'e>,
    monitor: &'r mut MemberMonitor,
    row: &'r mut Row,
    /// The number of steps that have a row.
    completed: u64,
    /// True if the last row has been added to the numbers.
    is_added: bool,
    stop: &'r Stop,
}

impl Run<'_, '_> {
    fn steps(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        examine(self.monitor, node)?;
        let mut finder = EventFinder::begin(node.simulator(), node)?;
        while self.completed < self.ensemble.grid.steps && self.stop.signal().is_none() {
            node.step()?;
            let step = self.completed + 1;
            for piece in node.pieces().iter().filter(|piece| piece.jumps) {
                self.monitor.jump(piece.energy);
            }
            let found = match &mut finder {
                Some(finder) => finder.look(node)?,
                None => Vec::new(),
            };
            for located in found {
                if self.ends_at(located, node)? {
                    self.completed = step;
                    return Ok(());
                }
            }
            if MemberMonitor::wants(step, self.ensemble.grid.steps) {
                examine(self.monitor, node)?;
            }
            self.row.fill(node)?;
            self.completed = step;
            self.is_added = self.ensemble.kept.reads(step);
            if self.is_added {
                let blocks = self.row.blocks();
                self.numbers.add(&blocks, &[true; LANES]);
                self.numbers.list(step, &blocks, &[true; LANES]);
            }
        }
        Ok(())
    }

    /// Notes an event; returns true if it ends the run, with the last row.
    fn ends_at(&mut self, located: Located<'_>, node: &mut Node<'_>) -> Result<bool, RunError> {
        let event = located.event;
        let mut names = node.simulator().event_names().into_iter();
        let place = names.position(|name| name == event.name);
        if let Some(place) = place {
            self.numbers.note_event(0, place, event.t);
        }
        let of_scenario = node.simulator().plant.events.len();
        let is_change = place.is_some_and(|place| place >= of_scenario);
        let mut at_event = Row::default();
        for (simulator, state) in located.inside {
            at_event.fill(&mut Node::at(&simulator, state))?;
            // Velocities may jump at a change, and positions have their extremes there.
            if event.stops {
                std::mem::swap(self.row, &mut at_event);
                self.is_added = false;
                return Ok(true);
            }
            if is_change && self.ensemble.kept.follows_runs() {
                self.numbers.add(&at_event.blocks(), &[true; LANES]);
            }
        }
        if event.stops {
            self.row.fill(node)?;
            self.is_added = false;
        }
        Ok(event.stops)
    }
}

fn examine(monitor: &mut MemberMonitor, node: &mut Node<'_>) -> Result<(), RunError> {
    let signs = node.signs()?;
    let t = node.sample()?.t;
    let state = node.state();
    monitor.look(state.clock().steps, t, signs, state.report());
    Ok(())
}
