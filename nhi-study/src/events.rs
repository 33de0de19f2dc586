//! Events of a run: zeros of expressions, located by steps of adjusted length.

use std::fmt;

use nhi_machine::Sample;
use serde::{Deserialize, Serialize};

use crate::simulation::{Held, Node, Piece, RunError, Simulator, State, locate_zero};
use crate::text::brief;

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The name of the event.
    pub name: String,
    /// The time.
    pub t: f64,
    /// The number of the step in which it happened.
    pub step: u64,
    /// True if the event ended the run.
    pub stops: bool,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, t, step, .. } = self;
        write!(f, "`{name}` at t = {}, in step {step}", brief(*t))
    }
}

/// The distance of the times of two events, as a share of the step, up to which they are the same.
const SAME_TIME: f64 = 1e-9;

/// The share of its largest value in a run below which an expression is zero at a switch of
/// contacts.
const NEGLIGIBLE: f64 = 1e-9;

/// The share below which it is zero at any node of a run with contacts: the gap of a closed contact
/// is a rounding error.
const ROUND_OFF: f64 = 1e-14;

/// An event with the states at it that are not the state at the end of the step: none, one, or
/// those before and after a jump.
#[derive(Debug)]
pub(crate) struct Located<'a> {
    pub(crate) event: Event,
    pub(crate) inside: Vec<(Held<'a>, State)>,
    /// True if the state at the end of the step is one of its states.
    pub(crate) is_at_node: bool,
}

/// The events of a run, looked for in each step.
#[derive(Debug)]
pub(crate) struct EventFinder<'a> {
    simulator: &'a Simulator<'a>,
    /// The last value of each expression that was not zero.
    before: Vec<f64>,
    now: Vec<f64>,
    /// Its largest absolute value so far.
    largest: Vec<f64>,
    began: Sample,
    /// The numbers that the integrator kept then.
    kept: Vec<f64>,
}

impl<'a> EventFinder<'a> {
    /// Begins at the first state of a run; `None` if there are no events.
    pub(crate) fn begin(
        simulator: &'a Simulator<'a>,
        node: &mut Node<'_>,
    ) -> Result<Option<Self>, RunError> {
        let count = simulator.plant.events.len();
        if count == 0 && !simulator.has_phases() {
            return Ok(None);
        }
        let mut finder = Self {
            simulator,
            before: vec![0.0; count],
            now: vec![0.0; count],
            largest: vec![0.0; count],
            began: Sample::default(),
            kept: Vec::new(),
        };
        finder.read(node)?;
        finder.before.clone_from(&finder.now);
        Ok(Some(finder))
    }

    /// Returns a finder for the next step only, given the values [`before`](Self::before) it and
    /// those at its end.
    pub(crate) fn between(simulator: &'a Simulator<'a>, before: Vec<f64>, now: Vec<f64>) -> Self {
        Self {
            simulator,
            largest: vec![0.0; now.len()],
            before,
            now,
            began: Sample::default(),
            kept: Vec::new(),
        }
    }

    /// Returns the last value of each expression that was not zero.
    pub(crate) fn before(&self) -> &[f64] {
        &self.before
    }

    /// Returns the events of the step that led to a state, in the order of their times. It must be
    /// called after every step, before anything else reads the state.
    pub(crate) fn look(&mut self, node: &mut Node<'a>) -> Result<Vec<Located<'a>>, RunError> {
        let mut found = Vec::new();
        let steps = node.state().clock().steps;
        if node.pieces().is_empty() {
            let began = std::mem::take(&mut self.began);
            let kept = std::mem::take(&mut self.kept);
            let end = node.end_of_step().clone();
            let read = self.read(node);
            read.map_err(|error| error.in_step_from(began.t))?;
            found = self.crossings(node.current(), (&began, &kept), &end, steps)?;
        } else {
            let pieces = node.pieces();
            for (place, piece) in pieces.iter().enumerate() {
                found.extend(self.look_at_piece(piece, pieces.get(place + 1), steps)?);
            }
            let from = pieces.first().map_or(self.began.t, |piece| piece.began.t);
            let ends_in_change = pieces.last().is_some_and(|last| !last.changes.is_empty());
            let read = self.read(node);
            read.map_err(|error| error.in_step_from(from))?;
            if ends_in_change {
                self.clear(NEGLIGIBLE);
            }
            found.extend(self.jumps(steps, self.began.t, None));
            self.before.clone_from(&self.now);
        }
        self.put_stop_last(&mut found);
        Ok(found)
    }

    /// Moves an event that ends the run after others of the same time, which happen too. These
    /// have no rows, because the last row is that of their time.
    fn put_stop_last(&self, found: &mut [Located<'_>]) {
        let Some(stop) = found.iter().position(|located| located.event.stops) else {
            return;
        };
        let time = found[stop].event.t;
        let resolution = SAME_TIME * self.simulator.step_size().abs();
        let is_same = |located: &Located<'_>| (located.event.t - time).abs() <= resolution;
        let ties = found[stop + 1..]
            .iter()
            .take_while(|located| is_same(located));
        let last = stop + ties.count();
        for tied in &mut found[stop + 1..=last] {
            tied.inside.clear();
            tied.is_at_node = false;
        }
        found[stop..=last].rotate_left(1);
    }

    /// Returns the events of expressions that jump over zero, or to it, when the motion goes on
    /// from `first`, or from the end of the step: from their values before to those now.
    fn jumps(&self, step: u64, t: f64, first: Option<(Held<'a>, State)>) -> Vec<Located<'a>> {
        let rules = self.simulator.plant.events.iter();
        let values = self.before.iter().zip(&self.now).zip(&self.largest);
        let jumps = rules
            .zip(values)
            .filter(|(rule, ((before, now), largest))| {
                // Rounding errors may become zero, too.
                let vanishes = **now == 0.0 && before.abs() > NEGLIGIBLE * *largest;
                (*before * *now < 0.0 || vanishes) && rule.direction.accepts(**before)
            });
        let located = jumps.map(|(rule, _)| Located {
            event: Event {
                name: rule.name.clone(),
                t,
                step,
                stops: rule.stops,
            },
            is_at_node: first.is_none(),
            inside: first.clone().into_iter().collect(),
        });
        located.collect()
    }

    /// Returns the events of a piece of a step, and the changes of contacts at its end.
    fn look_at_piece(
        &mut self,
        piece: &Piece<'a>,
        next: Option<&Piece<'a>>,
        step: u64,
    ) -> Result<Vec<Located<'a>>, RunError> {
        let mut jumps = Vec::new();
        if let Some(first) = &piece.first {
            let mut node = Node::at(&piece.simulator, first.clone());
            read_events(&mut node, &mut self.now)?;
            self.clear(NEGLIGIBLE);
            let first = (piece.simulator.clone(), first.clone());
            jumps = self.jumps(step, piece.began.t, Some(first));
            self.before.clone_from(&self.now);
        }
        read_events(
            &mut Node::at(&piece.simulator, piece.end.clone()),
            &mut self.now,
        )?;
        if !piece.changes.is_empty() {
            self.clear(NEGLIGIBLE);
        }
        let began = (&piece.began, &piece.kept[..]);
        let mut found = self.crossings(&piece.simulator, began, &piece.end, step)?;
        for located in found.iter_mut().filter(|x| x.is_at_node && next.is_some()) {
            // The end of this piece is not that of the step.
            located.is_at_node = false;
            located.inside = vec![(piece.simulator.clone(), piece.end.clone())];
        }
        for (place, change) in piece.changes.iter().enumerate() {
            let mut inside = Vec::new();
            if place == 0 {
                inside.push((piece.simulator.clone(), piece.end.clone()));
                let after =
                    next.and_then(|next| Some((next.simulator.clone(), next.first.clone()?)));
                inside.extend(after.filter(|_| piece.jumps));
            }
            found.push(Located {
                event: Event {
                    name: piece.simulator.name_of_change(change),
                    t: change.t,
                    step,
                    stops: false,
                },
                inside,
                is_at_node: next.is_none(),
            });
        }
        jumps.extend(found);
        Ok(jumps)
    }

    /// Makes values zero that only rounding errors separate from it, such as a gap at an impact, so
    /// that their signs do not count: those below a share of the largest value so far.
    fn clear(&mut self, share: f64) {
        for (now, largest) in self.now.iter_mut().zip(&mut self.largest) {
            *largest = largest.max(now.abs());
            if now.abs() <= share * *largest {
                *now = 0.0;
            }
        }
    }

    /// Returns the zeros of the expressions between their values before and now.
    pub(crate) fn crossings(
        &mut self,
        simulator: &Simulator<'a>,
        began: (&Sample, &[f64]),
        end: &State,
        step: u64,
    ) -> Result<Vec<Located<'a>>, RunError> {
        let mut found = Vec::new();
        for place in 0..self.now.len() {
            let (before, now) = (self.before[place], self.now[place]);
            if now != 0.0 {
                self.before[place] = now;
            }
            let crosses = before * now < 0.0 || (before != 0.0 && now == 0.0);
            let rule = &self.simulator.plant.events[place];
            if !crosses || !rule.direction.accepts(before) {
                continue;
            }
            if now == 0.0 {
                // The next sign decides whether the expression crosses zero again.
                self.before[place] = 0.0;
            }
            let mut values = self.now.clone();
            let inside = locate_zero(simulator, began, end, [before, now], |node| {
                read_events(node, &mut values)?;
                match values[place].is_nan() {
                    true => Err(self
                        .not_a_number(place, node.sample()?.t)
                        .in_step_from(began.0.t)),
                    false => Ok(values[place]),
                }
            })?;
            let inside = inside.map(|(short, state)| (Held::from(short), state));
            let within = inside.as_ref();
            let within = within.map(|(short, state)| state.clock().time(short.step_size()));
            found.push(Located {
                event: Event {
                    name: rule.name.clone(),
                    t: within.unwrap_or_else(|| end.clock().time(simulator.step_size())),
                    step,
                    stops: rule.stops,
                },
                is_at_node: inside.is_none(),
                inside: inside.into_iter().collect(),
            });
        }
        let forwards = self.simulator.step_size().signum();
        found.sort_by(|a, b| (forwards * a.event.t).total_cmp(&(forwards * b.event.t)));
        self.put_stop_last(&mut found);
        Ok(found)
    }

    fn read(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.began = node.sample()?.clone();
        self.kept = node.state().entries().to_vec();
        read_events(node, &mut self.now)?;
        if self.simulator.has_phases() {
            self.clear(ROUND_OFF);
        }
        self.check(self.began.t)
    }

    /// # Errors
    /// An expression is not a number now, at the time `t`, from which the error is.
    pub(crate) fn check(&self, t: f64) -> Result<(), RunError> {
        match self.now.iter().position(|value| value.is_nan()) {
            Some(place) => Err(self.not_a_number(place, t)),
            None => Ok(()),
        }
    }

    fn not_a_number(&self, place: usize, time: f64) -> RunError {
        let name = &self.simulator.plant.events[place].name;
        let reason =
            format!("the expression of the event `{name}` is not a number at t = {time:?}");
        RunError { time, reason }
    }
}

/// Reads the expressions of the events at a state.
fn read_events(node: &mut Node<'_>, values: &mut [f64]) -> Result<(), RunError> {
    let first = node.first_event();
    for (value, read) in values.iter_mut().zip(node.readings()?.skip(first)) {
        *value = read;
    }
    Ok(())
}
