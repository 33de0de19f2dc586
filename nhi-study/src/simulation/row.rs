//! States as rows of a table.

use super::error::RunError;
use super::node::Node;
use super::simulator::Simulator;

impl Simulator<'_> {
    /// Returns the names of the values of a row.
    pub fn columns(&self) -> Vec<String> {
        let names = self.plant.integrator.names();
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

    /// Returns the index of the energy in a row.
    pub fn energy_column(&self) -> usize {
        let names = self.plant.integrator.names();
        1 + names.configuration.len() + names.velocities.len()
    }

    /// Returns the names of the outputs of the scenario.
    pub fn output_columns(&self) -> &[String] {
        &self.plant.output_names
    }

    /// Returns the names of the entries of the configuration.
    pub fn configuration_names(&self) -> &[String] {
        &self.plant.integrator.names().configuration
    }

    /// Returns the names of the velocities.
    pub fn velocity_names(&self) -> &[String] {
        &self.plant.integrator.names().velocities
    }

    /// Returns the names of the controls.
    pub fn control_names(&self) -> &[String] {
        &self.plant.integrator.names().controls
    }
}

impl Node<'_> {
    /// Appends the values of the state in the order of [`columns`](Simulator::columns); all must be
    /// finite.
    pub fn append_row(&mut self, row: &mut Vec<f64>) -> Result<(), RunError> {
        let first = row.len();
        let sample = self.sample()?;
        let time = sample.t;
        row.push(time);
        row.extend_from_slice(&sample.q);
        row.extend_from_slice(&sample.v);
        row.extend(self.energy_and_residuals()?);
        row.extend_from_slice(&self.sample()?.lambda);
        row.extend_from_slice(self.controls()?);
        // The check of the generated code: all numbers are finite if their sum is.
        let sum: f64 = row[first..].iter().sum();
        if sum.is_finite() {
            Ok(())
        } else {
            Err(RunError::non_finite(time))
        }
    }

    /// Appends the outputs of the scenario, which need not be finite.
    pub fn append_outputs(&mut self, row: &mut Vec<f64>) -> Result<(), RunError> {
        if self.simulator().output_columns().is_empty() {
            return Ok(());
        }
        let first = row.len();
        row.extend(self.exact_outputs()?);
        if let Some(noise) = &self.simulator().plant.noise {
            noise.disturb_outputs(self.state().clock().steps, &mut row[first..]);
        }
        Ok(())
    }
}
