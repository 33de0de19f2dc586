//! The quantities of a given model.

use crate::expr::Expr;
use crate::mechanics::Mechanics;

use super::outline::Outline;
use super::shape::{Argument, Dimension, Shape};
use super::table::Quantity;

/// A quantity of a model as a function: its name, arguments and result.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The quantity.
    pub quantity: Quantity,
    /// The name; if a row has several scalars, each has its own.
    pub name: String,
    /// Its description.
    pub docs: String,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
    /// The shape of its result.
    pub shape: Shape,
    /// The index among several scalars.
    member: Option<usize>,
}

impl Outline {
    /// Returns the quantities that the model has, in the order of the table.
    pub fn quantities(&self) -> impl Iterator<Item = Quantity> {
        let quantities = Quantity::ALL.iter().copied();
        quantities.filter(|quantity| (quantity.row().exists)(self))
    }

    /// Returns the functions of all quantities that the model has, in the order of the table.
    #[must_use]
    pub fn signatures(&self) -> Vec<Signature> {
        self.quantities()
            .flat_map(|quantity| match quantity.row().shape {
                Shape::ScalarPerIntegral => self.each(quantity, &self.integrals),
                _ => vec![self.whole(quantity)],
            })
            .collect()
    }

    fn whole(&self, quantity: Quantity) -> Signature {
        let row = quantity.row();
        let mut docs = row.docs.to_owned();
        if row.shape == Shape::Vector(Dimension::Momenta) {
            docs.push_str(&legend(&self.generators));
        }
        Signature {
            quantity,
            name: row.name.to_owned(),
            docs,
            arguments: row.domain.arguments(self),
            shape: row.shape,
            member: None,
        }
    }

    /// Returns a scalar for each of the given names.
    fn each(&self, quantity: Quantity, names: &[String]) -> Vec<Signature> {
        let members = names.iter().enumerate();
        members
            .map(|(index, name)| Signature {
                name: quantity.name_of(name),
                docs: quantity.row().docs.replace("{name}", name),
                shape: Shape::Scalar,
                member: Some(index),
                ..self.whole(quantity)
            })
            .collect()
    }
}

/// Describes the entries of a vector, as a list.
fn legend(entries: &[String]) -> String {
    let lines = entries.iter().enumerate();
    let lines = lines.map(|(entry, text)| format!("\n- `[{entry}]`: {text}"));
    format!("\n{}", lines.collect::<String>())
}

impl Signature {
    /// Returns the entries in the symbols of the model, those of a matrix row by row. Returns
    /// `None` if the signature belongs to another model, and this one has no such quantity.
    #[must_use]
    pub fn values(&self, mechanics: &Mechanics) -> Option<Vec<Expr>> {
        let values = self.quantity.values(mechanics)?;
        match self.member {
            None => Some(values),
            Some(member) => Some(vec![*values.get(member)?]),
        }
    }
}
