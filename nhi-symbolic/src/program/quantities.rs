//! The quantities of a model as a program.

use crate::diag::Diagnostics;
use crate::expr::Expr;
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::{self, Argument, Outline};

use super::build::NamedBlock;
use super::function::Program;
use super::signature::Signature;

impl Program {
    /// Builds one function for each quantity that the model has, in the order of the table. Its
    /// results are the entries, those of a matrix row by row.
    ///
    /// # Errors
    /// Returns the same errors as [`Program::of_functions`].
    pub fn of_quantities(mechanics: &Mechanics) -> Result<Self, Diagnostics> {
        let outline = Outline::of(mechanics);
        let signatures = outline.signatures();
        let blocks = signatures.iter().filter_map(|quantity| {
            let values = quantity.values(mechanics)?;
            let signature = Signature::of_quantity(quantity, &outline, mechanics);
            Some(NamedBlock::of_outputs(&quantity.name, signature, values))
        });
        let blocks: Vec<_> = blocks.collect();
        Self::of_functions(mechanics, &blocks)
    }
}

impl Signature {
    /// Returns the allowed inputs of a quantity and its number of entries.
    fn of_quantity(
        quantity: &quantities::Signature,
        outline: &Outline,
        mechanics: &Mechanics,
    ) -> Self {
        let arguments = quantity.arguments.iter();
        Self {
            inputs: arguments.flat_map(|x| symbols(*x, mechanics)).collect(),
            outputs: quantity.shape.entries(outline),
        }
    }
}

fn symbols(argument: Argument, mechanics: &Mechanics) -> Vec<Expr> {
    let model = &mechanics.model;
    match argument {
        Argument::Coordinates => mechanics.q.clone(),
        Argument::Velocities => mechanics.v.clone(),
        Argument::Controls => model.controls.iter().map(|u| u.symbol).collect(),
        Argument::Time => vec![model.time],
    }
}
