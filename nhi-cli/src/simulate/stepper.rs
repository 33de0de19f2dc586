//! A machine that makes steps.

use std::cell::RefCell;

use nhi_machine::{Functions, MachineStepper, Residual, Sample, SignFunctions, State};
use nhi_runtime::Signs;
use nhi_symbolic::Quantity;

use super::error::RunError;
use super::machine::Machine;

/// What gives constraint residuals, of velocities and positions.
const RESIDUALS: [Quantity; 2] = [Quantity::ConstraintResidual, Quantity::PositionResidual];

/// The diagnostic of integrators that reflect velocities.
const REFLECTION: &str = "constraint_reflection";

/// A machine with parameters and a step size.
#[derive(Debug)]
pub(crate) struct Stepper<'a> {
    pub(super) machine: &'a Machine,
    integrator: MachineStepper,
    /// The methods of the generated code for these parameters.
    methods: Functions,
    /// What states show of what must stay small, for these parameters.
    pub(super) signs: SignFunctions,
    /// The controls for these parameters.
    controls: Functions,
    /// The controls that were last computed, where they are a function of the time alone: a step
    /// ends where the next one begins.
    last_controls: RefCell<Controls>,
    /// What is given for controls to methods that do not depend on them.
    no_controls: Vec<f64>,
}

/// Controls at a time.
#[derive(Debug)]
struct Controls {
    t: f64,
    values: Vec<f64>,
}

impl Machine {
    /// The stepper for parameters, in the order of the model, and a step size.
    ///
    /// # Errors
    /// Parameters for which the model is singular, in one sentence.
    pub(crate) fn stepper(&self, parameters: &[f64], h: f64) -> Result<Stepper<'_>, String> {
        let integrator = self.integrator.stepper(parameters, h);
        let no_controls = vec![f64::NAN; self.integrator.names().controls.len()];
        let nowhere = Controls {
            t: f64::NAN,
            values: no_controls.clone(),
        };
        Ok(Stepper {
            machine: self,
            integrator: integrator.map_err(|error| error.to_string())?,
            methods: self.methods.with_fixed(parameters),
            signs: self.signs.of_stepper(parameters, h),
            controls: self.controls.with_fixed(parameters),
            last_controls: RefCell::new(nowhere),
            no_controls,
        })
    }
}

impl Stepper<'_> {
    /// How far initial values at `t = 0` are from each constraint.
    pub(crate) fn residuals_at_start(&self, q: &[f64], v: &[f64]) -> Vec<Residual<'_>> {
        self.integrator.admission(0.0, q, v)
    }

    /// The velocity nearest to `v` that satisfies the constraints at `t = 0`; `None` where the
    /// constraints are of kinds that velocities are not projected on.
    pub(crate) fn project(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        let names = self.machine.integrator.names();
        if names.admission.is_empty() {
            return Some(v.to_vec());
        }
        self.method(Quantity::ProjectedVelocity.name(), 0.0, q, v)
    }

    /// The configuration moved to the position constraints at `t = 0`, by Newton's method; as it is where there are none, `None`
    /// where it does not get there.
    pub(crate) fn project_positions(&self, q: &[f64], v: &[f64]) -> Option<Vec<f64>> {
        const MOST: usize = 30;
        let names = self.machine.integrator.names();
        let mut q = q.to_vec();
        if names.positions.is_empty() {
            return Some(q);
        }
        for _ in 0..MOST {
            let correction = self.method(Quantity::PositionCorrection.name(), 0.0, &q, v)?;
            // A group element has other entries than its velocity has components.
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

    /// The first state, at `t = 0`.
    pub(crate) fn start(&self, q: &[f64], v: &[f64]) -> Result<State, RunError> {
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, q, v, u);
        let lambda = &self.machine.multipliers;
        Ok(self.integrator.start(0.0, q, v, lambda, controls)?)
    }

    /// The state one step later. Controls are read at the nodes of the step, with coordinates and
    /// velocities as they are at its beginning.
    pub(crate) fn step(&self, state: &State) -> Result<State, RunError> {
        let mut next = state.clone();
        self.step_into(state, &mut next)?;
        Ok(next)
    }

    /// [`step`](Self::step) into a state that is there already.
    pub(crate) fn step_into(&self, state: &State, next: &mut State) -> Result<(), RunError> {
        let here = self.seen_by_controls(state)?;
        let (q, v) = here
            .as_ref()
            .map_or((&[][..], &[][..]), |here| (&here.q, &here.v));
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, q, v, u);
        Ok(self.integrator.step_into(state, controls, next)?)
    }

    /// The next state and its derivatives by the entries of the state, column by column, where the
    /// integrator has them.
    pub(super) fn step_jacobian(
        &self,
        state: &State,
    ) -> Result<Option<nhi_machine::StepJacobian>, RunError> {
        let here = self.seen_by_controls(state)?;
        let (q, v) = here
            .as_ref()
            .map_or((&[][..], &[][..]), |here| (&here.q, &here.v));
        let controls = |t: f64, u: &mut [f64]| self.write_controls(t, q, v, u);
        let jacobian = self.integrator.step_jacobian(state, controls);
        Ok(jacobian.transpose()?)
    }

    /// What controls see of a state, where one of them depends on it.
    fn seen_by_controls(&self, state: &State) -> Result<Option<Sample>, RunError> {
        self.holds_controls()
            .then(|| self.sample(state))
            .transpose()
    }

    /// Time, configuration, velocities and multipliers of a state.
    pub(crate) fn sample(&self, state: &State) -> Result<Sample, RunError> {
        Ok(self.integrator.sample(state)?)
    }

    /// The energy `v . L_v - L`.
    pub(crate) fn energy(&self, sample: &Sample) -> f64 {
        self.method_at(Quantity::Energy.name(), sample)[0]
    }

    /// The residuals of the velocity constraints, then of the position constraints.
    pub(crate) fn residuals(&self, sample: &Sample) -> Vec<f64> {
        let Sample { t, q, v, .. } = sample;
        let lists = RESIDUALS
            .iter()
            .map(|row| self.method(row.name(), *t, q, v));
        lists.flatten().flatten().collect()
    }

    /// The controls at a sample.
    pub(crate) fn controls(&self, sample: &Sample) -> Result<Vec<f64>, RunError> {
        let mut values = self.no_controls.clone();
        self.write_controls(sample.t, &sample.q, &sample.v, &mut values)?;
        Ok(values)
    }

    /// Whether controls depend on the state and are held over a step.
    pub(super) fn holds_controls(&self) -> bool {
        self.machine.has_feedback && self.machine.integrator.reads_controls()
    }

    /// What a state with its sample shows of what must stay small.
    pub(crate) fn signs_of(&self, state: &State, sample: &Sample) -> Signs<f64> {
        let reflection = self.integrator.diagnostic(REFLECTION, state);
        self.signs.signs(sample, &reflection.unwrap_or_default())
    }

    /// The values of a diagnostic of the integrator at a state.
    pub(super) fn diagnostic(&self, name: &str, state: &State) -> Vec<f64> {
        let values = self.integrator.diagnostic(name, state);
        values.expect("a machine has the diagnostics of its scheme")
    }

    /// The step size.
    pub(crate) fn step_size(&self) -> f64 {
        self.integrator.step_size()
    }

    fn write_controls(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
        values: &mut [f64],
    ) -> Result<(), RunError> {
        if self.machine.has_feedback {
            return self.compute_controls(t, &[&[t], q, v], values);
        }
        let mut last = self.last_controls.borrow_mut();
        if last.t.to_bits() != t.to_bits() {
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

    /// A method of the generated code that every model has, at a sample.
    pub(super) fn method_at(&self, name: &str, sample: &Sample) -> Vec<f64> {
        let values = self.method(name, sample.t, &sample.q, &sample.v);
        values.unwrap_or_else(|| unreachable!("every model has the method `{name}`"))
    }

    /// A method of the generated code; `None` where the model has none of this name.
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

/// Accepts values that are finite, by the test of the generated code: their sum is.
pub(super) fn finite(values: Vec<f64>, time: f64) -> Result<Vec<f64>, RunError> {
    let sum: f64 = values.iter().sum();
    if sum.is_finite() {
        Ok(values)
    } else {
        Err(RunError::non_finite(time))
    }
}
