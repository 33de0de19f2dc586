//! The change from one phase to the next.

use nhi_machine::Sample;
use nhi_runtime::plumbing::{after_impact, clear_round_off, event_at, meeting_at};
use nhi_runtime::{ContactChange, ContactEvent, ContactFailure, ContactSet};
use nhi_symbolic::OpeningContactNames;

use super::super::error::RunError;
use super::super::node::Node;
use super::super::simulator::Simulator;
use super::super::state::State;
use super::phases::Phase;

impl<'a> Phase<'a> {
    /// Returns the names that the changes of the contacts have as events.
    pub(in super::super) fn event_names(self) -> impl Iterator<Item = String> + use<'a> {
        let name = |contact: &OpeningContactNames| {
            ContactEvent::ALL.map(|event| format!("{}.{event}", contact.name))
        };
        self.contacts.names.iter().flat_map(name)
    }
}

impl Simulator<'_> {
    /// Returns the name of a change of a contact as an event, such as `floor.opens`.
    pub(crate) fn name_of_change(&self, change: &ContactChange<f64>) -> String {
        let contact = &self.contacts().names[change.contact];
        format!("{}.{}", contact.name, change.event)
    }
}

/// The motion right after a switch.
pub(super) struct Switched {
    pub(super) open: ContactSet,
    pub(super) v: Vec<f64>,
    pub(super) changes: Vec<ContactChange<f64>>,
}

/// Returns the motion after a contact changed, from the sample at which its force or gap vanishes;
/// `None` if bodies only touch.
pub(super) fn switch(
    simulator: &Simulator<'_>,
    state: &State,
    contact: usize,
    sample: &Sample,
) -> Result<Option<Switched>, RunError> {
    let (contacts, open, h) = (
        simulator.contacts(),
        simulator.open(),
        simulator.step_size(),
    );
    let t = sample.t;
    let changed = |contact: usize, event: ContactEvent| ContactChange { contact, event, t };
    if !open.contains(contact) {
        let (open, others) = settled(simulator, state, open.with(contact), sample)?;
        let opened = [contact].into_iter().chain(others);
        return Ok(Some(Switched {
            open,
            v: sample.v.clone(),
            changes: opened
                .map(|contact| changed(contact, ContactEvent::Opens))
                .collect(),
        }));
    }
    let failed = |failed| RunError {
        time: t,
        reason: contacts.failed(failed),
    };
    let numbers = simulator.contact_numbers_at(sample);
    let readings = numbers.readings();
    let Some(meeting) = meeting_at(readings, open, contact, h).map_err(failed)? else {
        return Ok(None);
    };
    let mut v = sample.v.clone();
    let leaving = after_impact(readings, open, meeting, &mut v, &mut numbers.memory());
    let leaving = leaving.map_err(|_| failed((contact, ContactFailure::Undetermined)))?;
    let after = Sample {
        v,
        ..sample.clone()
    };
    let begun = meeting.closing.iter().fold(open, ContactSet::without);
    let begun = leaving.iter().fold(begun, ContactSet::with);
    let (settled, _) = settled(simulator, state, begun, &after)?;
    let changes = (0..contacts.names.len()).filter_map(|contact| {
        let event = event_at(contact, meeting, open, settled)?;
        Some(changed(contact, event))
    });
    Ok(Some(Switched {
        open: settled,
        changes: changes.collect(),
        v: after.v,
    }))
}

/// Opens contacts that would have to pull, one after the other, and returns them.
fn settled(
    simulator: &Simulator<'_>,
    state: &State,
    mut open: ContactSet,
    sample: &Sample,
) -> Result<(ContactSet, Vec<usize>), RunError> {
    let mut opened = Vec::new();
    loop {
        let h = simulator.step_size();
        let phase = simulator.in_phase(open, h, sample.t)?;
        let begun = phase.begin(sample, state.controls.clone())?;
        let pulling = Node::at(&phase, begun).pulling_contact()?;
        let Some(contact) = pulling else {
            return Ok((open, opened));
        };
        open = open.with(contact);
        opened.push(contact);
    }
}

/// Returns the sample with those coordinates zero that are only the rounding errors of a step of
/// length `h`. Contacts often meet at an origin, and residuals have no other scale there.
pub(super) fn without_round_off(simulator: &Simulator<'_>, mut sample: Sample, h: f64) -> Sample {
    let names = simulator.plant.integrator.names();
    let names = names.configuration.iter().zip(&names.velocities);
    let is_coordinate =
        |(name, velocity): &(&String, &String)| velocity.strip_suffix("_dot") == Some(name);
    let coordinates = names.take_while(is_coordinate).count();
    let Sample { q, v, .. } = &mut sample;
    clear_round_off(q.iter_mut().take(coordinates), v, h);
    sample
}
