//! The derivatives of the Lagrangian: momentum, mass matrix, bias, energy.

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet, SpdFactor};

use super::frame::Frame;
use super::{add, subtract};

/// The symbols that the mass matrix depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassKind {
    /// Parameters only.
    Constant,
    /// The configuration or the time: a mechanical Lagrangian with `M(q, t)`.
    Configuration,
    /// The velocities too: a general regular Lagrangian.
    Velocity,
}

/// Derivatives of the Lagrangian `L(q, v, t)`.
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
    /// The symbols that the mass matrix depends on.
    pub mass_kind: MassKind,
    /// The factorised mass matrix.
    pub mass_factor: SpdFactor,
    /// Pivots of the mass matrix, or for `M(q)` of a constant part of it, each with its velocity.
    /// If the mass matrix is positive definite, all are positive. Empty if it depends on the
    /// velocity.
    pub constant_pivots: Vec<(usize, Expr)>,
    /// The momentum at rest, `L_v(q, 0, t)`: the part of `L` that is linear in the velocity.
    pub rest_momentum: Vec<Expr>,
    /// The bias `c = (L_v)_q K v + (L_v)_t - K^T L_q - ad*_v L_v` of the Euler-Lagrange expression
    /// `M a + c`.
    pub bias: Vec<Expr>,
    /// The energy `v . L_v - L`.
    pub energy: Expr,
    /// The symbols of the velocities.
    v: Vec<Expr>,
    /// The rates `K v` at which the symbols of the configuration change, and that of the time.
    rates: Vec<(Expr, Expr)>,
    /// The part of the bias that is not a rate of the momentum: `K^T L_q + ad*_v L_v`.
    turned: Vec<Expr>,
}

impl LagrangianDynamics {
    pub(super) fn derive(
        graph: &Graph,
        lagrangian: Expr,
        frame: &Frame,
        q: &[Expr],
        v: &[Expr],
        time: Expr,
    ) -> Self {
        let free = RoleSet::PREPARED;
        let momentum = cheapest_gradient(graph, lagrangian, v, <[Expr]>::to_vec);
        let gradient = cheapest_gradient(graph, lagrangian, q, |partials| {
            frame.along(graph, partials)
        });
        let hessian = graph.hessian(lagrangian, v);
        let mass = graph.simplify_matrix(&hessian, free);
        let mass = without_false_entries(graph, &mass);
        let mass_kind = mass_kind(graph, &mass);
        let mass_factor = SpdFactor::new(graph, &mass, free);
        let constant_pivots = match mass_kind {
            MassKind::Constant | MassKind::Configuration => constant_pivots(graph, &mass),
            MassKind::Velocity => Vec::new(),
        };
        let rest: Vec<_> = v.iter().map(|&x| (x, Graph::ZERO)).collect();
        let rest_momentum = graph.substitute(&momentum, &rest);
        let rates = frame.rates(graph, v);
        let mut rates: Vec<_> = q.iter().copied().zip(rates).collect();
        if graph.roles(lagrangian).contains(Role::Time) {
            rates.push((time, Graph::ONE));
        }
        let turned = frame.coadjoint(graph, v, &momentum);
        let turned = add(graph, &gradient, &turned);
        let bias = bias(graph, &momentum, &rates, &turned);
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
            v: v.to_vec(),
            rates,
            turned,
        }
    }
}

impl LagrangianDynamics {
    /// Returns `M D` for the columns of a matrix, that is their momenta. For a chain of bodies
    /// computing the momenta takes fewer operations than the matrix product.
    pub(super) fn momenta(&self, graph: &Graph, columns: &Matrix) -> Matrix {
        let by_mass = self.mass.mul(graph, columns);
        if self.mass_kind == MassKind::Velocity {
            return by_mass;
        }
        let kinetic = subtract(graph, &self.momentum, &self.rest_momentum);
        let momentum_of = |j: usize| {
            let velocities = self.v.iter().copied().zip(columns.column(j));
            graph.substitute(&kinetic, &velocities.collect::<Vec<_>>())
        };
        let momenta: Vec<_> = (0..columns.columns()).map(momentum_of).collect();
        let by_momentum = Matrix::from_fn(columns.rows(), momenta.len(), |i, j| momenta[j][i]);
        let entries = [by_mass.entries(), by_momentum.entries()];
        let chosen = graph.cheaper_together(entries, RoleSet::PREPARED);
        by_mass.with_entries(chosen.to_vec())
    }

    /// Returns the Euler-Lagrange expression `M a + c` of an acceleration: the rate of the momentum
    /// along it, minus the other part of the bias.
    pub(crate) fn inertial_force(&self, graph: &Graph, acceleration: &[Expr]) -> Vec<Expr> {
        let inertial = self.mass.apply(graph, acceleration);
        let by_mass = add(graph, &inertial, &self.bias);
        let accelerations = self.v.iter().copied().zip(acceleration.iter().copied());
        let moving: Vec<_> = self.rates.iter().copied().chain(accelerations).collect();
        let rate = graph.rates(&self.momentum, &moving);
        let by_momentum = subtract(graph, &rate, &self.turned);
        graph
            .cheaper_together([&by_mass, &by_momentum], RoleSet::PREPARED)
            .to_vec()
    }

    /// Returns the rate of the momentum while the configuration moves as given, at the given
    /// acceleration.
    pub(crate) fn momentum_rate(
        &self,
        graph: &Graph,
        moving: &[(Expr, Expr)],
        acceleration: &[Expr],
    ) -> Vec<Expr> {
        let inertial = self.mass.apply(graph, acceleration);
        let by_mass = add(graph, &inertial, &graph.rates(&self.momentum, moving));
        let accelerations = self.v.iter().copied().zip(acceleration.iter().copied());
        let moving: Vec<_> = moving.iter().copied().chain(accelerations).collect();
        let by_momentum = graph.rates(&self.momentum, &moving);
        graph
            .cheaper_together([&by_mass, &by_momentum], RoleSet::PREPARED)
            .to_vec()
    }

    /// Returns true if the momentum is linear in the velocity, without a part at rest.
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

/// Replaces entries that vanish identically by structural zeros.
pub(super) fn without_false_entries(graph: &Graph, matrix: &Matrix) -> Matrix {
    matrix.with_entries(without_false_zeros(graph, matrix.entries()))
}

/// Replaces expressions that vanish identically by zero.
pub(super) fn without_false_zeros(graph: &Graph, exprs: &[Expr]) -> Vec<Expr> {
    let zeros = graph.are_zero(exprs);
    let exprs = exprs.iter().zip(zeros);
    exprs
        .map(|(&expr, zero)| if zero { Graph::ZERO } else { expr })
        .collect()
}

fn mass_kind(graph: &Graph, mass: &Matrix) -> MassKind {
    let roles = mass.entries().iter().fold(RoleSet::EMPTY, |roles, &entry| {
        roles.union(graph.roles(entry))
    });
    if roles.contains(Role::Velocity) {
        MassKind::Velocity
    } else if roles.contains(Role::Coordinate) || roles.contains(Role::Time) {
        MassKind::Configuration
    } else {
        MassKind::Constant
    }
}

/// Returns the pivots, with their rows, of a constant principal submatrix. It is positive definite
/// wherever the whole matrix is.
pub(super) fn constant_pivots(graph: &Graph, mass: &Matrix) -> Vec<(usize, Expr)> {
    let is_constant = |i: usize, j: usize| {
        let roles = graph.roles(mass.row(i)[j]);
        !roles.contains(Role::Coordinate) && !roles.contains(Role::Time)
    };
    let mut chosen: Vec<usize> = Vec::new();
    for i in 0..mass.rows() {
        if is_constant(i, i) && chosen.iter().all(|&j| is_constant(i, j)) {
            chosen.push(i);
        }
    }
    let pivots = SpdFactor::pivots(graph, &mass.select(&chosen, &chosen)).into_iter();
    pivots.map(|(row, pivot)| (chosen[row], pivot)).collect()
}

/// Returns `(L_v)_q K v + (L_v)_t` minus `turned`.
fn bias(graph: &Graph, momentum: &[Expr], rates: &[(Expr, Expr)], turned: &[Expr]) -> Vec<Expr> {
    let (q, directions): (Vec<_>, Vec<_>) = rates.iter().copied().unzip();
    let transport = graph.jacobian(momentum, &q).apply(graph, &directions);
    let entry_by_entry = simplify_all(graph, &subtract(graph, &transport, turned));
    let transport = graph.rates(momentum, rates);
    let together = subtract(graph, &transport, turned);
    let together = without_false_zeros(graph, &together);
    graph
        .cheaper_together([&entry_by_entry, &together], RoleSet::PREPARED)
        .to_vec()
}

/// Returns the derivatives of a scalar, one by one in their simplest forms, or together by reverse
/// accumulation.
pub(crate) fn cheapest_gradient(
    graph: &Graph,
    scalar: Expr,
    symbols: &[Expr],
    map: impl Fn(&[Expr]) -> Vec<Expr>,
) -> Vec<Expr> {
    let entry_by_entry = simplify_all(graph, &map(&graph.gradient(scalar, symbols)));
    let together = map(&graph.pullback(scalar, Graph::ONE, symbols));
    let together = without_false_zeros(graph, &together);
    graph
        .cheaper_together([&entry_by_entry, &together], RoleSet::PREPARED)
        .to_vec()
}
