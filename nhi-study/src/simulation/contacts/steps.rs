//! Steps in which contacts open and close.
//!
//! A step whose end has a closed contact that pulls, or an open one that overlaps, is made again up
//! to the time at which the force or the gap vanishes. There the phase changes, after an impact if
//! bodies meet, and the rest of the step follows from the configuration and the velocity. The next
//! step begins at the same time as without contacts.

use nhi_machine::Sample;
use nhi_symbolic::Quantity;

use super::super::error::RunError;
use super::super::node::Node;
use super::super::simulator::Simulator;
use super::super::state::State;
use super::super::zero::locate_zero;
use super::held::Held;
use super::impact::{Meeting, ROUND_OFF, after_impact};
use super::phases::ContactSet;
use super::reading::Reading;

/// The maximum number of switches in a step. Bodies that come to rest in ever shorter bounces have
/// infinitely many.
const MOST_SWITCHES: usize = 100;

/// The share of a step below which its rest is left out, and gaps vanish together.
const NEGLIGIBLE: f64 = 1e-9;

/// A part of a step within one phase.
#[derive(Clone, Debug)]
pub(crate) struct Piece<'a> {
    /// The simulator whose single step it is.
    pub(crate) simulator: Held<'a>,
    /// The state at its beginning; `None` if that is the state before the step.
    pub(crate) first: Option<State>,
    /// The sample at its beginning.
    pub(crate) began: Sample,
    /// The numbers that the integrator kept then.
    pub(crate) kept: Vec<f64>,
    pub(crate) end: State,
    /// The forces of closed contacts and the gaps of open ones at its beginning.
    before: Vec<f64>,
    /// The changes at its end.
    pub(crate) switches: Vec<Switch>,
    /// True if the velocity jumps at its end.
    pub(crate) jumps: bool,
    /// The change of the energy at its end.
    pub(crate) energy: f64,
}

/// A change of a contact.
#[derive(Clone, Debug)]
pub(crate) struct Switch {
    /// The name of the contact and of the change, such as `floor.opens`.
    pub(crate) name: String,
    pub(crate) t: f64,
}

/// The motion right after a switch.
struct Switched {
    open: ContactSet,
    v: Vec<f64>,
    switches: Vec<Switch>,
}

/// A contact whose force or gap vanishes within a piece, with the state there.
struct Vanished<'a> {
    contact: usize,
    t: f64,
    simulator: Held<'a>,
    state: State,
}

impl<'a> Node<'a> {
    /// Performs a step in which contacts may open and close.
    pub(in super::super) fn step_with_contacts(&mut self) -> Result<(), RunError> {
        self.pieces.clear();
        let began = self.sample()?.clone();
        let kept = self.state().entries().to_vec();
        let before = self.contact_values()?;
        self.step_in_phase()?;
        if !is_impossible(&self.contact_values()?) {
            return Ok(());
        }
        let whole = self.state().clone();
        let h = self.current().step_size();
        let t_end = whole.clock().time(h);
        let piece = Piece {
            simulator: self.current().clone(),
            first: None,
            began,
            kept,
            end: whole.clone(),
            before,
            switches: Vec::new(),
            jumps: false,
            energy: 0.0,
        };
        let mut count = 0;
        let follow = || {
            let (pieces, sample, open) = self.follow(piece, &whole, &mut count)?;
            if !pieces.is_empty() {
                self.go_on(&Sample { t: t_end, ..sample }, open, &whole)?;
                self.pieces = pieces;
            }
            Ok(())
        };
        follow().map_err(|error| {
            self.undo_step();
            after_switches(error, count)
        })
    }

    /// Returns the pieces of a step with the motion at its end, from the step in one phase that led
    /// to the state `whole`. There are none if nothing changes. Counts the switches.
    fn follow(
        &self,
        mut piece: Piece<'a>,
        whole: &State,
        count: &mut usize,
    ) -> Result<(Vec<Piece<'a>>, Sample, ContactSet), RunError> {
        let h = self.current().step_size();
        let t_end = whole.clock().time(h);
        let mut pieces = Vec::new();
        let mut touched = ContactSet::default();
        while let Some(vanished) = piece.first_vanished(touched)? {
            *count += 1;
            if *count > MOST_SWITCHES {
                return Err(self.too_many_switches(&vanished));
            }
            let Vanished {
                contact,
                t,
                simulator,
                state,
            } = vanished;
            let sample = without_round_off(&simulator, simulator.sample(&state)?, h);
            let Some(switched) = switch(&simulator, &state, contact, &sample)? else {
                touched = touched.with(contact);
                continue;
            };
            touched = ContactSet::default();
            piece.end_at(simulator, state, &sample, &switched);
            let after = Sample {
                v: switched.v,
                ..sample
            };
            let rest = t_end - t;
            if rest.abs() <= NEGLIGIBLE * h.abs() {
                pieces.push(piece);
                return Ok((pieces, after, switched.open));
            }
            let next = self.current().in_phase(switched.open, rest, t)?;
            let next = Piece::after(next.within_step(t, whole), after, whole)?;
            pieces.push(std::mem::replace(&mut piece, next));
        }
        let sample = piece.simulator.sample(&piece.end)?;
        let open = piece.simulator.open();
        if !pieces.is_empty() {
            pieces.push(piece);
        }
        Ok((pieces, sample, open))
    }

    /// Goes on with whole steps from a sample, at the time of a state of the same run.
    fn go_on(&mut self, sample: &Sample, open: ContactSet, whole: &State) -> Result<(), RunError> {
        let simulator = match open == self.current().open() {
            true => self.current().clone(),
            false => {
                let h = self.current().step_size();
                Held::from(self.current().in_phase(open, h, sample.t)?)
            }
        };
        let clock = whole.clock();
        let mut controls = whole.controls.clone();
        controls.t = f64::NAN;
        simulator.hold(clock, Some(sample), &mut controls)?;
        let mut state = simulator.begin(sample, controls)?;
        state.integrated.clock = clock;
        self.enter(simulator, state);
        Ok(())
    }

    /// Returns the forces of closed contacts and the gaps of open ones; negative numbers are
    /// impossible.
    fn contact_values(&mut self) -> Result<Vec<f64>, RunError> {
        let first = self.first_event() + self.current().plant.events.len();
        Ok(self.readings()?.skip(first).collect())
    }

    /// Returns the first closed contact whose force would have to pull.
    pub(super) fn pulling_contact(&mut self) -> Result<Option<usize>, RunError> {
        let open = self.current().open();
        let mut values = self.contact_values()?.into_iter().enumerate();
        let pulling = values.find(|&(place, value)| !open.contains(place) && value < 0.0);
        Ok(pulling.map(|(place, _)| place))
    }

    fn too_many_switches(&self, last: &Vanished<'_>) -> RunError {
        let name = &self.current().contacts().names[last.contact].name;
        RunError {
            time: last.t,
            reason: format!(
                "the contact `{name}` changes once more: its bounces accumulate; with a restitution of 0 it closes \
                 at the first one"
            ),
        }
    }
}

impl<'a> Piece<'a> {
    /// Makes the piece from a sample to the end of the step of this simulator. `whole` is the state
    /// at the end of the whole step.
    fn after(simulator: Simulator<'a>, began: Sample, whole: &State) -> Result<Self, RunError> {
        let first = simulator.begin(&began, simulator.controls_within_step(whole))?;
        let end = simulator.step(&first)?;
        let before = Node::at(&simulator, first.clone()).contact_values()?;
        Ok(Self {
            before,
            kept: first.entries().to_vec(),
            simulator: Held::from(simulator),
            first: Some(first),
            began,
            end,
            switches: Vec::new(),
            jumps: false,
            energy: 0.0,
        })
    }

    /// Shortens the piece to its part before a switch.
    fn end_at(&mut self, simulator: Held<'a>, end: State, sample: &Sample, switched: &Switched) {
        let energy = |v: &[f64]| {
            let sample = Sample {
                v: v.to_vec(),
                ..sample.clone()
            };
            simulator.method_at(Quantity::Energy.name(), &sample)[0]
        };
        self.energy = energy(&switched.v) - energy(&sample.v);
        self.jumps = switched.v != sample.v;
        self.switches.clone_from(&switched.switches);
        self.simulator = simulator;
        self.end = end;
    }

    /// Returns the contact whose force or gap vanishes first, without those that only touch.
    fn first_vanished(&self, touched: ContactSet) -> Result<Option<Vanished<'a>>, RunError> {
        let now = Node::at(&self.simulator, self.end.clone()).contact_values()?;
        let mut earliest: Option<Vanished<'a>> = None;
        for (contact, (&before, &after)) in self.before.iter().zip(&now).enumerate() {
            if touched.contains(contact) || after.is_nan() || after >= 0.0 {
                continue;
            }
            // Right after a switch the value is zero, whatever its sign: the next zero counts.
            let before = if before > 0.0 { before } else { -after };
            let began = (&self.began, &self.kept[..]);
            let located =
                locate_zero(&self.simulator, began, &self.end, [before, after], |node| {
                    Ok(node.contact_values()?[contact])
                })?;
            let (simulator, state) = match located {
                Some((simulator, state)) => (Held::from(simulator), state),
                None => (self.simulator.clone(), self.end.clone()),
            };
            let t = state.clock().time(simulator.step_size());
            let forwards = simulator.step_size().signum();
            if earliest
                .as_ref()
                .is_none_or(|other| forwards * (t - other.t) < 0.0)
            {
                earliest = Some(Vanished {
                    contact,
                    t,
                    simulator,
                    state,
                });
            }
        }
        Ok(earliest)
    }
}

/// Returns the sample with those coordinates zero that are only the rounding errors of a step of
/// length `h`: contacts often meet at an origin, where a residual has no other scale.
fn without_round_off(simulator: &Simulator<'_>, mut sample: Sample, h: f64) -> Sample {
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

/// Adds the number of changes before an error in the same step.
fn after_switches(error: RunError, count: usize) -> RunError {
    let reason = match count {
        0 => return error,
        1 => format!("after a change of a contact in this step, {}", error.reason),
        _ => format!(
            "after {count} changes of contacts in this step, {}",
            error.reason
        ),
    };
    RunError { reason, ..error }
}

/// Returns true if a closed contact pulls, or the bodies of an open one overlap.
fn is_impossible(values: &[f64]) -> bool {
    values.iter().any(|&value| value < 0.0)
}

/// Returns the motion after a contact changed, from the sample at which its force or gap vanishes;
/// `None` if bodies only touch.
fn switch(
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
    if !open.contains(contact) {
        let (open, others) = settled(simulator, state, open.with(contact), sample)?;
        let others = others.into_iter().map(|place| named(place, "opens"));
        return Ok(Some(Switched {
            open,
            v: sample.v.clone(),
            switches: [named(contact, "opens")]
                .into_iter()
                .chain(others)
                .collect(),
        }));
    }
    let readings = Reading::all(simulator, sample);
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
            (true, _) if is_open => "rebounds",
            (true, _) => "closes",
            (false, false) if is_open => "opens",
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
