//! The gaps of contacts and what their impacts depend on, at a state.

use nhi_machine::Sample;

use super::super::simulator::Simulator;

/// The numbers of a contact at a state.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The gap, positive while the contact is open.
    pub(super) gap: f64,
    pub(super) restitution: f64,
    /// The rate of the gap.
    pub(super) rate: Rate,
    /// The rates that vanish while the contact is closed, in addition to that of the gap.
    pub(super) dependents: Vec<Rate>,
}

/// The value of a constraint `A v + b`, and its row of `A`.
#[derive(Clone, Debug)]
pub(super) struct Rate {
    pub(super) value: f64,
    pub(super) row: Vec<f64>,
}

impl Reading {
    /// Reads all contacts at a state.
    pub(super) fn all(simulator: &Simulator<'_>, sample: &Sample) -> Vec<Self> {
        let contacts = simulator.contacts();
        let functions = contacts.functions.with_fixed(simulator.parameters());
        let mut values = vec![f64::NAN; functions.len_of(0)];
        let Sample { t, q, v, .. } = sample;
        let inputs: [&[f64]; 4] = [&[*t], q, v, &simulator.no_controls];
        let called = functions.call(0, &inputs, &mut values);
        called.expect("contacts solve no equations");
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or(f64::NAN);
        let mut all = Vec::new();
        for names in &contacts.names {
            let (gap, restitution) = (next(), next());
            let mut rate = || Rate {
                value: next(),
                row: v.iter().map(|_| next()).collect(),
            };
            all.push(Self {
                gap,
                restitution,
                rate: rate(),
                dependents: names.dependents.iter().map(|_| rate()).collect(),
            });
        }
        all
    }
}

impl Rate {
    /// Returns a bound of its terms, with which a value that is almost zero is compared.
    pub(super) fn size(&self, v: &[f64]) -> f64 {
        let terms = self.row.iter().zip(v).map(|(a, v)| (a * v).abs());
        let terms: f64 = terms.sum();
        let offset = self.value - self.row.iter().zip(v).map(|(a, v)| a * v).sum::<f64>();
        terms + offset.abs()
    }
}
