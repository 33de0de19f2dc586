//! Rows of runs in lanes.

use std::ops::Range;

use nhi_machine::Block;

use super::super::error::RunError;
use super::super::plant::ShownControl;
use super::LaneNodes;

/// The parts of rows that are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Energy or residuals.
    pub(crate) energy: bool,
    /// Controls or outputs.
    pub(crate) outputs: bool,
}

impl LaneNodes<'_> {
    /// Returns true if the last row of a run could be computed whole.
    pub(crate) fn has_row(&self, lane: usize) -> bool {
        self.runs[lane].as_ref().is_some_and(|run| run.has_row)
    }

    /// Returns the last row that was computed.
    pub(crate) fn last_row(&self) -> &[Block] {
        &self.row
    }

    /// Computes rows of the runs, in the order of the columns and then of the outputs. Parts that
    /// are not wanted are NaN. A run whose row is not finite, apart from outputs, fails.
    pub(crate) fn compute_row(&mut self, wanted: Wanted) {
        let times = self.lanes.times();
        self.see(&times);
        for (lane, run) in self.runs.iter_mut().enumerate() {
            if let Some(run) = run {
                run.has_row = self.observer.failure(lane).is_none();
            }
        }
        if wanted.energy || wanted.outputs {
            self.give_controls();
        }
        self.row.clear();
        self.row.push(times);
        let energies = self.add_motion(wanted);
        self.add_outputs(wanted);
        self.refuse_rows_that_are_not_finite(wanted, &energies);
    }

    /// Ends the runs whose row is not finite, apart from the parts that nothing reads and from
    /// outputs. A row of a single run must be finite too.
    fn refuse_rows_that_are_not_finite(&mut self, wanted: Wanted, energies: &Range<usize>) {
        let columns = self.row.len() - self.plant.output_names.len();
        let controls = columns - self.plant.shown_controls.len();
        let is_wanted = |place: usize| {
            (wanted.energy || !energies.contains(&place)) && (wanted.outputs || place < controls)
        };
        let mut sums = Block::all(0.0);
        for (_, block) in self.row[..columns]
            .iter()
            .enumerate()
            .filter(|(place, _)| is_wanted(*place))
        {
            for (sum, number) in sums.iter_mut().zip(block.iter()) {
                *sum += number;
            }
        }
        for (lane, run) in self.runs.iter_mut().enumerate() {
            let run = run.as_mut().filter(|run| run.ending.is_none());
            if let Some(run) = run.filter(|_| !sums[lane].is_finite()) {
                run.has_row = false;
                run.fail(RunError::non_finite(self.row[0][lane]));
            }
        }
    }

    /// Adds the configuration, velocities, energy, residuals and multipliers to a row. Returns the
    /// places of energy and residuals.
    fn add_motion(&mut self, wanted: Wanted) -> Range<usize> {
        let Self {
            plant,
            observer,
            row,
            ..
        } = self;
        row.extend_from_slice(observer.q());
        let others = |range: &Range<usize>, place: usize| !range.contains(&place);
        let velocities = observer.v().enumerate();
        row.extend(
            velocities
                .filter(|(place, _)| others(&plant.states, *place))
                .map(|(_, v)| *v),
        );
        let hidden = plant.constraints_of_states();
        let after_energy = hidden.start + 1..hidden.end + 1;
        let first = row.len();
        if wanted.energy {
            let energies = observer.energy_and_residuals().enumerate();
            let energies = energies.filter(|(place, _)| others(&after_energy, *place));
            row.extend(energies.map(|(_, value)| *value));
        } else {
            let count = 1 + plant.residuals() - hidden.len();
            row.resize(row.len() + count, Block::all(f64::NAN));
        }
        let energies = first..row.len();
        let multipliers = observer.lambda().enumerate();
        row.extend(
            multipliers
                .filter(|(place, _)| others(&hidden, *place))
                .map(|(_, x)| *x),
        );
        energies
    }

    /// Adds the controls and the outputs to a row.
    fn add_outputs(&mut self, wanted: Wanted) {
        let Self {
            plant,
            observer,
            row,
            ..
        } = self;
        let outputs = plant.output_names.len();
        if !wanted.outputs {
            let rest = plant.shown_controls.len() + outputs;
            row.resize(row.len() + rest, Block::all(f64::NAN));
            return;
        }
        let mut readings = observer.outputs();
        for shown in &plant.shown_controls {
            row.push(match shown {
                ShownControl::Open(place) => self.controls[*place],
                ShownControl::Inside => *readings.next().expect("laws come first"),
            });
        }
        let first = row.len();
        row.extend(readings.take(outputs));
        self.disturb_outputs(first);
    }

    /// Adds noise to the outputs, which begin at a place of the row.
    fn disturb_outputs(&mut self, first: usize) {
        if self.plant.noise.is_none() {
            return;
        }
        let outputs = &mut self.row[first..];
        for (lane, run) in self.runs.iter().enumerate() {
            let Some(noise) = run.as_ref().and_then(|run| run.simulator.noise.as_ref()) else {
                continue;
            };
            let mut values: Vec<_> = outputs.iter().map(|block| block[lane]).collect();
            noise.disturb_outputs(self.lanes.clock(lane).steps, &mut values);
            for (block, value) in outputs.iter_mut().zip(values) {
                block[lane] = value;
            }
        }
    }
}
