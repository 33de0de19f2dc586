//! The quantities of a model as a program.

use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Outline;

use super::function::{NamedBlock, Program};

impl Program {
    /// One function for each quantity that the model has, in the order of the table: its results are
    /// the entries, those of a matrix row by row.
    #[must_use]
    pub fn of_quantities(mechanics: &Mechanics) -> Self {
        let signatures = Outline::of(mechanics).signatures();
        let blocks = signatures.iter().filter_map(|signature| {
            let values = signature.values(mechanics)?;
            Some(NamedBlock::of_outputs(&signature.name, values))
        });
        let blocks: Vec<_> = blocks.collect();
        Self::of_functions(&mechanics.model.graph, &blocks)
    }
}
