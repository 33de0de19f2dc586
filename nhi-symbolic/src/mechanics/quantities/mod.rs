//! The quantities that a model can be asked for, such as its energy: one table for all code that
//! names, documents, computes or shows them.
//!
//! A row of the [table](Quantity::row) states the name of a quantity, its meaning, its arguments,
//! its size, the models that have it, and how it follows from [`Mechanics`]. Shapes and arguments
//! are symbolic: an [`Outline`] of a model supplies their numbers, even if the model has errors and
//! nothing was derived from it.

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

/// The properties of a quantity that do not depend on the model.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name in generated code and programs.
    pub name: &'static str,
    /// The letter that formulas use for it, in LaTeX; `None` if no formula uses it.
    pub letter: Option<&'static str>,
    /// The chapter of derivations that shows it; `None` if it follows directly from the ones shown.
    pub chapter: Option<Chapter>,
    /// Its description, with its formula, and its source if there is one.
    pub docs: &'static str,
    /// The arguments that it depends on.
    pub domain: Domain,
    /// Its size.
    pub shape: Shape,
    /// A test for the models that have it.
    pub exists: fn(&Outline) -> bool,
    /// Its derivation from the mechanics.
    pub value: Value,
}

/// Part of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Lagrangian and mass matrix.
    Lagrangian,
    /// The conditions on the velocities.
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
    /// In the symbols of the model.
    OfModel(fn(&Mechanics) -> Vec<Expr>),
    /// In shape, shape velocity and body velocity.
    OfReduction(fn(&Graph, &Reduction, &Connection) -> Vec<Expr>),
}

impl Quantity {
    /// Returns its name in generated code and programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the name of one of several scalars, such as `integral_spin`, by its name in the
    /// model.
    #[must_use]
    pub fn name_of(self, member: &str) -> String {
        format!("{}_{member}", self.name())
    }

    /// Returns its entries as they are derived. For a reduced system they are in terms of its body
    /// velocity `xi`; `None` if the model has no reduced system.
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

    /// Returns its entries in the symbols of the model; `None` if it is a quantity of a reduced
    /// system and the model has none.
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

/// Replaces the symbols of the body velocity by `xi = g^-1 dg/dt`, and those of the shape by its
/// values.
fn in_model_velocities(
    mechanics: &Mechanics,
    reduction: &Reduction,
    formulas: &[Expr],
) -> Vec<Expr> {
    let graph = &mechanics.model.graph;
    let splitting = &reduction.splitting;
    let (r, g) = splitting.configuration(graph, &mechanics.q);
    let (u, xi) = splitting.body_velocity(graph, &g, &mechanics.v);
    let symbols = [&reduction.xi[..], &reduction.r, &reduction.u].concat();
    let values = [xi, r, u].concat();
    let pairs = symbols.into_iter().zip(values);
    let pairs: Vec<_> = pairs.filter(|(symbol, value)| symbol != value).collect();
    graph.substitute(formulas, &pairs)
}
