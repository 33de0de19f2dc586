//! A run under watch.

use nhi_runtime::{Concern, HeldControls, Watch};
use serde_json::{Value, json};

use super::error::RunError;
use super::node::Node;
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
    /// Where steps hold controls of the state.
    held: Option<HeldControls<Vec<f64>>>,
}

impl<'a> RunWatch<'a> {
    pub(crate) fn new(stepper: &'a Stepper<'a>, steps: u64) -> Self {
        let held = stepper.holds_controls().then(HeldControls::default);
        let formulas = stepper.machine.observables.formulas();
        let shown = |concern: &Concern| match concern {
            Concern::ParasiticMode => formulas.parasitic.is_some(),
            Concern::Speed => true,
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
    pub(crate) fn look(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        let signs = node.signs()?;
        let t = node.sample()?.t;
        let state = node.state();
        self.watch.look(state.clock.steps, t, &signs, &state.report);
        if let Some(held) = &mut self.held {
            self.watch.hold(t, node.controls()?.to_vec(), held);
        }
        Ok(())
    }

    /// The levels of the last state that was looked at, under the [`columns`](Self::columns).
    pub(crate) fn levels(&self) -> impl Iterator<Item = f64> {
        let level = |&concern: &Concern| self.watch.level(concern).unwrap_or_default();
        self.concerns.iter().map(level)
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
