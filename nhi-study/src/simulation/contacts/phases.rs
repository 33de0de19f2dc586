//! The phases of a motion with contacts that open.

use nhi_machine::Functions;
use nhi_runtime::plumbing::FailedContact;
use nhi_runtime::{ContactFailure, ContactSet, StepErrorKind};
use nhi_symbolic::{
    Ast, ContactReadings, Diagnostics, IntegratorRequest, OpeningContactNames, OpeningContacts,
    ScenarioExpression,
};

use super::super::error::RunError;
use super::super::plant::{Compile, Plant, functions};
use super::super::signals::Signals;
use super::super::simulator::Simulator;

/// The contacts of a model that open, with the plants of all phases.
#[derive(Clone, Debug)]
pub(in super::super) struct Contacts {
    pub(super) names: Vec<OpeningContactNames>,
    /// The values of the function.
    pub(super) readings: ContactReadings,
    /// The function that [`OpeningContacts`] describes.
    pub(super) functions: Functions,
    /// The names of the velocity constraints, then of the position constraints, of all contacts.
    pub(super) constraints: [Vec<String>; 2],
    /// The plants of the phases, by the set of open contacts, or the reasons for which there is no
    /// motion.
    phases: Vec<Result<Plant, String>>,
}

/// A phase of a motion with contacts.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Phase<'a> {
    pub(super) contacts: &'a Contacts,
    pub(super) open: ContactSet,
}

impl Plant {
    /// Compiles a model with contacts that open. The result is the plant of the phase in which all
    /// are closed or, if their constraints contradict each other, of that in which all are open.
    pub(in super::super) fn with_contacts(
        ast: &Ast,
        integrator: &IntegratorRequest,
        signals: &Signals,
        compile: Compile,
    ) -> Result<Self, Diagnostics> {
        let names: Vec<_> = ast.opening_contacts().map(str::to_owned).collect();
        let count = names.len();
        let mut opening = None;
        let mut phases = Vec::new();
        for open in 0..1 << count {
            let open = ContactSet::of_number(open);
            let listed = (0..count).filter(|&place| open.contains(place));
            let phase = ast.in_phase(listed.map(|place| names[place].clone()).collect());
            let mut expressions = signals.expressions.clone();
            let of_contacts = ScenarioExpression::of_contacts(&phase);
            let named = of_contacts.map(|expression| (String::new(), expression));
            expressions.events.extend(named);
            let mut compiled = match compile(&phase, integrator, &expressions) {
                Ok(compiled) => compiled,
                // Contacts may close that contradict each other.
                Err(found) if count - open.count() < 2 => return Err(found),
                Err(found) => {
                    let reason = found.errors().next().map(|error| error.found.clone());
                    phases.push(Err(reason.unwrap_or_default()));
                    continue;
                }
            };
            opening = compiled.contacts.take();
            phases.push(Ok(Self::of(compiled, signals.clone())));
        }
        let last = phases.last().cloned();
        let base = phases[0].clone().ok().or_else(|| last?.ok());
        let mut plant = base.expect("the phase with all contacts open was compiled");
        let OpeningContacts {
            names,
            readings,
            functions: values,
        } = opening.expect("a model with contacts that open has their functions");
        let [mut velocities, positions] = ast.constraint_names();
        let states = signals.expressions.states.iter();
        velocities.extend(states.map(|(name, _)| name.clone()));
        plant.contacts = Some(Box::new(Contacts {
            functions: functions(&values),
            readings,
            names,
            constraints: [velocities, positions],
            phases,
        }));
        Ok(plant)
    }
}

impl Contacts {
    /// Returns the plant of a phase.
    ///
    /// # Errors
    /// There is no motion in this phase.
    pub(super) fn plant(&self, open: ContactSet, t: f64) -> Result<&Plant, RunError> {
        self.phases[open.number() as usize]
            .as_ref()
            .map_err(|reason| {
                let closed = self.names.iter().enumerate();
                let closed = closed.filter(|(place, _)| !open.contains(*place));
                let closed: Vec<_> = closed.map(|(_, x)| format!("`{}`", x.name)).collect();
                let closed = closed.join(", ");
                RunError {
                    time: t,
                    reason: format!(
                        "there is no motion with the contacts {closed} closed: {reason}"
                    ),
                }
            })
    }

    /// Returns the simulator of a phase, for a motion that begins at the time `t`.
    ///
    /// # Errors
    /// There is no motion in this phase.
    pub(super) fn simulator(
        &self,
        open: ContactSet,
        (parameters, h): (&[f64], f64),
        t: f64,
    ) -> Result<Simulator<'_>, RunError> {
        let made = self.plant(open, t)?.simulator(parameters, h);
        let mut made = made.map_err(|error| RunError {
            time: t,
            reason: error.to_string(),
        })?;
        made.phase = Some(Phase {
            contacts: self,
            open,
        });
        made.start_time = t;
        Ok(made)
    }

    /// Returns the set of all contacts.
    pub(super) fn all(&self) -> ContactSet {
        (0..self.names.len()).fold(ContactSet::NONE, ContactSet::with)
    }

    /// Returns the error of a motion that does not go on in any phase.
    pub(super) fn without_motion(&self, open: ContactSet) -> String {
        let closed = (0..self.names.len()).find(|&contact| !open.contains(contact));
        self.failed((closed.unwrap_or_default(), ContactFailure::NoMotion))
    }

    /// Returns the error of a contact.
    pub(super) fn failed(&self, (contact, failure): FailedContact<f64>) -> String {
        let name = &self.names[contact].name;
        StepErrorKind::Contact { name, failure }.to_string()
    }
}

impl<'a> Simulator<'a> {
    /// Returns the simulator of another phase, for a motion that begins at the time `t`.
    ///
    /// # Errors
    /// There is no motion in this phase.
    pub(super) fn in_phase(&self, open: ContactSet, h: f64, t: f64) -> Result<Self, RunError> {
        let made = self.contacts().simulator(open, (self.parameters(), h), t)?;
        Ok(self.alike(made))
    }

    /// Returns the model of the phase of this simulator, from the model as written.
    pub(crate) fn model_of_phase(&self, ast: &Ast) -> Ast {
        let Some(Phase { contacts, open }) = self.phase else {
            return ast.clone();
        };
        let names = contacts.names.iter().enumerate();
        let names = names.filter(|(place, _)| open.contains(*place));
        ast.in_phase(names.map(|(_, contact)| contact.name.clone()).collect())
    }

    /// Returns true if the same contacts are open as in the phase of another simulator.
    pub(crate) fn is_in_phase_of(&self, other: &Self) -> bool {
        let open = |simulator: &Self| simulator.phase.map(|phase| phase.open);
        open(self) == open(other)
    }

    /// Returns the contacts of a motion that has phases.
    pub(super) fn contacts(&self) -> &'a Contacts {
        self.phase().contacts
    }

    /// Returns the open contacts of a motion that has phases.
    pub(super) fn open(&self) -> ContactSet {
        self.phase().open
    }

    fn phase(&self) -> Phase<'a> {
        self.phase
            .expect("only motions with contacts that open have phases")
    }
}
