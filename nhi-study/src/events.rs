//! Events of a run: zeros of expressions, located by steps of adjusted length.

use std::fmt;

use nhi_machine::Sample;
use serde::{Deserialize, Serialize};

use crate::simulation::{Node, RunError, Simulator, State};
use crate::text::brief;

/// The maximum number of steps to locate an event.
const MOST_STEPS: usize = 100;

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

/// An event with its state, if that is not the state at the end of the step.
#[derive(Debug)]
pub(crate) struct Located<'a> {
    pub(crate) event: Event,
    pub(crate) inside: Option<(Simulator<'a>, State)>,
}

/// The events of a run, looked for in each step.
#[derive(Debug)]
pub(crate) struct EventFinder<'a> {
    simulator: &'a Simulator<'a>,
    /// The last value of each expression that was not zero.
    before: Vec<f64>,
    now: Vec<f64>,
    began: Sample,
    /// The numbers that the integrator kept then.
    kept: Vec<f64>,
}

impl<'a> EventFinder<'a> {
    /// Begins at the first state of a run; `None` if the scenario has no events.
    pub(crate) fn begin(
        simulator: &'a Simulator<'a>,
        node: &mut Node<'_>,
    ) -> Result<Option<Self>, RunError> {
        let count = simulator.plant.events.len();
        if count == 0 {
            return Ok(None);
        }
        let mut finder = Self {
            simulator,
            before: vec![0.0; count],
            now: vec![0.0; count],
            began: Sample::default(),
            kept: Vec::new(),
        };
        finder.read(node)?;
        finder.before.clone_from(&finder.now);
        Ok(Some(finder))
    }

    /// Returns the events of the step that led to a state, in the order of their times. It must be
    /// called after every step, before anything else reads the state.
    pub(crate) fn look(&mut self, node: &mut Node<'_>) -> Result<Vec<Located<'a>>, RunError> {
        let end = node.state().clone();
        let began = std::mem::take(&mut self.began);
        let kept = std::mem::take(&mut self.kept);
        self.read(node)?;
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
            let inside = self.locate(place, (&began, &kept), &end, [before, now])?;
            let within = inside.as_ref();
            let within = within.map(|(short, state)| state.clock().time(short.step_size()));
            found.push(Located {
                event: Event {
                    name: rule.name.clone(),
                    t: within.unwrap_or(self.began.t),
                    step: end.clock().steps,
                    stops: rule.stops,
                },
                inside,
            });
        }
        let forwards = self.simulator.step_size().signum();
        found.sort_by(|a, b| (forwards * a.event.t).total_cmp(&(forwards * b.event.t)));
        Ok(found)
    }

    fn read(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.began = node.sample()?.clone();
        self.kept = node.state().entries().to_vec();
        read_events(node, &mut self.now)?;
        match self.now.iter().position(|value| value.is_nan()) {
            Some(place) => Err(self.not_a_number(place, self.began.t)),
            None => Ok(()),
        }
    }

    fn not_a_number(&self, place: usize, time: f64) -> RunError {
        let name = &self.simulator.plant.events[place].name;
        let reason = format!("the expression of the event `{name}` is not a number");
        RunError { time, reason }
    }

    /// Returns the state at a zero within a step, or `None` if the zero is at its end.
    fn locate(
        &self,
        place: usize,
        (began, kept): (&Sample, &[f64]),
        end: &State,
        [before, after]: [f64; 2],
    ) -> Result<Option<(Simulator<'a>, State)>, RunError> {
        if after == 0.0 {
            return Ok(None);
        }
        let h = self.simulator.step_size();
        let mut values = self.now.clone();
        let mut at = |share: f64| {
            let (simulator, state) = self.simulator.short_step(share * h, (began, kept), end)?;
            let mut node = Node::at(&simulator, state.clone());
            read_events(&mut node, &mut values)?;
            drop(node);
            Ok::<_, RunError>((values[place], simulator, state))
        };
        // The zero is between `low` and `high`; Illinois' variant of the rule of false position.
        let (mut low, mut high) = ((0.0, before), (1.0, after));
        let mut last = None;
        for _ in 0..MOST_STEPS {
            let secant = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            let middle = 0.5 * (low.0 + high.0);
            let is_between = low.0 < secant && secant < high.0;
            let share = if is_between { secant } else { middle };
            if high.0 - low.0 <= 2.0 * f64::EPSILON || share <= low.0 || share >= high.0 {
                break;
            }
            let (value, simulator, state) = at(share)?;
            if value.is_nan() {
                return Err(self.not_a_number(place, began.t + share * h));
            }
            if value * after < 0.0 {
                low = (share, value);
                high.1 *= 0.5;
            } else {
                high = (share, value);
                low.1 *= 0.5;
                last = Some((simulator, state));
            }
            if value == 0.0 {
                break;
            }
        }
        Ok(last)
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
