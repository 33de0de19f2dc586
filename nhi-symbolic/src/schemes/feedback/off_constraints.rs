//! A state that need not satisfy the constraints, with gradients in the plane of `(q, p)`.
//!
//! `Ht(q, p)` is the greatest value of `p . w - L(q, w)` under `A w = 0`, attained at the velocity
//! `w` that the momentum has on the constraints. So the derivatives of `w` and of its multipliers
//! `mu`, `p = L_v(q, w) + A^T mu`, do not affect those of `Ht`: `Ht_p = w`,
//! `Ht_q = -L_q(q, w) - (mu . A w)_q` with `w` and `mu` held fixed. Similarly
//! `(H - Ht)_q = (mu . A w)_q - (z . L_v(q, u))_q`, where `z = v - w` and `u = (v + w) / 2` for the
//! velocity `v = M^-1 p`, because `L_q` is of second degree.

use crate::mechanics::{ProjectionForm, cheapest_gradient};

use super::super::prelude::*;

/// A gradient in the plane of `(q, p)`.
#[derive(Clone, Debug)]
pub(super) struct Gradient<'m> {
    pub(super) q: Vector<'m>,
    pub(super) p: Vector<'m>,
}

impl<'m> Gradient<'m> {
    /// Returns the entries with respect to `q`, then those with respect to `p`.
    pub(super) fn entries(&self) -> Vector<'m> {
        self.q.chain(&self.p)
    }
}

/// The state `(q, p)` with its two velocities.
#[derive(Clone, Debug)]
pub(super) struct OffConstraints<'m> {
    pub(super) system: System<'m>,
    pub(super) p: Vector<'m>,
    /// The node at `v = M^-1 p`.
    pub(super) free: Node<'m>,
    /// The node at the velocity `w` on the constraints.
    pub(super) held: Node<'m>,
    /// `z = v - w = M^-1 A^T mu`.
    apart: Vector<'m>,
    /// `A^T mu = p - M w`.
    excess: Vector<'m>,
    /// `mu = C^-1 J`.
    multipliers: Vector<'m>,
    /// For the momentum `L_v`.
    of_momentum: Weighted<'m>,
    /// For the residuals `A v`.
    of_residual: Weighted<'m>,
}

impl<'m> OffConstraints<'m> {
    pub(super) fn new(system: System<'m>, p: &Vector<'m>) -> Self {
        let here = system.start().with_momentum(p);
        let free = here.with_velocity(&here.free_velocity());
        let held = here.with_velocity(&here.nodal_velocity());
        let (apart, excess, multipliers) = match system.mechanics.projection.form() {
            ProjectionForm::Range => {
                let multipliers = free.correction();
                let apart = free.constraint_acceleration(&multipliers);
                (apart, free.reaction(&multipliers), multipliers)
            }
            ProjectionForm::NullSpace => {
                let excess = p - held.momentum();
                let multipliers = held.multipliers_of(&excess);
                let multipliers = multipliers.expect("the form has a basis");
                (&free.v - &held.v, excess, multipliers)
            }
        };
        let mechanics = system.mechanics;
        Self {
            of_momentum: Weighted::of(system, &mechanics.lagrangian.momentum),
            of_residual: Weighted::of(system, &mechanics.constraints.residual),
            system,
            p: p.clone(),
            free,
            held,
            apart,
            excess,
            multipliers,
        }
    }

    /// Returns `A^T mu = p - M w`.
    pub(super) fn excess(&self) -> &Vector<'m> {
        &self.excess
    }

    /// Evaluates formulas in the model's symbols and the momentum, at the initial configuration
    /// with another momentum.
    pub(super) fn at_start(&self, formulas: &[Expr], p: &Vector<'m>) -> Vector<'m> {
        let start = self.system.start();
        start.values_with(formulas, &self.p.entries(), &p.entries())
    }

    /// Returns `Ht`.
    pub(super) fn energy(&self) -> Scalar<'m> {
        let energy = self.system.mechanics.lagrangian.energy;
        self.held.value(energy)
    }

    /// Returns `J^T C^-1 J = 2 (H - Ht)`.
    pub(super) fn violation(&self) -> Scalar<'m> {
        self.apart.dot(&self.excess)
    }

    /// Returns the gradient of `Ht`.
    pub(super) fn energy_gradient(&self) -> Gradient<'m> {
        let lagrangian = self.system.mechanics.lagrangian.lagrangian;
        Gradient {
            q: -(self.slope_of(&self.held, lagrangian) + self.turning_constraints()),
            p: self.held.v.clone(),
        }
    }

    /// Returns the gradient of `J^T C^-1 J / 2`.
    pub(super) fn violation_gradient(&self) -> Gradient<'m> {
        let mean = Vector::combination(&[
            (Rational::HALF, &self.free.v),
            (Rational::HALF, &self.held.v),
        ]);
        let inertia = self
            .of_momentum
            .at(&self.free.with_velocity(&mean), &self.apart);
        Gradient {
            q: self.turning_constraints() - inertia,
            p: self.apart.clone(),
        }
    }

    /// Returns the derivative along a direction of the gradient of `J^T C^-1 J / 2` at `J = 0`:
    /// `B C^-1 B^T x`, without the columns of `B`.
    pub(super) fn hessian_of_violation(&self, along: &Vector<'m>) -> Gradient<'m> {
        let system = self.system;
        let places = system.mechanics.q.len();
        let (by_q, by_p) = (along.part(0..places), along.part(places..along.len()));
        let rates = self.rates_of_momenta(&by_q, &by_p);
        let projection = &system.mechanics.projection;
        let [z, mu] = projection.least_velocity(system.graph(), &rates.entries());
        let [z, mu] = [system.vector(z), system.vector(mu)];
        Gradient {
            q: self.of_residual.at(&self.free, &mu) - self.of_momentum.at(&self.free, &z),
            p: z,
        }
    }

    /// Returns `A^T C^-1 J_q x`: the impulse that must be removed to keep the constraint momenta
    /// constant as the configuration moves along `x`.
    pub(super) fn impulse_against(&self, x: &Vector<'m>) -> Vector<'m> {
        let system = self.system;
        let rates = self.rates_of_momenta(x, &system.zeros(self.p.len()));
        let projection = &system.mechanics.projection;
        let [z, _] = projection.least_velocity(system.graph(), &rates.entries());
        system.start().with_velocity(&system.vector(z)).momentum()
    }

    /// Returns `J_q x + J_p y`, the change of the constraint momenta along a direction.
    fn rates_of_momenta(&self, x: &Vector<'m>, y: &Vector<'m>) -> Vector<'m> {
        let system = self.system;
        let (mechanics, graph) = (system.mechanics, system.graph());
        let moving: Vec<_> = mechanics.q.iter().copied().zip(x.entries()).collect();
        let turned = graph.rates(&mechanics.lagrangian.momentum, &moving);
        let turned = y - system.vector(turned);
        let faster = system.solve(&mechanics.lagrangian.mass_factor, &turned);
        let rates = graph.rates(&mechanics.constraints.residual, &moving);
        let rates = system.vector(rates) + graph.matrix(&mechanics.constraints.matrix) * faster;
        self.free.values(&rates.entries())
    }

    /// Returns `(mu . A w)_q`.
    pub(super) fn turning_constraints(&self) -> Vector<'m> {
        self.of_residual.at(&self.held, &self.multipliers)
    }

    /// Returns the gradient of a function `X(q, v)` at `v = M^-1 p`.
    pub(super) fn gradient_of(&self, function: Expr) -> Gradient<'m> {
        let by_v = self
            .system
            .graph()
            .gradient(function, &self.system.mechanics.v);
        self.gradient_from(self.slope_of(&self.free, function), &by_v)
    }

    /// Returns the gradients of the constraint momenta `J`.
    pub(super) fn gradients_of_momenta(&self) -> Vec<Gradient<'m>> {
        let constraints = &self.system.mechanics.constraints;
        let of_row = |i: usize| {
            let mut weights = vec![Graph::ZERO; constraints.len()];
            weights[i] = Graph::ONE;
            let by_q = self
                .of_residual
                .at(&self.free, &self.system.vector(weights));
            self.gradient_from(by_q, constraints.matrix.row(i))
        };
        (0..constraints.len()).map(of_row).collect()
    }

    /// Returns `(X_q - (y . L_v)_q, y)` with `y = M^-1 X_v`, given `X_q` at this state and `X_v`.
    fn gradient_from(&self, by_q: Vector<'m>, by_v: &[Expr]) -> Gradient<'m> {
        let factor = &self.system.mechanics.lagrangian.mass_factor;
        let y = self.system.solve(factor, &self.free.values(by_v));
        Gradient {
            q: by_q - self.of_momentum.at(&self.free, &y),
            p: y,
        }
    }

    /// Returns the gradient with respect to `q` of a function of `(q, v)`.
    fn slope_of(&self, node: &Node<'m>, function: Expr) -> Vector<'m> {
        let (graph, q) = (self.system.graph(), &self.system.mechanics.q);
        node.values(&cheapest_gradient(graph, function, q, <[Expr]>::to_vec))
    }
}

/// The gradient with respect to `q` of functions of `(q, v)`, each with a weight that does not
/// move.
#[derive(Clone, Debug)]
struct Weighted<'m> {
    /// The symbols of the weights.
    weights: Vector<'m>,
    gradient: Vec<Expr>,
}

impl<'m> Weighted<'m> {
    fn of(system: System<'m>, functions: &[Expr]) -> Self {
        let labels: Vec<_> = (0..functions.len()).map(|i| i.to_string()).collect();
        let labels = labels.iter().map(String::as_str);
        let weights = system.symbols("weight", labels, Role::Variable);
        let total = system.vector(functions).dot(&weights).expr();
        let by_q = &system.mechanics.q;
        Self {
            gradient: cheapest_gradient(system.graph(), total, by_q, <[Expr]>::to_vec),
            weights,
        }
    }

    fn at(&self, node: &Node<'m>, weights: &Vector<'m>) -> Vector<'m> {
        node.values_with(&self.gradient, &self.weights.entries(), &weights.entries())
    }
}
