//! Gauss methods on the extended Hamiltonian system (McLachlan, Modin, Verdier, Wilkins,
//! Propositions 3 and 4).
//!
//! The stages are solved for velocities and multipliers, `n + m` unknowns each, in terms of the
//! extended Lagrangian `F = L - lambda . g`:
//!
//! `Q_i = q + h sum a_ij v_j`, `F_v(Q_i, v_i, lambda_i) = p + h sum a_ij F_q(Q_j, v_j, lambda_j)`,
//! `g(Q_i, v_i) = 0`.
//!
//! That is the method on `(q, p)`, with `v = H_p` and `F_q = -H_q`. Eliminating the multipliers by
//! their formula leaves `2n` unknowns per stage, always more because `m < n`, and puts the inverse of
//! `G M^-1 G^T` into every iteration; so it is used at the nodes only.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Role};
use crate::mechanics::{ExtendedLagrangian, Mechanics, subtract};

use super::super::builder::{Node, SchemeBuilder, block_of, coordinates_group};
use super::super::options::{OptionReader, Options};
use super::super::scheme::{Block, Item, Scheme, Solve, Traits};
use super::super::tableau::{Tableau, moved};
use super::{momenta_group, nodal_groups};

/// `VakonomicGauss(stages = 1 | 2 | 3)`.
pub(in super::super) fn discretise(
    mechanics: &Mechanics,
    options: &Options,
) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("VakonomicGauss", options);
    let stages = reader.integer("stages", &[1, 2, 3]);
    reader.finish()?;
    let extended = ExtendedLagrangian::derive(mechanics);
    extended.check(mechanics, "VakonomicGauss", options.span)?;
    let mut builder = SchemeBuilder::new(mechanics);
    let tableau = Tableau::gauss(builder.graph(), stages);
    Ok(scheme(&mut builder, &extended, &tableau))
}

/// The symbols of a state. Without a closed form, velocity and multipliers of the node are in it.
struct State {
    q: Vec<Expr>,
    p: Vec<Expr>,
    v: Vec<Expr>,
    lambda: Vec<Expr>,
}

/// The unknowns or the solution of the stages.
struct Stages {
    v: Vec<Vec<Expr>>,
    lambda: Vec<Vec<Expr>>,
}

fn scheme(builder: &SchemeBuilder<'_>, extended: &ExtendedLagrangian, tableau: &Tableau) -> Scheme {
    let state = State {
        q: builder.symbols("q", Role::Variable),
        p: builder.symbols("p", Role::Variable),
        v: builder.symbols("v", Role::Variable),
        lambda: builder.constraint_symbols("lambda", Role::Variable),
    };
    let mut groups = vec![coordinates_group(&state.q), momenta_group(&state.p)];
    if !extended.has_closed_form {
        groups.extend(nodal_groups(&state.v, &state.lambda));
    }
    Scheme {
        integrator: "VakonomicGauss",
        summary: format!(
            "Gauss method with {} on the extended Hamiltonian system of the vakonomic problem: \
             stationary action under the constraints, not nonholonomic dynamics \
             (McLachlan, Modin, Verdier, Wilkins). Symplectic in `(q, p)`.",
            match tableau.b.len() {
                1 => "one stage, the midpoint rule,",
                2 => "two stages",
                _ => "three stages",
            }
        ),
        traits: Traits {
            order: tableau.order,
            symmetric: true,
            implicit: true,
            exact_constraints: true,
            exact_energy: false,
        },
        state: groups,
        control_nodes: Vec::new(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(builder, extended),
        step: step(builder, extended, tableau, &state),
        sample: sample(builder, extended, &state),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
    }
}

/// `p = L_v - g_v^T lambda` at the initial velocity and multipliers.
fn start(builder: &SchemeBuilder<'_>, extended: &ExtendedLagrangian) -> Block {
    let lambda = builder.mechanics.initial_multipliers.clone();
    let node = builder.initial_node();
    let momentum = builder.at_extended(extended, &extended.momentum, &node, &lambda);
    let mut outputs = [node.q, momentum].concat();
    if !extended.has_closed_form {
        outputs.extend(node.v);
        outputs.extend(lambda);
    }
    block_of(outputs)
}

fn step(
    builder: &SchemeBuilder<'_>,
    extended: &ExtendedLagrangian,
    tableau: &Tableau,
    state: &State,
) -> Block {
    let mut block = Block::default();
    let unknowns = stages(builder, tableau, "stage", Role::Unknown);
    let solution = stages(builder, tableau, "stage", Role::Variable);
    let guess = guess(builder, &mut block, extended, state);
    let mut definitions = Vec::new();
    let nodes: Vec<_> = (0..tableau.b.len())
        .map(|i| {
            let q = moved(builder, &state.q, &tableau.a[i], &unknowns.v);
            let q = builder.define(&mut definitions, "q_stage", &q);
            stage_node(builder, tableau, i, q, &unknowns)
        })
        .collect();
    let rates: Vec<_> = nodes
        .iter()
        .zip(&unknowns.lambda)
        .map(|(node, lambda)| {
            let rate = builder.at_extended(extended, &extended.gradient, node, lambda);
            builder.define(&mut definitions, "p_rate", &rate)
        })
        .collect();
    let mut residuals = Vec::new();
    for (i, (node, lambda)) in nodes.iter().zip(&unknowns.lambda).enumerate() {
        let momentum = builder.at_extended(extended, &extended.momentum, node, lambda);
        let moved = moved(builder, &state.p, &tableau.a[i], &rates);
        residuals.extend(subtract(builder.graph(), &momentum, &moved));
        residuals.extend(builder.at(&extended.constraints, node));
    }
    block.items.push(Item::Solve(Solve {
        unknowns: unknowns.interleaved(),
        solution: solution.interleaved(),
        guess: tableau.b.iter().flat_map(|_| guess.clone()).collect(),
        definitions,
        residuals,
    }));
    finish(builder, block, extended, tableau, state, &solution)
}

/// The next state from the solved stages.
fn finish(
    builder: &SchemeBuilder<'_>,
    mut block: Block,
    extended: &ExtendedLagrangian,
    tableau: &Tableau,
    state: &State,
    solution: &Stages,
) -> Block {
    let mut rates = Vec::new();
    for (i, lambda) in solution.lambda.iter().enumerate() {
        let q = moved(builder, &state.q, &tableau.a[i], &solution.v);
        let q = builder.assign(&mut block, "q_stage", &q);
        let node = stage_node(builder, tableau, i, q, solution);
        let rate = builder.at_extended(extended, &extended.gradient, &node, lambda);
        rates.push(builder.assign(&mut block, "p_rate", &rate));
    }
    let q_next = moved(builder, &state.q, &tableau.b, &solution.v);
    let p_next = moved(builder, &state.p, &tableau.b, &rates);
    if extended.has_closed_form {
        block.outputs = [q_next, p_next].concat();
        return block;
    }
    let q_next = builder.assign(&mut block, "q_next", &q_next);
    let p_next = builder.assign(&mut block, "p_next", &p_next);
    let node = Node {
        time: builder.time_at(crate::expr::Graph::ONE),
        ..builder.node(&q_next, &p_next)
    };
    let last = tableau.b.len() - 1;
    let guess = (
        solution.v[last].as_slice(),
        solution.lambda[last].as_slice(),
    );
    let (v, lambda) = builder.solve_velocity_and_multipliers(&mut block, extended, &node, guess);
    block.outputs = [q_next, p_next, v, lambda].concat();
    block
}

fn stages(builder: &SchemeBuilder<'_>, tableau: &Tableau, name: &str, role: Role) -> Stages {
    let mut stages = Stages {
        v: Vec::new(),
        lambda: Vec::new(),
    };
    for _ in &tableau.b {
        stages.v.push(builder.symbols(&format!("v_{name}"), role));
        let lambda = builder.constraint_symbols(&format!("lambda_{name}"), role);
        stages.lambda.push(lambda);
    }
    stages
}

impl Stages {
    /// Velocity and multipliers of the first stage, of the second and so on.
    fn interleaved(&self) -> Vec<Expr> {
        let stages = self.v.iter().zip(&self.lambda);
        stages
            .flat_map(|(v, lambda)| [&v[..], lambda].concat())
            .collect()
    }
}

fn stage_node(
    builder: &SchemeBuilder<'_>,
    tableau: &Tableau,
    stage: usize,
    q: Vec<Expr>,
    values: &Stages,
) -> Node {
    let time = builder.time_at(tableau.c[stage]);
    Node {
        q,
        time,
        ..builder.node(&[], &values.v[stage])
    }
}

/// Velocity and multipliers of the node, for every stage.
fn guess(
    builder: &SchemeBuilder<'_>,
    block: &mut Block,
    extended: &ExtendedLagrangian,
    state: &State,
) -> Vec<Expr> {
    if !extended.has_closed_form {
        return [&state.v[..], &state.lambda].concat();
    }
    let node = builder.node(&state.q, &state.p);
    let (v, lambda) = builder.velocity_and_multipliers(&node);
    let mut guess = builder.assign(block, "v_node", &v);
    guess.extend(lambda);
    guess
}

fn sample(builder: &SchemeBuilder<'_>, extended: &ExtendedLagrangian, state: &State) -> Block {
    if !extended.has_closed_form {
        return block_of([&state.v[..], &state.lambda].concat());
    }
    let node = builder.node(&state.q, &state.p);
    let (v, lambda) = builder.velocity_and_multipliers(&node);
    block_of([v, lambda].concat())
}
