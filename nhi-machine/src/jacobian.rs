//! A step with its derivatives.

use crate::error::Error;
use crate::state::State;
use crate::stepper::MachineStepper;

/// The next state with its derivatives, those of the discrete map itself.
///
/// A matrix is stored column by column: one column for each input, with an entry for each entry of
/// the next state.
#[derive(Clone, Debug, PartialEq)]
pub struct StepJacobian {
    /// The next state: that of [`step`](MachineStepper::step), to machine precision.
    pub next: State,
    /// The derivatives with respect to the entries of the old state.
    pub state: Vec<f64>,
    /// The derivatives with respect to a constant added to each control during the step.
    pub controls: Vec<f64>,
    /// The derivatives with respect to the parameters.
    pub parameters: Vec<f64>,
    /// The derivatives with respect to the step size.
    pub step_size: Vec<f64>,
}

impl MachineStepper {
    /// Returns true if the integrator has derivatives because they were requested, as in
    /// `Mla(jacobian)`.
    #[must_use]
    pub fn has_jacobian(&self) -> bool {
        self.plan.step_jacobian.is_some()
    }

    /// Makes one step and returns it with its derivatives; `None` if the integrator [has
    /// none](Self::has_jacobian).
    ///
    /// # Errors
    /// The errors of [`step`](Self::step), and a Jacobian that is singular at the solution.
    ///
    /// # Panics
    /// Panics if the state does not belong to this machine.
    pub fn step_jacobian<E>(
        &self,
        state: &State,
        controls: impl FnMut(f64, &mut [f64]) -> Result<(), E>,
    ) -> Option<Result<StepJacobian, Error<E>>> {
        let call = self.plan.step_jacobian.as_ref()?;
        Some(self.with_workspace(|work| {
            self.advance(call, state, controls, work)?;
            let n = state.entries.len();
            let names = &self.plan.names;
            let mut outputs = call.code.outputs(work);
            let mut columns = |count: usize| outputs.by_ref().take(n * count).collect();
            Ok(StepJacobian {
                next: State {
                    clock: state.clock.next(),
                    entries: columns(1),
                    report: work.report.unwrap_or_default(),
                },
                state: columns(n),
                controls: columns(names.controls.len()),
                parameters: columns(names.parameters.len()),
                step_size: columns(1),
            })
        }))
    }
}
