//! The metric in which velocities are projected on the constraints.
//!
//! A motion needs a kinetic energy that is positive on the velocities that the constraints allow:
//! `D^T M D` is positive definite for a basis `D` of `ker A`. The mass matrix itself may be
//! singular. Examples are point masses that steer each other, a board without yaw inertia, and a
//! contact point as a coordinate. Then the *augmented* mass matrix `M + A^T W A`, with positive
//! weights `W`, is definite and replaces `M`. On `ker A` both are the same quadratic form, so both
//! have the same projectors and the same motion. Their multipliers differ by a known amount
//! (`M a = M_W a - A^T W A a`).
//!
//! Source: M. Benzi, G. H. Golub, J. Liesen, *Numerical solution of saddle point problems*, Acta
//! Numerica 14, 2005, section 3.5, doi:10.1017/S0962492904000212. There the weights are arbitrary;
//! here they follow from units.

use crate::expr::{Expr, Function, Graph, Matrix, Rational, RoleSet, SpdFactor};

use super::cancellation::squares_of_bounds;
use super::constraints::OneForms;
use super::lagrangian::{LagrangianDynamics, MassKind, constant_pivots, without_false_entries};
use super::subtract;

/// The size of the largest mass matrix blocks whose form is examined. For larger ones that takes
/// more work than everything derived from them.
const LARGEST_PROVED: usize = 8;

/// The mass matrix, or the augmented one if the mass matrix may be singular although the motion is
/// regular.
#[derive(Clone, Debug)]
pub(crate) struct Inertia {
    /// The factorised matrix.
    pub(super) factor: SpdFactor,
    /// Pivots of a constant part of the matrix, each with its velocity; empty for general
    /// Lagrangians.
    pub(super) constant_pivots: Vec<(usize, Expr)>,
    /// A positive mass for each velocity: the diagonal of the matrix. They are one for general
    /// Lagrangians, whose masses may vanish at rest, and for velocities without any.
    pub(super) masses: Vec<Expr>,
    /// A positive weight for each constraint; `None` if the matrix is `M`.
    weights: Option<Vec<Expr>>,
}

impl Inertia {
    /// Derives the matrix. `bounded` are the symbols of the configuration whose absolute value no
    /// motion takes beyond one.
    pub(super) fn derive(
        graph: &Graph,
        lagrangian: &LagrangianDynamics,
        forms: &OneForms,
        bounded: &[Expr],
    ) -> Self {
        if forms.residual.is_empty()
            || !forms.are_affine(graph)
            || lagrangian.is_regular_by_form(graph)
        {
            return Self {
                factor: lagrangian.mass_factor.clone(),
                constant_pivots: lagrangian.constant_pivots.clone(),
                masses: masses(graph, lagrangian.mass_kind, &lagrangian.mass),
                weights: None,
            };
        }
        let weights = weights(graph, &lagrangian.mass, &forms.matrix, bounded);
        let augmented = augmented(graph, &lagrangian.mass, &forms.matrix, &weights);
        Self {
            factor: SpdFactor::new(graph, &augmented, RoleSet::PREPARED),
            constant_pivots: constant_pivots(graph, &augmented),
            masses: masses(graph, MassKind::Configuration, &augmented),
            weights: Some(weights),
        }
    }

    /// Returns true if the matrix is not `M` itself.
    pub(crate) fn is_augmented(&self) -> bool {
        self.weights.is_some()
    }

    /// Returns the root of twice the kinetic energy, or a similar speed if that may vanish in
    /// motion.
    pub(super) fn speed(&self, graph: &Graph, lagrangian: &LagrangianDynamics, v: &[Expr]) -> Expr {
        let is_definite = !self.is_augmented() && lagrangian.mass_kind != MassKind::Velocity;
        let momenta = match is_definite {
            true => subtract(graph, &lagrangian.momentum, &lagrangian.rest_momentum),
            false => self
                .masses
                .iter()
                .zip(v)
                .map(|(&mass, &v)| graph.mul(mass, v))
                .collect(),
        };
        graph.sqrt(graph.dot(v, &momenta))
    }

    /// Returns `W rho` for residuals of the constraints, zero if the matrix is `M`.
    pub(super) fn weighed(&self, graph: &Graph, rho: &[Expr]) -> Vec<Expr> {
        match &self.weights {
            None => vec![Graph::ZERO; rho.len()],
            Some(weights) => weights
                .iter()
                .zip(rho)
                .map(|(&w, &x)| graph.mul(w, x))
                .collect(),
        }
    }
}

/// Returns a positive mass for each velocity. Constant masses without constraints are checked with
/// the parameters.
fn masses(graph: &Graph, kind: MassKind, matrix: &Matrix) -> Vec<Expr> {
    let mass = |i: usize| match matrix[(i, i)] {
        _ if kind == MassKind::Velocity => Graph::ONE,
        Graph::ZERO => Graph::ONE,
        mass if kind == MassKind::Constant => mass,
        mass => graph.call(Function::Abs, &[mass]),
    };
    (0..matrix.rows()).map(mass).collect()
}

impl LagrangianDynamics {
    /// Returns true if parameters alone decide that the mass matrix is positive definite: it is
    /// constant, or its pivots are positive by their form. General Lagrangians and large blocks are
    /// accepted without a check.
    fn is_regular_by_form(&self, graph: &Graph) -> bool {
        if self.mass_kind == MassKind::Velocity {
            return true;
        }
        let is_positive = |x: Expr| graph.as_number(x).is_none_or(|x| x > Rational::ZERO);
        if !self
            .constant_pivots
            .iter()
            .all(|&(_, pivot)| is_positive(pivot))
        {
            return false;
        }
        if !graph
            .row_relations(&self.mass)
            .is_some_and(|relations| relations.dependent.is_empty())
        {
            return false;
        }
        let blocks = self.mass_factor.block_pivots(graph).into_iter();
        let mut pivots = blocks
            .filter(|block| block.pivots.len() <= LARGEST_PROVED)
            .flat_map(|block| block.pivots)
            .map(|pivot| pivot.value);
        pivots.all(|pivot| {
            graph.roles(pivot).is_within(RoleSet::PREPARED) || graph.is_positive_by_form(pivot)
        })
    }
}

/// Returns weights of the size of masses: `w_i = 1 / sum_j |A_ij|^2 / |M_jj|`, the mass that an
/// impulse of the constraint moves.
///
/// Sizes are bounds over all angles, so that no configuration makes a weight vanish. A velocity
/// without its own mass has the weights of the constraints that tie it to others. Where masses may
/// vanish, the weight is the root of the sum of their squares.
fn weights(graph: &Graph, mass: &Matrix, constraints: &Matrix, bounded: &[Expr]) -> Vec<Expr> {
    let (m, n) = (constraints.rows(), constraints.columns());
    let diagonal: Vec<_> = (0..n).map(|j| mass[(j, j)]).collect();
    // One root of the sum of all squares: the root of a single square has a corner at zero.
    let mut squared = squares_of_bounds(graph, &diagonal, bounded);
    let mut masses: Vec<_> = squared.iter().map(|&x| graph.sqrt(x)).collect();
    let squares =
        constraints.with_entries(squares_of_bounds(graph, constraints.entries(), bounded));
    let own = squared.clone();
    let mut weights = vec![Graph::ZERO; m];
    loop {
        let known = masses.clone();
        for i in (0..m)
            .filter(|&i| weights[i] == Graph::ZERO)
            .collect::<Vec<_>>()
        {
            let is_massive = |&j: &usize| known[j] != Graph::ZERO;
            let tied = (0..n).filter(|&j| squares[(i, j)] != Graph::ZERO);
            let (tied, massless): (Vec<_>, Vec<_>) = tied.partition(is_massive);
            if tied.is_empty() {
                continue;
            }
            let is_solid = |&&j: &&usize| vanishes_nowhere(graph, known[j]);
            let solid = tied.iter().filter(is_solid).count();
            let compliance = tied.iter().map(|&j| graph.div(squares[(i, j)], known[j]));
            let compliance = graph.sum(&compliance.collect::<Vec<_>>());
            // At some configurations only a velocity without mass may have a coefficient.
            let has_mass =
                solid == tied.len() && (massless.is_empty() || vanishes_nowhere(graph, compliance));
            weights[i] = match has_mass {
                true => graph.powi(compliance, -1),
                false => {
                    let all = if solid == 0 { &own[..] } else { &[] };
                    let tied = tied.iter().map(|&j| squared[j]);
                    let squares: Vec<_> = tied.chain(all.iter().copied()).collect();
                    graph.sqrt(graph.sum(&squares))
                }
            };
        }
        for j in (0..n).filter(|&j| known[j] == Graph::ZERO) {
            let ties: Vec<_> = (0..m)
                .map(|i| graph.mul(weights[i], squares[(i, j)]))
                .collect();
            masses[j] = graph.sum(&ties);
            squared[j] = graph.powi(masses[j], 2);
        }
        if masses == known {
            break;
        }
    }
    // Constraints between velocities without any mass have no size to compare with.
    let is_open = |w: &&mut Expr| **w == Graph::ZERO;
    weights
        .iter_mut()
        .filter(is_open)
        .for_each(|w| *w = Graph::ONE);
    weights
}

/// Returns true if a sum of squares is known to be positive at every configuration.
fn vanishes_nowhere(graph: &Graph, sum: Expr) -> bool {
    graph.roles(sum).is_within(RoleSet::PREPARED) || graph.is_positive_by_form(sum)
}

/// Returns `M + A^T W A`.
fn augmented(graph: &Graph, mass: &Matrix, constraints: &Matrix, weights: &[Expr]) -> Matrix {
    let entry = |i: usize, j: usize| {
        let (i, j) = (i.max(j), i.min(j));
        let rows = (0..weights.len())
            .map(|k| graph.product(&[weights[k], constraints[(k, i)], constraints[(k, j)]]));
        graph.sum(&rows.chain([mass[(i, j)]]).collect::<Vec<_>>())
    };
    let whole = Matrix::from_fn(mass.rows(), mass.columns(), entry);
    let lower = graph.simplify_matrix(&whole, RoleSet::PREPARED);
    let whole = Matrix::from_fn(mass.rows(), mass.columns(), |i, j| {
        lower[(i.max(j), i.min(j))]
    });
    without_false_entries(graph, &whole)
}

/// Returns `[0, A; A^T, M]`.
pub(super) fn bordered(constraints: &Matrix, mass: &Matrix) -> Matrix {
    let (m, n) = (constraints.rows(), mass.rows());
    Matrix::from_fn(m + n, m + n, |i, j| {
        match (i.checked_sub(m), j.checked_sub(m)) {
            (Some(i), Some(j)) => mass[(i, j)],
            (Some(velocity), None) => constraints[(j, velocity)],
            (None, Some(velocity)) => constraints[(i, velocity)],
            (None, None) => Graph::ZERO,
        }
    })
}
