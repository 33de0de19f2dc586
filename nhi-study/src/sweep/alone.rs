//! The run of one member by itself: with contacts that open or close within steps.

use nhi_machine::LANES;

use super::ensemble::{Ensemble, Outcome, Status};
use super::kept::Numbers;
use super::row::Row;
use crate::events::EventFinder;
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
    let mut row = Row::of(simulator);
    let mut step = 0;
    let begun = row.fill(&mut node);
    let mut numbers = Numbers::begin(ensemble.kept, row.blocks());
    let mut monitor = MemberMonitor::default();
    let mut run = Run {
        ensemble,
        numbers: &mut numbers,
        monitor: &mut monitor,
        row: &mut row,
        stop,
    };
    let ended = begun.and_then(|()| run.steps(&mut node, &mut step));
    if ended.is_err() && row.fill(&mut node).is_ok() {
        numbers.add(row.blocks(), &[true; LANES]);
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
    stop: &'r Stop,
}

impl Run<'_, '_> {
    fn steps(&mut self, node: &mut Node<'_>, step: &mut u64) -> Result<(), RunError> {
        let Self {
            ensemble,
            numbers,
            monitor,
            row,
            stop,
        } = self;
        examine(monitor, node)?;
        let mut finder = EventFinder::begin(node.simulator(), node)?;
        while *step < ensemble.grid.steps && stop.signal().is_none() {
            node.step()?;
            *step += 1;
            for piece in node.pieces().iter().filter(|piece| piece.jumps) {
                monitor.jump(piece.energy);
            }
            let found = match &mut finder {
                Some(finder) => finder.look(node)?,
                None => Vec::new(),
            };
            for located in found {
                let event = located.event;
                let mut names = node.simulator().event_names().into_iter();
                let place = names.position(|name| name == event.name);
                if let Some(place) = place {
                    numbers.note_event(0, place, event.t);
                }
                let of_scenario = node.simulator().plant.events.len();
                let is_change = place.is_some_and(|place| place >= of_scenario);
                if is_change && ensemble.kept.follows_runs() {
                    // Velocities may jump, and positions have their extremes here.
                    for (simulator, state) in &located.inside {
                        row.fill(&mut Node::at(simulator, state.clone()))?;
                        numbers.add(row.blocks(), &[true; LANES]);
                    }
                }
                if !event.stops {
                    continue;
                }
                match located.inside.into_iter().next() {
                    Some((simulator, state)) => row.fill(&mut Node::at(&simulator, state))?,
                    None => row.fill(node)?,
                }
                numbers.add(row.blocks(), &[true; LANES]);
                return Ok(());
            }
            if MemberMonitor::wants(*step) {
                examine(monitor, node)?;
            }
            if *step == ensemble.grid.steps || ensemble.kept.reads(*step) {
                row.fill(node)?;
                numbers.add(row.blocks(), &[true; LANES]);
                numbers.list(*step, row.blocks(), &[true; LANES]);
            }
        }
        Ok(())
    }
}

fn examine(monitor: &mut MemberMonitor, node: &mut Node<'_>) -> Result<(), RunError> {
    let signs = node.signs()?;
    let t = node.sample()?.t;
    let state = node.state();
    monitor.look(state.clock().steps, t, signs, state.report());
    Ok(())
}
