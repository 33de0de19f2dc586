//! The rate of the momentum that keeps `J = A M^-1 p`, on the constraints and off them.

use crate::mechanics::{NullSpace, add, subtract};

use super::super::prelude::*;
use super::off_constraints::OffConstraints;

/// Symbols that the rate depends on, in addition to the configuration and the velocity
/// `v = M^-1 p`.
struct Symbols {
    /// `Ht_p`.
    w: Vec<Expr>,
    /// The terms that change the momentum, apart from the constraints.
    driving: Vec<Expr>,
}

/// Returns `p'` with `p' = g + A^T lt` and `d/dt (A v) = 0` for `M v = p`, `q' = K Ht_p`; `g` is
/// given.
pub(super) fn momentum_rate<'m>(state: &OffConstraints<'m>, driving: &Vector<'m>) -> Vector<'m> {
    let system = state.system;
    let [w, g] = ["w", "driving"].map(|name| system.velocities(name, Role::Variable));
    let symbols = Symbols {
        w: w.entries(),
        driving: g.entries(),
    };
    let rate = symbols.rate(system);
    let others = w.chain(&g).entries();
    let values = state.held.v.chain(driving).entries();
    state.free.values_with(&rate, &others, &values)
}

impl Symbols {
    /// Returns the rate in its cheaper form: by the basis if there is one and there are many
    /// multipliers.
    fn rate(&self, system: System<'_>) -> Vec<Expr> {
        let by_basis = system
            .null_space()
            .map(|basis| self.by_basis(system, basis));
        match by_basis {
            Some(by_basis) if !system.mechanics.constraints.are_few() => by_basis,
            Some(by_basis) => {
                let by_multipliers = self.by_multipliers(system);
                let forms = [&by_basis[..], &by_multipliers];
                let cheaper = system.graph().cheaper_together(forms, RoleSet::PREPARED);
                cheaper.to_vec()
            }
            None => self.by_multipliers(system),
        }
    }

    /// Returns the rates of the configuration.
    fn moving(&self, system: System<'_>) -> Vec<(Expr, Expr)> {
        let mechanics = system.mechanics;
        let rates = mechanics.frame.rates(system.graph(), &self.w);
        mechanics.q.iter().copied().zip(rates).collect()
    }

    /// Computes the rate by the multipliers `lt = -C^-1 [A M^-1 (g - (dM/dt) v) + (dA/dt) v]`.
    fn by_multipliers(&self, system: System<'_>) -> Vec<Expr> {
        let (graph, mechanics) = (system.graph(), system.mechanics);
        let (lagrangian, constraints) = (&mechanics.lagrangian, &mechanics.constraints);
        let moving = self.moving(system);
        let turning = graph.rates(&lagrangian.momentum, &moving);
        let free = subtract(graph, &turning, &self.driving);
        let free = lagrangian.mass_factor.solve(graph, &free);
        let along = constraints.matrix.apply(graph, &free);
        let demanded = subtract(graph, &along, &graph.rates(&constraints.residual, &moving));
        let multipliers = constraints.gram_factor(graph).solve(graph, &demanded);
        let reaction = constraints.matrix.apply_transposed(graph, &multipliers);
        add(graph, &self.driving, &reaction)
    }

    /// Returns `M a + (dM/dt) v` with the only `a` for which `A a + (dA/dt) v = 0` and only `g` and
    /// the constraints act.
    fn by_basis(&self, system: System<'_>, null_space: &NullSpace) -> Vec<Expr> {
        let (graph, mechanics) = (system.graph(), system.mechanics);
        let (lagrangian, constraints) = (&mechanics.lagrangian, &mechanics.constraints);
        let moving = self.moving(system);
        let turning = graph.rates(&constraints.residual, &moving);
        let demanded = null_space.particular_for(graph, &turning);
        let inertial = lagrangian.momentum_rate(graph, &moving, &demanded);
        let opposed = subtract(graph, &inertial, &self.driving);
        let response = null_space.response(graph, &opposed);
        let acceleration = subtract(graph, &demanded, &response);
        lagrangian.momentum_rate(graph, &moving, &acceleration)
    }
}
