//! The row of one run, for numbers that are kept of lanes.

use nhi_machine::Block;

use crate::simulation::{Node, RunError, Simulator};

/// The row of a run, the same in all lanes.
#[derive(Debug)]
pub(super) struct Row {
    values: Vec<f64>,
    blocks: Vec<Block>,
    /// The number of columns, also of a row that could not be computed whole.
    columns: usize,
}

impl Row {
    /// Returns a row without numbers.
    pub(super) fn of(simulator: &Simulator<'_>) -> Self {
        Self {
            values: Vec::new(),
            blocks: Vec::new(),
            columns: simulator.columns().len() + simulator.output_columns().len(),
        }
    }

    /// Returns the numbers, the same in all lanes.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Takes the numbers of a node.
    pub(super) fn fill(&mut self, node: &mut Node<'_>) -> Result<(), RunError> {
        self.values.clear();
        let filled = node
            .append_row(&mut self.values)
            .and_then(|()| node.append_outputs(&mut self.values));
        self.values.resize(self.columns, f64::NAN);
        self.blocks.clear();
        self.blocks
            .extend(self.values.iter().map(|&value| Block::all(value)));
        filled
    }
}
