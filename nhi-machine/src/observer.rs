//! What is read from the states of a run.

use std::ops::Range;
use std::sync::Arc;

use nhi_runtime::{NewtonSettings, Signs};
use nhi_symbolic::{Observables, Seen, Stepper};

use crate::code::{Slot, Straight};
use crate::error::StepError;
use crate::flatten::Flattener;
use crate::function::Code;
use crate::machine::{Call, in_a_row};
use crate::signs::told_apart;
use crate::state::{Sample, State};
use crate::stepper::{is_sound, named, unsound};
use crate::workspace::{Template, Workspace, scatter};

/// Samples, signs, energy, residuals and outputs of a model with one integrator, for any parameters
/// and step size. What several of them need is computed once.
#[derive(Clone, Debug)]
pub struct ObservableFunctions {
    plan: Arc<Plan>,
}

#[derive(Debug)]
struct Plan {
    parameters: Vec<Slot>,
    step_size: Slot,
    time: Slot,
    /// The entries of a state, in a row.
    state: Range<usize>,
    /// The controls at the time of the state, in a row.
    controls: Range<usize>,
    /// The configuration among the entries of a state.
    configuration: Range<usize>,
    /// The number of velocities among the results of a sample.
    velocities: usize,
    prepare: Straight,
    sample: Call,
    /// What continues from a sample, in this order: the functions by the numbers below.
    parts: [Code; 3],
    /// Which signs the model has.
    formulas: nhi_symbolic::Signs,
    signs_read_controls: bool,
    template: Template,
}

const SIGNS: usize = 0;
const ROW: usize = 1;
const OUTPUTS: usize = 2;

/// Observables for parameters and a step size, at one state after the other: [`sample`](Self::sample)
/// goes to a state, the others read more of it. Nothing allocates after the first state.
#[derive(Clone, Debug)]
pub struct Observer {
    plan: Arc<Plan>,
    h: f64,
    work: Workspace,
    sample: Sample,
    /// The number of parts that are computed at the last state.
    done: usize,
    /// Room for the values of signs.
    signs: Vec<f64>,
}

impl ObservableFunctions {
    /// Puts observables into instructions: those of a stepper and of the signs by their formulas.
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
        let called = observables.subroutines.iter();
        called.for_each(|function| flattener.share(function));
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

    /// Which signs the model has, as formulas.
    #[must_use]
    pub fn formulas(&self) -> &nhi_symbolic::Signs {
        &self.plan.formulas
    }

    /// The observer for parameters, in the order of the model, and a step size.
    ///
    /// # Panics
    /// Where there are more or fewer parameters than the model has.
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
    /// Goes to a state, and returns its time, configuration, velocity and multipliers.
    ///
    /// # Errors
    /// As [`MachineStepper::sample`](crate::MachineStepper::sample).
    ///
    /// # Panics
    /// Where the state is not of the stepper.
    pub fn sample(&mut self, state: &State) -> Result<&Sample, StepError> {
        let Self { plan, work, .. } = self;
        let time = state.clock.time(self.h);
        self.done = 0;
        work.slots[plan.state.clone()].copy_from_slice(&state.entries);
        work.slots[plan.time as usize] = time;
        let call = &plan.sample;
        let outcome = call.code.run(work, &NewtonSettings::default());
        outcome.map_err(|kind| named(time, kind))?;
        if !is_sound(call, work) {
            return Err(unsound(call, work, time, &[]));
        }
        let Sample { t, q, v, lambda } = &mut self.sample;
        *t = time;
        q.copy_from_slice(&state.entries[plan.configuration.clone()]);
        call.code.copy_outputs_apart(work, [v, lambda]);
        Ok(&self.sample)
    }

    /// The sample of the last state.
    #[must_use]
    pub fn last_sample(&self) -> &Sample {
        &self.sample
    }

    /// Takes the controls at the last state before anything else is read that depends on them:
    /// outputs, and signs where they [do](Self::signs_read_controls).
    ///
    /// # Panics
    /// Where there are more or fewer controls than the model has.
    pub fn set_controls(&mut self, controls: &[f64]) {
        let place = self.plan.controls.clone();
        self.work.slots[place].copy_from_slice(controls);
    }

    /// Returns true if signs depend on the controls at a state.
    #[must_use]
    pub fn signs_read_controls(&self) -> bool {
        self.plan.signs_read_controls
    }

    /// The signs of the last state.
    #[must_use]
    pub fn signs(&mut self) -> Signs<f64> {
        self.compute(SIGNS);
        let code = &self.plan.parts[SIGNS];
        code.copy_outputs(&self.work, &mut self.signs);
        told_apart(&self.plan.formulas, &self.signs)
    }

    /// The signs of the last state if the controls were others. Own controls are to be
    /// [given](Self::set_controls) anew before anything else is read.
    #[must_use]
    pub fn signs_under(&mut self, controls: &[f64]) -> Signs<f64> {
        self.set_controls(controls);
        self.done = 0;
        let signs = self.signs();
        self.done = 0;
        signs
    }

    /// The energy at the last state, then the residuals of the velocity constraints and of the
    /// position constraints.
    pub fn energy_and_residuals(&mut self) -> impl Iterator<Item = f64> {
        self.compute(ROW);
        self.plan.parts[ROW].outputs(&self.work)
    }

    /// The outputs of a scenario at the last state.
    pub fn outputs(&mut self) -> impl Iterator<Item = f64> {
        self.compute(OUTPUTS);
        self.plan.parts[OUTPUTS].outputs(&self.work)
    }

    /// Computes the parts up to one, as far as they are not yet.
    fn compute(&mut self, part: usize) {
        while self.done <= part {
            let code = &self.plan.parts[self.done];
            let outcome = code.run(&mut self.work, &NewtonSettings::default());
            outcome.expect("only samples solve equations");
            self.done += 1;
        }
    }
}
