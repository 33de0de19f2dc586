//! `VakonomicGauss`: Gauss methods on the extended Hamiltonian system of the vakonomic problem.
//!
//! The stages are solved for velocities and multipliers, `n + m` unknowns each, in terms of the
//! extended Lagrangian `F = L - lambda . g`:
//!
//! `Q_i = q + h sum a_ij v_j`, `F_v(Q_i, v_i, lambda_i) = p + h sum a_ij F_q(Q_j, v_j, lambda_j)`,
//! `g(Q_i, v_i) = 0`.
//!
//! This is the method on `(q, p)`, with `v = H_p` and `F_q = -H_q`. Eliminating the multipliers by
//! their formula leaves `2n` unknowns per stage, which is always more because `m < n`, and puts the
//! inverse of `G M^-1 G^T` into every iteration. So the formula is used only at the nodes.
//!
//! Order `2s` with `s` stages, symmetric, symplectic.
//!
//! Source: R. I. McLachlan, K. Modin, O. Verdier, M. Wilkins, *Symplectic integrators for index 1
//! constraints*, Propositions 3 and 4, doi:10.1137/120885085, arXiv:1207.4250.
//!
//! Not to be confused with `Gauss`, which is for nonholonomic dynamics.

use crate::mechanics::ExtendedLagrangian;

use super::super::prelude::*;
use super::super::tableau::{Tableau, moved};
use super::{ExtendedNode, MOMENTA};

/// The parts of the state without a closed form: velocity and multipliers of the node.
const VELOCITY: StatePart = StatePart {
    name: "v",
    docs: "The velocity of the node, on the constraints.",
    kind: GroupKind::Velocities,
};
const MULTIPLIERS: StatePart = StatePart {
    name: "lambda",
    docs: "The multipliers of the node.",
    kind: GroupKind::Multipliers,
};

/// `VakonomicGauss(stages = 1 | 2 | 3)`.
pub(in super::super) const INTEGRATOR: Integrator = Integrator {
    name: "VakonomicGauss",
    kind: Kind::Vakonomic,
    summary: "symplectic Gauss methods for vakonomic motions, not nonholonomic ones (McLachlan et al.)",
    references: &[&INDEX_ONE_CONSTRAINTS, &GEOMETRIC_INTEGRATION],
    options: &[OptionRow::named("stages", Values::Integers(&[1, 2, 3]))],
    needs: Needs {
        masses: Masses::Everywhere,
        constraints: Constraints::Nonlinear,
        forces: false,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the symplectic form, and the constraints at stages and nodes",
    use_when: "the motion is vakonomic: optimal control, geodesics of sub-Riemannian geometry",
    not_when: "a wheel rolls or a blade glides: those motions are nonholonomic, and other ones",
    order: |choices| 2 * choices.integer("stages") as u32,
    symmetric: always,
    state: &[CONFIGURATION, MOMENTA, VELOCITY, MULTIPLIERS],
    monitors: &[],
    discretise,
};

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let extended = ExtendedLagrangian::derive(system.mechanics);
    extended.check(system.mechanics, "VakonomicGauss", choices.span)?;
    let stages = choices.integer("stages");
    let method = Method {
        tableau: Tableau::gauss(system.graph(), stages),
        extended: &extended,
    };
    let q = system.velocities("q", Role::Variable);
    let p = system.velocities("p", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let lambda = system.multipliers("lambda", Role::Variable);
    let node = system.node(&q, &v);

    let start = system.start();
    let lambda_start = system.vector(&system.mechanics.initial_multipliers[..]);
    let p_start = ExtendedNode::new(&extended, start.clone(), &lambda_start).momentum();

    let mut draft = Draft::of(format!(
        "Gauss method with {} on the extended Hamiltonian system of the vakonomic problem: \
         stationary action under the constraints, not nonholonomic dynamics \
         (McLachlan, Modin, Verdier, Wilkins). Symplectic in `(q, p)`.",
        match stages {
            1 => "one stage, the midpoint rule,",
            2 => "two stages",
            _ => "three stages",
        }
    ));
    draft.state = vec![CONFIGURATION.of(&q), MOMENTA.of(&p)];
    draft.start = block_of(entries([&start.q, &p_start]));
    let nodal = if extended.has_closed_form {
        node.with_momentum(&p).velocity_and_multipliers()
    } else {
        draft
            .state
            .extend([VELOCITY.of(&v), MULTIPLIERS.of(&lambda)]);
        draft
            .start
            .outputs
            .extend(entries([&start.v, &lambda_start]));
        [v, lambda]
    };
    draft.sample = block_of(entries(&nodal));
    draft.step = method.step(&node, &p, &nodal);
    Ok(draft)
}

struct Method<'e> {
    tableau: Tableau,
    extended: &'e ExtendedLagrangian,
}

impl Method<'_> {
    /// Returns a step from a node with the momentum `p`; velocity and multipliers there are a
    /// guess.
    fn step<'m>(&self, node: &Node<'m>, p: &Vector<'m>, nodal: &[Vector<'m>; 2]) -> Block {
        let (system, h, tableau) = (node.system, node.system.h(), &self.tableau);
        let [unknowns, solution] = [Role::Unknown, Role::Variable].map(|role| {
            let symbols = || {
                [
                    system.velocities("v_stage", role),
                    system.multipliers("lambda_stage", role),
                ]
            };
            tableau.each(symbols)
        });
        let mut step = system.steps();
        let guess = [step.name("v_node", &nodal[0]), nodal[1].clone()];

        let none = system.vector(Vec::new());
        let mut definitions = system.definitions();
        let residuals = self.residuals(&mut definitions, node, p, &unknowns);
        step.solve(Equations {
            unknowns: &unknowns.concat(),
            solution: &solution.concat(),
            guess: &tableau.each(|| guess.clone()).concat(),
            background: &tableau.each(|| [node.background(), none.clone()]).concat(),
            definitions,
            residuals: &residuals,
        });

        let rates = self.rates(&mut step, node, &solution);
        let q_next = moved(h, &node.q, &tableau.b, &velocities(&solution));
        let p_next = moved(h, p, &tableau.b, &rates);
        if self.extended.has_closed_form {
            return step.gives(entries([&q_next, &p_next]));
        }
        let q_next = step.name("q_next", &q_next);
        let p_next = step.name("p_next", &p_next);
        let next = system.node(&q_next, &p_next).at_fraction(Graph::ONE);
        let last = solution[solution.len() - 1].clone();
        let [v_next, lambda_next] =
            step.velocity_and_multipliers(self.extended, &next.with_momentum(&p_next), last);
        step.gives(entries([&q_next, &p_next, &v_next, &lambda_next]))
    }

    /// Returns the residuals of the stages: `F_v - p - h sum a_ij F_q` and `g`.
    fn residuals<'m>(
        &self,
        definitions: &mut Definitions<'m>,
        node: &Node<'m>,
        p: &Vector<'m>,
        unknowns: &[[Vector<'m>; 2]],
    ) -> Vec<Vector<'m>> {
        let (system, n) = (node.system, p.len());
        let of_stage = self.functions_of_stage(system);
        let stages = self.stages(definitions, node, unknowns);
        let (mut values, mut rates) = (Vec::new(), Vec::new());
        for (stage, [_, lambda]) in stages.iter().zip(unknowns) {
            let at_stage = definitions.evaluate(&of_stage, stage, lambda);
            rates.push(definitions.name("p_rate", &at_stage.part(n..2 * n)));
            values.push(at_stage);
        }
        let residual = |(at_stage, row): (&Vector<'m>, &Vec<Expr>)| {
            let momentum = at_stage.part(0..n) - moved(system.h(), p, row, &rates);
            momentum.chain(&at_stage.part(2 * n..at_stage.len()))
        };
        values.iter().zip(&self.tableau.a).map(residual).collect()
    }

    /// Returns the values of a stage that the equations read: the momentum `F_v`, its rate `F_q`
    /// and the constraints `g`.
    fn functions_of_stage<'m>(&self, system: System<'m>) -> Shared<'m> {
        let extended = self.extended;
        let parts = [
            &extended.momentum,
            &extended.gradient,
            &extended.constraints,
        ];
        let values: Vec<_> = parts.into_iter().flatten().copied().collect();
        let stages = self.tableau.c.len();
        Shared::with_slopes(system, "extended", &values, &extended.lambda, stages)
    }

    /// Returns the rates of the momentum at solved stages.
    fn rates<'m>(
        &self,
        step: &mut Steps<'m>,
        node: &Node<'m>,
        solution: &[[Vector<'m>; 2]],
    ) -> Vec<Vector<'m>> {
        let (system, extended) = (node.system, self.extended);
        let stages = self.stages(step, node, solution);
        let (gradient, lambda) = (&extended.gradient, &extended.lambda);
        let gradient = Shared::new(system, "gradient", gradient, lambda, stages.len());
        let at_stage = |(stage, [_, lambda]): (&Node<'m>, &[Vector<'m>; 2])| {
            let symbols = system.velocities("p_rate", Role::Variable);
            step.evaluate(&gradient, symbols, stage, lambda)
        };
        stages.iter().zip(solution).map(at_stage).collect()
    }

    /// Returns the stages.
    fn stages<'m>(
        &self,
        naming: &mut impl Naming<'m>,
        node: &Node<'m>,
        values: &[[Vector<'m>; 2]],
    ) -> Vec<Node<'m>> {
        let system = node.system;
        let v = velocities(values);
        let rows = self.tableau.a.iter().zip(&self.tableau.c).zip(&v);
        let stage = |((row, &c), v_stage): ((&Vec<Expr>, &Expr), &Vector<'m>)| {
            let q = naming.name("q_stage", &moved(system.h(), &node.q, row, &v));
            system.node(&q, v_stage).at_fraction(c)
        };
        rows.map(stage).collect()
    }
}

fn velocities<'m>(stages: &[[Vector<'m>; 2]]) -> Vec<Vector<'m>> {
    stages.iter().map(|[v, _]| v.clone()).collect()
}
