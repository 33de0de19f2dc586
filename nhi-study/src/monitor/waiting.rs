//! States that the run monitor examines together, in lanes.

use nhi_machine::{Block, LANES, LaneMath, LaneObserver};
use nhi_runtime::{NewtonReport, Signs};

use crate::simulation::{Node, RunError, Simulator};

/// States in the order of their steps, each of which waits for the others.
#[derive(Debug)]
pub(super) struct Waiting {
    observer: LaneObserver,
    /// The entries and times of the states, one in each of the first lanes.
    entries: Vec<Block>,
    times: Block,
    states: Vec<(u64, NewtonReport<f64>)>,
    /// A buffer for the velocities of one state.
    velocities: Vec<f64>,
}

/// A state that has been examined.
pub(super) struct Seen<'w> {
    pub(super) steps: u64,
    pub(super) t: f64,
    pub(super) signs: Signs<f64>,
    pub(super) report: &'w NewtonReport<f64>,
    pub(super) velocities: &'w Vec<f64>,
}

/// A state that cannot be examined, because it has no sample.
#[derive(Debug)]
pub struct Unseen {
    /// The number of its steps.
    pub step: u64,
    /// The reason.
    pub error: RunError,
}

impl Waiting {
    /// Returns the room for states of a run that begins at a node; `None` if its states have to be
    /// examined one by one, because their controls differ.
    pub(super) fn of(node: &mut Node<'_>) -> Result<Option<Self>, RunError> {
        let simulator = node.simulator();
        if !simulator.has_states_for_lanes() {
            return Ok(None);
        }
        let plant = simulator.plant;
        let mut observer = LaneObserver::new(&plant.observables, LaneMath::Exact);
        let everywhere = |values: &[f64]| values.iter().map(|&x| Block::all(x)).collect::<Vec<_>>();
        let h = Block::all(simulator.step_size());
        observer.set_parameters(&everywhere(simulator.parameters()), &h);
        observer.set_controls(&everywhere(node.controls()?));
        let entries = node.state().entries().len();
        Ok(Some(Self {
            observer,
            entries: vec![Block::all(f64::NAN); entries],
            times: Block::all(f64::NAN),
            states: Vec::with_capacity(LANES),
            velocities: Vec::new(),
        }))
    }

    /// Adds the state of a node. Returns true if there is no room for another one.
    pub(super) fn add(&mut self, node: &Node<'_>) -> bool {
        let (state, lane) = (node.state(), self.states.len());
        for (block, &entry) in self.entries.iter_mut().zip(state.entries()) {
            block[lane] = entry;
        }
        let clock = state.clock();
        self.times[lane] = clock.time(node.simulator().step_size());
        self.states.push((clock.steps, *state.report()));
        self.states.len() == LANES
    }

    /// Returns true if no state waits.
    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Examines the states in their order.
    ///
    /// # Errors
    /// A state has no sample. Those before it have been examined.
    pub(super) fn examine(
        &mut self,
        simulator: &Simulator<'_>,
        mut see: impl FnMut(&Seen<'_>),
    ) -> Result<(), Unseen> {
        let count = self.states.len();
        let waits = std::array::from_fn(|lane| lane < count);
        self.observer.look(&self.entries, &self.times, waits);
        for (lane, (steps, report)) in self.states.drain(..).enumerate() {
            if let Some(error) = self.observer.failure(lane) {
                return Err(Unseen {
                    step: steps,
                    error: error.clone().into(),
                });
            }
            self.velocities.clear();
            let velocities = self.observer.v();
            self.velocities.extend(velocities.map(|block| block[lane]));
            see(&Seen {
                steps,
                t: self.times[lane],
                signs: simulator.plant.described(self.observer.signs(lane)),
                report: &report,
                velocities: &self.velocities,
            });
        }
        Ok(())
    }
}
