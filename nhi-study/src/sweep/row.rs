//! The row of one run, for numbers that are kept of lanes.

use nhi_machine::Block;

use crate::simulation::{Node, RunError};

/// The last row of a run that could be computed, the same in all lanes.
#[derive(Debug, Default)]
pub(super) struct Row {
    values: Vec<f64>,
    /// A buffer for the next row.
    next: Vec<f64>,
}

impl Row {
    /// Returns the numbers, the same in all lanes.
    pub(super) fn blocks(&self) -> Vec<Block> {
        self.values.iter().copied().map(Block::all).collect()
    }

    /// Takes the numbers of a node.
    ///
    /// # Errors
    /// A number that cannot be computed or is not finite. The row is the one before.
    pub(super) fn fill(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.next.clear();
        node.append_row(&mut self.next)?;
        node.append_outputs(&mut self.next)?;
        std::mem::swap(&mut self.values, &mut self.next);
        Ok(())
    }
}
