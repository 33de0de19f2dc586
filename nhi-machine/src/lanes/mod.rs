//! Lanes: many motions of one model, stepped together without a compiler.
//!
//! Each instruction of a program is executed for a block of lanes at once, so its dispatch is paid
//! once and its arithmetic is vectorised. A lane has its own parameters, step size, time and state,
//! and the bits that a [`MachineStepper`] gives it alone. Neighbours never matter.

use std::sync::Arc;

use nhi_runtime::{Clock, NewtonReport};
use nhi_symbolic::{Moment, Substep};

use crate::error::StepError;
use crate::function::Settings;
use crate::machine::{Machine, Plan};
use crate::state::State;
use crate::stepper::{MachineStepper, moment_time, named, unsound};

mod block;
mod equations;
mod newton;
mod observer;
mod sine;
mod vector;
mod work;

pub use block::{Block, LANES};
pub use observer::LaneObserver;
use work::{LaneWork, Reports};

/// How lanes compute elementary functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LaneMath {
    /// With the functions of single runs: each lane has their bits.
    #[default]
    Exact,
    /// Sines and cosines of angles up to 200 rad several at once, within two units in the last
    /// place. The other functions are those of [`Exact`](Self::Exact).
    Fast,
}

/// Up to [`LANES`] motions of one model with one integrator.
///
/// ```
/// use nhi_machine::{LaneMath, Lanes, Machine, no_controls};
///
/// let source = "#[nonholonomic(
///     coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), integrators(Mla)
/// )]
/// struct Free { m: f64 }";
/// let compiled = &nhi_symbolic::compile_file(source.parse().unwrap()).unwrap()[0];
/// let machine = Machine::new(&compiled.steppers_as_data().next().unwrap());
/// let stepper = machine.stepper(&[2.0], 0.1).unwrap();
///
/// let mut lanes = Lanes::new(&machine, LaneMath::Exact);
/// for lane in 0..3 {
///     let start = stepper.start(0.0, &[1.0], &[lane as f64], &[], no_controls).unwrap();
///     lanes.load(lane, &stepper, &start);
/// }
/// lanes.step(|_, _| {});
/// let start = stepper.start(0.0, &[1.0], &[2.0], &[], no_controls).unwrap();
/// assert_eq!(lanes.state(2), stepper.step(&start, no_controls).unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Lanes {
    plan: Arc<Plan>,
    settings: Settings,
    work: LaneWork,
    /// The entries of the states.
    entries: Vec<Block>,
    /// The times at which the motions started, and the numbers of steps since then.
    origins: Block,
    steps: [u64; LANES],
    h: Block,
    /// The prepared values of each size of a substep, if steps are composed.
    sizes: Vec<Vec<Block>>,
    reports: Reports,
    /// The lanes that go on.
    alive: [bool; LANES],
    failures: [Option<StepError>; LANES],
}

impl Lanes {
    /// Returns lanes for motions of a machine. None is in use before it is [loaded](Self::load).
    #[must_use]
    pub fn new(machine: &Machine, math: LaneMath) -> Self {
        let plan = &machine.plan;
        Self {
            settings: Settings::default(),
            work: LaneWork::new(&plan.template, math),
            entries: vec![Block::all(f64::NAN); plan.inputs.state.len()],
            origins: Block::all(0.0),
            steps: [0; LANES],
            h: Block::all(f64::NAN),
            sizes: vec![
                vec![Block::all(f64::NAN); plan.prepare.prepared.len()];
                Substep::sizes(&plan.substeps).len()
            ],
            reports: Reports::NONE,
            alive: [false; LANES],
            failures: [const { None }; LANES],
            plan: Arc::clone(plan),
        }
    }

    /// Puts a motion in a lane: a stepper of the machine, and a state to go on from. All steppers
    /// have the same settings.
    ///
    /// # Panics
    /// Panics if there is no such lane, or if stepper and state belong to another machine.
    pub fn load(&mut self, lane: usize, stepper: &MachineStepper, state: &State) {
        assert!(
            Arc::ptr_eq(&self.plan, &stepper.plan),
            "a stepper of the same machine"
        );
        self.settings = *stepper.settings();
        for (block, &number) in self.work.slots.iter_mut().zip(stepper.prepared_slots()) {
            block[lane] = number;
        }
        for (blocks, values) in self.sizes.iter_mut().zip(stepper.sizes.iter().skip(1)) {
            for (block, &value) in blocks.iter_mut().zip(values) {
                block[lane] = value;
            }
        }
        self.h[lane] = stepper.step_size();
        assert_eq!(
            state.entries.len(),
            self.entries.len(),
            "a state of this machine"
        );
        for (block, &entry) in self.entries.iter_mut().zip(&state.entries) {
            block[lane] = entry;
        }
        self.origins[lane] = state.clock.origin;
        self.steps[lane] = state.clock.steps;
        self.reports.set(lane, &state.report);
        self.alive[lane] = true;
        self.failures[lane] = None;
    }

    /// Takes the motion out of a lane.
    pub fn clear(&mut self, lane: usize) {
        self.alive[lane] = false;
        self.failures[lane] = None;
    }

    /// Performs a step in all lanes that [go on](Self::goes_on).
    ///
    /// `controls(t, u)` writes the controls of each lane at its time. It is called once for each
    /// moment of the step at which the integrator reads them. A lane that fails keeps its state and
    /// the [reason](Self::failure), and does not go on.
    pub fn step(&mut self, mut controls: impl FnMut(&Block, &mut [Block])) {
        let plan = Arc::clone(&self.plan);
        let times = self.times();
        self.work.slots[plan.inputs.state.clone()].copy_from_slice(&self.entries);
        self.work.outcome.runs = self.alive;
        let mut reports = Reports::NONE;
        if plan.substeps.is_empty() {
            let moments = |node: usize| plan.moments[node];
            self.part(&plan, &times, moments, &times, &mut controls);
            reports.clone_from(&self.work.outcome.reports);
        }
        for substep in &plan.substeps {
            let begin = self.times_of(Moment::of(substep.begin), &times);
            let prepared = &self.sizes[substep.place];
            for (&slot, values) in plan.prepare.prepared.iter().zip(prepared) {
                self.work.slots[slot as usize] = *values;
            }
            let moments = |node: usize| substep.nodes[node];
            self.part(&plan, &begin, moments, &times, &mut controls);
            for lane in 0..LANES {
                reports.add(lane, &self.work.outcome.reports.get(lane));
            }
            self.work
                .pass_on(&plan.step.code.outputs, plan.inputs.state.clone());
        }
        for (steps, &alive) in self.steps.iter_mut().zip(&self.alive) {
            *steps = steps.saturating_add(u64::from(alive));
        }
        self.keep_results(reports);
    }

    /// Performs a step or a substep that begins at the times `begin`, from states in the inputs.
    fn part(
        &mut self,
        plan: &Plan,
        begin: &Block,
        moments: impl Fn(usize) -> Moment,
        times: &Block,
        controls: &mut impl FnMut(&Block, &mut [Block]),
    ) {
        let call = &plan.step;
        self.work.slots[plan.inputs.time as usize] = *begin;
        for &node in &call.nodes {
            let at = self.times_of(moments(node), times);
            controls(&at, &mut self.work.slots[plan.inputs.nodes[node].clone()]);
        }
        self.work.run(&call.code, &self.settings);
        for (lane, kind) in std::mem::take(&mut self.work.outcome.failures) {
            self.fail(lane, named(begin[lane], kind));
        }
        let sound = self.work.sound(call);
        for lane in 0..LANES {
            if self.alive[lane] & !sound[lane] {
                let read = call.nodes.iter().flat_map(|&node| {
                    let blocks = &self.work.slots[plan.inputs.nodes[node].clone()];
                    blocks.iter().map(|block| block[lane])
                });
                let read: Vec<_> = read.collect();
                let get = |slot| self.work.get(slot)[lane];
                let error = unsound(call, get, begin[lane], &read);
                self.fail(lane, error);
            }
        }
        self.work.outcome.runs = self.alive;
    }

    /// Copies the results of a step to the states of the lanes that go on.
    fn keep_results(&mut self, reports: Reports) {
        if self.alive == [true; LANES] {
            self.reports = reports;
        } else {
            for lane in (0..LANES).filter(|&lane| self.alive[lane]) {
                self.reports.set(lane, &reports.get(lane));
            }
        }
        let results = self.plan.step.code.outputs.iter();
        let results = results.map(|&slot| self.work.get(slot));
        for (entries, results) in self.entries.iter_mut().zip(results) {
            if self.alive == [true; LANES] {
                *entries = *results;
                continue;
            }
            for lane in (0..LANES).filter(|&lane| self.alive[lane]) {
                entries[lane] = results[lane];
            }
        }
    }

    fn fail(&mut self, lane: usize, error: StepError) {
        self.alive[lane] = false;
        self.failures[lane] = Some(error);
    }

    /// Returns true if a lane has a motion that has not failed.
    #[must_use]
    pub fn goes_on(&self, lane: usize) -> bool {
        self.alive[lane]
    }

    /// Returns the reason for which the motion of a lane failed.
    #[must_use]
    pub fn failure(&self, lane: usize) -> Option<&StepError> {
        self.failures[lane].as_ref()
    }

    /// Returns the state of a lane: after a failure, the last one before it.
    #[must_use]
    pub fn state(&self, lane: usize) -> State {
        State {
            clock: self.clock(lane),
            entries: self.entries.iter().map(|block| block[lane]).collect(),
            report: self.reports.get(lane),
        }
    }

    /// Returns the report on the equations of the step that led to the state of a lane.
    #[must_use]
    pub fn report(&self, lane: usize) -> NewtonReport<f64> {
        self.reports.get(lane)
    }

    /// Returns the times of the states.
    #[must_use]
    pub fn times(&self) -> Block {
        Block::from_fn(|lane| self.clock(lane).time(self.h[lane]))
    }

    /// Returns the entries of the states, in the order of
    /// [`State::entries`](crate::State::entries).
    #[must_use]
    pub fn entries(&self) -> &[Block] {
        &self.entries
    }

    /// Returns the times of a moment of the steps from given times.
    fn times_of(&self, moment: Moment, times: &Block) -> Block {
        Block::from_fn(|lane| moment_time(moment, self.clock(lane), self.h[lane], times[lane]))
    }

    /// Returns the clock of the state of a lane.
    #[must_use]
    pub fn clock(&self, lane: usize) -> Clock<f64> {
        Clock {
            origin: self.origins[lane],
            steps: self.steps[lane],
        }
    }
}
