//! Symmetry directions, nonholonomic connection, locked inertia and momentum equation.

use crate::expr::{Expr, Graph, Matrix, RoleSet, SpdFactor};
use crate::mechanics::kernel::{Filling, Kernel};
use crate::mechanics::{add, subtract};
use crate::model::Model;

use super::Reduction;

/// The nonholonomic connection with its momentum: `xi = E w - A u - gamma`, where `E w` is
/// the locked velocity `Omega`.
#[derive(Clone, Debug)]
pub struct Connection {
    /// `A(r) = K^-1 [E^T l_xi_u ; A_u]` with `K = [E^T l_xi_xi ; A_xi]`, dim G x dim M.
    pub form: Matrix,
    /// `gamma = K^-1 [0 ; b]` of affine constraints.
    pub drift: Vec<Expr>,
    /// The locked inertia `E^T l_xi_xi E`.
    pub locked_inertia: Matrix,
    /// The momentum `p_b = <l_xi, e_b>`.
    pub momentum: Vec<Expr>,
    /// The right-hand side of the momentum equation
    /// `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`.
    pub momentum_rate: Vec<Expr>,
    /// The coefficients `w = (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u + gamma)`: the locked
    /// velocity is `Omega = E w`.
    pub coefficients: Vec<Expr>,
}

/// All body velocities that obey the constraints, `xi = E w - lift u - drift`.
pub(super) struct Solution {
    /// `E`.
    pub(super) directions: Matrix,
    pub(super) lift: Matrix,
    pub(super) drift: Vec<Expr>,
    /// True if `E` has full rank, and lift and drift have a value, wherever the constraints are
    /// independent.
    pub(super) is_regular: bool,
    /// If one of these vanishes, they do not.
    pub(super) fails_at: Vec<Expr>,
}

impl Solution {
    /// Returns that of constraints which cannot be solved for the body velocity.
    pub(super) fn none(dimension: usize) -> Self {
        Self {
            directions: Matrix::from_fn(dimension, 0, |_, _| Graph::ZERO),
            lift: Matrix::from_fn(dimension, 0, |_, _| Graph::ZERO),
            drift: Vec::new(),
            is_regular: false,
            fails_at: Vec::new(),
        }
    }
}

/// Solves the constraints for the body velocity.
pub(super) fn solve_constraints(
    model: &Model,
    shape_constraints: &Matrix,
    body_constraints: &Matrix,
    offset: &[Expr],
) -> Solution {
    let graph = &model.graph;
    let regular = Kernel::of(graph, body_constraints, Filling::Refused);
    let has_basis = regular.is_some();
    let kernel = regular.unwrap_or_else(|| Kernel::of_full_rank(graph, body_constraints));
    let mut fails_at = kernel.scales.clone();
    if has_basis {
        fails_at.extend(dependent_at(graph, shape_constraints, &kernel));
    }
    let particular = |offset: &[Expr]| kernel.particular(graph, body_constraints, offset);
    let columns = 0..shape_constraints.columns();
    let lifted: Vec<_> = columns
        .map(|j| particular(&shape_constraints.column(j)))
        .collect();
    let basis = &kernel.basis;
    let lift = Matrix::from_fn(basis.rows(), lifted.len(), |i, j| graph.neg(lifted[j][i]));
    let lift = graph.simplify_matrix(&lift, RoleSet::PREPARED);
    let directions = graph.simplify_matrix(basis, RoleSet::PREPARED);
    let drift = particular(offset).iter().map(|&x| graph.neg(x)).collect();
    Solution {
        directions,
        lift,
        drift,
        is_regular: fails_at.is_empty() && has_basis,
        fails_at,
    }
}

/// Returns the divisors with whose zeros the rows of `A_xi` depend on each other, while those of
/// `[A_u | A_xi]` need not: the axles of a car and trailers that drive straight on are parallel.
fn dependent_at(graph: &Graph, shape_constraints: &Matrix, kernel: &Kernel) -> Vec<Expr> {
    let may_vanish = |length: Expr| {
        let is_positive = |x| graph.is_positive_by_form(x);
        let moves = !graph.roles(length).is_within(RoleSet::PREPARED);
        moves && !is_positive(length) && !is_positive(graph.neg(length))
    };
    let mut reads_shape = false;
    let mut found = Vec::new();
    for (row, pivot) in kernel.single_pivots() {
        let mut entries = shape_constraints.row(row).iter();
        reads_shape |= entries.any(|&entry| entry != Graph::ZERO);
        found.extend(pivot.filter(|&length| reads_shape && may_vanish(length)));
    }
    found
}

impl Connection {
    pub(in crate::mechanics) fn derive(graph: &Graph, reduction: &Reduction, time: Expr) -> Self {
        let free = RoleSet::PREPARED;
        let directions = &reduction.directions;
        let transpose = directions.transpose();
        let inertia = graph.jacobian(&reduction.body_momentum, &reduction.xi);
        let coupling = graph.jacobian(&reduction.body_momentum, &reduction.u);
        let momenta = transpose.mul(graph, &inertia);
        let locked = momenta.mul(graph, directions);
        let locked_inertia = graph.simplify_matrix(&locked, free);
        let factor = SpdFactor::new(graph, &locked_inertia, free);

        let shifted = momenta.mul(graph, &reduction.lift);
        let wanted = transpose.mul(graph, &coupling);
        let excess = shifted.with_entries(subtract(graph, shifted.entries(), wanted.entries()));
        let along = factor.solve_matrix(graph, &excess);
        let correction = directions.mul(graph, &along);
        let form = subtract(graph, reduction.lift.entries(), correction.entries());
        let form = graph.simplify_matrix(&reduction.lift.with_entries(form), free);

        let excess = momenta.apply(graph, &reduction.drift);
        let along = factor.solve(graph, &excess);
        let correction = directions.apply(graph, &along);
        let drift = subtract(graph, &reduction.drift, &correction);

        let momentum = directions.apply_transposed(graph, &reduction.body_momentum);
        let momentum: Vec<_> = momentum.iter().map(|&p| graph.simplify(p, free)).collect();
        let carried = form.apply(graph, &reduction.u);
        let carried = add(graph, &carried, &drift);
        let total = add(graph, &reduction.xi, &carried);
        let along = momenta.apply(graph, &total);
        let coefficients = factor.solve(graph, &along);
        let coefficients = coefficients
            .iter()
            .map(|&w| graph.simplify(w, free))
            .collect();
        Self {
            momentum_rate: momentum_rate(graph, reduction, time),
            form,
            drift,
            locked_inertia,
            momentum,
            coefficients,
        }
    }
}

/// Returns `<l_xi, [xi, e_b] + (de_b/dr) u + de_b/dt> + <f, e_b>`; the constraint forces vanish
/// along `e_b`.
fn momentum_rate(graph: &Graph, reduction: &Reduction, time: Expr) -> Vec<Expr> {
    let ad = reduction.group().ad(graph, &reduction.xi);
    let columns = 0..reduction.direction_count();
    columns
        .map(|b| {
            let direction = reduction.directions.column(b);
            let turned = ad.apply(graph, &direction);
            let change = graph
                .jacobian(&direction, &reduction.r)
                .apply(graph, &reduction.u);
            let explicit: Vec<_> = direction
                .iter()
                .map(|&entry| graph.derivative(entry, time))
                .collect();
            let change = add(graph, &change, &explicit);
            let rate = add(graph, &turned, &change);
            let power = graph.dot(&reduction.body_momentum, &rate);
            let work = graph.dot(&reduction.body_forces, &direction);
            let sum = graph.add(power, work);
            graph.simplify(sum, RoleSet::PREPARED)
        })
        .collect()
}
