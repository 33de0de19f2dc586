//! Products of a recorded derivative with directions and weights.

use super::trace::{Entry, Solved, Trace};

/// The number of directions that one sweep takes together.
pub(super) const TOGETHER: usize = 8;

/// The tangents of a slot along several directions.
pub(super) type Tangents = [f64; TOGETHER];

impl Trace {
    /// Computes all tangents from those of the inputs, in the order of the computation.
    pub(super) fn forward(&self, tangents: &mut [Tangents]) {
        for entry in &self.entries {
            match entry {
                Entry::Sum { to, from, slopes } => {
                    let [a, b] = from.map(|slot| tangents[slot as usize]);
                    tangents[*to as usize] = combined(*slopes, [&a, &b]);
                }
                Entry::Solved(solved) => solved.forward(tangents),
            }
        }
    }

    /// Computes the weights of the inputs from those of the results, against the order of the
    /// computation.
    pub(super) fn backward(&self, weights: &mut [f64]) {
        for entry in self.entries.iter().rev() {
            match entry {
                Entry::Sum { to, from, slopes } => {
                    let weight = core::mem::take(&mut weights[*to as usize]);
                    for (&slot, &slope) in from.iter().zip(slopes) {
                        // A slope that is not finite does not matter without a weight.
                        if slope != 0.0 && weight != 0.0 {
                            weights[slot as usize] += slope * weight;
                        }
                    }
                }
                Entry::Solved(solved) => solved.backward(weights),
            }
        }
    }
}

/// Returns a combination of tangents. A slope of zero also removes a tangent that is not finite.
fn combined([p, q]: [f64; 2], [a, b]: [&Tangents; 2]) -> Tangents {
    match (p == 0.0, q == 0.0) {
        (false, true) => a.map(|a| p * a),
        (true, false) => b.map(|b| q * b),
        (true, true) => [0.0; TOGETHER],
        (false, false) => core::array::from_fn(|i| p * a[i] + q * b[i]),
    }
}

impl Solved {
    fn forward(&self, tangents: &mut [Tangents]) {
        let n = self.size;
        let mut changes = vec![[0.0; TOGETHER]; n];
        let mut results = Vec::with_capacity(self.results.len());
        for (column, x) in self.columns.chunks(n).zip(self.solutions.chunks(n)) {
            for (change, &slot) in changes.iter_mut().zip(column) {
                *change = tangents[slot as usize].map(|entry| self.sign * entry);
            }
            for (change, row) in changes.iter_mut().zip(self.matrix.chunks(n)) {
                for (&slot, x) in row.iter().zip(x) {
                    add(change, -x, &tangents[slot as usize]);
                }
            }
            for i in 0..n {
                let mut sum = [0.0; TOGETHER];
                for (inverse, change) in self.inverse.chunks(n).zip(&changes) {
                    add(&mut sum, inverse[i], change);
                }
                results.push(sum);
            }
        }
        for (result, &slot) in results.iter_mut().zip(&self.added) {
            add(result, 1.0, &tangents[slot as usize]);
        }
        for (result, &slot) in results.iter().zip(&self.results) {
            tangents[slot as usize] = *result;
        }
    }

    fn backward(&self, weights: &mut [f64]) {
        let n = self.size;
        let take = |&slot: &u32| core::mem::take(&mut weights[slot as usize]);
        let of_results: Vec<_> = self.results.iter().map(take).collect();
        for (&slot, weight) in self.added.iter().zip(&of_results) {
            weights[slot as usize] += weight;
        }
        let columns = self.columns.chunks(n).zip(self.solutions.chunks(n));
        for ((column, x), weight) in columns.zip(of_results.chunks(n)) {
            // The transposed equations.
            let solve = |inverse: &[f64]| inverse.iter().zip(weight).map(|(a, w)| a * w).sum();
            let of_equations: Vec<f64> = self.inverse.chunks(n).map(solve).collect();
            for (&slot, weight) in column.iter().zip(&of_equations) {
                weights[slot as usize] += self.sign * weight;
            }
            for (row, weight) in self.matrix.chunks(n).zip(&of_equations) {
                for (&slot, x) in row.iter().zip(x) {
                    weights[slot as usize] -= weight * x;
                }
            }
        }
    }
}

fn add(sum: &mut Tangents, factor: f64, tangents: &Tangents) {
    for (sum, tangent) in sum.iter_mut().zip(tangents) {
        *sum += factor * tangent;
    }
}
