//! Discrete Moser-Veselov equations of the free rigid body (Moser, Veselov 1991; Kobilarov's
//! slides).
//!
//! With the inertia `J`, `Lam = tr(J)/2 Id - J` and the momentum `mu = h Pi` of a step, the rotation
//! `W` from one node to the next solves `W Lam - Lam W^T = hat(mu)`; then `R_{k+1} = R_k W` and
//! `mu_{k+1} = W^T mu_k`. So the momentum in space `R Pi` is constant, which is why it and not `Pi`
//! is the state, and so are `|Pi|` and the energy `1/2 Pi . J^-1 Pi`.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Matrix, Role};
use crate::mechanics::group::{Factor, LieGroup, Retraction};
use crate::mechanics::{MassKind, Mechanics, subtract};
use crate::model;

use super::builder::{SchemeBuilder, block_of, coordinates_group};
use super::options::{OptionReader, Options};
use super::scheme::{Block, GroupKind, Item, Scheme, Solve, StateGroup, Traits};

/// How the rotation of a step is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rotation {
    /// `W = cay(w)`, three unknowns.
    Cayley,
    /// The nine entries of `W`.
    Direct,
    /// `W = exp(J^-1 mu)`, an approximation of first order.
    Explicit,
}

/// `MoserVeselov(solve = Cayley | Direct | Explicit)`.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("MoserVeselov", options);
    let rotation = reader.word(
        "solve",
        &[
            ("Cayley", Rotation::Cayley),
            ("Direct", Rotation::Direct),
            ("Explicit", Rotation::Explicit),
        ],
    );
    reader.finish()?;
    require_free_rigid_body(mechanics, options)?;
    Ok(scheme(&SchemeBuilder::new(mechanics), rotation))
}

fn require_free_rigid_body(mechanics: &Mechanics, options: &Options) -> Result<(), Diagnostics> {
    let model = &mechanics.model;
    let is_rotation = |factor: &model::GroupFactor| factor.group == model::LieGroup::So3;
    let vanish = |exprs: &[Expr]| {
        mechanics
            .model
            .graph
            .are_zero(exprs)
            .iter()
            .all(|&zero| zero)
    };
    let reason = if !model.coordinates.is_empty() || model.groups.len() != 1 {
        "the configuration here is more than one rotation"
    } else if !model.groups.iter().all(is_rotation) {
        "the configuration here is no rotation of space"
    } else if !model.constraints.is_empty() {
        "here are constraints"
    } else if !vanish(&model.forces) {
        "here are forces"
    } else if mechanics.lagrangian.mass_kind != MassKind::Constant
        || !vanish(&mechanics.lagrangian.gradient)
        || !vanish(&mechanics.lagrangian.rest_momentum)
    {
        "the Lagrangian here is more than the energy of rotation"
    } else {
        return Ok(());
    };
    Err(Diagnostic::error(
        Code::NoFreeRigidBody,
        options.span,
        format!("`MoserVeselov` turns a free rigid body, but {reason}"),
        "one factor SO3 and the Lagrangian 1/2 w . J w with constant J, without constraints and forces",
    )
    .help("choose `Rdp`, `Feedback`, `Rk` or `Gauss`")
    .into())
}

fn scheme(builder: &SchemeBuilder<'_>, rotation: Rotation) -> Scheme {
    let q = builder.configuration_symbols("q", Role::Variable);
    let momentum = builder.symbols("m", Role::Variable);
    let is_exact = rotation != Rotation::Explicit;
    let summary = match rotation {
        Rotation::Cayley => "Discrete Moser-Veselov equations, solved for a Cayley vector.",
        Rotation::Direct => {
            "Discrete Moser-Veselov equations, solved for the nine entries of a rotation."
        }
        Rotation::Explicit => {
            "Discrete Moser-Veselov equations with their solution approximated by an exponential map."
        }
    };
    Scheme {
        integrator: "MoserVeselov",
        summary: summary.to_owned(),
        traits: Traits {
            order: if is_exact { 2 } else { 1 },
            symmetric: is_exact,
            implicit: is_exact,
            exact_constraints: true,
            exact_energy: is_exact,
        },
        state: vec![
            coordinates_group(&q),
            StateGroup {
                name: "spatial_momentum",
                docs: "The angular momentum `R Pi` in space, which is constant.",
                kind: GroupKind::Momenta,
                symbols: momentum.clone(),
            },
        ],
        control_nodes: Vec::new(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(builder),
        step: step(builder, rotation, &q, &momentum),
        sample: sample(builder, &q, &momentum),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
    }
}

fn matrix(entries: &[Expr]) -> Matrix {
    Matrix::from_fn(3, 3, |i, j| entries[3 * i + j])
}

/// `R` and `R J w`.
fn start(builder: &SchemeBuilder<'_>) -> Block {
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let momentum = matrix(&mechanics.q).apply(graph, &mechanics.lagrangian.momentum);
    block_of([mechanics.q.clone(), momentum].concat())
}

/// `w = J^-1 R^T m`.
fn sample(builder: &SchemeBuilder<'_>, q: &[Expr], momentum: &[Expr]) -> Block {
    let body_momentum = matrix(q).apply_transposed(builder.graph(), momentum);
    let mut block = Block::default();
    let body_momentum = builder.assign(&mut block, "pi", &body_momentum);
    block.outputs = velocity(builder, &body_momentum);
    block
}

/// `J^-1 Pi`.
fn velocity(builder: &SchemeBuilder<'_>, body_momentum: &[Expr]) -> Vec<Expr> {
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    mechanics.lagrangian.mass_factor.solve(graph, body_momentum)
}

fn step(builder: &SchemeBuilder<'_>, rotation: Rotation, q: &[Expr], momentum: &[Expr]) -> Block {
    let mut block = Block::default();
    let h = builder.h;
    let body_momentum = matrix(q).apply_transposed(builder.graph(), momentum);
    let mu = builder.scaled(h, &body_momentum);
    let mu = builder.assign(&mut block, "mu", &mu);
    let guess = velocity(builder, &mu);
    let guess = builder.assign(&mut block, "guess", &guess);
    let turn = match rotation {
        Rotation::Cayley => {
            let w = solve_cayley(builder, &mut block, &mu, &guess);
            retract(builder, Retraction::Cayley, &w)
        }
        Rotation::Direct => solve_entries(builder, &mut block, &mu, &guess),
        Rotation::Explicit => retract(builder, Retraction::Exp, &guess),
    };
    let turn = builder.assign(&mut block, "turn", &turn);
    let next = matrix(q).mul(builder.graph(), &matrix(&turn));
    block.outputs = builder.orthonormalised(&mut block, next.entries());
    block.outputs.extend(momentum);
    block
}

fn retract(builder: &SchemeBuilder<'_>, tau: Retraction, w: &[Expr]) -> Vec<Expr> {
    LieGroup::new(vec![Factor::So3]).retract(builder.graph(), tau, w)
}

/// The equation of the step for `W = cay(w)`, times `1 + |w|^2/4`:
/// `J w + 1/2 w x J w = (1 + |w|^2/4) mu`.
fn solve_cayley(
    builder: &SchemeBuilder<'_>,
    block: &mut Block,
    mu: &[Expr],
    guess: &[Expr],
) -> Vec<Expr> {
    let unknowns = builder.symbols("w", Role::Unknown);
    let solution = builder.symbols("w_step", Role::Variable);
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let turned = mechanics.lagrangian.mass.apply(graph, &unknowns);
    let square = graph.dot(&unknowns, &unknowns);
    let [half, quarter] = [2, 4].map(|n| graph.fraction(1, n));
    let excess = graph.mul(quarter, square);
    let scale = graph.add(Graph::ONE, excess);
    let residuals = (0..3)
        .map(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let ahead = graph.mul(unknowns[j], turned[k]);
            let behind = graph.mul(unknowns[k], turned[j]);
            let cross = graph.sub(ahead, behind);
            let cross = graph.mul(half, cross);
            let left = graph.add(turned[i], cross);
            let right = graph.mul(scale, mu[i]);
            graph.sub(left, right)
        })
        .collect();
    block.items.push(Item::Solve(Solve {
        unknowns,
        solution: solution.clone(),
        guess: guess.to_vec(),
        definitions: Vec::new(),
        residuals,
    }));
    solution
}

/// `W Lam - Lam W^T = hat(mu)` and `W^T W = Id` for the entries of `W`, from `cay(J^-1 mu)`.
fn solve_entries(
    builder: &SchemeBuilder<'_>,
    block: &mut Block,
    mu: &[Expr],
    guess: &[Expr],
) -> Vec<Expr> {
    let unknowns = builder.configuration_symbols("W", Role::Unknown);
    let solution = builder.configuration_symbols("W_step", Role::Variable);
    let guess = retract(builder, Retraction::Cayley, guess);
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let turn = matrix(&unknowns);
    let complement = complement(graph, &mechanics.lagrangian.mass);
    let product = turn.mul(graph, &complement);
    let gram = turn.transpose().mul(graph, &turn);
    let mut residuals = Vec::new();
    for (i, &momentum) in mu.iter().enumerate() {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let component = graph.sub(product[(k, j)], product[(j, k)]);
        residuals.push(graph.sub(component, momentum));
    }
    for i in 0..3 {
        let lengths = subtract(graph, &[gram[(i, i)]], &[Graph::ONE]);
        residuals.extend(lengths);
        residuals.extend((0..i).map(|j| gram[(i, j)]));
    }
    block.items.push(Item::Solve(Solve {
        unknowns,
        solution: solution.clone(),
        guess,
        definitions: Vec::new(),
        residuals,
    }));
    solution
}

/// `Lam = tr(J)/2 Id - J`.
fn complement(graph: &Graph, inertia: &Matrix) -> Matrix {
    let trace = graph.sum(&[inertia[(0, 0)], inertia[(1, 1)], inertia[(2, 2)]]);
    let half = graph.fraction(1, 2);
    let half_trace = graph.mul(half, trace);
    Matrix::from_fn(3, 3, |i, j| {
        let diagonal = if i == j { half_trace } else { Graph::ZERO };
        graph.sub(diagonal, inertia[(i, j)])
    })
}
