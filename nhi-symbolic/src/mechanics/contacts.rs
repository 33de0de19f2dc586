//! The numbers on which the changes of contacts that open depend.

use super::{Mechanics, rates_of};
use crate::expr::Expr;

/// The numbers on which the changes of contacts that open depend, as the runtime's `Readings`
/// arranges them.
#[derive(Clone, Debug)]
pub struct ContactReadings {
    /// For each contact its gap, its coefficient of restitution, then the rate of the gap and of
    /// each constraint that depends on the contact; every rate `A v + b` is followed by its row of
    /// `A`. Then the rates of the constraints of no contact, the values of the position constraints
    /// among them, and the mass matrix, row by row.
    pub values: Vec<Expr>,
    /// For each contact, the number of constraints that depend on it.
    pub dependents: Vec<usize>,
    /// The number of constraints of no contact.
    pub free: usize,
    /// The number of position constraints among them.
    pub positions: usize,
}

impl Mechanics {
    /// Returns the numbers on which the changes of contacts depend. They are the same in all phases
    /// of a motion.
    #[must_use]
    pub fn contact_readings(&self) -> ContactReadings {
        let model = &self.model;
        let with_row = |rate: Expr| {
            let row = model.graph.gradient(rate, &self.v);
            core::iter::once(rate).chain(row)
        };
        let mut values = Vec::new();
        for contact in &model.opening {
            values.extend([contact.gap, contact.restitution]);
            let mut rates = rates_of(model, &[contact.gap]);
            rates.extend(contact.dependents.iter().map(|constraint| constraint.expr));
            values.extend(rates.into_iter().flat_map(with_row));
        }
        let belongs_to_contact = |name: &str| {
            let mut contacts = model.opening.iter();
            contacts.any(|x| x.name == name || x.dependents.iter().any(|x| x.name == name))
        };
        let constraints = model.constraints.iter();
        let free: Vec<_> = constraints
            .filter(|constraint| !belongs_to_contact(&constraint.name))
            .collect();
        values.extend(free.iter().flat_map(|constraint| with_row(constraint.expr)));
        let positions = free.iter().filter_map(|constraint| constraint.position);
        let positions: Vec<_> = positions.map(|place| model.holonomic[place].expr).collect();
        values.extend(&positions);
        values.extend(self.lagrangian.mass.entries());
        let dependents = model.opening.iter();
        ContactReadings {
            values,
            dependents: dependents.map(|contact| contact.dependents.len()).collect(),
            free: free.len(),
            positions: positions.len(),
        }
    }
}
