//! The run of one member by itself: with events, feedback, or anything else that lanes do not step.

use nhi_machine::{Block, LANES};

use super::ensemble::{Ensemble, Outcome, Status};
use super::kept::Numbers;
use crate::events::EventFinder;
use crate::simulation::{Node, RunError, Simulator, State};

/// Runs a member from its first state.
pub(super) fn run(ensemble: &Ensemble<'_>, simulator: &Simulator<'_>, state: State) -> Outcome {
    let mut node = Node::at(simulator, state);
    let mut row = Vec::new();
    let mut step = 0;
    let begun = fill(&mut row, &mut node);
    let mut numbers = Numbers::begin(ensemble.kept, &row);
    let ended = begun.and_then(|()| steps(ensemble, &mut node, &mut numbers, &mut row, &mut step));
    if ended.is_err() && fill(&mut row, &mut node).is_ok() {
        // The last state; its row is not one of lists.
        numbers.add(u64::MAX, &row, &[true; LANES]);
    }
    Outcome {
        status: ended.as_ref().map_or(Status::Failed, |()| Status::Ok),
        step,
        reason: ended.err().map_or_else(String::new, |error| error.reason),
        values: numbers.values_of(0),
        lists: numbers.take_lists(0),
    }
}

fn steps(
    ensemble: &Ensemble<'_>,
    node: &mut Node<'_>,
    numbers: &mut Numbers<'_>,
    row: &mut Vec<Block>,
    step: &mut u64,
) -> Result<(), RunError> {
    let mut finder = EventFinder::begin(node.simulator(), node)?;
    while *step < ensemble.grid.steps {
        node.step()?;
        *step += 1;
        let found = match &mut finder {
            Some(finder) => finder.look(node)?,
            None => Vec::new(),
        };
        for located in found {
            let event = located.event;
            let mut names = node.simulator().event_names().into_iter();
            if let Some(place) = names.position(|name| name == event.name) {
                numbers.note_event(place, event.t);
            }
            if !event.stops {
                continue;
            }
            match located.inside {
                Some((simulator, state)) => fill(row, &mut Node::at(&simulator, state))?,
                None => fill(row, node)?,
            }
            numbers.add(*step, row, &[true; LANES]);
            return Ok(());
        }
        if *step == ensemble.grid.steps || ensemble.kept.reads(*step) {
            fill(row, node)?;
            numbers.add(*step, row, &[true; LANES]);
        }
    }
    Ok(())
}

/// Writes the row of a node, the same in all lanes.
fn fill(row: &mut Vec<Block>, node: &mut Node<'_>) -> Result<(), RunError> {
    let mut values = Vec::new();
    let filled = node
        .append_row(&mut values)
        .and_then(|()| node.append_outputs(&mut values));
    let simulator = node.simulator();
    let columns = simulator.columns().len() + simulator.output_columns().len();
    values.resize(columns, f64::NAN);
    row.clear();
    row.extend(values.into_iter().map(Block::all));
    filled
}
