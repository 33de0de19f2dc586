//! Current states of many runs, stepped together.

use std::array;

use nhi_machine::{Block, Error, LANES, LaneMath, LaneObserver, Lanes};
use nhi_runtime::{NewtonReport, Signs};

use super::error::RunError;
use super::plant::{Plant, ShownControl};
use super::simulator::Simulator;
use super::state::{Controls, State};

/// The current states of up to [`LANES`] runs of a plant, with the bits of a
/// [`Node`](super::Node) for each.
#[derive(Debug)]
pub(crate) struct LaneNodes<'a> {
    plant: &'a Plant,
    lanes: Lanes,
    observer: LaneObserver,
    runs: [Option<LaneRun<'a>>; LANES],
    /// The number of completed steps.
    steps: u64,
    /// True if the observer is at the current states.
    is_seen: bool,
    /// The controls, if they are the same at all times.
    constant: Option<Vec<Block>>,
    /// Buffers for the controls and for the numbers of a row.
    controls: Vec<Block>,
    row: Vec<Block>,
}

/// The run in a lane.
#[derive(Debug)]
struct LaneRun<'a> {
    simulator: Simulator<'a>,
    controls: Controls,
    /// A buffer for the values of the controls.
    values: Vec<f64>,
    /// The reason for which it failed.
    failure: Option<RunError>,
}

/// The parts of rows that are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Energy or residuals.
    pub(crate) energy: bool,
    /// Controls or outputs.
    pub(crate) outputs: bool,
}

impl Plant {
    /// Returns true if runs can be stepped together: controls are functions of the time alone, and
    /// nothing looks back or happens between steps.
    pub(crate) fn runs_in_lanes(&self) -> bool {
        let follows_time = !self.has_feedback && self.period.is_none() && self.noise.is_none();
        follows_time && self.events.is_empty() && self.contacts.is_none() && !self.looks_back()
    }
}

impl Simulator<'_> {
    /// Returns true if states of a run can be examined together: they have the same controls, and
    /// no dense output.
    pub(crate) fn has_states_for_lanes(&self) -> bool {
        let plant = self.plant;
        let is_open = plant.inputs() == 0 || self.keeps_controls();
        is_open && plant.runs_in_lanes() && !plant.is_adaptive && !self.has_phases()
    }
}

impl<'a> LaneNodes<'a> {
    pub(crate) fn new(plant: &'a Plant, math: LaneMath) -> Self {
        Self {
            lanes: Lanes::new(&plant.integrator, math),
            observer: LaneObserver::new(&plant.observables, math),
            runs: array::from_fn(|_| None),
            steps: 0,
            is_seen: false,
            constant: None,
            controls: vec![Block::all(f64::NAN); plant.inputs()],
            row: Vec::new(),
            plant,
        }
    }

    /// Begins runs, one in each of the first lanes.
    pub(crate) fn begin(&mut self, starts: Vec<(Simulator<'a>, State)>) {
        let parameters = self.plant.integrator.names().parameters.len();
        let mut values = vec![Block::all(f64::NAN); parameters];
        let mut h = Block::all(f64::NAN);
        self.steps = 0;
        self.is_seen = false;
        for lane in 0..LANES {
            self.lanes.clear(lane);
            self.runs[lane] = None;
        }
        for (lane, (simulator, state)) in starts.into_iter().enumerate() {
            simulator.load(&state, &mut self.lanes, lane);
            for (block, &value) in values.iter_mut().zip(simulator.parameters()) {
                block[lane] = value;
            }
            h[lane] = simulator.step_size();
            self.runs[lane] = Some(LaneRun {
                simulator,
                controls: state.controls,
                values: vec![f64::NAN; self.plant.inputs()],
                failure: None,
            });
        }
        self.observer.set_parameters(&values, &h);
        self.constant = self.plant.has_constant_controls.then(|| {
            let mut controls = vec![Block::all(f64::NAN); self.plant.inputs()];
            read_controls(&mut self.runs, 0, &self.lanes.times(), &mut controls);
            controls
        });
    }

    /// Advances all runs that go on.
    pub(crate) fn step(&mut self) {
        let Self {
            lanes,
            runs,
            constant,
            steps,
            ..
        } = self;
        lanes.step(|times, controls| match constant {
            Some(constant) => controls.copy_from_slice(constant),
            None => read_controls(runs, *steps, times, controls),
        });
        *steps += 1;
        self.is_seen = false;
        for (lane, run) in self.runs.iter_mut().enumerate() {
            if let (Some(run), Some(error)) = (run, self.lanes.failure(lane)) {
                let failed = || self.plant.failure(Error::Step(error.clone()));
                run.failure.get_or_insert_with(failed);
            }
        }
    }

    /// Returns true if a run has not failed.
    pub(crate) fn goes_on(&self, lane: usize) -> bool {
        self.runs[lane]
            .as_ref()
            .is_some_and(|run| run.failure.is_none())
    }

    /// Returns the reason for which a run failed.
    pub(crate) fn failure(&self, lane: usize) -> Option<&RunError> {
        self.runs[lane].as_ref()?.failure.as_ref()
    }

    /// Moves the observer to the current states.
    fn see(&mut self, times: &Block) {
        if std::mem::replace(&mut self.is_seen, true) {
            return;
        }
        let seen = array::from_fn(|lane| self.runs[lane].is_some());
        self.observer.look(self.lanes.entries(), times, seen);
        for (lane, run) in self.runs.iter_mut().enumerate() {
            if let (Some(run), Some(error)) = (run, self.observer.failure(lane)) {
                run.failure.get_or_insert_with(|| error.clone().into());
            }
        }
    }

    /// Returns the time of a run that goes on, its signs without the power of controls, and the
    /// report on the equations of its last step.
    pub(crate) fn signs(&mut self, lane: usize) -> Option<(f64, Signs<f64>, NewtonReport<f64>)> {
        let times = self.lanes.times();
        self.see(&times);
        self.goes_on(lane).then(|| {
            let signs = self.plant.described(self.observer.signs(lane));
            (times[lane], signs, self.lanes.report(lane))
        })
    }

    /// Returns rows of the runs, in the order of [`Simulator::columns`] and then of the outputs. Of
    /// a run that failed, it is the row of its last state. Parts that are not wanted are NaN.
    pub(crate) fn row(&mut self, wanted: Wanted) -> &[Block] {
        let plant = self.plant;
        let times = self.lanes.times();
        self.see(&times);
        let row = &mut self.row;
        row.clear();
        row.push(times);
        row.extend_from_slice(self.observer.q());
        let others = |range: &std::ops::Range<usize>, place: usize| !range.contains(&place);
        let velocities = self.observer.v().enumerate();
        row.extend(
            velocities
                .filter(|(place, _)| others(&plant.states, *place))
                .map(|(_, v)| *v),
        );
        let hidden = plant.constraints_of_states();
        if wanted.outputs && !self.controls.is_empty() {
            read_controls(&mut self.runs, self.steps, &times, &mut self.controls);
            self.observer.set_controls(&self.controls);
        }
        let after_energy = hidden.start + 1..hidden.end + 1;
        let residuals = plant.residuals();
        if wanted.energy {
            let energies = self.observer.energy_and_residuals().enumerate();
            let energies = energies.filter(|(place, _)| others(&after_energy, *place));
            row.extend(energies.map(|(_, value)| *value));
        } else {
            row.resize(
                row.len() + 1 + residuals - hidden.len(),
                Block::all(f64::NAN),
            );
        }
        let multipliers = self.observer.lambda().enumerate();
        row.extend(
            multipliers
                .filter(|(place, _)| others(&hidden, *place))
                .map(|(_, x)| *x),
        );
        let outputs = plant.output_names.len();
        if wanted.outputs {
            let mut readings = self.observer.outputs();
            for shown in &plant.shown_controls {
                row.push(match shown {
                    ShownControl::Open(place) => self.controls[*place],
                    ShownControl::Inside => *readings.next().expect("laws come first"),
                });
            }
            row.extend(readings.take(outputs));
        } else {
            let rest = plant.shown_controls.len() + outputs;
            row.resize(row.len() + rest, Block::all(f64::NAN));
        }
        row
    }
}

/// Writes controls after some steps, which are functions of the time; they are NaN for a run that
/// has none, which then fails.
fn read_controls(
    runs: &mut [Option<LaneRun<'_>>],
    steps: u64,
    times: &Block,
    controls: &mut [Block],
) {
    // Laws need working memory for each run, even if there are none.
    if controls.is_empty() {
        return;
    }
    for (lane, run) in runs.iter_mut().enumerate() {
        let Some(LaneRun {
            simulator,
            controls: remembered,
            values,
            failure,
        }) = run
        else {
            continue;
        };
        remembered.steps = steps;
        if let Err(error) = simulator.read_controls(times[lane], None, remembered, values) {
            values.fill(f64::NAN);
            failure.get_or_insert(error);
        }
        for (block, &value) in controls.iter_mut().zip(&*values) {
            block[lane] = value;
        }
    }
}
