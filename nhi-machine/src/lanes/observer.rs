//! Quantities that are read from states in lanes.

use std::sync::Arc;

use nhi_runtime::Signs;

use super::LaneMath;
use super::block::{Block, LANES};
use super::work::LaneWork;
use crate::error::StepError;
use crate::function::Settings;
use crate::observer::{OUTPUTS, ObservableFunctions, Plan, ROW, SIGNS};
use crate::signs::told_apart;
use crate::state::Sample;
use crate::stepper::{named, unsound};

/// Observables of up to [`LANES`] states at once, each with the bits of an
/// [`Observer`](crate::Observer): [`look`](Self::look) moves to states, the other methods read more
/// of them. Nothing allocates after the first states.
#[derive(Clone, Debug)]
pub struct LaneObserver {
    plan: Arc<Plan>,
    work: LaneWork,
    /// The number of parts that have been computed at the last states.
    done: usize,
    failures: [Option<StepError>; LANES],
    /// A buffer for the values of signs.
    values: Vec<f64>,
}

impl LaneObserver {
    /// Returns an observer without parameters.
    #[must_use]
    pub fn new(functions: &ObservableFunctions, math: LaneMath) -> Self {
        let plan = Arc::clone(&functions.plan);
        Self {
            work: LaneWork::new(&plan.template, math),
            done: 0,
            failures: [const { None }; LANES],
            values: Vec::with_capacity(plan.parts[SIGNS].outputs.len()),
            plan,
        }
    }

    /// Sets the parameters of lanes, in the order of the model, and their step sizes.
    ///
    /// # Panics
    /// Panics if there are fewer parameters than the model has.
    pub fn set_parameters(&mut self, parameters: &[Block], h: &Block) {
        let Self { plan, work, .. } = self;
        for (&slot, values) in plan.parameters.iter().zip(parameters) {
            work.slots[slot as usize] = *values;
        }
        work.slots[plan.step_size as usize] = *h;
        work.straight(&plan.prepare);
    }

    /// Moves the lanes of `seen` to states with these [entries](super::Lanes::entries) and times.
    ///
    /// # Panics
    /// Panics if the states do not belong to the integrator.
    pub fn look(&mut self, entries: &[Block], times: &Block, seen: [bool; LANES]) {
        let Self {
            plan,
            work,
            done,
            failures,
            ..
        } = self;
        *done = 0;
        work.slots[plan.state.clone()].copy_from_slice(entries);
        work.slots[plan.time as usize] = *times;
        work.outcome.runs = seen;
        let call = &plan.sample;
        work.run(&call.code, &Settings::default());
        let sound = work.sound(call);
        for lane in 0..LANES {
            failures[lane] = (seen[lane] && !sound[lane]).then(|| {
                let get = |slot| work.get(slot)[lane];
                unsound(call, get, times[lane], &[])
            });
        }
        for (lane, kind) in std::mem::take(&mut work.outcome.failures) {
            failures[lane] = Some(named(times[lane], kind));
        }
    }

    /// Returns the reason for which a state has no sample.
    #[must_use]
    pub fn failure(&self, lane: usize) -> Option<&StepError> {
        self.failures[lane].as_ref()
    }

    /// Returns the configuration at the last states.
    #[must_use]
    pub fn q(&self) -> &[Block] {
        let state = &self.work.slots[self.plan.state.clone()];
        &state[self.plan.configuration.clone()]
    }

    /// Returns the velocities at the last states.
    pub fn v(&self) -> impl Iterator<Item = &Block> {
        let velocities = self.plan.velocities;
        let slots = self.plan.sample.code.outputs[..velocities].iter();
        slots.map(|&slot| self.work.get(slot))
    }

    /// Returns the multipliers at the last states.
    pub fn lambda(&self) -> impl Iterator<Item = &Block> {
        let velocities = self.plan.velocities;
        let slots = self.plan.sample.code.outputs[velocities..].iter();
        slots.map(|&slot| self.work.get(slot))
    }

    /// Writes the sample of one of the last states, given their times.
    pub fn sample_into(&self, lane: usize, times: &Block, sample: &mut Sample) {
        sample.t = times[lane];
        let write = |values: &mut Vec<f64>, blocks: &mut dyn Iterator<Item = &Block>| {
            values.clear();
            values.extend(blocks.map(|block| block[lane]));
        };
        write(&mut sample.q, &mut self.q().iter());
        write(&mut sample.v, &mut self.v());
        write(&mut sample.lambda, &mut self.lambda());
    }

    /// Sets the controls at the last states, before anything that depends on them is read.
    ///
    /// # Panics
    /// Panics if there are more or fewer controls than the model has.
    pub fn set_controls(&mut self, controls: &[Block]) {
        self.work.slots[self.plan.controls.clone()].copy_from_slice(controls);
    }

    /// Returns the signs of one of the last states.
    #[must_use]
    pub fn signs(&mut self, lane: usize) -> Signs<f64> {
        self.compute(SIGNS);
        let Self {
            plan, work, values, ..
        } = self;
        let slots = plan.parts[SIGNS].outputs.iter();
        values.clear();
        values.extend(slots.map(|&slot| work.get(slot)[lane]));
        told_apart(&plan.formulas, values)
    }

    /// Returns the energy at the last states, then the residuals of the velocity constraints and of
    /// the position constraints.
    pub fn energy_and_residuals(&mut self) -> impl Iterator<Item = &Block> {
        self.results(ROW)
    }

    /// Returns the outputs of a scenario at the last states.
    pub fn outputs(&mut self) -> impl Iterator<Item = &Block> {
        self.results(OUTPUTS)
    }

    fn results(&mut self, part: usize) -> impl Iterator<Item = &Block> {
        self.compute(part);
        let slots = self.plan.parts[part].outputs.iter();
        slots.map(|&slot| self.work.get(slot))
    }

    /// Computes the parts up to and including `part`, unless they have been computed already.
    fn compute(&mut self, part: usize) {
        while self.done <= part {
            let code = &self.plan.parts[self.done];
            self.work.run(code, &Settings::default());
            self.done += 1;
        }
    }
}
