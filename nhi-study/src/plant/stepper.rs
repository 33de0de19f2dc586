//! A machine that performs steps.

use std::cell::RefCell;

use nhi_machine::{Functions, MachineStepper, Observer, Residual, Sample, SetupError, State};
use nhi_runtime::Clock;
use nhi_symbolic::Quantity;

use super::error::RunError;
use super::machine::Machine;
use super::signal_table::SignalTable;

/// A machine with parameters and a step size.
#[derive(Debug)]
pub struct Stepper<'a> {
    pub(super) machine: &'a Machine,
    integrator: MachineStepper,
    /// The methods of the generated code for these parameters.
    methods: Functions,
    parameters: Vec<f64>,
    /// The controls for these parameters.
    controls: Functions,
    /// The explicitly time-dependent functions for these parameters.
    pub(super) of_time: Functions,
    /// The number of steps between updates of the controls, if they are held in between.
    steps_held: Option<u64>,
    /// The most recent controls, if they depend on time only. The controls at the end of a step are
    /// those at the start of the next.
    last_controls: RefCell<Controls>,
    /// The controls held over several steps.
    held_controls: RefCell<Vec<f64>>,
    /// Placeholder controls for methods that do not depend on them.
    pub(super) no_controls: Vec<f64>,
}

/// The part of a state that controls depend on during the step from it.
#[derive(Clone, Copy, Debug)]
enum Seen<'s> {
    /// None: they depend on time only.
    Time,
    /// Configuration and velocities.
    State(&'s Sample),
    /// None: they keep the values already held.
    Held,
}

/// The values of controls at a time.
#[derive(Debug)]
struct Controls {
    t: f64,
    values: Vec<f64>,
}

impl Machine {
    /// Returns the stepper for a step size and for parameters in the order of the model.
    ///
    /// # Errors
    /// The model is singular for the parameters, or rates exceed the stability limit of the
    /// integrator.
    pub fn stepper(&self, parameters: &[f64], h: f64) -> Result<Stepper<'_>, SetupError> {
        let integrator = self.integrator.stepper(parameters, h);
        let no_controls = vec![f64::NAN; self.integrator.names().controls.len()];
        let nowhere = Controls {
            t: f64::NAN,
            values: no_controls.clone(),
        };
        Ok(Stepper {
            machine: self,
            integrator: integrator?,
            methods: self.methods.with_fixed(parameters),
            parameters: parameters.to_vec(),
            controls: self.controls.with_fixed(parameters),
            of_time: self.of_time.with_fixed(parameters),
            steps_held: self
                .period
                .map(|period| ((period / h).round() as u64).max(1)),
            last_controls: RefCell::new(nowhere),
            held_controls: RefCell::new(no_controls.clone()),
            no_controls,
        })
    }
}

impl Stepper<'_> {
    /// Returns the residual of each constraint for initial values at `t = 0`.
    pub fn residuals_at_start(&self, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        self.integrator.admission(0.0, q, v)
    }

    /// Returns the velocity nearest to `v` that satisfies the constraints at `t = 0`. Returns
    /// `None` if velocities cannot be projected onto constraints of this kind.
    pub fn project(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let names = self.machine.integrator.names();
        if names.admission.is_empty() {
            return Some(v.to_vec());
        }
        self.method(Quantity::ProjectedVelocity.name(), 0.0, q, v)
    }

    /// Moves the configuration onto the position constraints at `t = 0`, by Newton's method.
    /// Returns it unchanged if there are none, and `None` if the iteration fails.
    pub fn project_positions(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        const MOST: usize = 30;
        let names = self.machine.integrator.names();
        let mut q = q.to_vec();
        if names.positions.is_empty() {
            return Some(q);
        }
        for _ in 0..MOST {
            let correction = self.method(Quantity::PositionCorrection.name(), 0.0, &q, v)?;
            // The entries of a group element differ in number from the components of its velocity.
            if correction.len() != q.len() || correction.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let size = q.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
            let moved = correction.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (q, correction) in q.iter_mut().zip(&correction) {
                *q -= correction;
            }
            if moved <= 4.0 * f64::EPSILON * size {
                return Some(q);
            }
        }
        None
    }

    /// Returns the first state, at `t = 0`.
    pub fn start(&self, q: &[f64], v: &[f64]) -> Result<State, RunError> {
        let sample = Sample {
            q: q.to_vec(),
            v: v.to_vec(),
            ..Sample::default()
        };
        let seen = match self.steps_held {
            Some(steps) => self.hold(Clock::new(0.0), steps, Some(&sample))?,
            None => self.seen_in(&sample),
        };
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, seen, u);
        let lambda = &self.machine.multipliers;
        Ok(self.integrator.start(0.0, q, v, lambda, controls)?)
    }

    /// Returns the state one step later. Controls are read at the nodes of the step, with the
    /// coordinates and velocities at its beginning.
    pub fn step(&self, state: &State) -> Result<State, RunError> {
        let mut next = state.clone();
        self.step_into(state, &mut next)?;
        Ok(next)
    }

    /// Performs a [`step`](Self::step) into an existing state.
    pub fn step_into(&self, state: &State, next: &mut State) -> Result<(), RunError> {
        let sample = self.sample_for_controls(state)?;
        self.step_from(state, sample.as_ref(), next)
    }

    /// Performs [`step_into`](Self::step_into) from a state. `sample` is its sample, if controls
    /// [depend on states](Self::controls_see_states).
    pub(super) fn step_from(
        &self,
        state: &State,
        sample: Option<&Sample>,
        next: &mut State,
    ) -> Result<(), RunError> {
        let seen = self.seen_by_controls(state, sample)?;
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, seen, u);
        Ok(self.integrator.step_into(state, controls, next)?)
    }

    /// Returns the next state and its derivatives with respect to the entries of the state, column
    /// by column, if the integrator provides them.
    pub(super) fn step_jacobian(
        &self,
        state: &State,
    ) -> Result<Option<nhi_machine::StepJacobian>, RunError> {
        let sample = self.sample_for_controls(state)?;
        let seen = self.seen_by_controls(state, sample.as_ref())?;
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, seen, u);
        let jacobian = self.integrator.step_jacobian(state, controls);
        Ok(jacobian.transpose()?)
    }

    /// Returns true if the controls of a step depend on the state at its beginning.
    pub(super) fn controls_see_states(&self) -> bool {
        self.machine.has_feedback && self.machine.integrator.reads_controls()
    }

    fn sample_for_controls(&self, state: &State) -> Result<Option<Sample>, RunError> {
        let sample = self.controls_see_states().then(|| self.sample(state));
        sample.transpose()
    }

    /// Returns what controls depend on during the step from a state; `sample` is its sample, if
    /// they depend on it.
    fn seen_by_controls<'s>(
        &self,
        state: &State,
        sample: Option<&'s Sample>,
    ) -> Result<Seen<'s>, RunError> {
        let reads = self.machine.integrator.reads_controls();
        match self.steps_held.filter(|_| reads) {
            Some(steps) => self.hold(state.clock, steps, sample),
            None => Ok(sample.map_or(Seen::Time, Seen::State)),
        }
    }

    /// Returns what controls depend on at a sample.
    fn seen_in<'s>(&self, sample: &'s Sample) -> Seen<'s> {
        if self.machine.has_feedback {
            Seen::State(sample)
        } else {
            Seen::Time
        }
    }

    /// Holds the controls of a state: those at the last multiple of the period. Controls that
    /// depend on the state are computed only there, and kept until the next multiple.
    fn hold(
        &self,
        clock: Clock<f64>,
        steps: u64,
        sample: Option<&Sample>,
    ) -> Result<Seen<'static>, RunError> {
        let period = clock.steps / steps;
        let begun = Clock {
            steps: period * steps,
            ..clock
        };
        let t = begun.time(self.step_size());
        let mut values = self.held_controls.borrow_mut();
        match sample.filter(|_| self.machine.has_feedback) {
            None => self.write_controls(t, Seen::Time, &mut values)?,
            Some(sample) if begun == clock => {
                self.compute_controls(t, &[&[t], &sample.q, &sample.v], &mut values)?;
            }
            Some(_) => return Ok(Seen::Held),
        }
        if let Some(noise) = &self.machine.noise {
            noise.disturb_controls(period, &mut values);
        }
        Ok(Seen::Held)
    }

    /// Returns the time, configuration, velocities and multipliers of a state.
    pub fn sample(&self, state: &State) -> Result<Sample, RunError> {
        Ok(self.integrator.sample(state)?)
    }

    /// Returns the controls at a state with its sample.
    pub fn controls(&self, state: &State, sample: &Sample) -> Result<Vec<f64>, RunError> {
        let mut values = self.no_controls.clone();
        self.controls_into(state, sample, &mut values)?;
        Ok(values)
    }

    /// Writes the [`controls`](Self::controls) into a slice of their number.
    pub(super) fn controls_into(
        &self,
        state: &State,
        sample: &Sample,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        let seen = match self.steps_held {
            Some(steps) => self.hold(state.clock, steps, Some(sample))?,
            None => self.seen_in(sample),
        };
        self.write_controls(sample.t, seen, values)
    }

    /// Returns the observer of this stepper's states.
    pub(super) fn observer(&self) -> Observer {
        let observables = &self.machine.observables;
        observables.observer(&self.parameters, self.step_size())
    }

    /// Returns true if controls that follow the state are held over a step.
    pub(super) fn holds_controls(&self) -> bool {
        self.machine.follows_state() && self.machine.integrator.reads_controls()
    }

    /// Writes the controls at the end of a step that began with this sample and these controls.
    pub(super) fn controls_at_end(
        &self,
        t: f64,
        began: &Sample,
        held: &[f64],
        values: &mut [f64],
    ) -> Result<(), RunError> {
        if self.steps_held.is_some() {
            values.copy_from_slice(held);
            return Ok(());
        }
        // The values are not kept for later steps, which need other times.
        if self.machine.has_feedback {
            self.compute_controls(t, &[&[t], &began.q, &began.v], values)
        } else {
            self.compute_controls(t, &[&[t]], values)
        }
    }

    /// Returns true if controls may jump between the end of a step and the beginning of the next.
    pub(super) fn controls_jump(&self) -> bool {
        self.machine.integrator.reads_controls()
            && (self.machine.has_feedback || self.steps_held.is_some())
    }

    /// Returns true if controls have the same values at all times.
    pub(super) fn keeps_controls(&self) -> bool {
        self.machine.has_constant_controls && self.steps_held.is_none()
    }

    /// Returns the values of a diagnostic of the integrator at a state.
    pub(super) fn diagnostic(&self, name: &str, state: &State) -> Vec<f64> {
        let values = self.integrator.diagnostic(name, state);
        values.expect("a machine has the diagnostics of its scheme")
    }

    /// Returns true if reflecting steps keep the alternating part from growing.
    pub fn compensates(&self) -> bool {
        self.machine.stepper.traits.compensates
    }

    /// Returns the step size.
    pub fn step_size(&self) -> f64 {
        self.integrator.step_size()
    }

    fn write_controls(&self, t: f64, seen: Seen<'_>, values: &mut [f64]) -> Result<(), RunError> {
        match seen {
            Seen::Held => {
                values.copy_from_slice(&self.held_controls.borrow());
                return Ok(());
            }
            Seen::State(Sample { q, v, .. }) => {
                return self.compute_controls(t, &[&[t], q, v], values);
            }
            Seen::Time => {}
        }
        let mut last = self.last_controls.borrow_mut();
        let is_known = self.machine.has_constant_controls && !last.t.is_nan();
        if !is_known && last.t.to_bits() != t.to_bits() {
            last.t = f64::NAN;
            self.compute_controls(t, &[&[t]], &mut last.values)?;
            last.t = t;
        }
        values.copy_from_slice(&last.values);
        Ok(())
    }

    fn compute_controls(
        &self,
        t: f64,
        inputs: &[&[f64]],
        values: &mut [f64],
    ) -> Result<(), RunError> {
        let called = self.controls.call(0, inputs, values);
        called.expect("controls solve no equations");
        let tables = self.machine.tables.iter().enumerate();
        for (place, table) in tables.filter_map(|(place, table)| Some((place, table.as_ref()?))) {
            values[place] = table
                .value(t)
                .ok_or_else(|| self.outside(place, table, t))?;
        }
        match values.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(place) => Err(RunError {
                time: t,
                reason: format!(
                    "the control `{}` is {:?} but must be finite",
                    self.machine.integrator.names().controls[place],
                    values[place]
                ),
            }),
        }
    }

    /// Returns the error for a table without a value at a time.
    fn outside(&self, control: usize, table: &SignalTable, time: f64) -> RunError {
        let (first, last) = table.range();
        let name = &self.machine.integrator.names().controls[control];
        let reason = format!(
            "the table of the control `{name}` goes from {first:?} to {last:?} and has no value at {time:?}"
        );
        RunError { time, reason }
    }

    /// Evaluates a method of the generated code that every model has.
    pub(super) fn method_at(&self, name: &str, sample: &Sample) -> Vec<f64> {
        let values = self.method(name, sample.t, &sample.q, &sample.v);
        values.unwrap_or_else(|| unreachable!("every model has the method `{name}`"))
    }

    /// Evaluates a method of the generated code; `None` if the model does not have it.
    pub(super) fn method(&self, name: &str, t: f64, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let methods = &self.methods;
        let number = methods.number(name)?;
        let mut values = vec![f64::NAN; methods.len_of(number)];
        let inputs: [&[f64]; 4] = [&[t], q, v, &self.no_controls];
        let called = methods.call(number, &inputs, &mut values);
        called.expect("methods solve no equations");
        Some(values)
    }
}
