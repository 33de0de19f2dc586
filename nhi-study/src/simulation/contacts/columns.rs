//! Rows of a motion with contacts: they have the columns of all constraints in every phase. An open
//! contact has the multiplier zero, and its residual is the gap.

use std::collections::BTreeMap;

use nhi_machine::Sample;
use nhi_symbolic::name_of_rate;

use super::super::error::RunError;
use super::super::node::Node;
use super::super::simulator::Simulator;
use super::phases::Contacts;

/// The names of the residuals of the velocity constraints and of the position constraints, and of
/// the multipliers.
pub(in super::super) struct ConstraintNames {
    pub(in super::super) residuals: Vec<String>,
    pub(in super::super) positions: Vec<String>,
    pub(in super::super) multipliers: Vec<String>,
}

impl Contacts {
    /// Returns the names of the multipliers of all constraints, closed or open.
    pub(super) fn multiplier_names(&self) -> Vec<String> {
        self.constraints.concat()
    }
}

impl Simulator<'_> {
    /// Returns the names of the constraints, closed or open.
    pub(in super::super) fn constraint_names(&self) -> ConstraintNames {
        let Some(phase) = self.phase else {
            let names = self.plant.integrator.names();
            return ConstraintNames {
                residuals: names.residuals.clone(),
                positions: names.positions.clone(),
                multipliers: names.constraints.clone(),
            };
        };
        let contacts = phase.contacts;
        let [velocities, positions] = &contacts.constraints;
        let rates = positions.iter().map(|name| name_of_rate(name));
        ConstraintNames {
            residuals: velocities.iter().cloned().chain(rates).collect(),
            positions: positions.clone(),
            multipliers: contacts.multiplier_names(),
        }
    }

    /// Returns the multipliers of all constraints, closed or open, in the order of their names.
    pub(super) fn all_multipliers(&self, sample: &Sample) -> Vec<f64> {
        let closed = self.plant.integrator.names().constraints.iter();
        let closed: BTreeMap<_, _> = closed.zip(&sample.lambda).collect();
        let names = self.contacts().multiplier_names().into_iter();
        names
            .map(|name| closed.get(&name).map_or(0.0, |value| **value))
            .collect()
    }
}

impl Node<'_> {
    /// Appends the energy, the residuals and the multipliers, closed or open, without those of the
    /// scenario's states.
    pub(in super::super) fn append_constraints(
        &mut self,
        row: &mut Vec<f64>,
    ) -> Result<(), RunError> {
        let names = self.current().plant.integrator.names().clone();
        let all = self.current().constraint_names();
        let sample = self.sample()?.clone();
        let mut numbers = self.energy_and_residuals()?;
        row.extend(numbers.next());
        let closed = names.residuals.iter().chain(&names.positions);
        let mut residuals: BTreeMap<String, f64> = closed.cloned().zip(numbers).collect();
        let multipliers = self.current().all_multipliers(&sample);
        let numbers = self.current().contact_numbers_at(&sample);
        let contacts = self.current().contacts().names.iter().enumerate();
        for (place, contact) in contacts {
            let reading = numbers.readings().contact(place);
            let mut add = |name: String, value| _ = residuals.entry(name).or_insert(value);
            add(contact.name.clone(), contact.sign * reading.gap);
            add(
                name_of_rate(&contact.name),
                contact.sign * reading.rate.value,
            );
            for (name, rate) in contact.dependents.iter().zip(reading.dependents()) {
                add(name.clone(), rate.value);
            }
        }
        let states = self.current().plant.constraints_of_states();
        let states: Vec<_> = names.constraints[states].to_vec();
        let is_shown = |name: &&String| !states.contains(name);
        let order = all.residuals.iter().chain(&all.positions).filter(is_shown);
        row.extend(order.map(|name| residuals.get(name).copied().unwrap_or(f64::NAN)));
        let multipliers = all.multipliers.iter().zip(multipliers);
        let shown = multipliers.filter(|(name, _)| is_shown(name));
        row.extend(shown.map(|(_, value)| value));
        Ok(())
    }
}
