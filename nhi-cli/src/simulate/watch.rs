//! A run under watch.

use nhi_machine::State;
use nhi_runtime::{Concern, Watch};
use serde_json::{Value, json};

use super::error::RunError;
use super::stepper::Stepper;
use crate::outcome::Problem;

/// States that are looked at in a run, at most; of longer runs each n-th.
const LOOKS: u64 = 100_000;

/// The watch over one run.
#[derive(Debug)]
pub(crate) struct RunWatch<'a> {
    stepper: &'a Stepper<'a>,
    watch: Watch<f64>,
    /// What this run can give cause for concern with.
    concerns: Vec<Concern>,
    stride: u64,
    held: Option<HeldControls>,
}

/// Controls of the state, which a step reads at its beginning.
#[derive(Debug)]
struct HeldControls {
    last: Option<Vec<f64>>,
    /// The largest absolute value of each so far.
    largest: Vec<f64>,
    /// The largest change of each in a step, and when.
    changes: Vec<(f64, f64)>,
}

impl<'a> RunWatch<'a> {
    pub(crate) fn new(stepper: &'a Stepper<'a>, steps: u64) -> Self {
        let held = stepper.holds_controls().then(|| HeldControls::new(stepper));
        let formulas = stepper.signs.formulas();
        let shown = |concern: &Concern| match concern {
            Concern::ParasiticMode => !formulas.parasitic.is_empty(),
            Concern::Energy => formulas.energy.is_some(),
            Concern::Constraint => !formulas.residuals.is_empty(),
            Concern::Turn => !formulas.turns.is_empty(),
            Concern::Pole => !formulas.poles.is_empty(),
            Concern::Pivot => !formulas.pivots.is_empty(),
            Concern::Newton => stepper.machine.stepper.traits.implicit,
            Concern::HeldControl => held.is_some(),
            _ => false,
        };
        Self {
            concerns: Concern::ALL.into_iter().filter(shown).collect(),
            // Changes from step to step are seen only where every step is looked at.
            stride: if held.is_some() {
                1
            } else {
                steps.div_ceil(LOOKS).max(1)
            },
            watch: Watch::default(),
            stepper,
            held,
        }
    }

    /// The names of the levels: `watch.energy`.
    pub(crate) fn columns(&self) -> Vec<String> {
        let keys = self.concerns.iter().map(|concern| concern.key());
        keys.map(|key| format!("watch.{key}")).collect()
    }

    /// Whether the state after this many steps is to be looked at.
    pub(crate) fn wants(&self, step: u64) -> bool {
        step.is_multiple_of(self.stride)
    }

    /// Looks at a state.
    pub(crate) fn look(&mut self, state: &State) -> Result<(), RunError> {
        let sample = self.stepper.sample(state)?;
        let signs = self.stepper.signs_of(state, &sample);
        self.watch.look(sample.t, &signs, &state.report);
        if let Some(held) = &mut self.held {
            let controls = self.stepper.controls(state, &sample)?;
            held.follow(sample.t, controls);
        }
        Ok(())
    }

    /// The levels of the last state that was looked at, under the [`columns`](Self::columns).
    pub(crate) fn levels(&self) -> Vec<f64> {
        let level = |&concern: &Concern| match (concern, &self.held) {
            (Concern::HeldControl, Some(held)) => held.level().1,
            _ => self.watch.level(concern).unwrap_or_default(),
        };
        self.concerns.iter().map(level).collect()
    }

    /// What only the whole run tells.
    pub(crate) fn conclude(&mut self) {
        if let Some(held) = &self.held {
            let (since, level) = held.level();
            self.watch.weigh(since, Concern::HeldControl, level);
        }
    }

    /// Whether nothing was found.
    pub(crate) fn is_quiet(&self) -> bool {
        self.watch.is_quiet()
    }

    /// What was found, as notes.
    pub(crate) fn notes(&self) -> Vec<Problem> {
        let findings = self.watch.findings();
        let text =
            |finding: &nhi_runtime::Finding<f64>| finding.describe(self.integrator()).to_string();
        findings
            .map(|finding| Problem::note(text(finding)))
            .collect()
    }

    /// What was found, as data.
    pub(crate) fn report(&self) -> Value {
        let findings = self.watch.findings().map(|finding| {
            json!({
                "concern": finding.concern.key(),
                "since": finding.since,
                "level": finding.level,
                "limit": finding.limit,
                "worst": finding.worst,
                "text": finding.describe(self.integrator()).to_string(),
            })
        });
        findings.collect()
    }

    fn integrator(&self) -> &'static str {
        self.stepper.machine.stepper.integrator
    }
}

impl HeldControls {
    fn new(stepper: &Stepper<'_>) -> Self {
        let controls = stepper.machine.stepper.names.controls.len();
        Self {
            last: None,
            largest: vec![0.0; controls],
            changes: vec![(0.0, 0.0); controls],
        }
    }

    fn follow(&mut self, t: f64, controls: Vec<f64>) {
        for (largest, &value) in self.largest.iter_mut().zip(&controls) {
            *largest = largest.max(value.abs());
        }
        let last = self.last.iter().flatten();
        for ((change, &value), &before) in self.changes.iter_mut().zip(&controls).zip(last) {
            let step = (value - before).abs();
            if step > change.1 {
                *change = (t, step);
            }
        }
        self.last = Some(controls);
    }

    /// When a control changed most in a step, and how much of its largest value so far.
    fn level(&self) -> (f64, f64) {
        let controls = self.changes.iter().zip(&self.largest);
        let levels = controls.filter(|(_, largest)| **largest > 0.0);
        let levels = levels.map(|(&(t, change), largest)| (t, change / largest));
        levels
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or_default()
    }
}
