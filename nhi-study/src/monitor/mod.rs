//! The run monitor: signs that the numbers of a run are not to be trusted, during it and before.

mod foretold;
mod growth;
mod member;
mod of_time;
mod resolution;
mod waiting;
mod warnings;

pub use foretold::{first_level, growth};
pub use growth::{Grown, Growth};
pub(crate) use member::MemberMonitor;
pub use waiting::Unseen;
pub use warnings::Warned;

use nhi_machine::Sample;
use nhi_runtime::{Alternation, Clock, Concern, Finding, HeldControls, Watch, WatchLimits};
use nhi_symbolic::Quantity;
use serde_json::{Value, json};

use crate::problem::Problem;
use crate::simulation::{Node, Plant, RunError, Simulator};
use resolution::Resolution;
use waiting::{Seen, Waiting};

/// The maximum number of states examined in a run; in longer runs, bursts of consecutive states are
/// examined.
const LOOKS: u64 = 100_000;

/// The length of a burst, long enough to see an alternation.
const BURST: u64 = 16;

/// The fraction of the largest speed below which a velocity counts as a rounding error.
const NEGLIGIBLE: f64 = 1e-3;

/// The limit of the energy for an integrator that keeps it to the error of a quadrature.
const EXACT_ENERGY: f64 = 1e-6;

/// Returns the limits for runs of a plant.
fn limits(plant: &Plant) -> WatchLimits<f64> {
    let mut limits = WatchLimits::default();
    if plant.stepper.traits.exact_energy {
        limits.energy = EXACT_ENERGY;
    }
    limits
}

/// The monitor of one run.
#[derive(Debug)]
pub struct Monitor<'a> {
    simulator: &'a Simulator<'a>,
    watch: Watch<f64>,
    /// The kinds of warnings that can occur in this run.
    concerns: Vec<Concern>,
    /// One of `stride` bursts is examined.
    stride: u64,
    /// The held controls, if steps hold controls that depend on the state.
    held: Option<HeldControls<Vec<f64>>>,
    alternation: Alternation<Vec<f64>>,
    /// The speed of each velocity alone at a kinetic energy of one half; known from the first state
    /// on.
    speeds: Vec<f64>,
    /// The resolution of explicitly time-dependent parts, if there are any.
    resolution: Option<Resolution>,
    /// True if the power can jump between steps because controls do.
    follows_jumps: bool,
    /// The last state, if the step from it is examined.
    last: Option<Last>,
    /// A buffer for the controls at the end of a step.
    arriving: Vec<f64>,
    /// The states that are examined together; known from the first state on.
    waiting: Option<Box<Waiting>>,
}

/// An examined state.
#[derive(Debug, Default)]
struct Last {
    steps: u64,
    sample: Sample,
    controls: Vec<f64>,
}

impl Last {
    /// Replaces this state by another one, without allocation after the first call.
    fn replace(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.steps = node.state().clock().steps;
        self.controls.clear();
        self.controls.extend_from_slice(node.controls()?);
        let Sample { t, q, v, lambda } = node.sample()?;
        self.sample.t = *t;
        self.sample.q.clone_from(q);
        self.sample.v.clone_from(v);
        self.sample.lambda.clone_from(lambda);
        Ok(())
    }
}

impl<'a> Monitor<'a> {
    /// Begins before the first state of a run with the given number of steps.
    pub fn new(simulator: &'a Simulator<'a>, steps: u64) -> Self {
        let held = simulator.holds_controls().then(HeldControls::default);
        let formulas = simulator.plant.observables.formulas();
        let stepper = &simulator.plant.stepper;
        let is_adaptive = stepper.tolerance().is_some();
        let reading = simulator
            .reading()
            .filter(|_| simulator.count_of_time() > 0);
        let resolution =
            reading.map(|reading| Resolution::new(reading, steps, simulator.count_of_time()));
        let follows_balance = formulas.power.is_some() && !is_adaptive;
        let shown = |concern: &Concern| match concern {
            Concern::ParasiticMode => formulas.parasitic.is_some(),
            Concern::Speed => !is_adaptive,
            Concern::Energy => formulas.energy.is_some() && formulas.power.is_none(),
            Concern::EnergyBalance => follows_balance,
            Concern::Constraint => !formulas.residuals.is_empty() || simulator.has_phases(),
            Concern::Turn => !is_adaptive && !formulas.turns.is_empty(),
            Concern::Pole => !formulas.poles.is_empty(),
            Concern::Pivot => !is_adaptive && !formulas.pivots.is_empty(),
            Concern::Newton => stepper.traits.implicit,
            Concern::HeldControl => held.is_some(),
            Concern::Alternation => !is_adaptive,
            Concern::UnresolvedControl => resolution.is_some(),
            Concern::Contact => !formulas.contacts.is_empty(),
            _ => false,
        };
        Self {
            concerns: Concern::ALL.into_iter().filter(shown).collect(),
            // Sums over all steps require every step.
            stride: if held.is_some() || follows_balance || resolution.is_some() {
                1
            } else {
                steps.div_ceil(LOOKS).max(1)
            },
            watch: Watch::new(limits(simulator.plant)),
            alternation: Alternation::default(),
            speeds: Vec::new(),
            resolution,
            follows_jumps: follows_balance && simulator.controls_jump(),
            last: None,
            arriving: simulator.no_controls.clone(),
            waiting: None,
            simulator,
            held,
        }
    }

    /// Returns the names of the levels, such as `watch.energy`.
    pub fn columns(&self) -> Vec<String> {
        let key = |concern: &Concern| match concern {
            Concern::EnergyBalance => Concern::Energy.key(),
            concern => concern.key(),
        };
        let keys = self.concerns.iter().map(key);
        keys.map(|key| format!("watch.{key}")).collect()
    }

    /// Returns true if the state after this many steps should be examined.
    pub fn wants(&self, step: u64) -> bool {
        (step / BURST).is_multiple_of(self.stride)
    }

    /// Accepts an impact, at which the energy changed by `energy`.
    pub fn jump(&mut self, energy: f64) {
        self.watch.jump(energy);
        self.alternation = Alternation::default();
    }

    /// Examines the first state of a run.
    ///
    /// # Errors
    /// The state has no sample.
    pub fn begin(&mut self, node: &mut Node<'_>) -> Result<(), Unseen> {
        self.look(node)?;
        if self.held.is_none() && self.resolution.is_none() && !self.follows_jumps {
            let waiting = Waiting::of(node);
            let waiting = waiting.map_err(|error| Unseen { step: 0, error })?;
            self.waiting = waiting.map(Box::new);
        }
        Ok(())
    }

    /// Examines a state whose levels are not read, now or together with later ones.
    ///
    /// # Errors
    /// This state, or an earlier one, has no sample.
    pub fn look_later(&mut self, node: &mut Node<'_>) -> Result<(), Unseen> {
        let Some(waiting) = &mut self.waiting else {
            return self.look(node);
        };
        match waiting.add(node) {
            true => self.look_at_waiting(),
            false => Ok(()),
        }
    }

    /// Examines the states that wait for others.
    ///
    /// # Errors
    /// One of them has no sample.
    #[inline]
    pub fn look_at_waiting(&mut self) -> Result<(), Unseen> {
        match self.waiting.take_if(|waiting| !waiting.is_empty()) {
            Some(waiting) => self.examine(waiting),
            None => Ok(()),
        }
    }

    /// Examines waiting states. Out of line, since a run with a row of every state has none.
    #[inline(never)]
    fn examine(&mut self, mut waiting: Box<Waiting>) -> Result<(), Unseen> {
        let examined = waiting.examine(self.simulator, |seen| {
            let Seen {
                steps,
                t,
                signs,
                report,
                velocities,
            } = seen;
            self.watch.look(*steps, *t, signs, report);
            self.look_at_velocities(*steps, *t, velocities);
        });
        self.waiting = Some(waiting);
        examined
    }

    /// Examines a state, after those that wait for others.
    ///
    /// # Errors
    /// This state, or an earlier one, has no sample.
    pub fn look(&mut self, node: &mut Node<'_>) -> Result<(), Unseen> {
        self.look_at_waiting()?;
        let step = node.state().clock().steps;
        self.look_at(node).map_err(|error| Unseen { step, error })
    }

    fn look_at(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        let arriving_power = self.arriving_power(node)?;
        let mut signs = node.signs()?;
        signs.arriving_power = arriving_power;
        let t = node.sample()?.t;
        let state = node.state();
        let steps = state.clock().steps;
        self.watch.look(steps, t, &signs, state.report());
        if !self.simulator.plant.is_adaptive {
            let sample = node.sample()?;
            if self.speeds.is_empty() {
                self.speeds = self.unit_speeds(sample);
            }
            self.look_at_velocities(steps, sample.t, &sample.v);
        }
        if let Some(held) = &mut self.held {
            let mut controls = node.controls()?.to_vec();
            self.simulator.plant.clear_inputs_of_readings(&mut controls);
            self.watch.hold(t, controls, held);
        }
        if self.resolution.is_some() || self.follows_jumps {
            self.look_at_step(steps);
            self.last.get_or_insert_default().replace(node)?;
        }
        Ok(())
    }

    /// Examines explicitly time-dependent parts over the step that led to a state.
    fn look_at_step(&mut self, steps: u64) {
        let (Some(resolution), Some(last)) = (&mut self.resolution, &self.last) else {
            return;
        };
        if steps != last.steps + 1 {
            return;
        }
        let (began, controls) = (&last.sample, &last.controls);
        let h = self.simulator.step_size();
        let clock = Clock {
            origin: self.simulator.plant.start,
            steps: last.steps,
        };
        // Exactly the times at which steps read controls.
        let time = |fraction: f64| match fraction {
            1.0 => clock.next().time(h),
            fraction => began.t + fraction * h,
        };
        let simulator = self.simulator;
        let points = simulator.table_points(began.t, h);
        let values = |fraction: f64, values: &mut [f64]| {
            simulator.values_of_time(time(fraction), began, controls, values)
        };
        if let Some((since, level)) = resolution.step(began.t, points, values) {
            self.watch.weigh(since, Concern::UnresolvedControl, level);
        }
    }

    /// Evaluates the concerns that are judged at the end of a run.
    pub fn finish(&mut self) {
        let last = self.resolution.as_mut().and_then(Resolution::finish);
        if let Some((since, level)) = last {
            self.watch.weigh(since, Concern::UnresolvedControl, level);
        }
    }

    /// Returns the power at the end of the step that led to a state, if its controls differ from
    /// those of the next step.
    fn arriving_power(&mut self, node: &mut Node<'_>) -> Result<Option<f64>, RunError> {
        let Some(last) = self.last.as_ref().filter(|_| self.follows_jumps) else {
            return Ok(None);
        };
        let t = node.sample()?.t;
        let (began, held) = (&last.sample, &last.controls);
        self.simulator.controls_at_end(
            t,
            began,
            held,
            Some((node.state(), last.steps)),
            &mut self.arriving,
        )?;
        node.power_under(&self.arriving)
    }

    fn look_at_velocities(&mut self, steps: u64, t: f64, velocities: &Vec<f64>) {
        let fastest = (2.0 * self.watch.largest_kinetic()).sqrt();
        let floor = |place: usize| NEGLIGIBLE * fastest * self.speeds[place];
        let alternation = &mut self.alternation;
        self.watch
            .alternate(steps, t, velocities, floor, alternation);
    }

    /// Returns `1 / sqrt(M_ii)` for each velocity; infinite for a velocity without its own
    /// inertia.
    fn unit_speeds(&self, sample: &Sample) -> Vec<f64> {
        let mass = self
            .simulator
            .method_at(Quantity::MassMatrix.name(), sample);
        let (n, inertia) = (sample.v.len(), |i: usize| mass[i * sample.v.len() + i]);
        let speed = |i| match inertia(i) {
            inertia if inertia > 0.0 => inertia.sqrt().recip(),
            _ => f64::INFINITY,
        };
        (0..n).map(speed).collect()
    }

    /// Returns the levels of the last examined state, in the order of [`columns`](Self::columns).
    pub fn levels(&self) -> impl Iterator<Item = f64> {
        let level = |&concern: &Concern| self.watch.level(concern).unwrap_or_default();
        self.concerns.iter().map(level)
    }

    /// Returns true if nothing was found.
    pub fn is_quiet(&self) -> bool {
        self.watch.is_quiet()
    }

    /// Returns the findings as notes.
    pub fn notes(&self) -> Vec<Problem> {
        let findings = self.watch.findings();
        findings
            .map(|finding| Problem::note(self.text(finding)))
            .collect()
    }

    /// Returns the findings as data.
    pub fn report(&self) -> Value {
        let findings = self.watch.findings().map(|finding| {
            json!({
                "concern": finding.concern.key(),
                "since": finding.since,
                "level": finding.level,
                "limit": finding.limit,
                "worst": finding.worst,
                "contact": finding.contact.map(|place| self.contacts()[place]),
                "text": self.text(finding),
            })
        });
        findings.collect()
    }

    fn text(&self, finding: &Finding<f64>) -> String {
        let described = finding.describe(self.integrator());
        described.with_contacts(&self.contacts()).to_string()
    }

    /// Returns the names of the contacts.
    fn contacts(&self) -> Vec<&'a str> {
        let names = self
            .simulator
            .plant
            .observables
            .formulas()
            .contact_names
            .iter();
        names.map(String::as_str).collect()
    }

    fn integrator(&self) -> &'static str {
        self.simulator.plant.stepper.integrator
    }
}
