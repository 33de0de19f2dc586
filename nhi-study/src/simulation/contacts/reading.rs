//! The gaps of contacts and what their impacts depend on, at a state.

use nhi_machine::Sample;
use nhi_runtime::plumbing::{ContactLayout, Readings, impact_memory};

use super::super::simulator::Simulator;
use super::phases::Contacts;

/// The numbers at a state on which the changes of all contacts depend.
#[derive(Clone, Debug)]
pub(in super::super) struct ContactNumbers<'a> {
    contacts: &'a Contacts,
    velocities: usize,
    values: Vec<f64>,
}

impl<'a> Simulator<'a> {
    /// Returns the numbers of all contacts at a state.
    pub(in super::super) fn contact_numbers(
        &self,
        t: f64,
        q: &[f64],
        v: &[f64],
    ) -> ContactNumbers<'a> {
        let contacts = self.contacts();
        let functions = contacts.functions.with_fixed(self.parameters());
        let mut values = vec![f64::NAN; functions.len_of(0)];
        let inputs: [&[f64]; 4] = [&[t], q, v, &self.no_controls];
        let called = functions.call(0, &inputs, &mut values);
        called.expect("contacts solve no equations");
        ContactNumbers {
            contacts,
            velocities: v.len(),
            values,
        }
    }

    /// Returns the numbers of all contacts at a sample.
    pub(super) fn contact_numbers_at(&self, sample: &Sample) -> ContactNumbers<'a> {
        self.contact_numbers(sample.t, &sample.q, &sample.v)
    }
}

impl ContactNumbers<'_> {
    /// Returns them as the functions of the runtime read them.
    pub(in super::super) fn readings(&self) -> Readings<'_, f64> {
        let ContactNumbers {
            contacts,
            velocities,
            values,
        } = self;
        let layout = ContactLayout {
            dependents: &contacts.readings.dependents,
            velocities: *velocities,
            free: contacts.readings.free,
            positions: contacts.readings.positions,
        };
        Readings::new(layout, values)
    }

    /// Returns memory for an impact.
    pub(in super::super) fn memory(&self) -> Vec<f64> {
        let of_contacts = self.contacts.readings.dependents.iter();
        let of_contacts: usize = of_contacts.map(|dependents| 1 + dependents).sum();
        let constraints = self.contacts.readings.free + of_contacts;
        vec![f64::NAN; impact_memory(self.velocities, constraints)]
    }
}
