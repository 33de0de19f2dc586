//! Motions in lanes, apart from the plan of their machine, and how they are stepped.

use nhi_symbolic::{Moment, Substep};

use super::LaneMath;
use super::block::{Block, LANES};
use super::work::{LaneWork, Reports};
use crate::error::StepError;
use crate::function::Settings;
use crate::machine::Plan;
use crate::state::State;
use crate::stepper::{MachineStepper, named, unsound};

/// Up to [`LANES`] motions with their states, which are in the inputs of the program.
#[derive(Clone, Debug)]
pub(super) struct Motions {
    settings: Settings,
    pub(super) work: LaneWork,
    /// The entries of the states before a step that is composed of several, for lanes that fail.
    before: Vec<Block>,
    /// The times at which the motions started, and the numbers of steps since then, which are exact
    /// up to `2^53`.
    pub(super) origins: Block,
    pub(super) steps: Block,
    h: Block,
    /// The prepared values of each size of a substep, if steps are composed.
    sizes: Vec<Vec<Block>>,
    pub(super) reports: Reports,
    /// The lanes that go on.
    pub(super) alive: [bool; LANES],
    pub(super) failures: [Option<StepError>; LANES],
}

impl Motions {
    /// Returns motions of a machine, none of which is in use.
    pub(super) fn new(plan: &Plan, math: LaneMath) -> Self {
        let entries = plan.inputs.state.len();
        let mut work = LaneWork::new(&plan.template, math);
        work.moved.reserve(entries);
        Self {
            settings: Settings::default(),
            work,
            before: Vec::with_capacity(entries),
            origins: Block::all(0.0),
            steps: Block::all(0.0),
            h: Block::all(f64::NAN),
            sizes: vec![
                vec![Block::all(f64::NAN); plan.prepare.prepared.len()];
                Substep::sizes(&plan.substeps).len()
            ],
            reports: Reports::NONE,
            alive: [false; LANES],
            failures: [const { None }; LANES],
        }
    }

    /// Puts a motion in a lane, as [`Lanes::load`](super::Lanes::load).
    pub(super) fn load(
        &mut self,
        plan: &Plan,
        lane: usize,
        stepper: &MachineStepper,
        state: &State,
    ) {
        self.settings = *stepper.settings();
        let Plan {
            inputs, prepare, ..
        } = plan;
        let own = inputs.parameters.iter().chain(&prepare.prepared);
        for slot in own.chain([&inputs.step_size]).map(|&slot| slot as usize) {
            self.work.slots[slot][lane] = stepper.prepared_slots()[slot];
        }
        for (blocks, values) in self.sizes.iter_mut().zip(stepper.sizes.iter().skip(1)) {
            for (block, &value) in blocks.iter_mut().zip(values) {
                block[lane] = value;
            }
        }
        self.h[lane] = stepper.step_size();
        let entries = &mut self.work.slots[inputs.state.clone()];
        assert_eq!(
            state.entries.len(),
            entries.len(),
            "a state of this machine"
        );
        for (block, &entry) in entries.iter_mut().zip(&state.entries) {
            block[lane] = entry;
        }
        self.origins[lane] = state.clock.origin;
        self.steps[lane] = state.clock.steps as f64;
        self.reports.set(lane, &state.report);
        self.alive[lane] = true;
        self.failures[lane] = None;
    }

    /// Performs a step in all lanes that go on.
    pub(super) fn step(&mut self, plan: &Plan, controls: &mut impl FnMut(&Block, &mut [Block])) {
        let times = self.times();
        self.work.outcome.runs = self.alive;
        if plan.substeps.is_empty() {
            let moments = |node: usize| plan.moments[node];
            self.part(plan, &times, moments, &times, controls);
            keep(&mut self.reports, &self.work.outcome.reports, &self.alive);
        } else {
            self.substeps(plan, &times, controls);
        }
        let all_go_on = self.alive == [true; LANES];
        for (steps, &alive) in self.steps.iter_mut().zip(&self.alive) {
            *steps += f64::from(u8::from(all_go_on || alive));
        }
    }

    /// Performs the substeps of a step.
    fn substeps(
        &mut self,
        plan: &Plan,
        times: &Block,
        controls: &mut impl FnMut(&Block, &mut [Block]),
    ) {
        let went_on = self.alive;
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        before.extend_from_slice(&self.work.slots[plan.inputs.state.clone()]);
        let mut reports = Reports::NONE;
        for substep in &plan.substeps {
            let begin = self.times_of(Moment::of(substep.begin), times);
            let prepared = &self.sizes[substep.place];
            for (&slot, values) in plan.prepare.prepared.iter().zip(prepared) {
                self.work.slots[slot as usize] = *values;
            }
            let moments = |node: usize| substep.nodes[node];
            self.part(plan, &begin, moments, times, controls);
            for lane in 0..LANES {
                reports.add(lane, &self.work.outcome.reports.get(lane));
            }
        }
        keep(&mut self.reports, &reports, &self.alive);
        let entries = &mut self.work.slots[plan.inputs.state.clone()];
        for lane in (0..LANES).filter(|&lane| went_on[lane] && !self.alive[lane]) {
            for (entry, before) in entries.iter_mut().zip(&before) {
                entry[lane] = before[lane];
            }
        }
        self.before = before;
    }

    /// Performs a step or a substep that begins at the times `begin`. The results are the new
    /// states of the lanes that go on.
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
        if sound != [true; LANES] {
            self.fail_unsound(plan, begin, &sound);
        }
        self.work.outcome.runs = self.alive;
        self.work.pass_on(&call.code, plan.inputs.state.clone());
    }

    /// Ends the motions whose results are not sound.
    #[cold]
    fn fail_unsound(&mut self, plan: &Plan, begin: &Block, sound: &[bool; LANES]) {
        let call = &plan.step;
        for lane in (0..LANES).filter(|&lane| !sound[lane]) {
            if !self.alive[lane] {
                continue;
            }
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

    fn fail(&mut self, lane: usize, error: StepError) {
        self.alive[lane] = false;
        self.failures[lane] = Some(error);
    }

    /// Returns the times of the states.
    pub(super) fn times(&self) -> Block {
        Block::from_fn(|lane| self.origins[lane] + self.steps[lane] * self.h[lane])
    }

    /// Returns the times of a moment of the steps from given times, as `moment_time` does for one.
    fn times_of(&self, moment: Moment, times: &Block) -> Block {
        let Self {
            origins, steps, h, ..
        } = self;
        match moment {
            Moment::Beginning => *times,
            Moment::End => Block::from_fn(|lane| origins[lane] + (steps[lane] + 1.0) * h[lane]),
            Moment::Between(fraction) => Block::from_fn(|lane| times[lane] + fraction * h[lane]),
        }
    }
}

/// Keeps the reports of a step in the lanes that go on.
fn keep(kept: &mut Reports, reports: &Reports, alive: &[bool; LANES]) {
    if *alive == [true; LANES] {
        kept.clone_from(reports);
        return;
    }
    for lane in (0..LANES).filter(|&lane| alive[lane]) {
        kept.set(lane, &reports.get(lane));
    }
}
