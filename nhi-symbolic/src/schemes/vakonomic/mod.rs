//! Integrators of vakonomic systems: stationary curves of the action under velocity constraints.
//!
//! They are not approximations of the nonholonomic motion, which obeys the principle of Lagrange and
//! d'Alembert instead: the same Lagrangian and constraints define both, and in general they differ.

mod gauss;
mod rattle;

pub(super) use gauss::discretise as gauss;
pub(super) use rattle::discretise as rattle;

use crate::expr::{Expr, Role};
use crate::mechanics::ExtendedLagrangian;

use super::builder::{Node, SchemeBuilder};
use super::scheme::{Block, GroupKind, Item, Solve, StateGroup};

/// Whether an integrator, by its name, is one of variational problems: then its trajectories are
/// vakonomic, and its multipliers free initial data.
#[must_use]
pub fn is_vakonomic(integrator: &str) -> bool {
    integrator.starts_with("Vakonomic")
}

impl SchemeBuilder<'_> {
    /// Expressions over the symbols of an extended Lagrangian at a node with given multipliers.
    fn at_extended(
        &self,
        extended: &ExtendedLagrangian,
        exprs: &[Expr],
        node: &Node,
        lambda: &[Expr],
    ) -> Vec<Expr> {
        let multipliers = extended.lambda.iter().copied();
        let replacements: Vec<_> = multipliers.zip(lambda.iter().copied()).collect();
        let exprs = self.graph().substitute(exprs, &replacements);
        self.at(&exprs, node)
    }

    /// Velocity and multipliers that belong to a momentum, which the node holds in place of the
    /// velocity: `lambda = -(G M^-1 G^T)^-1 (G w + b)`, `v = w + M^-1 G^T lambda` with
    /// `w = M^-1 (p - L_v(q, 0))`.
    fn velocity_and_multipliers(&self, node: &Node) -> (Vec<Expr>, Vec<Expr>) {
        let kinetic = self.kinetic_momentum();
        let mechanics = &*self.mechanics;
        let graph = &mechanics.model.graph;
        let free = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
        let excess = mechanics.constraints.correction(graph, &free);
        let lambda: Vec<_> = excess.iter().map(|&x| graph.neg(x)).collect();
        let velocity = mechanics.constraints.nearest_velocity(graph, &free);
        (self.at(&velocity, node), self.at(&lambda, node))
    }

    /// The same by Newton's method, `F_v(q, v, lambda) = p`, `g(q, v) = 0`, where there is no closed
    /// form; the guess is what they were nearby.
    fn solve_velocity_and_multipliers(
        &self,
        block: &mut Block,
        extended: &ExtendedLagrangian,
        node: &Node,
        guess: (&[Expr], &[Expr]),
    ) -> (Vec<Expr>, Vec<Expr>) {
        let v = self.symbols("v_node", Role::Unknown);
        let lambda = self.constraint_symbols("lambda_node", Role::Unknown);
        let solved = (
            self.symbols("v_node", Role::Variable),
            self.constraint_symbols("lambda_node", Role::Variable),
        );
        let moving = Node {
            v: v.clone(),
            ..node.clone()
        };
        let momentum = self.at_extended(extended, &extended.momentum, &moving, &lambda);
        let mut residuals = crate::mechanics::subtract(self.graph(), &momentum, &node.v);
        residuals.extend(self.at(&extended.constraints, &moving));
        block.items.push(Item::Solve(Solve {
            unknowns: [v, lambda].concat(),
            solution: [solved.0.clone(), solved.1.clone()].concat(),
            guess: [guess.0, guess.1].concat(),
            definitions: Vec::new(),
            residuals,
        }));
        solved
    }
}

fn momenta_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "p",
        docs: "The momenta `p = L_v - g_v^T lambda`, conjugate to the coordinates.",
        kind: GroupKind::Momenta,
        symbols: symbols.to_vec(),
    }
}

/// What has no closed form is kept: velocity and multipliers of the node.
fn nodal_groups(v: &[Expr], lambda: &[Expr]) -> [StateGroup; 2] {
    [
        StateGroup {
            name: "v",
            docs: "The velocity of the node, on the constraints.",
            kind: GroupKind::Velocities,
            symbols: v.to_vec(),
        },
        StateGroup {
            name: "lambda",
            docs: "The multipliers of the node.",
            kind: GroupKind::Multipliers,
            symbols: lambda.to_vec(),
        },
    ]
}
