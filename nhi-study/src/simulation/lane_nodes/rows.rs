//! Rows of runs in lanes.

use nhi_machine::Block;

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

    /// Computes rows of the runs, in the order of the columns and then of the outputs.
    /// Of a run that failed, it is the row of its last state. Parts that are not wanted are NaN.
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
        self.add_motion(wanted);
        self.add_outputs(wanted);
    }

    /// Adds the configuration, velocities, energy, residuals and multipliers to a row.
    fn add_motion(&mut self, wanted: Wanted) {
        let Self {
            plant,
            observer,
            row,
            ..
        } = self;
        row.extend_from_slice(observer.q());
        let others = |range: &std::ops::Range<usize>, place: usize| !range.contains(&place);
        let velocities = observer.v().enumerate();
        row.extend(
            velocities
                .filter(|(place, _)| others(&plant.states, *place))
                .map(|(_, v)| *v),
        );
        let hidden = plant.constraints_of_states();
        let after_energy = hidden.start + 1..hidden.end + 1;
        if wanted.energy {
            let energies = observer.energy_and_residuals().enumerate();
            let energies = energies.filter(|(place, _)| others(&after_energy, *place));
            row.extend(energies.map(|(_, value)| *value));
        } else {
            let count = 1 + plant.residuals() - hidden.len();
            row.resize(row.len() + count, Block::all(f64::NAN));
        }
        let multipliers = observer.lambda().enumerate();
        row.extend(
            multipliers
                .filter(|(place, _)| others(&hidden, *place))
                .map(|(_, x)| *x),
        );
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
