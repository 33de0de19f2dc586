//! States as rows of a table.

use std::ops::Range;

use super::contacts::Phase;
use super::error::RunError;
use super::node::Node;
use super::plant::ShownControl;
use super::simulator::Simulator;

impl Simulator<'_> {
    /// Returns the names of the values of a row.
    pub fn columns(&self) -> Vec<String> {
        let names = self.plant.integrator.names();
        let constraints = self.constraint_names();
        let with = |prefix: &str, constraints: &[String]| -> Vec<String> {
            constraints
                .iter()
                .map(|c| format!("{prefix}.{c}"))
                .collect()
        };
        let hidden = self.hidden_columns();
        [
            vec!["t".to_owned()],
            names.configuration.clone(),
            names.velocities.clone(),
            vec!["energy".to_owned()],
            with("residual", &constraints.residuals),
            with("residual", &constraints.positions),
            with("lambda", &constraints.multipliers),
            self.plant.control_names.clone(),
        ]
        .concat()
        .into_iter()
        .filter(|column| !hidden.contains(column))
        .collect()
    }

    /// Returns the columns that rows leave out: the rates of the scenario's states, and the
    /// residuals and multipliers of the constraints that determine these rates.
    fn hidden_columns(&self) -> Vec<String> {
        let velocities = &self.plant.integrator.names().velocities;
        let states = velocities[self.plant.states.clone()].iter();
        let hidden = states.flat_map(|velocity| {
            let name = velocity.strip_suffix("_dot").unwrap_or(velocity);
            let others = [format!("residual.{name}"), format!("lambda.{name}")];
            [velocity.clone()].into_iter().chain(others)
        });
        hidden.collect()
    }

    /// Returns the index of the energy in a row.
    pub fn energy_column(&self) -> usize {
        let names = self.plant.integrator.names();
        1 + names.configuration.len() + names.velocities.len() - self.plant.states.len()
    }

    /// Returns the number of residuals in a row, which follow the energy.
    pub(crate) fn residual_columns(&self) -> usize {
        let names = self.constraint_names();
        names.residuals.len() + names.positions.len() - self.plant.states.len()
    }

    /// Returns the names of the velocities in a row, without the rates of the scenario's states.
    pub(crate) fn shown_velocities(&self) -> Vec<String> {
        let mut names = self.velocity_names().to_vec();
        names.drain(self.plant.states.clone());
        names
    }

    /// Returns the names of the controls in a row, which are the last of its columns.
    pub(crate) fn shown_controls(&self) -> &[String] {
        &self.plant.control_names
    }

    /// Returns the names of the multipliers, of open contacts too, without those of the scenario's
    /// states.
    pub fn multiplier_names(&self) -> Vec<String> {
        let hidden = self.hidden_columns();
        let names = self.constraint_names().multipliers.into_iter();
        let is_shown = |name: &String| !hidden.contains(&format!("lambda.{name}"));
        names.filter(is_shown).collect()
    }

    /// Returns the names of the events of the scenario, then those of the changes of contacts.
    pub(crate) fn event_names(&self) -> Vec<String> {
        let events = self.plant.events.iter().map(|event| event.name.clone());
        let changes = self.phase.into_iter().flat_map(Phase::event_names);
        events.chain(changes).collect()
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
        let plant = self.simulator().plant;
        let sample = self.sample()?;
        let time = sample.t;
        row.push(time);
        row.extend_from_slice(&sample.q);
        extend_without(row, sample.v.iter().copied(), &plant.states);
        if self.simulator().has_phases() {
            self.append_constraints(row)?;
        } else {
            let constraints = plant.constraints_of_states();
            extend_without(
                row,
                self.energy_and_residuals()?,
                &after_energy(&constraints),
            );
            extend_without(row, self.sample()?.lambda.iter().copied(), &constraints);
        }
        self.append_controls(row)?;
        // The check of the generated code: all numbers are finite if their sum is.
        let sum: f64 = row[first..].iter().sum();
        if sum.is_finite() {
            Ok(())
        } else {
            Err(RunError::non_finite(time))
        }
    }

    /// Appends the controls of the model.
    fn append_controls(&mut self, row: &mut Vec<f64>) -> Result<(), RunError> {
        let plant = self.simulator().plant;
        let controls = self.controls()?;
        if plant.laws_inside() == 0 {
            row.extend_from_slice(&controls[..plant.open_controls]);
            return Ok(());
        }
        let first = row.len();
        row.resize(first + plant.shown_controls.len(), f64::NAN);
        for (value, shown) in row[first..].iter_mut().zip(&plant.shown_controls) {
            if let ShownControl::Open(place) = shown {
                *value = controls[*place];
            }
        }
        let mut laws = self.readings()?;
        for (value, shown) in row[first..].iter_mut().zip(&plant.shown_controls) {
            if let ShownControl::Inside = shown {
                *value = laws.next().unwrap_or(f64::NAN);
            }
        }
        Ok(())
    }

    /// Appends the outputs of the scenario, which need not be finite.
    pub fn append_outputs(&mut self, row: &mut Vec<f64>) -> Result<(), RunError> {
        if self.simulator().output_columns().is_empty() {
            return Ok(());
        }
        let first = row.len();
        let outputs = self.simulator().output_columns().len();
        let inside = self.simulator().plant.laws_inside();
        row.extend(self.readings()?.skip(inside).take(outputs));
        if let Some(noise) = &self.simulator().noise {
            noise.disturb_outputs(self.state().clock().steps, &mut row[first..]);
        }
        Ok(())
    }
}

/// Appends values without those of a range.
#[inline]
fn extend_without(row: &mut Vec<f64>, values: impl Iterator<Item = f64>, range: &Range<usize>) {
    if range.is_empty() {
        return row.extend(values);
    }
    let kept = values
        .enumerate()
        .filter(|(place, _)| !range.contains(place));
    row.extend(kept.map(|(_, value)| value));
}

/// Returns the range of residuals in a list that begins with the energy.
fn after_energy(range: &Range<usize>) -> Range<usize> {
    range.start + 1..range.end + 1
}
