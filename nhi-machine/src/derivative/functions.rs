//! Derivatives of plain functions and of what is observed at a state.

use super::trace::Obstacle;
use super::{Derivative, DerivativeError, Input, Recorder, slots_of};
use crate::functions::Functions;
use crate::observer::{OUTPUTS, Observer, ROW};
use crate::stepper::named;

impl Functions {
    /// Returns the results of a function with its derivative, with respect to all inputs of
    /// [`new`](Self::new): those that are fixed come first.
    ///
    /// # Errors
    /// The errors of [`call`](Self::call), and a [`DerivativeError`]. The time of an error is zero.
    ///
    /// # Panics
    /// Panics under the same conditions as [`call`](Self::call).
    pub fn derivative(
        &self,
        function: usize,
        inputs: &[&[f64]],
    ) -> Result<(Vec<f64>, Derivative), DerivativeError> {
        let code = &self.plan.codes[function];
        let recorded = self.with_results(function, inputs, |work| {
            let results = code.outputs(work).collect();
            let mut recorder = Recorder::new(self.template.slots.len());
            recorder.input_at(Input::Arguments, &self.plan.inputs);
            recorder.trace.function(code, work)?;
            Ok((results, recorder.finish(code.outputs.clone(), Vec::new())))
        });
        recorded.map_err(|kind| named(0.0, kind))?.map_err(failure)
    }
}

impl Observer {
    /// Returns the energy and the residuals at the last state, as
    /// [`energy_and_residuals`](Self::energy_and_residuals) does, with their derivative. The inputs
    /// are the entries of the state, the controls at its time, parameters, step size and time.
    ///
    /// # Errors
    /// [`DerivativeError`].
    pub fn energy_and_residuals_derivative(
        &mut self,
    ) -> Result<(Vec<f64>, Derivative), DerivativeError> {
        self.derivative_of(ROW)
    }

    /// Returns the outputs of a scenario at the last state with their derivative, with respect to
    /// the inputs of
    /// [`energy_and_residuals_derivative`](Self::energy_and_residuals_derivative).
    ///
    /// # Errors
    /// [`DerivativeError`].
    pub fn outputs_derivative(&mut self) -> Result<(Vec<f64>, Derivative), DerivativeError> {
        self.derivative_of(OUTPUTS)
    }

    fn derivative_of(&mut self, part: usize) -> Result<(Vec<f64>, Derivative), DerivativeError> {
        self.compute(part);
        let (plan, work) = (&self.plan, &mut self.work);
        let mut recorder = Recorder::new(plan.template.slots.len());
        recorder.input_at(Input::State, &slots_of(&plan.state));
        recorder.input_at(Input::Controls(0), &slots_of(&plan.controls));
        recorder.input_at(Input::Parameters, &plan.parameters);
        recorder.input_at(Input::StepSize, &[plan.step_size]);
        recorder.input_at(Input::Time, &[plan.time]);
        recorder.trace.straight(&plan.prepare, &mut work.slots);
        let before = core::iter::once(&plan.sample.code);
        for code in before.chain(&plan.parts[..=part]) {
            recorder.trace.function(code, work).map_err(failure)?;
        }
        let code = &plan.parts[part];
        let results = code.outputs(work).collect();
        let moments = vec![nhi_symbolic::Moment::Beginning];
        Ok((results, recorder.finish(code.outputs.clone(), moments)))
    }
}

fn failure(obstacle: Obstacle) -> DerivativeError {
    match obstacle {
        Obstacle::Equations(kind) => named(0.0, kind).into(),
        Obstacle::OwnStepSize => unreachable!("only steps integrate"),
    }
}
