//! The Lagrangian side: momentum, mass matrix, bias, energy.

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet, SpdFactor};

use super::frame::Frame;

/// On what the mass matrix depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassKind {
    /// On parameters only.
    Constant,
    /// On the configuration: a mechanical Lagrangian with `M(q)`.
    Configuration,
    /// On the velocities too: a general regular Lagrangian.
    Velocity,
}

/// Derivatives of the Lagrangian `L(q, v)`.
#[derive(Clone, Debug)]
pub struct LagrangianDynamics {
    /// `L` itself.
    pub lagrangian: Expr,
    /// The momentum `L_v`.
    pub momentum: Vec<Expr>,
    /// `K^T L_q`, the derivatives along the fields of the frame.
    pub gradient: Vec<Expr>,
    /// The mass matrix `M = L_vv`.
    pub mass: Matrix,
    /// On what the mass matrix depends.
    pub mass_kind: MassKind,
    /// The factorised mass matrix.
    pub mass_factor: SpdFactor,
    /// Pivots of the mass matrix, or for `M(q)` of a part of it that is constant: all must be
    /// positive. Empty where the mass matrix depends on the velocity.
    pub constant_pivots: Vec<Expr>,
    /// The momentum at rest, `L_v(q, 0)`: the part of `L` that is linear in the velocity.
    pub rest_momentum: Vec<Expr>,
    /// The bias `c = (L_v)_q K v - K^T L_q - ad*_v L_v` of the Euler-Lagrange expression `M a + c`.
    pub bias: Vec<Expr>,
    /// The energy `v . L_v - L`.
    pub energy: Expr,
}

impl LagrangianDynamics {
    pub(super) fn derive(
        graph: &Graph,
        lagrangian: Expr,
        frame: &Frame,
        q: &[Expr],
        v: &[Expr],
    ) -> Self {
        let free = RoleSet::PREPARED;
        let momentum = graph.gradient(lagrangian, v);
        let momentum: Vec<_> = simplify_all(graph, &momentum);
        let gradient = graph.gradient(lagrangian, q);
        let gradient = frame.along(graph, &gradient);
        let gradient: Vec<_> = simplify_all(graph, &gradient);
        let hessian = graph.hessian(lagrangian, v);
        let mass = graph.simplify_matrix(&hessian, free);
        let mass = without_false_entries(graph, &mass);
        let mass_kind = mass_kind(graph, &mass);
        let mass_factor = SpdFactor::new(graph, &mass, free);
        let constant_pivots = match mass_kind {
            MassKind::Constant | MassKind::Configuration => {
                let part = constant_part(graph, &mass);
                SpdFactor::pivots(graph, &part)
            }
            MassKind::Velocity => Vec::new(),
        };
        let rest: Vec<_> = v.iter().map(|&x| (x, Graph::ZERO)).collect();
        let rest_momentum = graph.substitute(&momentum, &rest);
        let bias = bias(graph, frame, &momentum, &gradient, q, v);
        let power = graph.dot(v, &momentum);
        let energy = graph.sub(power, lagrangian);
        let energy = graph.simplify(energy, free);
        Self {
            lagrangian,
            momentum,
            gradient,
            mass,
            mass_kind,
            mass_factor,
            constant_pivots,
            rest_momentum,
            bias,
            energy,
        }
    }
}

impl LagrangianDynamics {
    /// Whether the momentum is linear in the velocity, without a part that is there at rest.
    #[must_use]
    pub fn has_no_rest_momentum(&self) -> bool {
        self.rest_momentum.iter().all(|&p| p == Graph::ZERO)
    }
}

fn simplify_all(graph: &Graph, exprs: &[Expr]) -> Vec<Expr> {
    exprs
        .iter()
        .map(|&e| graph.simplify(e, RoleSet::PREPARED))
        .collect()
}

/// Entries that vanish identically become structural zeros.
pub(super) fn without_false_entries(graph: &Graph, matrix: &Matrix) -> Matrix {
    let zeros = graph.are_zero(matrix.entries());
    let entries = matrix.entries().iter().zip(zeros);
    let entries = entries.map(|(&entry, zero)| if zero { Graph::ZERO } else { entry });
    matrix.with_entries(entries.collect())
}

fn mass_kind(graph: &Graph, mass: &Matrix) -> MassKind {
    let roles = mass.entries().iter().fold(RoleSet::EMPTY, |roles, &entry| {
        roles.union(graph.roles(entry))
    });
    if roles.contains(Role::Velocity) {
        MassKind::Velocity
    } else if roles.contains(Role::Coordinate) {
        MassKind::Configuration
    } else {
        MassKind::Constant
    }
}

/// A principal submatrix that is constant: positive definite wherever the whole matrix is.
fn constant_part(graph: &Graph, mass: &Matrix) -> Matrix {
    let is_constant = |i: usize, j: usize| {
        let roles = graph.roles(mass.row(i)[j]);
        !roles.contains(Role::Coordinate)
    };
    let mut chosen: Vec<usize> = Vec::new();
    for i in 0..mass.rows() {
        if is_constant(i, i) && chosen.iter().all(|&j| is_constant(i, j)) {
            chosen.push(i);
        }
    }
    mass.select(&chosen, &chosen)
}

fn bias(
    graph: &Graph,
    frame: &Frame,
    momentum: &[Expr],
    gradient: &[Expr],
    q: &[Expr],
    v: &[Expr],
) -> Vec<Expr> {
    let rates = frame.rates(graph, v);
    let transport = graph.jacobian(momentum, q).apply(graph, &rates);
    let turned = frame.coadjoint(graph, v, momentum);
    let resisted = super::subtract(graph, &transport, gradient);
    let bias = super::subtract(graph, &resisted, &turned);
    simplify_all(graph, &bias)
}
