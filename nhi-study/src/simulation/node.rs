//! The current state of a run.

use nhi_machine::{Observer, Sample};
use nhi_runtime::Signs;

use super::contacts::{Held, Piece};
use super::error::RunError;
use super::simulator::Simulator;
use super::state::State;

/// A state of a run with the quantities computed from it. Rows, the run monitor and controls share
/// these numbers; each is computed on first use. Stepping and reading do not allocate,
/// unless laws look back.
#[derive(Debug)]
pub struct Node<'a> {
    /// The simulator of the run.
    simulator: &'a Simulator<'a>,
    /// The simulator of the current phase of a motion with contacts, or that of the run.
    current: Held<'a>,
    /// The pieces of the last step, if contacts opened or closed in it.
    pub(super) pieces: Vec<Piece<'a>>,
    state: State,
    /// The state as the last step left it, if it has been read since: then it may hold the controls
    /// of the next step.
    pub(super) left: Option<State>,
    /// A buffer for the next state.
    next: State,
    observer: Observer,
    is_sampled: bool,
    controls: Vec<f64>,
    has_controls: bool,
}

impl<'a> Node<'a> {
    /// Creates the node of the first state, at `t = 0`.
    pub fn start(simulator: &'a Simulator<'a>, q: &[f64], v: &[f64]) -> Result<Self, RunError> {
        Ok(Self::at(simulator, simulator.start(q, v)?))
    }

    /// Creates the node of any state.
    pub fn at(simulator: &'a Simulator<'a>, state: State) -> Self {
        Self {
            current: Held::Given(simulator),
            pieces: Vec::new(),
            left: None,
            next: state.clone(),
            observer: simulator.observer(),
            is_sampled: false,
            controls: simulator.no_controls.clone(),
            has_controls: false,
            simulator,
            state,
        }
    }

    /// Returns the simulator.
    pub(crate) fn simulator(&self) -> &'a Simulator<'a> {
        self.simulator
    }

    /// Returns the index of the first event among the [`readings`](Self::readings).
    pub(crate) fn first_event(&self) -> usize {
        let plant = self.simulator.plant;
        plant.laws_inside() + plant.output_names.len()
    }

    /// Returns the simulator of the current phase.
    pub(crate) fn current(&self) -> &Held<'a> {
        &self.current
    }

    /// Returns the pieces of the last step, if contacts opened or closed in it.
    pub(crate) fn pieces(&self) -> &[Piece<'a>] {
        &self.pieces
    }

    /// Returns to the state before the last step in this phase.
    pub(super) fn undo_step(&mut self) {
        std::mem::swap(&mut self.state, &mut self.next);
        self.is_sampled = false;
        self.has_controls = false;
    }

    /// Goes on from a state of another phase.
    pub(super) fn enter(&mut self, simulator: Held<'a>, state: State) {
        self.observer = simulator.observer();
        self.current = simulator;
        self.next = state.clone();
        self.state = state;
        self.is_sampled = false;
        self.has_controls = false;
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the state as the last step left it, with the controls of that step. Without
    /// contacts, nothing must have read the state since.
    pub(crate) fn end_of_step(&self) -> &State {
        self.left.as_ref().unwrap_or(&self.state)
    }

    /// Advances to the next state. After an error, the node is unchanged.
    #[inline]
    pub fn step(&mut self) -> Result<(), RunError> {
        match self.simulator.has_phases() {
            true => self.step_with_contacts(),
            false => self.step_in_phase(),
        }
    }

    /// Performs a step in which no contact opens or closes.
    pub(super) fn step_in_phase(&mut self) -> Result<(), RunError> {
        let sees_states = self.current.controls_see_states();
        if sees_states {
            self.sample()?;
        }
        let sample = sees_states.then(|| self.observer.last_sample());
        self.current
            .step_from(&self.state, sample, &mut self.next)?;
        std::mem::swap(&mut self.state, &mut self.next);
        self.is_sampled = false;
        self.has_controls &= self.current.keeps_controls();
        Ok(())
    }

    /// Returns the time, configuration, velocities and multipliers.
    pub fn sample(&mut self) -> Result<&Sample, RunError> {
        if !self.is_sampled {
            self.observer.sample(&self.state.integrated)?;
            self.is_sampled = true;
        }
        Ok(self.observer.last_sample())
    }

    /// Returns the controls.
    pub fn controls(&mut self) -> Result<&[f64], RunError> {
        self.sample()?;
        if !self.has_controls {
            let sample = self.observer.last_sample();
            self.current
                .controls_into(&mut self.state, sample, &mut self.controls)?;
            self.observer.set_controls(&self.controls);
            self.has_controls = true;
        }
        Ok(&self.controls)
    }

    /// Returns the quantities of the state that the run monitor examines.
    pub fn signs(&mut self) -> Result<Signs<f64>, RunError> {
        self.give_inputs_of_signs()?;
        Ok(self.current.plant.described(self.observer.signs()))
    }

    /// Returns the [power](Signs::power) at this state under the controls of the step that led to
    /// it.
    pub(crate) fn power_under(&mut self, controls: &[f64]) -> Result<Option<f64>, RunError> {
        self.controls()?;
        let Signs { power, .. } = self.observer.signs_under(controls);
        self.observer.set_controls(&self.controls);
        Ok(power)
    }

    /// Returns the energy `v . L_v - L`, then the residuals of the velocity constraints and of the
    /// position constraints.
    pub fn energy_and_residuals(&mut self) -> Result<impl Iterator<Item = f64>, RunError> {
        self.give_inputs_of_signs()?;
        Ok(self.observer.energy_and_residuals())
    }

    /// Returns the values of the laws in the equations of motion, of the outputs without noise and
    /// of the events.
    pub(crate) fn readings(&mut self) -> Result<impl Iterator<Item = f64>, RunError> {
        self.controls()?;
        Ok(self.observer.outputs())
    }

    fn give_inputs_of_signs(&mut self) -> Result<(), RunError> {
        if self.observer.signs_read_controls() {
            self.controls()?;
        } else {
            self.sample()?;
        }
        Ok(())
    }
}
