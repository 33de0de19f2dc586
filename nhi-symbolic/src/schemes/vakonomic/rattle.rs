//! `VakonomicRattle`: RATTLE around the midpoint rule on the extended Hamiltonian system of the
//! vakonomic problem, for velocity and position constraints.
//!
//! With the position constraints `h(q) = 0` and `F = L - lambda . g`:
//!
//! - half kick and midpoint rule, solved together for `v`, `lambda` and `mu`:
//!   `p' = p - h/2 h_q(q_0)^T mu`, `Q = q_0 + h/2 v`,
//!   `F_v(Q, v, lambda) = p' + h/2 F_q(Q, v, lambda)`,
//!   `g(Q, v) = 0`, `h(q_1) = 0` with `q_1 = q_0 + h v`;
//! - half kick `p_1 = p' + h F_q - h_q(q_1)^T kappa`, so that the velocity of `p_1` on the
//!   constraints `g` satisfies `h_q v + h_t = 0` too: a linear system.
//!
//! Order two, symmetric, symplectic.
//!
//! Source: R. I. McLachlan, K. Modin, O. Verdier, M. Wilkins, *Symplectic integrators for index 1
//! constraints*, Proposition 7, doi:10.1137/120885085, arXiv:1207.4250.
//!
//! Not to be confused with `Rattle`, which is for nonholonomic dynamics.

use crate::expr::Matrix;
use crate::mechanics::ExtendedLagrangian;

use super::super::prelude::*;
use super::{ExtendedNode, MOMENTA};

/// `VakonomicRattle`.
pub(in super::super) const INTEGRATOR: Integrator = Integrator {
    name: "VakonomicRattle",
    kind: Kind::Vakonomic,
    summary: "the midpoint rule for vakonomic motions under position constraints, by RATTLE (McLachlan et al.)",
    references: &[&INDEX_ONE_CONSTRAINTS],
    options: &[],
    needs: Needs {
        masses: Masses::Everywhere,
        lagrangian: Lagrangian::SecondDegree("needs the velocity of a momentum in closed form"),
        position_constraints: Positions::Variational,
        forces: false,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the symplectic form, and both kinds of constraints at the nodes",
    use_when: "the motion is vakonomic and positions are constrained too, as on a sphere",
    not_when: "there are no position constraints: Gauss methods reach higher orders",
    order: second_order,
    symmetric: always,
    state: &[CONFIGURATION, MOMENTA],
    monitors: &[],
    discretise,
};

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let extended = ExtendedLagrangian::derive(system.mechanics);
    extended.check(system.mechanics, "VakonomicRattle", choices.span)?;
    let positions = PositionRows::derive(*system);
    positions.check(choices)?;

    let q = system.velocities("q", Role::Variable);
    let p = system.velocities("p", Role::Variable);
    let node = system.node(&q, &p).with_momentum(&p);
    let nodal = node.velocity_and_multipliers();
    let start = system.start();
    let lambda_start = system.vector(&system.mechanics.initial_multipliers[..]);
    let p_start = ExtendedNode::new(&extended, start.clone(), &lambda_start).momentum();
    Ok(Draft {
        state: vec![CONFIGURATION.of(&q), MOMENTA.of(&p)],
        consistency: Some(positions.consistency()),
        start: block_of(entries([&start.q, &p_start])),
        step: step(&extended, &positions, &node, &nodal),
        sample: block_of(entries(&nodal)),
        ..Draft::of(
            "RATTLE around the midpoint rule on the extended Hamiltonian system of the vakonomic \
             problem: position constraints at the nodes, velocity constraints at midpoints and \
             nodes (McLachlan, Modin, Verdier, Wilkins, Proposition 7).",
        )
    })
}

fn step(
    extended: &ExtendedLagrangian,
    positions: &PositionRows<'_>,
    node: &MomentumNode<'_>,
    nodal: &[Vector<'_>; 2],
) -> Block {
    let (system, h) = (node.system, node.system.h());
    let mut step = system.steps();
    let v_node = step.name("v_node", &nodal[0]);
    let [unknowns, solution] = [Role::Unknown, Role::Variable].map(|role| {
        let names = system.mechanics.model.holonomic.iter();
        let mu = system.symbols("mu", names.map(|h| h.name.as_str()), role);
        let v = system.velocities("v_middle", role);
        [v, system.multipliers("lambda_middle", role), mu]
    });

    let middle = Middle::new(extended, positions, node, &unknowns);
    let pushed = &middle.kicked + h / 2 * &middle.rate;
    let here = node.with_velocity(&v_node);
    let backgrounds = [vec![here.background()], here.multiplier_backgrounds()].concat();
    let [v, lambda, mu] = unknowns.clone();
    step.solve(Equations {
        guess: &[v_node, nodal[1].clone(), system.zeros(unknowns[2].len())],
        background: &backgrounds,
        definitions: system.definitions(),
        residuals: &[
            middle.extended.momentum() - pushed,
            middle.extended.constraints(),
            middle.end.values(&positions.residual.entries()),
        ],
        unknowns: &[vec![v, lambda], system.apart(&mu)].concat(),
        solution: &solution,
    });

    let middle = Middle::new(extended, positions, node, &solution);
    let q_next = step.name("q_next", &middle.end.q);
    let p_moved = step.name("p_moved", &(&middle.kicked + h * &middle.rate));
    let end = system.node(&q_next, &p_moved).at_fraction(Graph::ONE);
    let p_next = &p_moved - positions.last_kick(&end.with_momentum(&p_moved));
    step.gives(entries([&q_next, &p_next]))
}

/// The midpoint of a step in terms of velocity and multipliers.
struct Middle<'m, 'e> {
    extended: ExtendedNode<'m, 'e>,
    /// The momentum after the first half kick.
    kicked: Vector<'m>,
    /// `F_q`.
    rate: Vector<'m>,
    /// The end of the step.
    end: Node<'m>,
}

impl<'m, 'e> Middle<'m, 'e> {
    fn new(
        extended: &'e ExtendedLagrangian,
        positions: &PositionRows<'m>,
        start: &MomentumNode<'m>,
        [v, lambda, mu]: &[Vector<'m>; 3],
    ) -> Self {
        let (system, h) = (start.system, start.system.h());
        let gradients = start.with_velocity(v).matrix(&positions.matrix);
        let kicked = &start.p - h / 2 * (gradients.transpose() * mu);
        let half = system.graph().fraction(1, 2);
        let node = system.node(&(&start.q + h / 2 * v), v).at_fraction(half);
        let extended = ExtendedNode::new(extended, node, lambda);
        Self {
            kicked,
            rate: extended.gradient(),
            extended,
            end: system.node(&(&start.q + h * v), v).at_fraction(Graph::ONE),
        }
    }
}

/// The position constraints in the model's symbols.
struct PositionRows<'m> {
    system: System<'m>,
    /// `h`.
    residual: Vector<'m>,
    /// `h_q`.
    matrix: Matrix,
    /// The rate `h_q v + h_t`.
    rate: Vector<'m>,
    /// The rows `g_v` and `h_q`, and the data that complete them to the constraints of the
    /// velocity.
    all: Matrix,
    offset: Vector<'m>,
    gram: Matrix,
}

impl<'m> PositionRows<'m> {
    fn derive(system: System<'m>) -> Self {
        let (mechanics, graph) = (system.mechanics, system.graph());
        let residual: Vec<_> = mechanics.model.holonomic.iter().map(|h| h.expr).collect();
        let matrix = graph.jacobian(&residual, &mechanics.q);
        let matrix = graph.simplify_matrix(&matrix, RoleSet::PREPARED);
        let time = mechanics.model.time;
        let explicit = residual.iter().map(|&h| graph.derivative(h, time));
        let explicit = system.column(explicit);
        let rate = graph.matrix(&matrix) * system.start().v + &explicit;
        let m = mechanics.constraints.len();
        let all = Matrix::from_fn(m + residual.len(), mechanics.v.len(), |i, j| {
            if i < m {
                mechanics.constraints.matrix[(i, j)]
            } else {
                matrix[(i - m, j)]
            }
        });
        let mass = &mechanics.lagrangian.mass_factor;
        let gram = all.mul(graph, &mass.solve_matrix(graph, &all.transpose()));
        let gram = graph.simplify_matrix(&gram, RoleSet::PREPARED);
        let lower = |i: usize, j: usize| gram[(i.max(j), i.min(j))];
        Self {
            system,
            gram: Matrix::from_fn(gram.rows(), gram.columns(), lower),
            offset: system
                .vector(&mechanics.constraints.offset[..])
                .chain(&explicit),
            residual: system.vector(residual),
            matrix,
            rate,
            all,
        }
    }

    fn check(&self, choices: &Choices) -> Result<(), Diagnostics> {
        let rank = self.system.graph().generic_rank(&self.gram);
        if rank.is_none_or(|rank| rank == self.gram.rows()) {
            return Ok(());
        }
        Err(Diagnostic::error(
            Code::NotIndexOne,
            choices.span,
            "the position constraints are not independent of each other and of the velocity constraints",
            "independent gradients and one-forms",
        )
        .help("remove what follows from the others")
        .into())
    }

    /// Returns the conditions of the model's constraints and of these on initial values, and the
    /// values that each is compared with.
    fn consistency(&self) -> Block {
        let constraints = &self.system.mechanics.constraints;
        let start = self.system.start();
        let sizes = [start.q.norm(), start.v.norm()];
        let rows = (0..self.matrix.rows()).map(|i| self.system.vector(self.matrix.row(i)).norm());
        let rows = self.system.column(rows.map(Scalar::expr));
        let [places, speeds] = sizes.map(|size| size * &rows);
        let residual = self.system.vector(&constraints.residual[..]);
        let scale = self.system.vector(&constraints.scale[..]);
        block_of(entries([
            &residual,
            &self.residual,
            &self.rate,
            &scale,
            &places,
            &speeds,
        ]))
    }

    /// Returns `h_q^T kappa`, to be subtracted so that the velocity of a momentum satisfies all
    /// constraints.
    fn last_kick(&self, node: &MomentumNode<'m>) -> Vector<'m> {
        let m = self.system.mechanics.constraints.len();
        let mass = &self.system.mechanics.lagrangian.mass_factor;
        node.of_kinetic_momentum(|graph, p| {
            let free = self.system.vector(mass.solve(graph, p));
            let excess = graph.matrix(&self.all) * free + &self.offset;
            let factor = SpdFactor::new(graph, &self.gram, RoleSet::PREPARED);
            let multipliers = factor.solve(graph, &excess.entries());
            let kappa = self.system.vector(&multipliers[m..]);
            (graph.matrix(&self.matrix).transpose() * kappa).entries()
        })
    }
}
