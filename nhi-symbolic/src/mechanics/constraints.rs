//! The velocity constraints and the metric on their complement.

use core::cell::OnceCell;
use std::rc::Rc;

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet, SpdFactor};
use crate::model::Model;

use super::frame::Frame;
use super::inertia::Inertia;
use super::lagrangian::{LagrangianDynamics, without_false_entries};
use super::rounding::squared_sizes;
use super::subtract;

/// The constraint one-forms as the user wrote them: `A(q, t) v + b(q, t) = 0`.
#[derive(Clone, Debug)]
pub(super) struct OneForms {
    pub(super) matrix: Matrix,
    pub(super) offset: Vec<Expr>,
    pub(super) rate: Vec<Expr>,
    pub(super) residual: Vec<Expr>,
}

/// The constraint distribution `{v : A v = 0}` and the data for projecting on it.
#[derive(Clone, Debug)]
pub struct ConstraintDistribution {
    /// The constraint matrix `A`, m x n.
    pub matrix: Matrix,
    /// The offset `b` of affine constraints.
    pub offset: Vec<Expr>,
    /// `(dA/dt) v + db/dt` along a motion.
    pub rate: Vec<Expr>,
    /// The symbols of the velocities in `residual` and `rate`.
    v: Vec<Expr>,
    /// The residuals `A v + b`, in the form with the fewest operations.
    pub residual: Vec<Expr>,
    /// The values that residuals are compared with: `|A_i| |v|`, with the length of a row in the
    /// diagonal of the mass matrix and the root of twice the kinetic energy, and the size of the
    /// summands of `b_i`, or of the whole constraint if it is not affine.
    pub scale: Vec<Expr>,
    mass_factor: SpdFactor,
    /// The metric. If there are many constraints, or if `M` may be singular, it is derived on first
    /// use. A chain of bodies, which has a basis, does not need it. If `M` may be singular, only
    /// integrators that need `M` itself use it.
    metric: Rc<OnceCell<Metric>>,
}

/// The number of constraints up to which deriving their metric takes next to no work.
const FEW: usize = 8;

/// The metric on the complement of the distribution.
#[derive(Clone, Debug)]
struct Metric {
    weighted: Matrix,
    gram: Matrix,
    gram_factor: SpdFactor,
}

impl OneForms {
    pub(super) fn derive(model: &Model, frame: &Frame, q: &[Expr], v: &[Expr]) -> Self {
        let residual: Vec<_> = model.constraints.iter().map(|c| c.expr).collect();
        let graph = &model.graph;
        let free = RoleSet::PREPARED;
        let matrix = graph.jacobian(&residual, v);
        let matrix = graph.simplify_matrix(&matrix, free);
        let matrix = without_false_entries(graph, &matrix);
        let rest: Vec<_> = v.iter().map(|&x| (x, Graph::ZERO)).collect();
        let offset = graph.substitute(&residual, &rest);
        let rates = frame.rates(graph, v);
        let rate = total_rate(graph, &residual, q, &rates, model.time);
        let rate = rate.iter().map(|&e| graph.simplify(e, free)).collect();
        let residual = if is_affine(graph, matrix.entries()) {
            cheapest_residual(graph, &residual, &matrix, &offset, v)
        } else {
            residual
        };
        Self {
            matrix,
            offset,
            rate,
            residual,
        }
    }

    /// Returns true if the constraints are affine in the velocities.
    pub(super) fn are_affine(&self, graph: &Graph) -> bool {
        is_affine(graph, self.matrix.entries())
    }
}

/// Returns true if the derivatives of constraints with respect to the velocities do not depend on
/// the velocities.
fn is_affine(graph: &Graph, slopes: &[Expr]) -> bool {
    let mut slopes = slopes.iter();
    slopes.all(|&slope| !graph.roles(slope).contains(Role::Velocity))
}

/// Returns the rate of the residuals at constant velocity: `residual_q dq/dt + residual_t`.
fn total_rate(
    graph: &Graph,
    residual: &[Expr],
    q: &[Expr],
    rates: &[Expr],
    time: Expr,
) -> Vec<Expr> {
    let transport = graph.jacobian(residual, q).apply(graph, rates);
    residual
        .iter()
        .zip(transport)
        .map(|(&r, along)| {
            let explicit = graph.derivative(r, time);
            graph.add(along, explicit)
        })
        .collect()
}

/// Chooses the residuals with the fewest operations. Those that the user wrote are often better
/// factored than rows times velocities, but not always.
fn cheapest_residual(
    graph: &Graph,
    written: &[Expr],
    matrix: &Matrix,
    offset: &[Expr],
    v: &[Expr],
) -> Vec<Expr> {
    let along = matrix.apply(graph, v);
    let from_rows = super::add(graph, &along, offset);
    let free = RoleSet::PREPARED;
    written
        .iter()
        .zip(from_rows)
        .map(|(&written, from_row)| {
            let simple = graph.simplify(from_row, free);
            graph.cheapest(&[written, simple], free)
        })
        .collect()
}

/// Returns the values that residuals are compared with, for a speed and lengths of rows in the
/// `masses` of the velocities: their product does not depend on units.
fn residual_scale(graph: &Graph, forms: &OneForms, masses: &[Expr], speed: Expr) -> Vec<Expr> {
    // Terms of an offset can cancel at rest, and rows times velocities do not show it. A constraint
    // that is not affine may be undefined at rest, and has the size of its own terms.
    let matrix = &forms.matrix;
    let terms = (0..matrix.rows()).map(|i| match is_affine(graph, matrix.row(i)) {
        true => forms.offset[i],
        false => forms.residual[i],
    });
    let sizes = squared_sizes(graph, &terms.collect::<Vec<_>>());
    (0..matrix.rows())
        .map(|i| {
            let row = length_of_row(graph, matrix.row(i), masses);
            let size = graph.mul(row, speed);
            graph.add(size, graph.sqrt(sizes[i]))
        })
        .collect()
}

fn length_of_row(graph: &Graph, row: &[Expr], masses: &[Expr]) -> Expr {
    let squares = row.iter().zip(masses);
    let squares = squares.map(|(&x, &mass)| graph.div(graph.powi(x, 2), mass));
    let square = graph.sum(&squares.collect::<Vec<_>>());
    graph.sqrt(graph.simplify(square, RoleSet::PREPARED))
}

impl ConstraintDistribution {
    pub(super) fn derive(
        graph: &Graph,
        forms: OneForms,
        lagrangian: &LagrangianDynamics,
        inertia: &Inertia,
        v: &[Expr],
    ) -> Self {
        let speed = inertia.speed(graph, lagrangian, v);
        let scale = residual_scale(graph, &forms, &inertia.masses, speed);
        let constraints = Self {
            matrix: forms.matrix,
            offset: forms.offset,
            rate: forms.rate,
            v: v.to_vec(),
            residual: forms.residual,
            scale,
            mass_factor: lagrangian.mass_factor.clone(),
            metric: Rc::default(),
        };
        if constraints.are_few() && !inertia.is_augmented() {
            constraints.metric(graph);
        }
        constraints
    }

    /// Returns the same constraints with another matrix instead of `M`.
    pub(super) fn in_metric(&self, factor: &SpdFactor) -> Self {
        Self {
            mass_factor: factor.clone(),
            metric: Rc::default(),
            ..self.clone()
        }
    }

    /// Returns `M^-1 A^T`, n x m.
    #[must_use]
    pub fn weighted(&self, graph: &Graph) -> &Matrix {
        &self.metric(graph).weighted
    }

    /// Returns `A M^-1 A^T`, m x m.
    #[must_use]
    pub fn gram(&self, graph: &Graph) -> &Matrix {
        &self.metric(graph).gram
    }

    /// Returns the factorised `A M^-1 A^T`.
    #[must_use]
    pub fn gram_factor(&self, graph: &Graph) -> &SpdFactor {
        &self.metric(graph).gram_factor
    }

    /// Returns true if there are so few constraints that deriving their metric takes next to no
    /// work.
    pub(crate) fn are_few(&self) -> bool {
        self.len() <= FEW
    }

    /// Returns true if the metric is derived.
    pub(super) fn has_metric(&self) -> bool {
        self.metric.get().is_some()
    }

    /// Returns the factorised `A M^-1 A^T` if it is derived; otherwise its pivots are not divisors.
    #[must_use]
    pub fn known_gram_factor(&self) -> Option<&SpdFactor> {
        self.metric.get().map(|metric| &metric.gram_factor)
    }

    fn metric(&self, graph: &Graph) -> &Metric {
        self.metric
            .get_or_init(|| Metric::derive(graph, &self.matrix, &self.mass_factor))
    }

    /// Returns true if the constraints are affine in the velocities. Otherwise `matrix` is their
    /// derivative with respect to the velocities, and projections on them have no meaning.
    #[must_use]
    pub fn are_affine(&self, graph: &Graph) -> bool {
        is_affine(graph, self.matrix.entries())
    }

    /// Returns the number of constraints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.matrix.rows()
    }

    /// Returns true if the system is unconstrained.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `Q = M^-1 A^T (A M^-1 A^T)^-1 A`.
    pub(super) fn complement(&self, graph: &Graph) -> Matrix {
        let inner = self.gram_factor(graph).solve_matrix(graph, &self.matrix);
        self.weighted(graph).mul(graph, &inner)
    }

    /// Returns the residuals `A w + b` of a velocity `w`.
    pub fn residual_of(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        let replacements: Vec<_> = self.v.iter().copied().zip(w.iter().copied()).collect();
        graph.substitute(&self.residual, &replacements)
    }

    /// Returns the multiplier `(A M^-1 A^T)^-1 (A w + b)` that removes the violation of the
    /// constraints from a velocity `w`.
    pub fn correction(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        let violation = self.residual_of(graph, w);
        self.gram_factor(graph).solve(graph, &violation)
    }

    /// Returns twice the [`correction`](Self::correction): a reflection ends as far beyond the
    /// constraints.
    pub fn reflection(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        let correction = self.correction(graph, w);
        let two = 2.into();
        correction.iter().map(|&mu| graph.scale(&two, mu)).collect()
    }

    /// Returns the velocity on the constraints nearest to `w` in the metric `M`:
    /// `w - M^-1 A^T (A M^-1 A^T)^-1 (A w + b)`.
    pub fn nearest_velocity(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        let multiplier = self.correction(graph, w);
        let removed = self.weighted(graph).apply(graph, &multiplier);
        subtract(graph, w, &removed)
    }
}

impl Metric {
    fn derive(graph: &Graph, matrix: &Matrix, mass_factor: &SpdFactor) -> Self {
        let free = RoleSet::PREPARED;
        let weighted = mass_factor.solve_matrix(graph, &matrix.transpose());
        let weighted = graph.simplify_matrix(&weighted, free);
        let gram = matrix.mul(graph, &weighted);
        let gram = graph.simplify_matrix(&gram, free);
        let gram = without_false_entries(graph, &gram);
        let gram = graph.without_false_rotations(&symmetric(&gram));
        let gram_factor = SpdFactor::new(graph, &gram, free);
        Self {
            weighted,
            gram,
            gram_factor,
        }
    }
}

/// Returns the matrix with its lower triangle on both sides, because simplification may find
/// different forms of equal entries.
fn symmetric(matrix: &Matrix) -> Matrix {
    Matrix::from_fn(matrix.rows(), matrix.columns(), |i, j| {
        matrix[(i.max(j), i.min(j))]
    })
}
