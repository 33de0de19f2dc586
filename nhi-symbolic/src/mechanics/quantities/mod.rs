//! The quantities that a model can be asked for, such as its energy: one table for all who name,
//! document, compute or show them.
//!
//! A row of the [table](Quantity::row) says what a quantity is called, what it is, on what it
//! depends, how large it is, which models have it, and how it follows from [`Mechanics`]. Shapes and
//! arguments are symbolic: an [`Outline`] of a model gives them numbers, also where a model has
//! mistakes and nothing was derived from it.

mod conserved;
mod outline;
mod shape;
mod signature;
mod table;

use crate::expr::{Expr, Graph};

use super::{Connection, Mechanics, Reduction};

pub use conserved::Conserved;
pub use outline::{Outline, ReducedSizes};
pub use shape::{Argument, Dimension, Domain, Shape};
pub use signature::Signature;
pub use table::Quantity;

/// What is known of a quantity, whatever the model.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name in generated code and programs.
    pub name: &'static str,
    /// The letter by which formulas call it, in LaTeX; none where no formula does.
    pub letter: Option<&'static str>,
    /// Where derivations show it; none for what follows at sight from what they show.
    pub chapter: Option<Chapter>,
    /// What it is, with its formula, and its source where there is one.
    pub docs: &'static str,
    /// On what it depends.
    pub domain: Domain,
    /// How large it is.
    pub shape: Shape,
    /// Which models have it.
    pub exists: fn(&Outline) -> bool,
    /// How it follows from the mechanics.
    pub value: Value,
}

/// Part of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Lagrangian and mass matrix.
    Lagrangian,
    /// What the velocities obey.
    Constraints,
    /// Projectors on the constraint distribution.
    Projection,
    /// Equations of motion.
    Motion,
    /// The momenta of the symmetry.
    Symmetry,
    /// The reduced system.
    Reduction,
    /// The nonholonomic connection and the momentum equation.
    Connection,
}

/// The entries of a quantity, those of a matrix row by row.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// Over the symbols of the model.
    OfModel(fn(&Mechanics) -> Vec<Expr>),
    /// Over shape, shape velocity and body velocity.
    OfReduction(fn(&Graph, &Reduction, &Connection) -> Vec<Expr>),
}

impl Quantity {
    /// Its name in generated code and programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name of one of several scalars, such as `integral_spin`, by its name in the model.
    #[must_use]
    pub fn name_of(self, member: &str) -> String {
        format!("{}_{member}", self.name())
    }

    /// Its entries as they are derived, those of a reduced system over its body velocity `xi`;
    /// nothing where it is one of those and the model has none.
    #[must_use]
    pub fn formulas(self, mechanics: &Mechanics) -> Option<Vec<Expr>> {
        match self.row().value {
            Value::OfModel(value) => Some(value(mechanics)),
            Value::OfReduction(value) => {
                let (reduction, connection) = mechanics.reduced_system()?;
                Some(value(&mechanics.model.graph, reduction, connection))
            }
        }
    }

    /// Its entries over the symbols of the model; nothing where it is one of a reduced system and the
    /// model has none.
    #[must_use]
    pub fn values(self, mechanics: &Mechanics) -> Option<Vec<Expr>> {
        let formulas = self.formulas(mechanics)?;
        match self.row().value {
            Value::OfModel(_) => Some(formulas),
            Value::OfReduction(_) => {
                let (reduction, _) = mechanics.reduced_system()?;
                Some(in_model_velocities(mechanics, reduction, &formulas))
            }
        }
    }
}

/// Puts `xi = g^-1 dg/dt` in place of the symbols of the body velocity.
fn in_model_velocities(
    mechanics: &Mechanics,
    reduction: &Reduction,
    formulas: &[Expr],
) -> Vec<Expr> {
    let graph = &mechanics.model.graph;
    let splitting = &reduction.splitting;
    let (_, g) = splitting.configuration(&mechanics.q);
    let (_, xi) = splitting.body_velocity(graph, &g, &mechanics.v);
    let body: Vec<_> = reduction.xi.iter().copied().zip(xi).collect();
    graph.substitute(formulas, &body)
}
