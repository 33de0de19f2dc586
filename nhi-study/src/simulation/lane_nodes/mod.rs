//! Current states of many runs, stepped together.

mod rows;
mod states;

use std::array;

use nhi_machine::{Block, Error, LANES, LaneMath, LaneObserver, Lanes, Sample};
use nhi_runtime::{NewtonReport, Signs};

use super::error::RunError;
use super::plant::Plant;
use super::simulator::Simulator;
use super::state::{Controls, State};
pub(crate) use rows::Wanted;
pub(crate) use states::LaneStates;

/// The current states of up to [`LANES`] runs of a plant, with the bits of a
/// [`Node`](super::Node) for each.
#[derive(Debug)]
pub(crate) struct LaneNodes<'a> {
    plant: &'a Plant,
    lanes: Lanes,
    observer: LaneObserver,
    runs: [Option<LaneRun<'a>>; LANES],
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
    /// The sample of its state, if controls see states.
    sample: Sample,
    /// The remembered controls of the step that led to its state, if there are events.
    of_step: Controls,
    /// A buffer for the values of the controls.
    values: Vec<f64>,
    ending: Option<Ending>,
    /// True if the last row could be computed whole.
    has_row: bool,
}

/// The end of a run.
#[derive(Debug)]
enum Ending {
    /// An event ended it.
    Stopped,
    /// It failed.
    Failed(RunError),
}

impl LaneRun<'_> {
    /// Ends the run for a reason, unless it has ended.
    fn fail(&mut self, error: RunError) {
        self.ending.get_or_insert(Ending::Failed(error));
    }
}

impl Plant {
    /// Returns true if runs can be stepped together: no contacts open or close.
    pub(crate) fn runs_in_lanes(&self) -> bool {
        self.contacts.is_none()
    }
}

impl Simulator<'_> {
    /// Returns true if states of a run can be examined together: they have the same controls, and
    /// no dense output.
    pub(crate) fn has_states_for_lanes(&self) -> bool {
        let plant = self.plant;
        let is_open = plant.inputs() == 0 || self.keeps_controls();
        let is_free = plant.runs_in_lanes() && plant.events.is_empty() && !plant.looks_back();
        is_open && is_free && !plant.is_adaptive && !self.has_phases()
    }
}

impl<'a> LaneNodes<'a> {
    pub(crate) fn new(plant: &'a Plant, math: LaneMath) -> Self {
        Self {
            lanes: Lanes::new(&plant.integrator, math),
            observer: LaneObserver::new(&plant.observables, math),
            runs: array::from_fn(|_| None),
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
        self.is_seen = false;
        self.constant = None;
        for lane in 0..LANES {
            self.lanes.clear(lane);
            self.runs[lane] = None;
        }
        let keeps_controls = starts.iter().all(|(run, _)| run.keeps_controls());
        for (lane, (simulator, state)) in starts.into_iter().enumerate() {
            simulator.load(&state, &mut self.lanes, lane);
            for (block, &value) in values.iter_mut().zip(simulator.parameters()) {
                block[lane] = value;
            }
            h[lane] = simulator.step_size();
            self.runs[lane] = Some(LaneRun {
                simulator,
                controls: state.controls,
                sample: Sample::default(),
                of_step: Controls::new(&[]),
                values: vec![f64::NAN; self.plant.inputs()],
                ending: None,
                has_row: true,
            });
        }
        self.observer.set_parameters(&values, &h);
        if keeps_controls {
            let mut controls = vec![Block::all(f64::NAN); self.plant.inputs()];
            self.read_controls_of_states(&mut controls);
            self.constant = Some(controls);
        }
    }

    /// Advances all runs that go on.
    pub(crate) fn step(&mut self) {
        self.begin_step();
        let Self {
            plant,
            lanes,
            runs,
            constant,
            ..
        } = self;
        lanes.step(|times, controls| match constant {
            Some(constant) => controls.copy_from_slice(constant),
            None => {
                let read = |lane: usize, run: &mut LaneRun<'_>, values: &mut [f64]| {
                    let LaneRun {
                        simulator,
                        controls,
                        sample,
                        ending,
                        ..
                    } = run;
                    // Nothing is held for a run whose step could not begin.
                    if ending.is_some() {
                        values.fill(f64::NAN);
                        return Ok(());
                    }
                    let seen = plant.has_feedback.then_some(&*sample);
                    simulator.read_controls(times[lane], seen, controls, values)
                };
                read_all(runs, controls, read);
            }
        });
        self.is_seen = false;
        for (lane, run) in self.runs.iter_mut().enumerate() {
            if let (Some(run), Some(error)) = (run, self.lanes.failure(lane)) {
                run.fail(self.plant.failure(Error::Step(error.clone())));
            }
        }
    }

    /// Does what precedes a step: controls see the states, and are held. Runs that have ended stay
    /// at their states.
    fn begin_step(&mut self) {
        let sees_states = self.sees_states();
        if sees_states {
            let times = self.lanes.times();
            self.see(&times);
        }
        for (lane, run) in self.runs.iter_mut().enumerate() {
            let Some(run) = run else { continue };
            if run.ending.is_none() && self.constant.is_none() {
                let sample = sees_states.then_some(&run.sample);
                let clock = self.lanes.clock(lane);
                let begun = run.simulator.begin_step(clock, sample, &mut run.controls);
                run.ending = begun.err().map(Ending::Failed);
            }
            if run.ending.is_some() {
                self.lanes.clear(lane);
            }
        }
    }

    /// Returns true if the controls of steps depend on states.
    fn sees_states(&self) -> bool {
        let mut runs = self.runs.iter().flatten();
        runs.any(|run| run.simulator.controls_see_states())
    }

    /// Returns true if a run has not ended.
    pub(crate) fn goes_on(&self, lane: usize) -> bool {
        self.runs[lane]
            .as_ref()
            .is_some_and(|run| run.ending.is_none())
    }

    /// Returns the reason for which a run failed.
    pub(crate) fn failure(&self, lane: usize) -> Option<&RunError> {
        match self.runs[lane].as_ref()?.ending.as_ref()? {
            Ending::Stopped => None,
            Ending::Failed(error) => Some(error),
        }
    }

    /// Ends a run that goes on: with an error, or at an event.
    pub(crate) fn end(&mut self, lane: usize, ended: Result<(), RunError>) {
        if let Some(run) = &mut self.runs[lane] {
            let ending = ended.map_or_else(Ending::Failed, |()| Ending::Stopped);
            run.ending.get_or_insert(ending);
        }
        self.lanes.clear(lane);
    }

    /// Returns the simulator of a run and its state, with the controls of the step that led there.
    ///
    /// # Panics
    /// Panics if there is no such run.
    pub(crate) fn run(&self, lane: usize) -> (&Simulator<'a>, State) {
        let run = self.runs[lane].as_ref().expect("a run in this lane");
        let state = State::new(self.lanes.state(lane), run.of_step.clone());
        (&run.simulator, state)
    }

    /// Moves the observer to the current states.
    fn see(&mut self, times: &Block) {
        if std::mem::replace(&mut self.is_seen, true) {
            return;
        }
        let seen = array::from_fn(|lane| self.runs[lane].is_some());
        self.observer.look(self.lanes.entries(), times, seen);
        for (lane, run) in self.runs.iter_mut().enumerate() {
            let Some(run) = run else { continue };
            if let Some(error) = self.observer.failure(lane) {
                run.fail(error.clone().into());
            }
            if self.plant.has_feedback {
                self.observer.sample_into(lane, times, &mut run.sample);
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

    /// Gives the observer the controls at the current states.
    fn give_controls(&mut self) {
        if self.controls.is_empty() {
            return;
        }
        let mut controls = std::mem::take(&mut self.controls);
        self.read_controls_of_states(&mut controls);
        self.observer.set_controls(&controls);
        self.controls = controls;
    }

    /// Writes the controls at the current states; a run without them fails.
    fn read_controls_of_states(&mut self, controls: &mut [Block]) {
        let times = self.lanes.times();
        let lanes = &self.lanes;
        read_all(&mut self.runs, controls, |lane, run, values| {
            let LaneRun {
                simulator,
                controls,
                sample,
                ..
            } = run;
            sample.t = times[lane];
            simulator.controls_at(lanes.clock(lane), sample, controls, values)
        });
    }
}

/// Writes controls of all runs, as `read` writes those of one; they are NaN for a run that has
/// none, which then fails.
fn read_all(
    runs: &mut [Option<LaneRun<'_>>],
    controls: &mut [Block],
    mut read: impl FnMut(usize, &mut LaneRun<'_>, &mut [f64]) -> Result<(), RunError>,
) {
    // Laws need working memory for each run, even if there are none.
    if controls.is_empty() {
        return;
    }
    for (lane, run) in runs.iter_mut().enumerate() {
        let Some(run) = run else { continue };
        let mut values = std::mem::take(&mut run.values);
        if let Err(error) = read(lane, run, &mut values) {
            values.fill(f64::NAN);
            run.has_row = false;
            run.fail(error);
        }
        for (block, &value) in controls.iter_mut().zip(&values) {
            block[lane] = value;
        }
        run.values = values;
    }
}
