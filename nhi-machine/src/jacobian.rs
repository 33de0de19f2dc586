//! A step with its derivatives.

use nhi_runtime::plumbing::chain_rule;
use nhi_symbolic::Substep;

use crate::error::Error;
use crate::machine::Call;
use crate::state::State;
use crate::stepper::MachineStepper;
use crate::workspace::Workspace;

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
            let mut composed: Option<StepJacobian> = None;
            self.advance(call, state, controls, work, |substep, work| {
                let next = self.read_jacobian(call, state, work, Some(substep));
                let before = composed.take();
                let before = before.unwrap_or_else(|| self.of_no_step(state));
                composed = Some(before.then(next));
            })?;
            let mut jacobian =
                composed.unwrap_or_else(|| self.read_jacobian(call, state, work, None));
            jacobian.next.report = work.report.unwrap_or_default();
            Ok(jacobian)
        }))
    }

    /// Reads the results of a step, or of a substep with the derivatives with respect to the size
    /// of the whole step.
    fn read_jacobian(
        &self,
        call: &Call,
        state: &State,
        work: &Workspace,
        substep: Option<&Substep>,
    ) -> StepJacobian {
        let (n, names) = (state.entries.len(), &self.plan.names);
        let mut outputs = call.code.outputs(work);
        let mut columns = |count: usize| outputs.by_ref().take(n * count).collect::<Vec<_>>();
        let mut jacobian = StepJacobian {
            next: State::new(state.clock.next(), columns(1)),
            state: columns(n),
            controls: columns(names.controls.len()),
            parameters: columns(names.parameters.len()),
            step_size: columns(1),
        };
        if let Some(&Substep { size, begin, .. }) = substep {
            for (slope, by_time) in jacobian.step_size.iter_mut().zip(columns(1)) {
                *slope = size * *slope + begin * by_time;
            }
        }
        jacobian
    }

    /// Returns the derivatives of no step.
    fn of_no_step(&self, state: &State) -> StepJacobian {
        let (n, names) = (state.entries.len(), &self.plan.names);
        let unit = |place: usize| f64::from(u8::from(place.is_multiple_of(n + 1)));
        StepJacobian {
            next: state.clone(),
            state: (0..n * n).map(unit).collect(),
            controls: vec![0.0; n * names.controls.len()],
            parameters: vec![0.0; n * names.parameters.len()],
            step_size: vec![0.0; n],
        }
    }
}

impl StepJacobian {
    /// Returns the derivatives of these steps and the next one together.
    fn then(mut self, next: Self) -> Self {
        let n = next.step_size.len();
        let mut room = vec![0.0; n];
        let mut chained = |columns: &mut [f64], further: &[f64]| {
            chain_rule(n, &next.state, columns, further, &mut room);
        };
        chained(&mut self.state, &[]);
        chained(&mut self.controls, &next.controls);
        chained(&mut self.parameters, &next.parameters);
        chained(&mut self.step_size, &next.step_size);
        self.next = next.next;
        self
    }
}
