//! Single steps of a motion with contacts that open, under controls that the caller gives.

use std::sync::Arc;

use nhi_machine::{Sample, SetupError};
use nhi_runtime::{Clock, ContactChange, ContactSet, NewtonReport};
use nhi_symbolic::{Ast, Diagnostics, IntegratorRequest, ScenarioSignals};

use super::super::control_program::ControlProgram;
use super::super::error::RunError;
use super::super::node::Node;
use super::super::plant::Plant;
use super::super::signals::Signals;
use super::super::simulator::Simulator;
use super::super::state::State;
use super::phases::Contacts;
use super::start::StartError;

/// A model with contacts that open, an integrator, parameters and a step size. Its steps are those
/// of a run.
#[derive(Clone, Debug)]
pub struct ContactStepper {
    plant: Plant,
    parameters: Vec<f64>,
    h: f64,
}

/// A state of a [`ContactStepper`].
#[derive(Clone, Debug)]
pub struct ContactState {
    open: ContactSet,
    state: State,
    changes: Vec<ContactChange<f64>>,
    energy: f64,
}

/// The program of a plant whose controls are given for each step.
#[derive(Debug)]
struct GivenLater;

impl ControlProgram for GivenLater {
    fn sees_states(&self) -> bool {
        false
    }

    fn write(&self, _: u64, _: f64, _: Option<&Sample>, _: &mut [f64]) -> Result<(), String> {
        Err("no controls are given".to_owned())
    }
}

impl Plant {
    /// Compiles a model whose controls are given for each step of a [`ContactStepper`].
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_given_controls(
        ast: &Ast,
        integrator: &IntegratorRequest,
    ) -> Result<Self, Diagnostics> {
        let count = ast.controls.len();
        let signals = Signals {
            expressions: ScenarioSignals {
                controls: vec![None; count],
                ..ScenarioSignals::default()
            },
            program: (count > 0).then(|| Arc::new(GivenLater) as Arc<dyn ControlProgram>),
            ..Signals::default()
        };
        Self::new(ast, integrator, &signals)
    }

    /// Returns the names of the contacts that open.
    pub fn opening_contacts(&self) -> Vec<String> {
        let contacts = self.contacts.iter().flat_map(|contacts| &contacts.names);
        contacts.map(|contact| contact.name.clone()).collect()
    }

    /// Returns the names of the multipliers, of open contacts too.
    pub fn multiplier_names(&self) -> Vec<String> {
        match self.contacts.as_deref() {
            Some(contacts) => contacts.multiplier_names(),
            None => self.integrator.names().constraints.clone(),
        }
    }

    /// Returns the stepper for parameters and a step size of a model with contacts that open.
    ///
    /// # Errors
    /// As [`simulator`](Self::simulator).
    ///
    /// # Panics
    /// Panics if no contact opens.
    pub fn contact_stepper(
        &self,
        parameters: &[f64],
        h: f64,
    ) -> Result<ContactStepper, SetupError> {
        assert!(self.contacts.is_some(), "no contact opens");
        self.simulator(parameters, h)?;
        Ok(ContactStepper {
            plant: self.clone(),
            parameters: parameters.to_vec(),
            h,
        })
    }
}

impl ContactState {
    fn of(node: &Node<'_>) -> Self {
        let pieces = node.pieces().iter();
        Self {
            open: node.current().open(),
            state: node.state().clone(),
            changes: pieces
                .clone()
                .flat_map(|piece| piece.changes.clone())
                .collect(),
            // The sum of no numbers would be -0.
            energy: pieces.fold(0.0, |sum, piece| sum + piece.energy),
        }
    }

    /// Returns the clock: the time of the start, and the number of steps since then.
    #[must_use]
    pub fn clock(&self) -> Clock<f64> {
        self.state.clock()
    }

    /// Returns how the equations of the last step were solved.
    #[must_use]
    pub fn report(&self) -> &NewtonReport<f64> {
        self.state.report()
    }

    /// Returns the numbers that the integrator keeps in the phase of the state.
    #[must_use]
    pub fn entries(&self) -> &[f64] {
        self.state.entries()
    }

    /// Returns the open contacts.
    #[must_use]
    pub fn open(&self) -> ContactSet {
        self.open
    }

    /// Returns the changes of contacts in the step that led to this state, in order.
    #[must_use]
    pub fn changes(&self) -> &[ContactChange<f64>] {
        &self.changes
    }

    /// Returns the change of the energy by the impacts in the step that led to this state.
    #[must_use]
    pub fn energy_of_impacts(&self) -> f64 {
        self.energy
    }

    /// Returns the state with other numbers in the same phase, as after a step without changes.
    #[must_use]
    pub fn with_entries(&self, entries: Vec<f64>) -> Self {
        let integrated = nhi_machine::State::new(self.clock(), entries);
        Self {
            open: self.open,
            state: State::new(integrated, self.state.controls.clone()),
            changes: Vec::new(),
            energy: 0.0,
        }
    }
}

impl ContactStepper {
    /// Returns the step size.
    #[must_use]
    pub fn step_size(&self) -> f64 {
        self.h
    }

    /// Returns the first state, in the phase of the initial values.
    ///
    /// # Errors
    /// Initial values that violate a constraint, with overlaps or impacts.
    pub fn start(
        &self,
        t: f64,
        initial: (&[f64], &[f64]),
        controls: Arc<dyn ControlProgram>,
    ) -> Result<ContactState, RunError> {
        let contacts = self.contacts();
        let any = self.simulator(contacts.all(), t, Some(controls))?;
        let phase = any.in_phase_of(contacts, initial);
        let phase = phase.map_err(|error: StartError| RunError {
            time: t,
            reason: error.to_string(),
        })?;
        let node = Node::start(&phase, initial.0, initial.1)?;
        Ok(ContactState::of(&node))
    }

    /// Returns the next state.
    ///
    /// # Errors
    /// The step fails, or its impacts have no unique solution or do not end.
    pub fn step(
        &self,
        state: &ContactState,
        controls: Arc<dyn ControlProgram>,
    ) -> Result<ContactState, RunError> {
        let t = state.clock().time(self.h);
        let simulator = self.simulator(state.open, t, Some(controls))?;
        let mut node = Node::at(&simulator, state.state.clone());
        node.step()?;
        Ok(ContactState::of(&node))
    }

    /// Returns the time, configuration, velocities and all multipliers of a state; those of open
    /// contacts are zero.
    ///
    /// # Errors
    /// The state is singular.
    pub fn sample(&self, state: &ContactState) -> Result<Sample, RunError> {
        let simulator = self.simulator(state.open, state.clock().time(self.h), None)?;
        let sample = simulator.sample(&state.state)?;
        Ok(Sample {
            lambda: simulator.all_multipliers(&sample),
            ..sample
        })
    }

    /// Returns true if a state is one of this model and integrator, as far as its phase and the
    /// number of its entries show.
    #[must_use]
    pub fn fits(&self, state: &ContactState) -> bool {
        let contacts = self.contacts();
        let is_known = state
            .open
            .iter()
            .all(|place| contacts.all().contains(place));
        let plant = is_known.then(|| contacts.plant(state.open, f64::NAN).ok());
        plant.flatten().is_some_and(|plant| {
            let parts = plant.integrator.state_parts().iter();
            state.entries().len() == parts.map(|part| part.entries.len()).sum::<usize>()
        })
    }

    fn contacts(&self) -> &Contacts {
        let contacts = self.plant.contacts.as_deref();
        contacts.expect("a stepper of contacts has some")
    }

    /// Returns the simulator of a phase.
    fn simulator(
        &self,
        open: ContactSet,
        t: f64,
        controls: Option<Arc<dyn ControlProgram>>,
    ) -> Result<Simulator<'_>, RunError> {
        let mut made = self
            .contacts()
            .simulator(open, (&self.parameters, self.h), t)?;
        made.program = controls;
        Ok(made)
    }
}
