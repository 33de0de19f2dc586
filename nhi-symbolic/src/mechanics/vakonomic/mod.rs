//! The variational side of a model: the extended Lagrangian whose stationary curves are the
//! vakonomic motions.
//!
//! `F(q, v, lambda) = L(q, v) - lambda . g(q, v, t)` with the constraints `g = 0` (McLachlan,
//! Modin, Verdier, Wilkins, *Symplectic integrators for index one constraints*, Propositions 1 and
//! 2). The equations are Hamilton's with `p = F_v` and `dp/dt = F_q`, and `g = 0`. For
//! `L = 1/2 v^T M v - V` and `g = G v + b`, the momentum is `p = M v - G^T lambda`. Here `lambda`
//! is a part of the costate and has no separate initial value. It is not the multiplier of a
//! constraint force.

mod check;

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet};

use super::Mechanics;
use super::lagrangian::{MassKind, without_false_entries};

/// The extended Lagrangian and its derivatives, in the model's symbols and those of `lambda`.
#[derive(Clone, Debug)]
pub struct ExtendedLagrangian {
    /// The symbols of the multipliers, one per constraint.
    pub lambda: Vec<Expr>,
    /// The constraints `g`, which must vanish.
    pub constraints: Vec<Expr>,
    /// The momentum `F_v = L_v - g_v^T lambda`.
    pub momentum: Vec<Expr>,
    /// The rate of the momentum, `F_q = L_q - (g_q)^T lambda`.
    pub gradient: Vec<Expr>,
    /// `F_vv`, the derivative of the extended Legendre map.
    pub mass: Matrix,
    /// The derivative `G = g_v` of the constraints.
    pub matrix: Matrix,
    /// True if velocity and multipliers of a momentum have a closed form: the Lagrangian is of
    /// second degree in the velocities, and the constraints are affine.
    pub has_closed_form: bool,
}

impl ExtendedLagrangian {
    /// Derives the extended Lagrangian of a model.
    pub(crate) fn derive(mechanics: &Mechanics) -> Self {
        let (q, v) = (mechanics.q.clone(), mechanics.v.clone());
        let lagrangian = &mechanics.lagrangian;
        let (momentum, gradient) = (lagrangian.momentum.clone(), lagrangian.gradient.clone());
        let is_mechanical = lagrangian.mass_kind != MassKind::Velocity;
        let constraints = mechanics.constraints.residual.clone();
        let matrix = mechanics.constraints.matrix.clone();
        let names = mechanics.model.constraints.iter();
        let names: Vec<_> = names.map(|c| format!("lambda.{}", c.name)).collect();
        let graph = &mechanics.model.graph;
        let lambda: Vec<_> = names
            .iter()
            .map(|name| graph.symbol(name, Role::Variable))
            .collect();

        let bound = graph.dot(&lambda, &constraints);
        let slopes = matrix.apply_transposed(graph, &lambda);
        let momentum = difference(graph, &momentum, &slopes);
        let slopes = graph.gradient(bound, &q);
        let gradient = difference(graph, &gradient, &slopes);
        let mass = graph.jacobian(&momentum, &v);
        let mass = graph.simplify_matrix(&mass, RoleSet::PREPARED);
        let mass = without_false_entries(graph, &mass);
        let is_affine = matrix
            .entries()
            .iter()
            .all(|&entry| !graph.roles(entry).contains(Role::Velocity));
        Self {
            lambda,
            constraints,
            momentum,
            gradient,
            mass,
            matrix,
            has_closed_form: is_mechanical && is_affine,
        }
    }

    /// Returns the bordered matrix `[F_vv, -G^T; G, 0]`. If it is regular, momentum and constraints
    /// determine velocity and multipliers, and the equations have index one.
    #[must_use]
    pub fn bordered(&self, graph: &Graph) -> Matrix {
        let (n, m) = (self.mass.rows(), self.matrix.rows());
        let entries = self.matrix.entries().iter();
        let negated: Vec<_> = entries.map(|&entry| graph.neg(entry)).collect();
        Matrix::from_fn(n + m, n + m, |i, j| match (i < n, j < n) {
            (true, true) => self.mass[(i, j)],
            (true, false) => negated[(j - n) * n + i],
            (false, true) => self.matrix[(i - n, j)],
            (false, false) => Graph::ZERO,
        })
    }
}

fn difference(graph: &Graph, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    let differences = super::subtract(graph, a, b);
    differences
        .iter()
        .map(|&entry| graph.simplify(entry, RoleSet::PREPARED))
        .collect()
}
