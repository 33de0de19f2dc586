//! Whether the constraints are nonholonomic at all: the theorem of Frobenius at random points.

use crate::expr::{Expr, Graph, PrimeMatrix, PrimePoint};
use crate::model::Model;

use super::constraints::OneForms;

/// Points at which a bracket must vanish, and points that are tried to find them.
const POINTS: usize = 2;
const ATTEMPTS: u64 = 256;

/// What integrates to conditions on positions alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integrability {
    /// Whether the whole distribution is integrable: the system is holonomic in disguise.
    pub(super) distribution: bool,
    /// The constraints that are integrable each by itself.
    pub(super) forms: Vec<usize>,
}

impl Integrability {
    /// Decides `d omega(X, Y) = 0` for all `X`, `Y` in the kernel, of all forms and of each.
    ///
    /// `None` when there is no constraint, or no point where the forms have values.
    pub(super) fn decide(model: &mut Model, forms: &OneForms, q: &[Expr]) -> Option<Self> {
        if forms.residual.is_empty() {
            return None;
        }
        let points = ExteriorData::new(model, forms, q).at_points(&model.graph);
        if points.is_empty() {
            return None;
        }
        let rows = forms.residual.len();
        let all: Vec<_> = (0..rows).collect();
        let holds = |rows: &[usize]| points.iter().all(|point| point.is_involutive(rows));
        Some(Self {
            distribution: holds(&all),
            forms: all.iter().copied().filter(|&row| holds(&[row])).collect(),
        })
    }
}

/// The one-forms on the coordinates (and the time, where it plays a part) with their derivatives.
struct ExteriorData {
    rows: usize,
    columns: usize,
    /// First the coefficients, row by row, then their derivatives by each coordinate in turn.
    exprs: Vec<Expr>,
}

impl ExteriorData {
    fn new(model: &mut Model, forms: &OneForms, q: &[Expr]) -> Self {
        let time = model.time;
        let graph = &mut model.graph;
        let mut coordinates = q.to_vec();
        let mut exprs = Vec::new();
        let timed = forms.offset.iter().any(|&b| b != Graph::ZERO)
            || graph.symbols_of(forms.matrix.entries()).contains(&time);
        if timed {
            coordinates.push(time);
        }
        let rows = forms.matrix.rows();
        for row in 0..rows {
            exprs.extend(forms.matrix.row(row));
            exprs.extend(timed.then_some(forms.offset[row]));
        }
        let coefficients = exprs.clone();
        for &x in &coordinates {
            exprs.extend(coefficients.iter().map(|&e| graph.derivative(e, x)));
        }
        Self {
            rows,
            columns: coordinates.len(),
            exprs,
        }
    }

    fn at_points(&self, graph: &Graph) -> Vec<ExteriorPoint> {
        (0..ATTEMPTS)
            .filter_map(|seed| PrimePoint::new(seed).evaluate(graph, &self.exprs))
            .take(POINTS)
            .map(|values| {
                let mut blocks = values
                    .chunks(self.rows * self.columns)
                    .map(|block| PrimeMatrix::new(self.columns, block.to_vec()));
                let forms = blocks.next();
                ExteriorPoint {
                    forms: forms.unwrap_or_else(|| PrimeMatrix::new(self.columns, Vec::new())),
                    derivatives: blocks.collect(),
                }
            })
            .collect()
    }
}

/// The forms and their derivatives at one point of the prime field.
struct ExteriorPoint {
    forms: PrimeMatrix,
    derivatives: Vec<PrimeMatrix>,
}

impl ExteriorPoint {
    /// Whether `d omega_i` vanishes on the common kernel of the given rows, for each of them.
    fn is_involutive(&self, rows: &[usize]) -> bool {
        let kernel = self.forms.kernel_of_rows(rows);
        rows.iter().all(|&row| {
            let exterior = self.exterior_derivative(row);
            kernel.iter().enumerate().all(|(a, x)| {
                let contracted = exterior.apply_transposed(x);
                kernel[..a]
                    .iter()
                    .all(|y| PrimeMatrix::dot(&contracted, y) == 0)
            })
        })
    }

    /// The antisymmetric matrix `d_k A_ij - d_j A_ik` of row `i`.
    fn exterior_derivative(&self, row: usize) -> PrimeMatrix {
        let n = self.derivatives.len();
        let entries = (0..n * n)
            .map(|index| {
                let (k, j) = (index / n, index % n);
                PrimeMatrix::difference(
                    self.derivatives[k].entry(row, j),
                    self.derivatives[j].entry(row, k),
                )
            })
            .collect();
        PrimeMatrix::new(n, entries)
    }
}
