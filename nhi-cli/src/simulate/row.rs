//! States as rows of a table.

use nhi_machine::{Sample, State};

use super::error::RunError;
use super::stepper::{Stepper, finite};

impl Stepper<'_> {
    /// The names of the values of a row.
    pub(crate) fn columns(&self) -> Vec<String> {
        let names = self.machine.integrator.names();
        let with = |prefix: &str, constraints: &[String]| -> Vec<String> {
            constraints
                .iter()
                .map(|c| format!("{prefix}.{c}"))
                .collect()
        };
        [
            vec!["t".to_owned()],
            names.configuration.clone(),
            names.velocities.clone(),
            vec!["energy".to_owned()],
            with("residual", &names.residuals),
            with("residual", &names.positions),
            with("lambda", &names.constraints),
            names.controls.clone(),
        ]
        .concat()
    }

    /// Where the energy is in a row.
    pub(crate) fn energy_column(&self) -> usize {
        let names = self.machine.integrator.names();
        1 + names.configuration.len() + names.velocities.len()
    }

    /// The values of a state under the [`columns`](Self::columns).
    pub(crate) fn row(&self, state: &State) -> Result<Vec<f64>, RunError> {
        let sample = self.sample(state)?;
        let energy = self.energy(&sample);
        let residuals = self.residuals(&sample);
        let controls = self.controls(state, &sample)?;
        let Sample { t, q, v, lambda } = sample;
        let row = [vec![t], q, v, vec![energy], residuals, lambda, controls];
        finite(row.concat(), t)
    }

    /// The names of the outputs of the scenario.
    pub(crate) fn output_columns(&self) -> &[String] {
        &self.machine.output_names
    }

    /// The outputs of the scenario at a state, which need not be finite.
    pub(crate) fn outputs(&self, state: &State) -> Result<Vec<f64>, RunError> {
        let mut values = vec![f64::NAN; self.machine.output_names.len()];
        if !values.is_empty() {
            let sample = self.sample(state)?;
            let controls = self.controls(state, &sample)?;
            let inputs: [&[f64]; 4] = [&[sample.t], &sample.q, &sample.v, &controls];
            let called = self.outputs.call(0, &inputs, &mut values);
            called.expect("outputs solve no equations");
            if let Some(noise) = &self.machine.noise {
                noise.disturb_outputs(state.clock.steps, &mut values);
            }
        }
        Ok(values)
    }

    /// The names of the entries of the configuration.
    pub(crate) fn configuration_names(&self) -> &[String] {
        &self.machine.integrator.names().configuration
    }

    /// The names of the velocities.
    pub(crate) fn velocity_names(&self) -> &[String] {
        &self.machine.integrator.names().velocities
    }

    /// The names of the controls.
    pub(crate) fn control_names(&self) -> &[String] {
        &self.machine.integrator.names().controls
    }
}
