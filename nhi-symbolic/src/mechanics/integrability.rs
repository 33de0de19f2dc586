//! Whether the constraints are nonholonomic at all: the theorem of Frobenius at random points.

use crate::expr::{Expr, Graph, PrimeMatrix, PrimePoint};
use crate::model::Model;

use super::constraints::OneForms;
use super::frame::Frame;

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
    pub(super) fn decide(
        model: &Model,
        frame: &Frame,
        forms: &OneForms,
        q: &[Expr],
    ) -> Option<Self> {
        if forms.residual.is_empty() {
            return None;
        }
        let points = ExteriorData::new(model, frame, forms, q).at_points(&model.graph);
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

/// The one-forms on the fields of the frame (and the time, where it plays a part) with their
/// derivatives along them.
struct ExteriorData<'a> {
    frame: &'a Frame,
    rows: usize,
    columns: usize,
    /// First the coefficients, row by row, then their derivatives along each field in turn.
    exprs: Vec<Expr>,
}

impl<'a> ExteriorData<'a> {
    fn new(model: &Model, frame: &'a Frame, forms: &OneForms, q: &[Expr]) -> Self {
        let time = model.time;
        let graph = &model.graph;
        let mut exprs = Vec::new();
        let timed = forms.offset.iter().any(|&b| b != Graph::ZERO)
            || graph.symbols_of(forms.matrix.entries()).contains(&time);
        let rows = forms.matrix.rows();
        for row in 0..rows {
            exprs.extend(forms.matrix.row(row));
            exprs.extend(timed.then_some(forms.offset[row]));
        }
        let coefficients = exprs.clone();
        let gradients = graph.jacobian(&coefficients, q);
        let along = gradients.mul(graph, &frame.fields);
        for field in 0..along.columns() {
            exprs.extend(along.column(field));
        }
        if timed {
            exprs.extend(coefficients.iter().map(|&e| graph.derivative(e, time)));
        }
        Self {
            frame,
            rows,
            columns: along.columns() + usize::from(timed),
            exprs,
        }
    }

    fn at_points(&self, graph: &Graph) -> Vec<ExteriorPoint<'a>> {
        (0..ATTEMPTS)
            .filter_map(|seed| PrimePoint::new(seed).evaluate(graph, &self.exprs))
            .take(POINTS)
            .map(|values| {
                let mut blocks = values
                    .chunks(self.rows * self.columns)
                    .map(|block| PrimeMatrix::new(self.columns, block.to_vec()));
                let forms = blocks.next();
                ExteriorPoint {
                    frame: self.frame,
                    forms: forms.unwrap_or_else(|| PrimeMatrix::new(self.columns, Vec::new())),
                    derivatives: blocks.collect(),
                }
            })
            .collect()
    }
}

/// The forms and their derivatives at one point of the prime field.
struct ExteriorPoint<'a> {
    frame: &'a Frame,
    forms: PrimeMatrix,
    derivatives: Vec<PrimeMatrix>,
}

impl ExteriorPoint<'_> {
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

    /// The antisymmetric matrix `X_k A_ij - X_j A_ik - A_i([X_k, X_j])` of row `i`.
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
        let mut exterior = PrimeMatrix::new(n, entries);
        for &(a, b, c, k) in &self.frame.brackets {
            let turned = self.forms.entry(row, c);
            exterior.subtract_at(a, b, turned, k);
            exterior.subtract_at(b, a, turned, -k);
        }
        exterior
    }
}
