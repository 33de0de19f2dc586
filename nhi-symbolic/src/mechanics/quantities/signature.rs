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
        let mut docs = self.docs(quantity).to_owned();
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

    /// Returns the description, which differs if constraints are not affine in the velocities or if
    /// the Lagrangian depends on time.
    fn docs(&self, quantity: Quantity) -> &'static str {
        match quantity {
            Quantity::Bias if self.time_in_lagrangian => {
                "The bias `c = (L_v)_q v + (L_v)_t - L_q`: the Euler-Lagrange expression is `M a + c`."
            }
            Quantity::ConstraintMatrix if self.velocity_in_constraints => {
                "The derivatives `A = g_v` of the constraints `g(q, v, t) = 0`."
            }
            Quantity::ConstraintRate if self.velocity_in_constraints => {
                "`g_q v + g_t` of the constraints `g(q, v, t) = 0`: the acceleration satisfies `A a` \
                 plus this `= 0`."
            }
            Quantity::ConstraintResidual if self.velocity_in_constraints => {
                "The residuals `g(q, v, t)` of the constraints; zero if the velocity satisfies them."
            }
            Quantity::ProjectedVelocity if self.velocity_in_constraints => {
                "The velocity after one step of Newton's method from `v` to the constraints, the \
                 shortest in the metric `M`. Repeated steps lead to the constraints."
            }
            Quantity::Multipliers if self.velocity_in_constraints => {
                "The multipliers of the continuous system, `(A M^-1 A^T)^-1 [A M^-1 (c - f) - g_q v \
                 - g_t]` with `A = g_v`."
            }
            _ => quantity.row().docs,
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
