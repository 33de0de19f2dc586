//! Events of members in lanes.

use nhi_machine::{Block, LANES};

use super::kept::Numbers;
use super::row::Row;
use crate::events::EventFinder;
use crate::simulation::{Held, LaneNodes, LaneStates, Node, Plant, RunError};

/// The events of the members in lanes. Their expressions are evaluated for all members at once. A
/// step in which one of them crosses zero is looked at as in a single run.
#[derive(Debug)]
pub(super) struct LaneEvents {
    /// For each event, the last value that was not zero.
    before: Vec<Block>,
    now: Vec<Block>,
    /// The states before the step, and after it.
    began: LaneStates,
    ended: LaneStates,
}

impl LaneEvents {
    /// Begins at the first states; `None` if there are no events.
    pub(super) fn begin(plant: &Plant, nodes: &mut LaneNodes<'_>) -> Option<Self> {
        if plant.events.is_empty() {
            return None;
        }
        let mut events = Self {
            before: Vec::new(),
            now: Vec::new(),
            began: LaneStates::none(),
            ended: LaneStates::none(),
        };
        nodes.read_events(&mut events.before, &mut events.ended);
        for lane in 0..LANES {
            if !nodes.goes_on(lane) {
                continue;
            }
            let first = values_of(&events.before, lane);
            let finder = EventFinder::between(nodes.run(lane).0, first.clone(), first);
            let checked = finder.check(events.ended.time(lane));
            if checked.is_err() {
                nodes.end(lane, checked);
            }
        }
        Some(events)
    }

    /// Notes the events of a step of the members that go on, and ends those that one of them stops.
    pub(super) fn look(
        &mut self,
        plant: &Plant,
        nodes: &mut LaneNodes<'_>,
        step: u64,
        numbers: &mut Numbers<'_>,
    ) {
        std::mem::swap(&mut self.began, &mut self.ended);
        nodes.read_events(&mut self.now, &mut self.ended);
        for lane in 0..LANES {
            if !nodes.goes_on(lane) {
                continue;
            }
            if !self.changes(lane) {
                for (before, now) in self.before.iter_mut().zip(&self.now) {
                    if now[lane] != 0.0 {
                        before[lane] = now[lane];
                    }
                }
                continue;
            }
            match self.look_at(plant, nodes, (lane, step), numbers) {
                Ok(false) => {}
                Ok(true) => nodes.end(lane, Ok(())),
                Err(error) => nodes.end(lane, Err(error)),
            }
        }
    }

    /// Returns true if an expression of a member may cross zero, or is not a number.
    fn changes(&self, lane: usize) -> bool {
        let mut pairs = self.before.iter().zip(&self.now);
        pairs.any(|(before, now)| {
            let (before, now) = (before[lane], now[lane]);
            let keeps_sign = before * now > 0.0 || before == 0.0;
            !keeps_sign || now.is_nan()
        })
    }

    /// Notes the events of a step of one member; returns true if one of them ends its run.
    fn look_at(
        &mut self,
        plant: &Plant,
        nodes: &LaneNodes<'_>,
        (lane, step): (usize, u64),
        numbers: &mut Numbers<'_>,
    ) -> Result<bool, RunError> {
        let (simulator, end) = nodes.run(lane);
        let [before, now] = [&self.before, &self.now].map(|blocks| values_of(blocks, lane));
        let mut finder = EventFinder::between(simulator, before, now);
        let checked = finder.check(self.ended.time(lane));
        checked.map_err(|error| error.in_step_from(self.began.time(lane)))?;
        let (began, kept) = self.began.of(lane);
        let held = Held::Given(simulator);
        let found = finder.crossings(&held, (&began, &kept), &end, step)?;
        for (before, &value) in self.before.iter_mut().zip(finder.before()) {
            before[lane] = value;
        }
        for located in found {
            let mut rules = plant.events.iter();
            let place = rules.position(|rule| rule.name == located.event.name);
            let place = place.expect("events are those of the plant");
            numbers.note_event(lane, place, located.event.t);
            if !located.event.stops {
                continue;
            }
            let mut row = Row::default();
            match located.inside.into_iter().next() {
                Some((simulator, state)) => row.fill(&mut Node::at(&simulator, state))?,
                None => row.fill(&mut Node::at(simulator, end))?,
            }
            numbers.add(&row.blocks(), &std::array::from_fn(|other| other == lane));
            return Ok(true);
        }
        Ok(false)
    }
}

fn values_of(blocks: &[Block], lane: usize) -> Vec<f64> {
    blocks.iter().map(|block| block[lane]).collect()
}
