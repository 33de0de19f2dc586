//! The solved constraints: velocities on them as combinations of a basis.

use crate::expr::{BlockPivots, Expr, Graph, Matrix, RoleSet, SpdFactor};

use super::constraints::ConstraintDistribution;
use super::kernel::{Filling, Kernel};
use super::lagrangian::{LagrangianDynamics, constant_pivots};
use super::{add, subtract};

/// Velocities `v = v_p + D s` on the constraints, and the mass matrix `D^T M D` of the
/// coefficients.
#[derive(Clone, Debug)]
pub(crate) struct NullSpace {
    kernel: Kernel,
    matrix: Matrix,
    /// `v_p`, with `A v_p + b = 0`.
    pub(super) particular: Vec<Expr>,
    /// `D^T M D`.
    reduced_matrix: Matrix,
    reduced_mass: SpdFactor,
}

/// A velocity that is orthogonal to the constraint distribution.
pub(super) struct Least {
    /// The velocity `z`.
    pub(super) velocity: Vec<Expr>,
    /// The momentum of another velocity with the same residuals: `M z` plus the momentum of an
    /// allowed velocity, to which `z` is orthogonal.
    pub(super) momentum: Vec<Expr>,
}

impl NullSpace {
    /// Derives the basis. Returns `None` if there are no constraints, if they are not affine in the
    /// velocities, or if they cannot be solved without a division that a configuration could make
    /// singular.
    pub(super) fn derive(
        graph: &Graph,
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
    ) -> Option<Self> {
        if constraints.is_empty() || !constraints.are_affine(graph) {
            return None;
        }
        let matrix = constraints.matrix.clone();
        let kernel = Kernel::of(graph, &matrix, Filling::Taken)?;
        let particular = kernel.particular(graph, &matrix, &constraints.offset);
        let weighted = lagrangian.momenta(graph, &kernel.basis);
        let reduced = kernel.basis.transpose().mul(graph, &weighted);
        let reduced = graph.simplify_matrix(&reduced, RoleSet::PREPARED);
        let reduced = graph.without_false_rotations(&reduced);
        let reduced_mass = SpdFactor::new(graph, &reduced, RoleSet::PREPARED);
        Some(Self {
            kernel,
            matrix,
            particular,
            reduced_matrix: reduced,
            reduced_mass,
        })
    }

    /// Returns the pivots that detect configurations at which the constraints depend on each other.
    /// There a vector of the basis vanishes, and near it that vector is only round-off. The
    /// divisors are those of the projection and of the multipliers.
    pub(crate) fn pivots(&self, graph: &Graph) -> BlockPivots {
        let blocks = self.reduced_mass.block_pivots(graph).into_iter();
        let divisors = blocks.flat_map(|block| block.divisors);
        BlockPivots {
            pivots: self.kernel.pivots(graph),
            divisors: divisors.chain(self.kernel.lengths()).collect(),
        }
    }

    /// Returns the pivots of `D^T M D`, both those that move with the configuration and those that
    /// do not, with the velocities that the coefficients belong to.
    pub(crate) fn mass_pivots(&self, graph: &Graph) -> Vec<BlockPivots> {
        let mut blocks = self.reduced_mass.block_pivots(graph);
        for pivot in blocks.iter_mut().flat_map(|block| &mut block.pivots) {
            pivot.index = self.kernel.free[pivot.index];
        }
        blocks
    }

    /// Returns pivots of a constant part of `D^T M D`, each with its velocity.
    pub(super) fn constant_pivots(&self, graph: &Graph) -> Vec<(usize, Expr)> {
        let pivots = constant_pivots(graph, &self.reduced_matrix).into_iter();
        pivots
            .map(|(place, pivot)| (self.kernel.free[place], pivot))
            .collect()
    }

    /// Returns true if equations without multipliers take fewer operations than those with
    /// multipliers, which have one more equation for each constraint. A filled basis costs more
    /// than leaving out one or two multipliers saves.
    pub(crate) fn spares_multipliers(&self) -> bool {
        !self.kernel.is_filled || self.matrix.rows() > 2
    }

    /// Returns `D (D^T M D)^-1 D^T M`.
    pub(super) fn projector(&self, graph: &Graph, mass: &Matrix) -> Matrix {
        let basis = &self.kernel.basis;
        let momenta = basis.transpose().mul(graph, mass);
        let coefficients = self.reduced_mass.solve_matrix(graph, &momenta);
        basis.mul(graph, &coefficients)
    }

    /// Returns `v_p + D (D^T M D)^-1 D^T pi`.
    pub(super) fn velocity(&self, graph: &Graph, pi: &[Expr]) -> Vec<Expr> {
        let v = self.response(graph, pi);
        add(graph, &v, &self.particular)
    }

    /// Returns the number of vectors in the basis.
    pub(crate) fn dimension(&self) -> usize {
        self.kernel.basis.columns()
    }

    /// Returns the velocity `v_p + D s` of coefficients.
    pub(crate) fn velocity_of(&self, graph: &Graph, s: &[Expr]) -> Vec<Expr> {
        let v = self.kernel.basis.apply(graph, s);
        add(graph, &v, &self.particular)
    }

    /// Returns the coefficients `(D^T M D)^-1 D^T (pi - M v_p)` of the velocity on the constraints
    /// that belongs to a momentum `pi`, which is known up to a constraint force.
    pub(crate) fn coefficients(
        &self,
        graph: &Graph,
        lagrangian: &LagrangianDynamics,
        pi: &[Expr],
    ) -> Vec<Expr> {
        let shift = lagrangian.mass.apply(graph, &self.particular);
        let along = self.along(graph, &subtract(graph, pi, &shift));
        self.reduced_mass.solve(graph, &along)
    }

    /// Returns the rates `(D^T M D)^-1 D^T (f - c - M (dD/dt s + dv_p/dt))` of the coefficients
    /// along the motion, in which symbols move at the given rates.
    pub(crate) fn rates_of_coefficients(
        &self,
        graph: &Graph,
        lagrangian: &LagrangianDynamics,
        forces: &[Expr],
        s: &[Expr],
        moving: &[(Expr, Expr)],
    ) -> Vec<Expr> {
        let turning = graph.rates(&self.velocity_of(graph, s), moving);
        let inertial = lagrangian.inertial_force(graph, &turning);
        let driving = subtract(graph, forces, &inertial);
        let along = self.along(graph, &driving).into_iter();
        let along: Vec<_> = along
            .map(|x| graph.simplify(x, RoleSet::PREPARED))
            .collect();
        self.reduced_mass.solve(graph, &along)
    }

    /// Returns the order of the coordinates `q` in which the velocity along each depends only on
    /// the coordinates before it. Returns `None` if there is no such order, because a coordinate
    /// depends indirectly on itself.
    pub(crate) fn triangular_order(&self, graph: &Graph, q: &[Expr]) -> Option<Vec<usize>> {
        let read = |i: usize| {
            let row = [self.kernel.basis.row(i), &self.particular[i..=i]].concat();
            let read = graph.symbols_of(&row);
            (0..q.len())
                .filter(|&j| read.contains(&q[j]))
                .collect::<Vec<_>>()
        };
        let read: Vec<_> = (0..q.len()).map(read).collect();
        let mut order: Vec<usize> = Vec::new();
        while order.len() < q.len() {
            let is_known = |j: &usize| order.contains(j);
            let is_next = |i: &usize| !is_known(i) && read[*i].iter().all(is_known);
            let next = (0..q.len()).find(is_next)?;
            order.push(next);
        }
        Some(order)
    }

    /// Returns `D^T f`: the effect of a force along the distribution. Constraint forces have none.
    pub(crate) fn along(&self, graph: &Graph, force: &[Expr]) -> Vec<Expr> {
        self.kernel.basis.apply_transposed(graph, force)
    }

    /// Returns `D (D^T M D)^-1 D^T f`: the response to a force of a system that is held on
    /// `A v = 0`.
    pub(crate) fn response(&self, graph: &Graph, force: &[Expr]) -> Vec<Expr> {
        let along = self.along(graph, force);
        let coefficients = self.reduced_mass.solve(graph, &along);
        self.kernel.basis.apply(graph, &coefficients)
    }

    /// Returns the least velocity with `A z = rho` in the metric of the mass matrix.
    pub(super) fn least_velocity(&self, graph: &Graph, mass: &Matrix, rho: &[Expr]) -> Least {
        let offset: Vec<_> = rho.iter().map(|&x| graph.neg(x)).collect();
        let any = self.particular_for(graph, &offset);
        let momentum = mass.apply(graph, &any);
        let allowed = self.response(graph, &momentum);
        Least {
            velocity: subtract(graph, &any, &allowed),
            momentum,
        }
    }

    /// Returns a vector `x` with `A x + offset = 0`.
    pub(crate) fn particular_for(&self, graph: &Graph, offset: &[Expr]) -> Vec<Expr> {
        self.kernel.particular(graph, &self.matrix, offset)
    }

    /// Returns the multipliers of a constraint force `A^T lambda`.
    pub(crate) fn multipliers(&self, graph: &Graph, force: &[Expr]) -> Vec<Expr> {
        self.kernel.multipliers(graph, &self.matrix, force)
    }
}
