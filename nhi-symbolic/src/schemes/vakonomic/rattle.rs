//! RATTLE around the midpoint rule, for velocity and position constraints (McLachlan, Modin, Verdier,
//! Wilkins, Proposition 7).
//!
//! With the position constraints `h(q) = 0` and `F = L - lambda . g`:
//!
//! - half kick and midpoint rule, solved together for `v`, `lambda` and `mu`:
//!   `p' = p - h/2 h_q(q_0)^T mu`, `Q = q_0 + h/2 v`, `F_v(Q, v, lambda) = p' + h/2 F_q(Q, v, lambda)`,
//!   `g(Q, v) = 0`, `h(q_1) = 0` with `q_1 = q_0 + h v`;
//! - half kick `p_1 = p' + h F_q - h_q(q_1)^T kappa`, so that the velocity of `p_1` on the constraints
//!   `g` satisfies `h_q v + h_t = 0` too: a linear system.
//!
//! Not to be confused with `Rattle`, which is for nonholonomic dynamics.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Matrix, Role, RoleSet, SpdFactor};
use crate::mechanics::{ExtendedLagrangian, Mechanics, add, subtract};

use super::super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::super::options::{OptionReader, Options};
use super::super::scheme::{Block, Item, Scheme, Solve, Traits};
use super::momenta_group;

/// `VakonomicRattle`.
pub(in super::super) fn discretise(
    mechanics: &Mechanics,
    options: &Options,
) -> Result<Scheme, Diagnostics> {
    OptionReader::new("VakonomicRattle", options).finish()?;
    options.require_mechanical(
        "VakonomicRattle",
        "needs the velocity of a momentum in closed form",
        mechanics,
    )?;
    let extended = ExtendedLagrangian::derive(mechanics);
    extended.check(mechanics, "VakonomicRattle", options.span)?;
    let positions = Positions::derive(mechanics);
    positions.check(mechanics, options)?;
    let mut builder = SchemeBuilder::new(mechanics);
    Ok(scheme(&mut builder, &extended, &positions))
}

/// The position constraints over the model's symbols.
struct Positions {
    /// `h`.
    residual: Vec<Expr>,
    /// `h_q`.
    matrix: Matrix,
    /// The rate `h_q v + h_t`.
    rate: Vec<Expr>,
    /// The rows `g_v` and `h_q`, and what completes them to the constraints of the velocity.
    all: Matrix,
    offset: Vec<Expr>,
    gram: Matrix,
}

impl Positions {
    fn derive(mechanics: &Mechanics) -> Self {
        let time = mechanics.model.time;
        let residual: Vec<_> = mechanics.model.holonomic.iter().map(|h| h.expr).collect();
        let graph = &mechanics.model.graph;
        let matrix = graph.jacobian(&residual, &mechanics.q);
        let matrix = graph.simplify_matrix(&matrix, RoleSet::PREPARED);
        let explicit: Vec<_> = residual
            .iter()
            .map(|&h| graph.derivative(h, time))
            .collect();
        let along = matrix.apply(graph, &mechanics.v);
        let rate = add(graph, &along, &explicit);
        let m = mechanics.constraints.len();
        let all = Matrix::from_fn(m + residual.len(), mechanics.v.len(), |i, j| {
            if i < m {
                mechanics.constraints.matrix[(i, j)]
            } else {
                matrix[(i - m, j)]
            }
        });
        let weighted = mechanics
            .lagrangian
            .mass_factor
            .solve_matrix(graph, &all.transpose());
        let gram = all.mul(graph, &weighted);
        let gram = graph.simplify_matrix(&gram, RoleSet::PREPARED);
        let lower = |i: usize, j: usize| gram[(i.max(j), i.min(j))];
        Self {
            gram: Matrix::from_fn(gram.rows(), gram.columns(), lower),
            offset: [&mechanics.constraints.offset[..], &explicit].concat(),
            residual,
            matrix,
            rate,
            all,
        }
    }

    fn check(&self, mechanics: &Mechanics, options: &Options) -> Result<(), Diagnostics> {
        let rank = mechanics.model.graph.generic_rank(&self.gram);
        if rank.is_none_or(|rank| rank == self.gram.rows()) {
            return Ok(());
        }
        Err(Diagnostic::error(
            Code::NotIndexOne,
            options.span,
            "the position constraints are not independent of each other and of the velocity constraints",
            "independent gradients and one-forms",
        )
        .help("remove what follows from the others")
        .into())
    }

    /// What the model's constraints and these ask of initial values, and what each is compared with.
    fn admission(&self, builder: &SchemeBuilder<'_>) -> Block {
        let mechanics = &*builder.mechanics;
        let (q, v) = (mechanics.q.clone(), mechanics.v.clone());
        let constraints = &mechanics.constraints;
        let (residual, scale) = (constraints.residual.clone(), constraints.scale.clone());
        let graph = &mechanics.model.graph;
        let norm = |vector: &[Expr]| {
            let square = graph.dot(vector, vector);
            graph.sqrt(square)
        };
        let (place, speed) = (norm(&q), norm(&v));
        let rows = 0..self.matrix.rows();
        let rows: Vec<_> = rows.map(|i| norm(self.matrix.row(i))).collect();
        let scaled =
            |by: Expr| -> Vec<Expr> { rows.iter().map(|&row| graph.mul(row, by)).collect() };
        let (places, speeds) = (scaled(place), scaled(speed));
        let residuals = [residual, self.residual.clone(), self.rate.clone()];
        let scales = [scale, places, speeds];
        block_of([residuals.concat(), scales.concat()].concat())
    }
}

fn scheme(
    builder: &SchemeBuilder<'_>,
    extended: &ExtendedLagrangian,
    positions: &Positions,
) -> Scheme {
    let q = builder.symbols("q", Role::Variable);
    let p = builder.symbols("p", Role::Variable);
    let node = builder.node(&q, &p);
    let (v, lambda) = builder.velocity_and_multipliers(&node);
    let initial = builder.initial_node();
    let given = builder.mechanics.initial_multipliers.clone();
    let momentum = builder.at_extended(extended, &extended.momentum, &initial, &given);
    Scheme {
        integrator: "VakonomicRattle",
        summary: "RATTLE around the midpoint rule on the extended Hamiltonian system of the vakonomic \
                  problem: position constraints at the nodes, velocity constraints at midpoints and \
                  nodes (McLachlan, Modin, Verdier, Wilkins, Proposition 7)."
            .to_owned(),
        traits: Traits {
            order: 2,
            symmetric: true,
            implicit: true,
            exact_constraints: true,
            exact_energy: false,
        },
        state: vec![coordinates_group(&q), momenta_group(&p)],
        control_nodes: Vec::new(),
        admission: positions.admission(builder),
        start: block_of([initial.q, momentum].concat()),
        step: step(builder, extended, positions, &node, (&v, &lambda)),
        sample: block_of([v, lambda].concat()),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
    }
}

/// The node holds the momentum in place of the velocity.
fn step(
    builder: &SchemeBuilder<'_>,
    extended: &ExtendedLagrangian,
    positions: &Positions,
    node: &Node,
    (v_node, lambda_node): (&[Expr], &[Expr]),
) -> Block {
    let mut block = Block::default();
    let mut guess = builder.assign(&mut block, "v_node", v_node);
    guess.extend(lambda_node);
    let names: Vec<_> = builder
        .mechanics
        .model
        .holonomic
        .iter()
        .map(|h| format!("mu.{}", h.name))
        .collect();
    let symbols = |role: Role| {
        let mu: Vec<_> = names
            .iter()
            .map(|name| builder.graph().symbol(name, role))
            .collect();
        let v = builder.symbols("v_middle", role);
        (v, builder.constraint_symbols("lambda_middle", role), mu)
    };
    let (unknowns, solution) = (symbols(Role::Unknown), symbols(Role::Variable));
    guess.extend(unknowns.2.iter().map(|_| Graph::ZERO));

    let middle = Middle::new(builder, extended, positions, node, &unknowns);
    let momentum = builder.at_extended(extended, &extended.momentum, &middle.node, &unknowns.1);
    let half_h = builder.step_fraction(&half());
    let pushed = builder.add_scaled(&middle.kicked, half_h, &middle.rate);
    let mut residuals = subtract(builder.graph(), &momentum, &pushed);
    residuals.extend(builder.at(&extended.constraints, &middle.node));
    let end = middle.end(builder);
    residuals.extend(builder.at(&positions.residual, &end));
    block.items.push(Item::Solve(Solve {
        unknowns: [unknowns.0, unknowns.1, unknowns.2].concat(),
        solution: [&solution.0[..], &solution.1, &solution.2].concat(),
        guess,
        definitions: Vec::new(),
        residuals,
    }));

    let middle = Middle::new(builder, extended, positions, node, &solution);
    let end = middle.end(builder);
    let q_next = builder.assign(&mut block, "q_next", &end.q);
    let h = builder.h;
    let moved = builder.add_scaled(&middle.kicked, h, &middle.rate);
    let moved = builder.assign(&mut block, "p_moved", &moved);
    let end = Node {
        q: q_next.clone(),
        v: moved.clone(),
        ..end
    };
    let kick = last_kick(builder, positions, &end);
    block.outputs = [q_next, add(builder.graph(), &moved, &kick)].concat();
    block
}

/// The midpoint of a step in terms of velocity and multipliers.
struct Middle {
    start: Vec<Expr>,
    node: Node,
    /// The momentum behind the first half kick.
    kicked: Vec<Expr>,
    /// `F_q`.
    rate: Vec<Expr>,
}

impl Middle {
    fn new(
        builder: &SchemeBuilder<'_>,
        extended: &ExtendedLagrangian,
        positions: &Positions,
        start: &Node,
        (v, lambda, mu): &(Vec<Expr>, Vec<Expr>, Vec<Expr>),
    ) -> Self {
        let half_h = builder.step_fraction(&half());
        let entries = builder.at(positions.matrix.entries(), start);
        let matrix = positions.matrix.with_entries(entries);
        let push = matrix.apply_transposed(builder.graph(), mu);
        let back = builder.graph().neg(half_h);
        let kicked = builder.add_scaled(&start.v, back, &push);
        let one_half = builder.graph().fraction(1, 2);
        let node = Node {
            time: builder.time_at(one_half),
            q: builder.add_scaled(&start.q, half_h, v),
            ..builder.node(&[], v)
        };
        let rate = builder.at_extended(extended, &extended.gradient, &node, lambda);
        Self {
            start: start.q.clone(),
            node,
            kicked,
            rate,
        }
    }

    /// The node at the end of the step.
    fn end(&self, builder: &SchemeBuilder<'_>) -> Node {
        let h = builder.h;
        let q = builder.add_scaled(&self.start, h, &self.node.v);
        Node {
            time: builder.time_at(Graph::ONE),
            ..builder.node(&q, &self.node.v)
        }
    }
}

/// The change of the momentum along the gradients of the position constraints, after which its
/// velocity satisfies all constraints. The node holds the momentum in place of the velocity.
fn last_kick(builder: &SchemeBuilder<'_>, positions: &Positions, node: &Node) -> Vec<Expr> {
    let kinetic = builder.kinetic_momentum();
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let free = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
    let along = positions.all.apply(graph, &free);
    let excess = add(graph, &along, &positions.offset);
    let factor = SpdFactor::new(graph, &positions.gram, RoleSet::PREPARED);
    let multipliers = factor.solve(graph, &excess);
    let of_positions: Vec<_> = multipliers[mechanics.constraints.len()..]
        .iter()
        .map(|&mu| graph.neg(mu))
        .collect();
    let kick = positions.matrix.apply_transposed(graph, &of_positions);
    builder.at(&kick, node)
}
