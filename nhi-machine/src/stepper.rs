//! A machine with parameters and a step size.

use std::convert::Infallible;
use std::sync::Arc;

use nhi_runtime::plumbing::{irregular, is_regular};
use nhi_runtime::{Clock, NewtonReport, NewtonSettings, Pivot, StepErrorKind};
use nhi_symbolic::{Moment, Requirement, Substep};

use crate::code::Slot;
use crate::error::{Error, SetupError, StepError};
use crate::function::Settings;
use crate::machine::{Call, Machine, Plan};
use crate::state::{Sample, State};
use crate::workspace::{Spare, Template, Workspace, scatter};

/// A machine with parameters and a step size. Like a generated stepper, it is immutable: everything
/// that changes is in its states.
#[derive(Clone, Debug)]
pub struct MachineStepper {
    pub(crate) plan: Arc<Plan>,
    h: f64,
    settings: Settings,
    /// Slots initialised with constants, parameters and prepared values.
    prepared: Template,
    /// The prepared values for the step size and each size of a substep, if steps are composed.
    pub(crate) sizes: Vec<Vec<f64>>,
    spare: Spare,
}

/// Writes the controls of a system without any, or controls that are all zero.
///
/// # Errors
/// Never fails.
pub fn no_controls(_: f64, controls: &mut [f64]) -> Result<(), Infallible> {
    controls.fill(0.0);
    Ok(())
}

impl MachineStepper {
    pub(crate) fn new(machine: &Machine, parameters: &[f64], h: f64) -> Result<Self, SetupError> {
        let plan = &machine.plan;
        let names = &plan.names.parameters;
        assert_eq!(
            parameters.len(),
            names.len(),
            "as many parameters as the model has"
        );
        let unnamed = |error: nhi_runtime::SetupError| error.map_name(str::to_owned);
        nhi_runtime::SetupError::check_step_size(h).map_err(unnamed)?;
        for (name, &value) in names.iter().zip(parameters) {
            let check = nhi_runtime::SetupError::check_parameter("", value);
            check.map_err(|error| error.map_name(|_| name.clone()))?;
        }
        let mut work = Workspace::new(&plan.template);
        scatter(&mut work.slots, &plan.inputs.parameters, parameters);
        let mut sizes = vec![prepare(plan, h, &mut work).map_err(unnamed)?];
        for size in Substep::sizes(&plan.substeps) {
            sizes.push(prepare(plan, size * h, &mut work).map_err(unnamed)?);
        }
        scatter(&mut work.slots, &plan.prepare.prepared, &sizes[0]);
        let mut prepared = plan.template.clone();
        let length = prepared.slots.len();
        prepared.slots.copy_from_slice(&work.slots[..length]);
        Ok(Self {
            plan: Arc::clone(plan),
            h,
            settings: Settings::default(),
            prepared,
            sizes,
            spare: Spare::of(work),
        })
    }

    /// Returns the same stepper with other settings of Newton's method.
    #[must_use]
    pub fn with_newton(mut self, newton: NewtonSettings<f64>) -> Self {
        self.settings.newton = newton;
        self
    }

    /// Returns the same stepper with the tolerance of a method with its own step size divided by a
    /// number. Other methods have none.
    #[must_use]
    pub fn with_tolerance_divided(mut self, divisor: f64) -> Self {
        self.settings.tolerance_divisor = divisor;
        self
    }

    /// Returns the step size, in the model's unit of time.
    #[must_use]
    pub fn step_size(&self) -> f64 {
        self.h
    }

    /// Returns the time of a state.
    #[must_use]
    pub fn time(&self, state: &State) -> f64 {
        state.clock.time(self.h)
    }

    /// Reports how the equations of the step that led to a state were solved.
    #[must_use]
    pub fn report(&self, state: &State) -> NewtonReport<f64> {
        state.report
    }

    /// Returns the state one step after `state`.
    ///
    /// `controls(t, u)` writes the controls at the time `t`, or returns an error. It is called once
    /// for each moment of the step at which the integrator reads them.
    ///
    /// # Errors
    /// Fails if a control or the next state is not finite, the equations of the step cannot be
    /// solved, or the controls cannot be determined.
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn step<E>(
        &self,
        state: &State,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Result<State, Error<E>> {
        let mut next = state.clone();
        self.step_into(state, controls, &mut next)?;
        Ok(next)
    }

    /// Writes the result of [`step`](Self::step) to an existing state, without allocation. After an
    /// error that state is unchanged.
    ///
    /// # Errors
    /// The errors of [`step`](Self::step).
    ///
    /// # Panics
    /// Panics if a state does not belong to this machine.
    pub fn step_into<E>(
        &self,
        state: &State,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
        next: &mut State,
    ) -> Result<(), Error<E>> {
        self.with_workspace(|work| {
            let call = &self.plan.step;
            self.advance(call, state, controls, work, |_, _| ())?;
            assert_eq!(
                next.entries.len(),
                call.code.outputs.len(),
                "a state of this machine"
            );
            next.clock = state.clock.next();
            next.report = work.report.unwrap_or_default();
            call.code.copy_outputs(work, &mut next.entries);
            Ok(())
        })
    }

    /// Runs a function that makes a step, and tests its results. Of a composed step, it calls
    /// `watch` after each substep.
    #[inline]
    pub(crate) fn advance<E>(
        &self,
        call: &Call,
        state: &State,
        mut controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
        work: &mut Workspace,
        watch: impl FnMut(&Substep, &mut Workspace),
    ) -> Result<(), Error<E>> {
        let time = self.set_state(state, work);
        if self.plan.substeps.is_empty() {
            let time_of =
                |node: usize| moment_time(self.plan.moments[node], state.clock, self.h, time);
            return self.run(call, time, time_of, &mut controls, work);
        }
        self.compose(call, state, &mut controls, work, watch)
    }

    /// Runs a function that makes a step or a substep from the state in its inputs, and tests its
    /// results.
    #[inline]
    pub(crate) fn run<E>(
        &self,
        call: &Call,
        time: f64,
        time_of: impl Fn(usize) -> f64,
        controls: &mut impl FnMut(f64, &mut [f64]) -> Result<(), E>,
        work: &mut Workspace,
    ) -> Result<(), Error<E>> {
        for &node in &call.nodes {
            let t = time_of(node);
            let slots = &mut work.slots[self.plan.inputs.nodes[node].clone()];
            controls(t, slots).map_err(Error::Controls)?;
        }
        let outcome = call.code.run(work, &self.settings);
        outcome.map_err(|kind| named(time, kind))?;
        if is_sound(call, &work.slots, |&number| number) {
            return Ok(());
        }
        let nodes = call.nodes.iter().map(|&node| &self.plan.inputs.nodes[node]);
        let read: Vec<_> = nodes
            .flat_map(|node| &work.slots[node.clone()])
            .copied()
            .collect();
        Err(unsound(call, |slot| work.get(slot), time, &read).into())
    }

    /// Returns time, configuration, velocity and multipliers of a state.
    ///
    /// # Errors
    /// Fails if a result is not finite.
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn sample(&self, state: &State) -> Result<Sample, StepError> {
        let mut sample = Sample::default();
        self.sample_into(state, &mut sample)?;
        Ok(sample)
    }

    /// Writes a [`sample`](Self::sample) to an existing one, without allocation after the first
    /// call.
    ///
    /// # Errors
    /// The errors of [`sample`](Self::sample).
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn sample_into(&self, state: &State, sample: &mut Sample) -> Result<(), StepError> {
        self.with_workspace(|work| self.sample_in(state, sample, work))
    }

    /// Computes a sample in a workspace.
    pub(crate) fn sample_in(
        &self,
        state: &State,
        sample: &mut Sample,
        work: &mut Workspace,
    ) -> Result<(), StepError> {
        let call = &self.plan.sample;
        sample.t = self.set_state(state, work);
        let outcome = call.code.run(work, &self.settings);
        outcome.map_err(|kind| named(sample.t, kind))?;
        if !is_sound(call, &work.slots, |&number| number) {
            return Err(unsound(call, |slot| work.get(slot), sample.t, &[]));
        }
        let velocities = self.plan.names.velocities.len();
        let mut outputs = call.code.outputs(work);
        replace(
            &mut sample.q,
            &state.entries[self.plan.configuration.clone()],
        );
        sample.v.clear();
        sample.v.extend(outputs.by_ref().take(velocities));
        sample.lambda.clear();
        sample.lambda.extend(outputs);
        Ok(())
    }

    /// Returns the names of the diagnostics: functions of a state that describe the quality of the
    /// integration.
    pub fn diagnostics(&self) -> impl Iterator<Item = &'static str> {
        self.plan.diagnostics.iter().map(|&(name, _)| name)
    }

    /// Returns the values of the diagnostic of the given name at a state; `None` if there is no
    /// such diagnostic.
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    #[must_use]
    pub fn diagnostic(&self, name: &str, state: &State) -> Option<Vec<f64>> {
        let mut diagnostics = self.plan.diagnostics.iter();
        let (_, call) = diagnostics.find(|(known, _)| *known == name)?;
        Some(self.with_workspace(|work| {
            self.set_state(state, work);
            let outcome = call.code.run(work, &self.settings);
            outcome.expect("a diagnostic solves no equations: it has no error to return");
            call.code.outputs(work).collect()
        }))
    }

    /// Gives its working memory up until the next call: for many steppers that are seldom called.
    pub fn rest(&self) {
        self.spare.rest();
    }

    /// Lends the workspace.
    pub(crate) fn with_workspace<R>(&self, call: impl FnOnce(&mut Workspace) -> R) -> R {
        self.spare.lend(&self.prepared, call)
    }

    /// Writes a state to the inputs and returns its time.
    #[inline]
    pub(crate) fn set_state(&self, state: &State, work: &mut Workspace) -> f64 {
        let inputs = &self.plan.inputs;
        let time = self.time(state);
        work.slots[inputs.state.clone()].copy_from_slice(&state.entries);
        work.slots[inputs.time as usize] = time;
        time
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the slots with constants, parameters and prepared values.
    pub(crate) fn prepared_slots(&self) -> &[f64] {
        &self.prepared.slots
    }
}

/// Returns the time of a moment of the step of length `h` from a state with a clock at a time.
#[inline]
pub(crate) fn moment_time(moment: Moment, clock: Clock<f64>, h: f64, time: f64) -> f64 {
    match moment {
        Moment::Beginning => time,
        Moment::End => clock.next().time(h),
        Moment::Between(fraction) => time + fraction * h,
    }
}

/// Computes the values that are prepared for a step size, and returns them.
fn prepare(plan: &Plan, h: f64, work: &mut Workspace) -> Result<Vec<f64>, nhi_runtime::SetupError> {
    work.slots[plan.inputs.step_size as usize] = h;
    plan.prepare.code.run(&mut work.slots);
    for &(requirement, slot) in &plan.prepare.conditions {
        let value = work.get(slot);
        match requirement {
            Requirement::Positive(what) => nhi_runtime::SetupError::check_positive(what, value)?,
            Requirement::Stable(what) => nhi_runtime::SetupError::check_stable(what, value)?,
        }
    }
    let values = plan.prepare.prepared.iter();
    let values: Vec<_> = values.map(|&slot| work.get(slot)).collect();
    nhi_runtime::SetupError::check_all_prepared(&values)?;
    Ok(values)
}

/// Returns an error of the runtime at a time, with owned names.
pub(crate) fn named(time: f64, kind: StepErrorKind<f64>) -> StepError {
    StepError::new(time, kind.map_name(str::to_owned))
}

/// Returns true if all results are finite and depend on no pivot that is round-off. They are finite
/// if the sum of the tested results is finite.
#[inline]
pub(crate) fn is_sound<T>(call: &Call, slots: &[T], number: impl Fn(&T) -> f64) -> bool {
    let mut sum = 0.0;
    for row in &call.tested {
        for slot in &slots[row.clone()] {
            sum += number(slot);
        }
    }
    let at = |slot: Slot| number(&slots[slot as usize]);
    let mut pivots = call.pivots.iter();
    sum.is_finite() && pivots.all(|pivot| is_regular(at(pivot.value), at(pivot.scale)))
}

/// Returns the error of a call from a time whose results are not sound, from the numbers in slots.
#[cold]
pub(crate) fn unsound(
    call: &Call,
    get: impl Fn(Slot) -> f64,
    time: f64,
    inputs: &[f64],
) -> StepError {
    let pivots = call.pivots.iter().map(|pivot| Pivot {
        matrix: pivot.matrix,
        name: pivot.name.clone(),
        value: get(pivot.value),
        scale: get(pivot.scale),
    });
    let pivots: Vec<_> = pivots.collect();
    irregular(time, inputs, &pivots)
}

fn replace(list: &mut Vec<f64>, values: &[f64]) {
    list.clear();
    list.extend_from_slice(values);
}
