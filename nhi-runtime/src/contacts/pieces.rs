//! Steps in which contacts open and close, as pieces within one phase.

use super::change::Changes;
use super::phases::{Phases, SampleOf};
use super::stepper::{failed, settled_by, unchanged, value_of};
use super::{
    ContactChange, ContactEvent, ContactFailure, ContactSet, ContactState, MOST_PROJECTIONS,
    Readings, after_impact, clear_round_off, energy_of, event_at, locate_zero, meeting_at,
    negligible, opening, overlaps, project_position, project_velocity,
};
use crate::{Clock, ControlSignal, Real, StepError, StepErrorKind, math};

/// The maximum number of changes in a step. Bodies that come to rest in ever shorter bounces have
/// infinitely many.
const MOST_CHANGES: u32 = 100;

/// A part of a step within one phase.
struct Piece<P: Phases> {
    /// The steppers whose single step it is.
    phases: P,
    first: P::State,
    began: SampleOf<P>,
    end: P::State,
}

/// A contact whose force or gap vanishes within a piece, with the motion there.
struct Vanished<P: Phases> {
    contact: usize,
    open: ContactSet,
    sample: SampleOf<P>,
    /// True if it is open, and its bodies overlap at the end of the piece.
    sinks: bool,
}

/// The motion right after a change.
struct Changed<P: Phases> {
    open: ContactSet,
    v: P::Velocities,
    energy: P::Scalar,
}

/// The result of the functions for phases.
type Outcome<P, X> = Result<X, StepError<<P as Phases>::Scalar>>;

/// Returns the state one step after `first`, from the step in one phase that led to the impossible
/// state `end`.
pub(super) fn step_over<P: Phases>(
    phases: &P,
    first: &P::State,
    end: P::State,
    controls: &impl ControlSignal<P::Scalar, P::Controls>,
) -> Outcome<P, ContactState<P::Scalar, P::State>> {
    let h = phases.step_size();
    let clock = P::clock(&end);
    let t_end = clock.time(h);
    let mut piece = Piece {
        phases: phases.clone(),
        first: first.clone(),
        began: phases.sample(first)?,
        end,
    };
    let (mut changes, mut energy) = (Changes::NONE, P::Scalar::literal(0.0));
    let mut touched = ContactSet::NONE;
    while let Some(vanished) = piece.first_vanished(touched, h, controls)? {
        let contact = vanished.contact;
        if changes.count >= MOST_CHANGES {
            let t = vanished.sample.t;
            return Err(failed::<P>(t, contact, ContactFailure::Bounces));
        }
        let sample = without_round_off::<P>(vanished.sample, h);
        let vanished = Vanished { sample, ..vanished };
        let changed = change(phases, &vanished, controls, &mut changes)?;
        let Some(Changed {
            open,
            v,
            energy: by_impact,
        }) = changed
        else {
            touched = touched.with(contact);
            continue;
        };
        touched = ContactSet::NONE;
        energy += by_impact;
        let began = SampleOf::<P> {
            v,
            ..vanished.sample
        };
        let rest = t_end - began.t;
        if math::abs(rest) <= negligible::<P::Scalar>() * math::abs(h) {
            let state = arrive(phases, open, began, clock, controls)?;
            return Ok(ContactState {
                clock,
                state,
                changes,
                energy,
                energy_since_start: P::Scalar::literal(0.0),
            });
        }
        piece = Piece::after(phases, contact, began, open, rest, controls)?;
    }
    if changes.count == 0 {
        return Ok(unchanged::<P>(piece.end));
    }
    let sample = piece.phases.sample(&piece.end)?;
    let state = arrive(phases, P::open(&piece.end), sample, clock, controls)?;
    Ok(ContactState {
        clock,
        state,
        changes,
        energy,
        energy_since_start: P::Scalar::literal(0.0),
    })
}

/// Returns the state from which whole steps go on, at the end of a step with a change.
fn arrive<P: Phases>(
    phases: &P,
    open: ContactSet,
    sample: SampleOf<P>,
    clock: Clock<P::Scalar>,
    controls: &impl ControlSignal<P::Scalar, P::Controls>,
) -> Outcome<P, P::State> {
    let t = clock.time(phases.step_size());
    let mut state = begin(phases, open, &SampleOf::<P> { t, ..sample }, controls)?;
    P::set_clock(&mut state, clock);
    Ok(state)
}

impl<P: Phases> Piece<P> {
    /// Makes the piece from a sample to the end of the whole step, of the length `rest`.
    fn after(
        phases: &P,
        contact: usize,
        began: SampleOf<P>,
        open: ContactSet,
        rest: P::Scalar,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Outcome<P, Self> {
        let phases = shortened(phases, rest, began.t, contact)?;
        let first = begin(&phases, open, &began, controls)?;
        let end = phases.step(&first, controls)?;
        Ok(Self {
            phases,
            first,
            began,
            end,
        })
    }

    /// Returns the contact whose force or gap vanishes first in a step of the length `whole`,
    /// without those that only touch.
    fn first_vanished(
        &self,
        touched: ContactSet,
        whole: P::Scalar,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Outcome<P, Option<Vanished<P>>> {
        let open = P::open(&self.end);
        let zero = P::Scalar::literal(0.0);
        let (first, last) = (
            self.phases.sample(&self.first)?,
            self.phases.sample(&self.end)?,
        );
        let h = self.phases.step_size();
        let mut earliest: Option<Vanished<P>> = None;
        for contact in 0..P::NAMES.len() {
            let value = |sample: &_| value_of(&self.phases, contact, open, sample);
            let after = value(&last);
            let vanishes = after < zero && !touched.contains(contact);
            if !vanishes {
                continue;
            }
            // Right after a change the value is zero, whatever its sign: the next zero counts.
            let before = value(&first);
            let before = if before > zero { before } else { -after };
            let at = |share: P::Scalar| -> Outcome<P, _> {
                let sample = self.part(share * h, contact, controls)?;
                let value = value(&sample);
                Ok((sample, value))
            };
            let located = locate_zero([before, after], at)?;
            let sample = located.unwrap_or(last);
            let sinks = open.contains(contact) && self.overlaps(contact, &last, whole);
            let is_first = earliest.as_ref().is_none_or(|other| match h < zero {
                true => sample.t > other.sample.t,
                false => sample.t < other.sample.t,
            });
            if is_first {
                earliest = Some(Vanished {
                    contact,
                    open,
                    sample,
                    sinks,
                });
            }
        }
        Ok(earliest)
    }

    /// Returns true if the bodies of an open contact overlap at the end of the piece.
    fn overlaps(&self, contact: usize, last: &SampleOf<P>, whole: P::Scalar) -> bool {
        let values = self.phases.readings(last.t, &last.q, &last.v);
        let reading = Readings::new(P::LAYOUT, values.as_ref()).contact(contact);
        let (q, v) = (P::entries(last.q), P::components(last.v));
        overlaps(&reading, q.as_ref(), v.as_ref(), whole)
    }

    /// Returns the sample after a part of the piece, of the length `h`.
    ///
    /// A method with its own step size goes on from its state, which does not depend on the length:
    /// its dense output is evaluated at another time.
    fn part(
        &self,
        h: P::Scalar,
        contact: usize,
        controls: &impl ControlSignal<P::Scalar, P::Controls>,
    ) -> Outcome<P, SampleOf<P>> {
        let short = shortened(&self.phases, h, self.began.t, contact)?;
        let first = match P::IS_ADAPTIVE {
            true => {
                let mut first = self.first.clone();
                P::set_clock(&mut first, Clock::new(self.began.t));
                first
            }
            false => begin(&short, P::open(&self.first), &self.began, controls)?,
        };
        let end = short.step(&first, controls)?;
        short.sample(&end)
    }
}

/// Returns the steppers for a part of a step.
fn shortened<P: Phases>(phases: &P, h: P::Scalar, t: P::Scalar, contact: usize) -> Outcome<P, P> {
    let short = phases.resized(h);
    short.map_err(|_| failed::<P>(t, contact, ContactFailure::Shortened))
}

/// Returns the first state of a part of a run, from a sample. Its velocity is projected onto the
/// constraints of the phase; so is its configuration if it is off the position constraints, as
/// samples of some integrators are.
fn begin<P: Phases>(
    phases: &P,
    open: ContactSet,
    sample: &SampleOf<P>,
    controls: &impl ControlSignal<P::Scalar, P::Controls>,
) -> Outcome<P, P::State> {
    let &SampleOf::<P> { t, q, v, .. } = sample;
    let started = phases.start(open, t, q, projected(phases, open, t, q, v), controls);
    match started {
        Err(StepError {
            kind: StepErrorKind::OffConstraints { .. },
            ..
        }) => {
            let q = projected_position(phases, open, t, q, v);
            phases.start(open, t, q, projected(phases, open, t, q, v), controls)
        }
        started => started,
    }
}

/// Returns the velocity projected onto the constraints of a phase; unchanged if they depend on each
/// other, which a start refuses.
fn projected<P: Phases>(
    phases: &P,
    open: ContactSet,
    t: P::Scalar,
    q: P::Coordinates,
    v: P::Velocities,
) -> P::Velocities {
    let values = phases.readings(t, &q, &v);
    let readings = Readings::new(P::LAYOUT, values.as_ref());
    let (mut components, mut memory) = (P::components(v), P::memory());
    let projected = project_velocity(readings, open, components.as_mut(), memory.as_mut());
    projected.map_or(v, |()| P::of_components(components))
}

/// Returns the configuration moved onto the position constraints of a phase; unchanged if that
/// fails, or if velocities are not the rates of the entries.
fn projected_position<P: Phases>(
    phases: &P,
    open: ContactSet,
    t: P::Scalar,
    q: P::Coordinates,
    v: P::Velocities,
) -> P::Coordinates {
    let mut moved = q;
    for _ in 0..MOST_PROJECTIONS {
        let values = phases.readings(t, &moved, &v);
        let readings = Readings::new(P::LAYOUT, values.as_ref());
        let (mut entries, mut memory) = (P::entries(moved), P::memory());
        let projected = project_position(readings, open, entries.as_mut(), memory.as_mut());
        let Ok(is_there) = projected else {
            return q;
        };
        moved = P::of_entries(entries);
        if is_there {
            return moved;
        }
    }
    q
}

/// Returns the sample with those coordinates zero that are only rounding errors of a step.
fn without_round_off<P: Phases>(sample: SampleOf<P>, h: P::Scalar) -> SampleOf<P> {
    let (mut entries, components) = (P::entries(sample.q), P::components(sample.v));
    let coordinates = entries.as_mut().iter_mut().take(P::COORDINATES);
    clear_round_off(coordinates, components.as_ref(), h);
    SampleOf::<P> {
        q: P::of_entries(entries),
        ..sample
    }
}

/// Returns the motion after a contact changed, from the sample at which its force or gap vanishes;
/// `None` if bodies only touch. Adds the changes.
fn change<P: Phases>(
    phases: &P,
    vanished: &Vanished<P>,
    controls: &impl ControlSignal<P::Scalar, P::Controls>,
    changes: &mut Changes<P::Scalar>,
) -> Outcome<P, Option<Changed<P>>> {
    let &Vanished {
        contact,
        open,
        ref sample,
        sinks,
    } = vanished;
    let t = sample.t;
    let mut add = |contact, event| changes.add(ContactChange { contact, event, t });
    if !open.contains(contact) {
        // If forces jump, others may open in its place.
        let begin = |open| begin(phases, open, sample, controls);
        let settled = settled_by(phases, (open, open.with(contact), Some(contact)), t, begin)?;
        opening(contact, open, settled).for_each(|contact| add(contact, ContactEvent::Opens));
        return Ok(Some(Changed {
            open: settled,
            v: sample.v,
            energy: P::Scalar::literal(0.0),
        }));
    }
    let failed = |(contact, failure)| failed::<P>(t, contact, failure);
    let values = phases.readings(t, &sample.q, &sample.v);
    let readings = Readings::new(P::LAYOUT, values.as_ref());
    let meeting = meeting_at(readings, open, contact, sinks, phases.step_size()).map_err(failed)?;
    let Some(meeting) = meeting else {
        return Ok(None);
    };
    let (before, mut after) = (P::components(sample.v), P::components(sample.v));
    let mut memory = P::memory();
    let leaving = after_impact(readings, open, meeting, after.as_mut(), memory.as_mut());
    let leaving = leaving.map_err(|_| failed((contact, ContactFailure::Undetermined)))?;
    let energy = energy_of(readings.mass(), before.as_ref(), after.as_ref());
    let after = SampleOf::<P> {
        v: P::of_components(after),
        ..*sample
    };
    let begun = meeting.closing.iter().fold(open, ContactSet::without);
    let begun = leaving.iter().fold(begun, ContactSet::with);
    let begin = |open| begin(phases, open, &after, controls);
    let settled = settled_by(phases, (begun, begun, None), t, begin)?;
    for contact in 0..P::NAMES.len() {
        if let Some(event) = event_at(contact, meeting, open, settled) {
            add(contact, event);
        }
    }
    Ok(Some(Changed {
        open: settled,
        v: after.v,
        energy,
    }))
}
