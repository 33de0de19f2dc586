//! The velocity that belongs to a momentum, for any regular Lagrangian.
//!
//! The nodal velocity of a momentum `p` solves `L_v(q, v) = p + A^T nu`, `A v + b = 0`. For
//! mechanical Lagrangians that is a projection in the metric of the mass matrix, in closed form;
//! for others it is a system of equations of its own.

use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{MassKind, subtract};

use super::builder::{Node, SchemeBuilder};
use super::scheme::{Block, GroupKind, Item, Solve, StateGroup};

impl SchemeBuilder<'_> {
    /// Whether `L_vv` depends on the velocity: velocities of momenta have no closed form then.
    pub(super) fn has_general_lagrangian(&self) -> bool {
        self.mechanics.lagrangian.mass_kind == MassKind::Velocity
    }

    /// Names for the velocity on the constraints that belongs to a momentum. The node holds the
    /// momentum in place of the velocity; `guess` is a velocity nearby.
    pub(super) fn velocity_of_momentum(
        &self,
        block: &mut Block,
        node: &Node,
        guess: &[Expr],
    ) -> Vec<Expr> {
        if !self.has_general_lagrangian() {
            let velocity = self.nodal_velocity(node);
            return self.assign(block, "v_node", &velocity);
        }
        let v = self.symbols("v_node", Role::Unknown);
        let nu = self.constraint_symbols("nu", Role::Unknown);
        let solution = [
            self.symbols("v_node", Role::Variable),
            self.constraint_symbols("nu_node", Role::Variable),
        ];
        let moving = Node {
            v: v.clone(),
            ..node.clone()
        };
        let momentum = self.mechanics.lagrangian.momentum.clone();
        let momentum = self.at(&momentum, &moving);
        let excess = subtract(self.graph(), &momentum, &node.v);
        let reaction = self.reaction(&moving, &nu);
        let mut residuals = subtract(self.graph(), &excess, &reaction);
        let constraints = self.mechanics.constraints.residual.clone();
        residuals.extend(self.at(&constraints, &moving));
        let mut start = guess.to_vec();
        start.extend(nu.iter().map(|_| Graph::ZERO));
        block.items.push(Item::Solve(Solve {
            unknowns: [v, nu].concat(),
            solution: solution.concat(),
            guess: start,
            definitions: Vec::new(),
            residuals,
        }));
        let [v, _] = solution;
        v
    }

    /// The nodal velocity as a part of the state, where it has no closed form.
    pub(super) fn nodal_velocity_group(symbols: &[Expr]) -> StateGroup {
        StateGroup {
            name: "v",
            docs: "The nodal velocity, on the constraints.",
            kind: GroupKind::Velocities,
            symbols: symbols.to_vec(),
        }
    }
}
