//! The phase in which a motion with contacts begins.

use std::fmt;

use nhi_machine::{Sample, SetupError};
use nhi_runtime::ContactFailure;
use nhi_runtime::plumbing::{open_at, settle};

use super::super::error::RunError;
use super::super::node::Node;
use super::super::plant::Plant;
use super::super::simulator::Simulator;
use super::phases::{Contacts, Phase};

/// The reason for which a plant has no simulator for parameters and initial values.
#[derive(Clone, Debug)]
pub enum StartError {
    /// The parameters or the step size do not fit.
    Setup(SetupError),
    /// A coefficient of restitution is not between zero and one.
    Restitution(String),
    /// The initial values do not fit the contacts.
    Contact(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Restitution(reason) | Self::Contact(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StartError {}

impl From<SetupError> for StartError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl Plant {
    /// Returns the simulator for parameters, a step size and initial values. If the model has
    /// contacts that open, it is that of the phase to which the initial values belong: contacts
    /// with a gap are open, and so are those that separate or would have to pull.
    ///
    /// # Errors
    /// As [`simulator`](Self::simulator), and initial values with overlaps or impacts.
    pub fn simulator_at(
        &self,
        parameters: &[f64],
        h: f64,
        initial: (&[f64], &[f64]),
    ) -> Result<Simulator<'_>, StartError> {
        self.at_start(self.simulator(parameters, h)?, initial)
    }

    /// Returns the simulator for a member of an ensemble, with its own controls and noise.
    pub(crate) fn simulator_of_member(
        &self,
        number: u64,
        parameters: &[f64],
        h: f64,
        initial: (&[f64], &[f64]),
    ) -> Result<Simulator<'_>, StartError> {
        self.at_start(self.simulator(parameters, h)?.of_member(number), initial)
    }

    fn at_start<'a>(
        &'a self,
        simulator: Simulator<'a>,
        initial: (&[f64], &[f64]),
    ) -> Result<Simulator<'a>, StartError> {
        match &self.contacts {
            Some(contacts) => simulator.in_phase_of(contacts, initial),
            None => Ok(simulator),
        }
    }
}

impl<'a> Simulator<'a> {
    /// Returns the simulator of the phase to which initial values belong, from that of any phase.
    pub(super) fn in_phase_of(
        mut self,
        contacts: &'a Contacts,
        (q, v): (&[f64], &[f64]),
    ) -> Result<Self, StartError> {
        self.phase = Some(Phase {
            contacts,
            open: contacts.all(),
        });
        let (t, h) = (self.start_time, self.step_size());
        let sample = Sample {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            ..Sample::default()
        };
        let open = open_at(self.contact_numbers_at(&sample).readings(), q, v, h);
        let open = open.map_err(|failed| {
            let reason = contacts.failed(failed);
            match failed.1 {
                ContactFailure::Restitution { .. } => StartError::Restitution(reason),
                _ => StartError::Contact(reason),
            }
        })?;
        let in_phase = |open| self.in_phase(open, h, t);
        let forces_in = |open| {
            let forces = forces_at(&in_phase(open)?, &sample);
            Ok(move |contact: usize| forces.as_ref().map_or(0.0, |forces| forces[contact]))
        };
        let settled = settle(contacts.names.len(), open, open, None, forces_in);
        let phase = settled.and_then(|settled| match settled {
            Some(open) => in_phase(open),
            None => Err(RunError {
                time: t,
                reason: contacts.without_motion(open),
            }),
        });
        phase.map_err(|error| StartError::Contact(error.reason))
    }
}

/// Returns the forces of the closed contacts of a phase. There are none for initial values that are
/// not admitted: they are refused elsewhere.
fn forces_at(phase: &Simulator<'_>, sample: &Sample) -> Option<Vec<f64>> {
    let v = phase.project(&sample.q, &sample.v)?;
    let state = phase.start(&sample.q, &v).ok()?;
    Node::at(phase, state).contact_values().ok()
}
