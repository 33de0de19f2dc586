//! The change from one phase to the next.

use nhi_machine::Sample;
use nhi_runtime::plumbing::{
    after_impact, clear_round_off, event_at, meeting_at, opening, overlaps, settle,
};
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
/// `None` if bodies only touch. If it `sinks`, its bodies overlap later in the step.
pub(super) fn switch(
    simulator: &Simulator<'_>,
    state: &State,
    (contact, sinks): (usize, bool),
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
        let search = (open, open.with(contact), Some(contact));
        let settled = settled(simulator, state, search, sample)?;
        let opening = opening(contact, open, settled);
        return Ok(Some(Switched {
            open: settled,
            v: sample.v.clone(),
            changes: opening
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
    let Some(meeting) = meeting_at(readings, open, contact, sinks, h).map_err(failed)? else {
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
    let settled = settled(simulator, state, (begun, begun, None), &after)?;
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

/// Returns the set of open contacts with which the motion goes on, from the contacts that remain
/// open, those with which the search begins, and the one whose force vanished.
fn settled(
    simulator: &Simulator<'_>,
    state: &State,
    (kept, begun, vanished): (ContactSet, ContactSet, Option<usize>),
    sample: &Sample,
) -> Result<ContactSet, RunError> {
    let forces_in = |open| {
        let phase = simulator.in_phase(open, simulator.step_size(), sample.t)?;
        let begun = phase.begin(sample, state.controls.clone())?;
        let values = Node::at(&phase, begun).contact_values()?;
        Ok::<_, RunError>(move |contact: usize| values[contact])
    };
    let contacts = simulator.contacts();
    let settled = settle(contacts.names.len(), kept, begun, vanished, forces_in)?;
    settled.ok_or_else(|| RunError {
        time: sample.t,
        reason: contacts.without_motion(begun),
    })
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

/// Returns true if the bodies of a contact overlap at the end of a piece of a step `h`.
pub(super) fn sinks(
    simulator: &Simulator<'_>,
    end: &State,
    contact: usize,
    h: f64,
) -> Result<bool, RunError> {
    let Sample { t, q, v, .. } = simulator.sample(end)?;
    let numbers = simulator.contact_numbers(t, &q, &v);
    let reading = numbers.readings().contact(contact);
    Ok(simulator.open().contains(contact) && overlaps(&reading, &q, &v, h))
}
