//! The phase in which a motion with contacts begins.

use std::fmt;

use nhi_machine::{Sample, SetupError};

use super::super::node::Node;
use super::super::plant::Plant;
use super::super::simulator::Simulator;
use super::phases::{ContactSet, Phase};
use super::reading::Reading;

/// The share of its terms below which a gap, or its rate, is zero. The initial values that satisfy
/// constraints have the same tolerance.
const TOLERANCE: f64 = 1e-8;

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
        (q, v): (&[f64], &[f64]),
    ) -> Result<Simulator<'_>, StartError> {
        let mut simulator = self.simulator(parameters, h)?;
        let Some(contacts) = &self.contacts else {
            return Ok(simulator);
        };
        simulator.phase = Some(Phase {
            contacts,
            open: contacts.all(),
        });
        let sample = Sample {
            t: self.start,
            q: q.to_vec(),
            v: v.to_vec(),
            ..Sample::default()
        };
        let mut open = open_at(&simulator, &sample)?;
        loop {
            let phase = simulator.in_phase(open, h, self.start);
            let phase = phase.map_err(|error| StartError::Contact(error.reason))?;
            match first_pulling(&phase, &sample) {
                Some(contact) => open = open.with(contact),
                None => return Ok(phase),
            }
        }
    }
}

/// Returns the contacts with a gap, and those that separate.
fn open_at(simulator: &Simulator<'_>, sample: &Sample) -> Result<ContactSet, StartError> {
    let largest = sample.q.iter().fold(0.0_f64, |most, q| most.max(q.abs()));
    let mut open = ContactSet::default();
    let readings = Reading::all(simulator, sample);
    let names = simulator.contacts().names.iter();
    for (place, (reading, names)) in readings.iter().zip(names).enumerate() {
        let name = &names.name;
        let Reading {
            gap,
            restitution,
            rate,
            ..
        } = reading;
        if !(0.0..=1.0).contains(restitution) {
            return Err(StartError::Restitution(format!(
                "the restitution of the contact `{name}` is {restitution:?}, and must be from 0 to 1"
            )));
        }
        let size: f64 = rate.row.iter().map(|x| x.abs()).sum();
        let none = TOLERANCE * size * largest;
        let still = TOLERANCE * rate.size(&sample.v);
        // Backwards in time, bodies that approach separate.
        let speed = simulator.step_size().signum() * rate.value;
        if gap.abs() <= none && speed < -still {
            return Err(StartError::Contact(format!(
                "the contact `{name}` is closed, and its bodies approach with the speed {:?}",
                -speed
            )));
        }
        if *gap < -none {
            return Err(StartError::Contact(format!(
                "the bodies of the contact `{name}` overlap: its gap is {gap:?}"
            )));
        }
        if *gap > none || speed > still {
            open = open.with(place);
        }
    }
    Ok(open)
}

/// Returns the first closed contact whose force would have to pull. Initial values that are not
/// admitted have none: they are refused elsewhere.
fn first_pulling(phase: &Simulator<'_>, sample: &Sample) -> Option<usize> {
    let v = phase.project(&sample.q, &sample.v)?;
    let state = phase.start(&sample.q, &v).ok()?;
    let mut node = Node::at(phase, state);
    node.pulling_contact().ok()?
}
