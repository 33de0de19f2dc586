//! Quantities that are read from the states of a run.

use std::ops::Range;
use std::sync::Arc;

use nhi_runtime::Signs;
use nhi_symbolic::{Observables, Seen, Stepper};

use crate::code::{Slot, Straight};
use crate::error::StepError;
use crate::flatten::Flattener;
use crate::function::{Code, Settings};
use crate::machine::{Call, in_a_row};
use crate::signs::told_apart;
use crate::state::{Sample, State};
use crate::stepper::{is_sound, named, unsound};
use crate::workspace::{Template, Workspace, scatter};

/// Samples, signs, energy, residuals and outputs of a model with one integrator, for any parameters
/// and step size. Shared intermediate values are computed once.
#[derive(Clone, Debug)]
pub struct ObservableFunctions {
    pub(crate) plan: Arc<Plan>,
}

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) parameters: Vec<Slot>,
    pub(crate) step_size: Slot,
    pub(crate) time: Slot,
    /// The entries of a state, contiguous.
    pub(crate) state: Range<usize>,
    /// The controls at the time of the state, contiguous.
    pub(crate) controls: Range<usize>,
    /// The range of the configuration among the entries of a state.
    pub(crate) configuration: Range<usize>,
    /// The number of velocities among the results of a sample.
    pub(crate) velocities: usize,
    pub(crate) prepare: Straight,
    pub(crate) sample: Call,
    /// The functions that continue from a sample, in the order of the numbers below.
    pub(crate) parts: [Code; 3],
    /// The signs that the model has.
    pub(crate) formulas: nhi_symbolic::Signs,
    signs_read_controls: bool,
    pub(crate) template: Template,
}

pub(crate) const SIGNS: usize = 0;
pub(crate) const ROW: usize = 1;
pub(crate) const OUTPUTS: usize = 2;

/// Observables for parameters and a step size, at one state after the other:
/// [`sample`](Self::sample) moves to a state, the other methods read more of it. Nothing allocates
/// after the first state.
#[derive(Clone, Debug)]
pub struct Observer {
    pub(crate) plan: Arc<Plan>,
    h: f64,
    settings: Settings,
    pub(crate) work: Workspace,
    sample: Sample,
    /// The number of parts that have been computed at the last state.
    done: usize,
    /// Room for the values of signs.
    signs: Vec<f64>,
}

impl ObservableFunctions {
    /// Compiles observables to instructions: those of a stepper, and the signs with their formulas.
    #[must_use]
    pub fn new(
        observables: &Observables,
        stepper: &Stepper,
        formulas: &nhi_symbolic::Signs,
    ) -> Self {
        let names = &stepper.names;
        let mut flattener = Flattener::new(&observables.tape);
        let state = in_a_row(&mut flattener, (0..stepper.state_len()).map(Seen::State));
        let controls = (0..names.controls.len()).map(Seen::Control);
        let controls = in_a_row(&mut flattener, controls);
        let parameters = (0..names.parameters.len()).map(Seen::Parameter);
        let parameters = flattener.all_inputs(parameters);
        let tested = &stepper.sample.tested;
        let mut read = observables.signs.signature.inputs.iter();
        let plan = Plan {
            parameters,
            state,
            controls,
            step_size: flattener.input(Seen::StepSize),
            time: flattener.input(Seen::Time),
            configuration: stepper.configuration(),
            velocities: names.velocities.len(),
            prepare: flattener.straight(&observables.prepare),
            sample: Call::without_controls(&mut flattener, names, &observables.sample, tested),
            parts: [&observables.signs, &observables.row, &observables.outputs]
                .map(|part| flattener.function(part)),
            formulas: formulas.clone(),
            signs_read_controls: read.any(|input| matches!(input, Seen::Control(_))),
            template: flattener.template,
        };
        Self {
            plan: Arc::new(plan),
        }
    }

    /// Returns the signs that the model has, as formulas.
    #[must_use]
    pub fn formulas(&self) -> &nhi_symbolic::Signs {
        &self.plan.formulas
    }

    /// Returns the observer for parameters, in the order of the model, and a step size.
    ///
    /// # Panics
    /// Panics if there are more or fewer parameters than the model has.
    #[must_use]
    pub fn observer(&self, parameters: &[f64], h: f64) -> Observer {
        let plan = &self.plan;
        assert_eq!(
            parameters.len(),
            plan.parameters.len(),
            "as many parameters as the model has"
        );
        let mut work = Workspace::new(&plan.template);
        scatter(&mut work.slots, &plan.parameters, parameters);
        work.slots[plan.step_size as usize] = h;
        plan.prepare.run(&mut work.slots);
        let sampled = plan.sample.code.outputs.len();
        Observer {
            h,
            settings: Settings::default(),
            work,
            sample: Sample {
                t: f64::NAN,
                q: vec![f64::NAN; plan.configuration.len()],
                v: vec![f64::NAN; plan.velocities],
                lambda: vec![f64::NAN; sampled - plan.velocities],
            },
            done: 0,
            signs: vec![f64::NAN; plan.parts[SIGNS].outputs.len()],
            plan: Arc::clone(plan),
        }
    }
}

impl Observer {
    /// Moves to a state, and returns its time, configuration, velocity and multipliers.
    ///
    /// # Errors
    /// The errors of [`MachineStepper::sample`](crate::MachineStepper::sample).
    ///
    /// # Panics
    /// Panics if the state does not belong to the stepper.
    pub fn sample(&mut self, state: &State) -> Result<&Sample, StepError> {
        let Self {
            plan,
            work,
            settings,
            ..
        } = self;
        let time = state.clock.time(self.h);
        self.done = 0;
        work.slots[plan.state.clone()].copy_from_slice(&state.entries);
        work.slots[plan.time as usize] = time;
        let call = &plan.sample;
        let outcome = call.code.run(work, settings);
        outcome.map_err(|kind| named(time, kind))?;
        if !is_sound(call, &work.slots, |&number| number) {
            return Err(unsound(call, |slot| work.get(slot), time, &[]));
        }
        let Sample { t, q, v, lambda } = &mut self.sample;
        *t = time;
        q.copy_from_slice(&state.entries[plan.configuration.clone()]);
        call.code.copy_outputs_apart(work, [v, lambda]);
        Ok(&self.sample)
    }

    /// Returns the sample of the last state.
    #[must_use]
    pub fn last_sample(&self) -> &Sample {
        &self.sample
    }

    /// Sets the controls at the last state, before anything that depends on them is read: outputs,
    /// and signs if they [do](Self::signs_read_controls).
    ///
    /// # Panics
    /// Panics if there are more or fewer controls than the model has.
    pub fn set_controls(&mut self, controls: &[f64]) {
        let place = self.plan.controls.clone();
        self.work.slots[place].copy_from_slice(controls);
    }

    /// Returns true if signs depend on the controls at a state.
    #[must_use]
    pub fn signs_read_controls(&self) -> bool {
        self.plan.signs_read_controls
    }

    /// Returns the signs of the last state.
    #[must_use]
    pub fn signs(&mut self) -> Signs<f64> {
        self.compute(SIGNS);
        let code = &self.plan.parts[SIGNS];
        code.copy_outputs(&self.work, &mut self.signs);
        told_apart(&self.plan.formulas, &self.signs)
    }

    /// Returns the signs that the last state would have with other controls. The actual controls
    /// must be [set](Self::set_controls) again before anything else is read.
    #[must_use]
    pub fn signs_under(&mut self, controls: &[f64]) -> Signs<f64> {
        self.set_controls(controls);
        self.done = 0;
        let signs = self.signs();
        self.done = 0;
        signs
    }

    /// Returns the energy at the last state, then the residuals of the velocity constraints and of
    /// the position constraints.
    pub fn energy_and_residuals(&mut self) -> impl Iterator<Item = f64> {
        self.compute(ROW);
        self.plan.parts[ROW].outputs(&self.work)
    }

    /// Returns the outputs of a scenario at the last state.
    pub fn outputs(&mut self) -> impl Iterator<Item = f64> {
        self.compute(OUTPUTS);
        self.plan.parts[OUTPUTS].outputs(&self.work)
    }

    /// Computes the parts up to and including `part`, unless they have been computed already.
    pub(crate) fn compute(&mut self, part: usize) {
        while self.done <= part {
            let code = &self.plan.parts[self.done];
            let outcome = code.run(&mut self.work, &self.settings);
            outcome.expect("only samples solve equations");
            self.done += 1;
        }
    }
}
