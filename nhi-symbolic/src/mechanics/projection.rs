//! The projection on the constraints, in the cheaper of its two forms. If the mass matrix may be
//! singular, it is in the null-space form if there is a basis, and otherwise in the range form with
//! the augmented mass matrix.

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet, SpdFactor};

use super::constraints::ConstraintDistribution;
use super::inertia::Inertia;
use super::lagrangian::{LagrangianDynamics, MassKind};
use super::null_space::NullSpace;
use super::{add, subtract};

/// The two equal formulas for a projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectionForm {
    /// `Id - M^-1 A^T (A M^-1 A^T)^-1 A`: a system of size m.
    Range,
    /// `D (D^T M D)^-1 D^T M` with a basis `D` of the distribution: a system of size n - m.
    NullSpace,
}

/// The orthogonal projection, in the metric, of velocities and momenta on the constraints
/// `A v + b = 0`.
#[derive(Clone, Debug)]
pub struct Projection {
    mass: Matrix,
    mass_factor: SpdFactor,
    inertia: Inertia,
    /// In the metric of `inertia`.
    constraints: ConstraintDistribution,
    null_space: Option<NullSpace>,
}

impl Projection {
    /// Chooses the null-space form if it exists and reflects a momentum with fewer operations.
    pub(super) fn derive(
        graph: &Graph,
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
        inertia: &Inertia,
        null_space: Option<&NullSpace>,
    ) -> Self {
        let is_augmented = inertia.is_augmented();
        let range = Self {
            mass: lagrangian.mass.clone(),
            mass_factor: lagrangian.mass_factor.clone(),
            inertia: inertia.clone(),
            constraints: if is_augmented {
                constraints.in_metric(&inertia.factor)
            } else {
                constraints.clone()
            },
            null_space: None,
        };
        let Some(null_space) = null_space else {
            return range;
        };
        let reduced = Self {
            null_space: Some(null_space.clone()),
            ..range.clone()
        };
        if is_augmented {
            return reduced;
        }
        let n = constraints.matrix.columns();
        let probe: Vec<_> = (0..n).map(|_| graph.symbol("w", Role::Variable)).collect();
        let weight = |exprs: &[Expr]| graph.cost(exprs, RoleSet::PREPARED).weight();
        let is_constant = lagrangian.mass_kind == MassKind::Constant;
        let of = |form: &Self| {
            weight(&if is_constant {
                form.reflect_velocity(graph, &probe)
            } else {
                form.reflect_momentum(graph, &probe)
            })
        };
        let of_range = constraints.has_metric().then(|| of(&range));
        let of_reduced = of(&reduced);
        if of_range.is_none() && !is_constant {
            // `A M^-1 p` is a part of the reflection that does not need the metric.
            let velocity = lagrangian.mass_factor.solve(graph, &probe);
            let least = weight(&constraints.matrix.apply(graph, &velocity));
            if of_reduced < least {
                return reduced;
            }
        }
        let is_cheaper = of_reduced < of_range.unwrap_or_else(|| of(&range));
        if is_cheaper { reduced } else { range }
    }

    /// Returns the multipliers of an impulse `A^T mu = M z` from those of `M_W z`, which are larger
    /// by `W A z`.
    fn of_mass(&self, graph: &Graph, augmented: &[Expr], residuals: &[Expr]) -> Vec<Expr> {
        let excess = self.inertia.weighed(graph, residuals);
        subtract(graph, augmented, &excess)
    }

    /// Returns the constraints in the metric of the projection.
    pub(crate) fn constraints(&self) -> &ConstraintDistribution {
        &self.constraints
    }

    /// Returns the metric of the projection.
    pub(super) fn inertia(&self) -> &Inertia {
        &self.inertia
    }

    /// Returns the form in use.
    #[must_use]
    pub fn form(&self) -> ProjectionForm {
        match self.null_space {
            Some(_) => ProjectionForm::NullSpace,
            None => ProjectionForm::Range,
        }
    }

    /// Returns the projectors `(P, Q)` on the distribution and on its orthogonal complement,
    /// `P + Q = Id`: the one of the form in use, and its difference from the identity.
    pub(super) fn projectors(&self, graph: &Graph) -> (Matrix, Matrix) {
        match &self.null_space {
            None => {
                let complement = self.constraints.complement(graph);
                (identity_minus(graph, &complement), complement)
            }
            Some(null_space) => {
                let projector = null_space.projector(graph, &self.mass);
                let complement = identity_minus(graph, &projector);
                (projector, complement)
            }
        }
    }

    /// Returns the nearest velocity to `w` that satisfies the constraints; `P w` if they are
    /// linear.
    pub fn project_velocity(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => self.constraints.nearest_velocity(graph, w),
            Some(null_space) => {
                let momentum = self.momentum_of_excess(graph, null_space, w);
                null_space.velocity(graph, &momentum)
            }
        }
    }

    /// Returns the [nearest velocity](Self::project_velocity) to one that is slightly off the
    /// constraints, as a correction of it. Its round-off is relative to the correction, while the
    /// projection adds that of the whole velocity in every step.
    pub(crate) fn correct_velocity(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        let residual = self.constraints.residual_of(graph, w);
        let [off, _] = self.least_velocity(graph, &residual);
        subtract(graph, w, &off)
    }

    /// Returns the nodal velocity of a momentum: `M v = pi + A^T nu`, `A v + b = 0`.
    pub fn velocity_of_momentum(&self, graph: &Graph, pi: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => {
                let w = self.inertia.factor.solve(graph, pi);
                self.constraints.nearest_velocity(graph, &w)
            }
            Some(null_space) => {
                let excess = self.excess_of_momentum(graph, null_space, pi);
                null_space.velocity(graph, &excess)
            }
        }
    }

    /// Returns the velocity mirrored at the constraints, `2 P w - w`: `(Id - 2 Q) w` if they are
    /// linear.
    pub fn reflect_velocity(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => {
                let multiplier = self.constraints.reflection(graph, w);
                let removed = self.constraints.weighted(graph).apply(graph, &multiplier);
                subtract(graph, w, &removed)
            }
            Some(_) => {
                let projected = self.project_velocity(graph, w);
                let twice = add(graph, &projected, &projected);
                subtract(graph, &twice, w)
            }
        }
    }

    /// Returns `M (w - v_p)` with a velocity `v_p` on the constraints.
    fn momentum_of_excess(&self, graph: &Graph, basis: &NullSpace, w: &[Expr]) -> Vec<Expr> {
        let excess = subtract(graph, w, &basis.particular);
        self.mass.apply(graph, &excess)
    }

    /// Returns `pi - M v_p` with a velocity `v_p` on the constraints.
    fn excess_of_momentum(&self, graph: &Graph, basis: &NullSpace, pi: &[Expr]) -> Vec<Expr> {
        let shift = self.mass.apply(graph, &basis.particular);
        subtract(graph, pi, &shift)
    }

    /// Returns the multipliers `(A M^-1 A^T)^-1 A M^-1 f` of the part `A^T mu` of a force that the
    /// constraints bear. The rest accelerates along the distribution.
    pub(crate) fn multipliers_against(&self, graph: &Graph, force: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => {
                let acceleration = self.inertia.factor.solve(graph, force);
                let along = self.constraints.matrix.apply(graph, &acceleration);
                self.constraints.gram_factor(graph).solve(graph, &along)
            }
            Some(null_space) => {
                let acceleration = null_space.response(graph, force);
                let followed = self.mass.apply(graph, &acceleration);
                null_space.multipliers(graph, &subtract(graph, force, &followed))
            }
        }
    }

    /// Returns the multipliers `mu = (A M^-1 A^T)^-1 (A w + b)`: the nearest velocity on the
    /// constraints is `w - M^-1 A^T mu`.
    pub(crate) fn correction(&self, graph: &Graph, w: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => {
                let multipliers = self.constraints.correction(graph, w);
                if !self.inertia.is_augmented() {
                    return multipliers;
                }
                let violation = self.constraints.residual_of(graph, w);
                self.of_mass(graph, &multipliers, &violation)
            }
            Some(null_space) => {
                let momentum = self.momentum_of_excess(graph, null_space, w);
                self.multipliers_against(graph, &momentum)
            }
        }
    }

    /// Returns the [`correction`](Self::correction) of the velocity `M^-1 pi`.
    pub(crate) fn correction_of_momentum(&self, graph: &Graph, pi: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None => {
                let w = self.inertia.factor.solve(graph, pi);
                let multipliers = self.constraints.correction(graph, &w);
                self.of_mass(graph, &multipliers, &self.constraints.offset)
            }
            Some(null_space) => {
                let excess = self.excess_of_momentum(graph, null_space, pi);
                self.multipliers_against(graph, &excess)
            }
        }
    }

    /// Returns `A M^-1 A^T lambda`: the change of the constraint residuals by an impulse
    /// `A^T lambda`.
    pub(crate) fn residual_of_impulse(&self, graph: &Graph, lambda: &[Expr]) -> Vec<Expr> {
        let constraints = &self.constraints;
        if self.null_space.is_none() && !self.inertia.is_augmented() {
            return constraints.gram(graph).apply(graph, lambda);
        }
        let impulse = constraints.matrix.apply_transposed(graph, lambda);
        let velocity = self.mass_factor.solve(graph, &impulse);
        constraints.matrix.apply(graph, &velocity)
    }

    /// Returns the least velocity `z = M^-1 A^T mu` with `A z = rho`, in the metric `M`, and its
    /// multipliers `mu = (A M^-1 A^T)^-1 rho`.
    pub(crate) fn least_velocity(&self, graph: &Graph, rho: &[Expr]) -> [Vec<Expr>; 2] {
        match &self.null_space {
            None => {
                let multipliers = self.constraints.gram_factor(graph).solve(graph, rho);
                let velocity = self.constraints.weighted(graph).apply(graph, &multipliers);
                [velocity, self.of_mass(graph, &multipliers, rho)]
            }
            Some(null_space) => {
                let velocity = null_space.least_velocity(graph, &self.mass, rho).velocity;
                let impulse = self.mass.apply(graph, &velocity);
                let multipliers = null_space.multipliers(graph, &impulse);
                [velocity, multipliers]
            }
        }
    }

    /// Returns `1/2 rho . (A M^-1 A^T)^-1 rho`: the least kinetic energy of a velocity `z` with
    /// `A z = rho`.
    pub(crate) fn least_energy(&self, graph: &Graph, rho: &[Expr]) -> Expr {
        let twice = match &self.null_space {
            None => {
                let multipliers = self.constraints.gram_factor(graph).solve(graph, rho);
                graph.dot(rho, &self.of_mass(graph, &multipliers, rho))
            }
            Some(null_space) => {
                let least = null_space.least_velocity(graph, &self.mass, rho);
                graph.dot(&least.velocity, &least.momentum)
            }
        };
        (graph.scalar(twice) / 2).expr()
    }

    /// Returns the momentum mirrored at the constraints, `(P^T - Q^T) p` if they are linear.
    pub fn reflect_momentum(&self, graph: &Graph, p: &[Expr]) -> Vec<Expr> {
        match &self.null_space {
            None if !self.inertia.is_augmented() => {
                let w = self.inertia.factor.solve(graph, p);
                let multiplier = self.constraints.reflection(graph, &w);
                let removed = self.constraints.matrix.apply_transposed(graph, &multiplier);
                subtract(graph, p, &removed)
            }
            _ => {
                let v = self.velocity_of_momentum(graph, p);
                let projected = self.mass.apply(graph, &v);
                let twice = add(graph, &projected, &projected);
                subtract(graph, &twice, p)
            }
        }
    }
}

fn identity_minus(graph: &Graph, matrix: &Matrix) -> Matrix {
    let identity = Matrix::identity(matrix.rows());
    identity.with_entries(subtract(graph, identity.entries(), matrix.entries()))
}
