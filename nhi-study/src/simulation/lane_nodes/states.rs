//! States of runs in lanes, kept for the events of a step.

use nhi_machine::{Block, Sample};

use super::LaneNodes;

/// The states of runs before or after a step.
#[derive(Clone, Debug)]
pub(crate) struct LaneStates {
    times: Block,
    /// The entries of the states.
    entries: Vec<Block>,
    q: Vec<Block>,
    v: Vec<Block>,
    lambda: Vec<Block>,
}

impl LaneStates {
    /// No states.
    pub(crate) fn none() -> Self {
        Self {
            times: Block::all(f64::NAN),
            entries: Vec::new(),
            q: Vec::new(),
            v: Vec::new(),
            lambda: Vec::new(),
        }
    }

    /// Returns the time of one of the states.
    pub(crate) fn time(&self, lane: usize) -> f64 {
        self.times[lane]
    }

    /// Returns the sample and the entries of one of the states.
    pub(crate) fn of(&self, lane: usize) -> (Sample, Vec<f64>) {
        let list = |blocks: &[Block]| blocks.iter().map(|block| block[lane]).collect();
        let sample = Sample {
            t: self.times[lane],
            q: list(&self.q),
            v: list(&self.v),
            lambda: list(&self.lambda),
        };
        (sample, list(&self.entries))
    }
}

impl LaneNodes<'_> {
    /// Computes the values of the events at the current states, and keeps the states.
    pub(crate) fn read_events(&mut self, values: &mut Vec<Block>, states: &mut LaneStates) {
        let times = self.lanes.times();
        self.see(&times);
        for run in self.runs.iter_mut().flatten() {
            run.of_step.clone_from(&run.controls);
        }
        self.give_controls();
        let first = self.plant.laws_inside() + self.plant.output_names.len();
        values.clear();
        values.extend(self.observer.outputs().skip(first));
        let copy = |list: &mut Vec<Block>, blocks: &mut dyn Iterator<Item = &Block>| {
            list.clear();
            list.extend(blocks);
        };
        states.times = times;
        copy(&mut states.entries, &mut self.lanes.entries().iter());
        copy(&mut states.q, &mut self.observer.q().iter());
        copy(&mut states.v, &mut self.observer.v());
        copy(&mut states.lambda, &mut self.observer.lambda());
    }
}
