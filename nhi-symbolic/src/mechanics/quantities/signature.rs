//! Quantities as a model has them.

use crate::expr::Expr;
use crate::mechanics::Mechanics;

use super::outline::Outline;
use super::shape::{Argument, Dimension, Shape};
use super::table::Quantity;

/// A quantity of a model as a function: what it is called, takes and gives.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The quantity.
    pub quantity: Quantity,
    /// The name; several scalars of one row have one each.
    pub name: String,
    /// What it is.
    pub docs: String,
    /// What it takes, in order.
    pub arguments: Vec<Argument>,
    /// What it gives.
    pub shape: Shape,
    /// Which of several scalars it is.
    member: Option<usize>,
}

impl Outline {
    /// The quantities that the model has, in the order of the table.
    pub fn quantities(&self) -> impl Iterator<Item = Quantity> {
        let quantities = Quantity::ALL.iter().copied();
        quantities.filter(|quantity| (quantity.row().exists)(self))
    }

    /// The functions of all quantities that the model has, in the order of the table.
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

    /// A scalar for each of the given names.
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

/// What the entries of a vector are, as a list.
fn legend(entries: &[String]) -> String {
    let lines = entries.iter().enumerate();
    let lines = lines.map(|(entry, text)| format!("\n- `[{entry}]`: {text}"));
    format!("\n{}", lines.collect::<String>())
}

impl Signature {
    /// The entries over the symbols of the model, those of a matrix row by row; nothing where the
    /// signature is that of another model, which alone has such a quantity.
    #[must_use]
    pub fn values(&self, mechanics: &Mechanics) -> Option<Vec<Expr>> {
        let values = self.quantity.values(mechanics)?;
        match self.member {
            None => Some(values),
            Some(member) => Some(vec![*values.get(member)?]),
        }
    }
}
