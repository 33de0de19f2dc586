//! Steps in which contacts open and close.
//!
//! A step whose end has a closed contact that pulls, or an open one that overlaps, is made again up
//! to the time at which the force or the gap vanishes. There the phase changes, after an impact if
//! bodies meet, and the rest of the step follows from the configuration and the velocity. The next
//! step begins at the same time as without contacts.

use nhi_machine::Sample;
use nhi_runtime::plumbing::negligible;
use nhi_runtime::{ContactFailure, ContactSet};

use super::super::error::RunError;
use super::super::node::Node;
use super::super::state::State;
use super::held::Held;
use super::piece::{Piece, Vanished};
use super::switch::{switch, without_round_off};

/// The maximum number of switches in a step. Bodies that come to rest in ever shorter bounces have
/// infinitely many.
const MOST_SWITCHES: usize = 100;

impl<'a> Node<'a> {
    /// Performs a step in which contacts may open and close.
    pub(in super::super) fn step_with_contacts(&mut self) -> Result<(), RunError> {
        self.pieces.clear();
        self.left = None;
        let began = self.sample()?.clone();
        let kept = self.state().entries().to_vec();
        let before = self.contact_values()?;
        self.step_in_phase()?;
        // Before anything reads it: held controls are those of the step, not of the next one.
        let whole = self.state().clone();
        if !is_impossible(&self.contact_values()?) {
            self.left = Some(whole);
            return Ok(());
        }
        let h = self.current().step_size();
        let t_end = whole.clock().time(h);
        let piece = Piece::new(self.current().clone(), (began, kept), whole.clone(), before);
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
        })?;
        self.left = Some(whole);
        Ok(())
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
        while let Some(vanished) = piece.first_vanished(touched, h)? {
            *count += 1;
            if *count > MOST_SWITCHES {
                return Err(self.too_many_switches(&vanished));
            }
            let Vanished {
                contact,
                t,
                simulator,
                state,
                sinks,
            } = vanished;
            let sample = without_round_off(&simulator, simulator.sample(&state)?, h);
            let Some(switched) = switch(&simulator, &state, (contact, sinks), &sample)? else {
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
            if rest.abs() <= negligible::<f64>() * h.abs() {
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
        // Held controls are those of the step that ends here, as in the state after any step.
        let mut controls = whole.controls.clone();
        controls.t = f64::NAN;
        let mut state = simulator.begin(sample, controls)?;
        state.integrated.clock = clock;
        self.enter(simulator, state);
        Ok(())
    }

    /// Returns the forces of closed contacts and the gaps of open ones; negative numbers are
    /// impossible.
    pub(super) fn contact_values(&mut self) -> Result<Vec<f64>, RunError> {
        let first = self.first_event() + self.current().plant.events.len();
        Ok(self.readings()?.skip(first).collect())
    }

    fn too_many_switches(&self, last: &Vanished<'_>) -> RunError {
        let contacts = self.current().contacts();
        RunError {
            time: last.t,
            reason: contacts.failed((last.contact, ContactFailure::Bounces)),
        }
    }
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
