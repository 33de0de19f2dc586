//! The run of one member by itself: with events, feedback, or anything else that lanes do not step.

use nhi_machine::{Block, LANES};

use super::ensemble::{Ensemble, Outcome, Status};
use super::kept::Numbers;
use crate::events::EventFinder;
use crate::simulation::{Node, RunError, Simulator, State};

/// The row of a run, the same in all lanes.
#[derive(Debug)]
struct Row {
    values: Vec<f64>,
    blocks: Vec<Block>,
    /// The number of columns, also of a row that could not be computed whole.
    columns: usize,
}

/// Runs a member from its first state.
pub(super) fn run(ensemble: &Ensemble<'_>, simulator: &Simulator<'_>, state: State) -> Outcome {
    let mut node = Node::at(simulator, state);
    let mut row = Row {
        values: Vec::new(),
        blocks: Vec::new(),
        columns: simulator.columns().len() + simulator.output_columns().len(),
    };
    let mut step = 0;
    let begun = row.fill(&mut node);
    let mut numbers = Numbers::begin(ensemble.kept, &row.blocks);
    let ended = begun.and_then(|()| steps(ensemble, &mut node, &mut numbers, &mut row, &mut step));
    if ended.is_err() && row.fill(&mut node).is_ok() {
        numbers.add(&row.blocks, &[true; LANES]);
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
    row: &mut Row,
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
            match located.inside.into_iter().next() {
                Some((simulator, state)) => row.fill(&mut Node::at(&simulator, state))?,
                None => row.fill(node)?,
            }
            numbers.add(&row.blocks, &[true; LANES]);
            return Ok(());
        }
        if *step == ensemble.grid.steps || ensemble.kept.reads(*step) {
            row.fill(node)?;
            numbers.add(&row.blocks, &[true; LANES]);
            numbers.list(*step, &row.blocks, &[true; LANES]);
        }
    }
    Ok(())
}

impl Row {
    /// Takes the numbers of a node.
    fn fill(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.values.clear();
        let filled = node
            .append_row(&mut self.values)
            .and_then(|()| node.append_outputs(&mut self.values));
        self.values.resize(self.columns, f64::NAN);
        self.blocks.clear();
        self.blocks
            .extend(self.values.iter().map(|&value| Block::all(value)));
        filled
    }
}
