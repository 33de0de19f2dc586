//! The quantities that the exact motion conserves, as numbers.

use nhi_machine::Sample;
use nhi_symbolic::Conserved;

use super::simulator::Simulator;

impl Simulator<'_> {
    /// Returns the momenta that the constraints and forces leave constant, then the moving energy,
    /// then the declared integrals.
    pub fn conserved(&self) -> &[Conserved] {
        &self.plant.conserved
    }

    /// Returns the values of the [`conserved`](Self::conserved) quantities.
    pub fn conserved_values(&self, sample: &Sample) -> Vec<f64> {
        let entries = self.conserved();
        let mut values = Vec::new();
        for same in entries.chunk_by(|a, b| a.quantity == b.quantity) {
            let all = self.method_at(&same[0].quantity, sample);
            values.extend(same.iter().map(|conserved| all[conserved.entry]));
        }
        values
    }
}
