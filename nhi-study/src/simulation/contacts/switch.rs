//! The change from one phase to the next.

use nhi_machine::Sample;
use nhi_symbolic::OpeningContactNames;

use super::super::error::RunError;
use super::super::node::Node;
use super::super::simulator::Simulator;
use super::super::state::State;
use super::NEGLIGIBLE;
use super::impact::{Meeting, ROUND_OFF, after_impact};
use super::phases::{ContactSet, Phase};
use super::reading::Reading;

/// The changes of a contact.
const CHANGES: [&str; 3] = ["opens", "closes", "rebounds"];

/// A change of a contact.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// The name of the contact and of the change, such as `floor.opens`.
    pub(crate) name: String,
    pub(crate) t: f64,
}

impl<'a> Phase<'a> {
    /// Returns the names that the changes of the contacts have as events.
    pub(in super::super) fn event_names(self) -> impl Iterator<Item = String> + use<'a> {
        let name = |contact: &OpeningContactNames| {
            CHANGES.map(|change| format!("{}.{change}", contact.name))
        };
        self.contacts.names.iter().flat_map(name)
    }
}

/// The motion right after a switch.
pub(super) struct Switched {
    pub(super) open: ContactSet,
    pub(super) v: Vec<f64>,
    pub(super) switches: Vec<Switch>,
}

/// Returns the motion after a contact changed, from the sample at which its force or gap vanishes;
/// `None` if bodies only touch.
pub(super) fn switch(
    simulator: &Simulator<'_>,
    state: &State,
    contact: usize,
    sample: &Sample,
) -> Result<Option<Switched>, RunError> {
    let names = &simulator.contacts().names;
    let (open, h) = (simulator.open(), simulator.step_size());
    let t = sample.t;
    let named = |place: usize, change: &str| Switch {
        name: format!("{}.{change}", names[place].name),
        t,
    };
    let [opens, closes, rebounds] = CHANGES;
    if !open.contains(contact) {
        let (open, others) = settled(simulator, state, open.with(contact), sample)?;
        let others = others.into_iter().map(|place| named(place, opens));
        return Ok(Some(Switched {
            open,
            v: sample.v.clone(),
            switches: [named(contact, opens)].into_iter().chain(others).collect(),
        }));
    }
    let mut readings = Reading::all(simulator, sample);
    // Backwards in time, bodies that separate meet.
    let approaches = |reading: &Reading| h.signum() * reading.rate.value < 0.0;
    if !approaches(&readings[contact]) {
        return Ok(None);
    }
    let is_met = |place: usize, reading: &Reading| {
        let reach = NEGLIGIBLE * (h * reading.rate.value).abs();
        place == contact || (open.contains(place) && approaches(reading) && reading.gap <= reach)
    };
    let mut meeting = Meeting::default();
    for (place, reading) in readings.iter().enumerate() {
        if is_met(place, reading) {
            meeting.touching = meeting.touching.with(place);
            if reading.restitution == 0.0 {
                meeting.closing = meeting.closing.with(place);
            }
        }
    }
    if h < 0.0 {
        if meeting.closing != ContactSet::default() {
            let name = &names[contact].name;
            return Err(RunError {
                time: t,
                reason: format!(
                    "the contact `{name}` closes with a restitution of 0, which cannot be undone: \
                     run forwards in time"
                ),
            });
        }
        let inverse = |reading: &mut Reading| reading.restitution = reading.restitution.recip();
        readings.iter_mut().for_each(inverse);
    }
    let impact = after_impact(simulator, sample, &readings, meeting)?;
    let after = Sample {
        v: impact.v,
        ..sample.clone()
    };
    let closed = (0..names.len()).filter(|&place| meeting.closing.contains(place));
    let after_closing = closed.fold(open, ContactSet::without);
    let leaving = (0..names.len()).filter(|&place| impact.leaving.contains(place));
    let begun = leaving.clone().fold(after_closing, ContactSet::with);
    let (settled, _) = settled(simulator, state, begun, &after)?;
    let changes = (0..names.len()).filter_map(|place| {
        let is_open = settled.contains(place);
        let change = match (meeting.touching.contains(place), open.contains(place)) {
            (true, _) if is_open => rebounds,
            (true, _) => closes,
            (false, false) if is_open => opens,
            _ => return None,
        };
        Some(named(place, change))
    });
    Ok(Some(Switched {
        open: settled,
        switches: changes.collect(),
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
    for ((q, v), (name, velocity)) in sample.q.iter_mut().zip(&sample.v).zip(names) {
        let is_coordinate = velocity.strip_suffix("_dot") == Some(name);
        if is_coordinate && q.abs() <= ROUND_OFF * (h * v).abs() {
            *q = 0.0;
        }
    }
    sample
}
