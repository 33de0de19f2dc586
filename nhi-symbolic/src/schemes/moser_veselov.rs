//! Discrete Moser-Veselov equations of the free rigid body.
//!
//! With the inertia `J`, `Lam = tr(J)/2 Id - J` and the momentum `mu = h Pi` of a step, the
//! rotation `W` from one node to the next solves `W Lam - Lam W^T = hat(mu)`. Then
//! `R_{k+1} = R_k W` and `mu_{k+1} = W^T mu_k`. So the momentum in space `R Pi` is constant, which
//! is why it is the state instead of `Pi`. `|Pi|` and the energy `1/2 Pi . J^-1 Pi` are constant
//! too.
//!
//! Order two and symmetric; with the explicit solution order one and not symmetric.
//!
//! Source: J. Moser, A. P. Veselov, *Discrete versions of some classical integrable systems and
//! factorization of matrix polynomials*, doi:10.1007/BF02352494; in Cayley form M. Kobilarov's
//! slides *Discrete mechanics*.
//!
//! Not to be confused with `Rdp(retraction = Cayley)`, another discretisation of the same body.

use crate::expr::formula::Matrix;
use crate::mechanics::group::{Factor, LieGroup, Retraction};

use super::prelude::*;

const SPATIAL_MOMENTUM: StatePart = StatePart {
    name: "spatial_momentum",
    docs: "The angular momentum `R Pi` in space, which is constant.",
    kind: GroupKind::Momenta,
};

/// The way to find the rotation of a step.
#[derive(Clone, Copy, PartialEq)]
enum Solution {
    /// `W = cay(w)`, three unknowns.
    Cayley,
    /// The nine entries of `W`.
    Direct,
    /// `W = exp(J^-1 mu)`, an approximation of first order.
    Explicit,
}

words!("solve" => Solution { Cayley, Direct, Explicit });

/// `MoserVeselov(solve = Cayley | Direct | Explicit)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "MoserVeselov",
    kind: Kind::Nonholonomic,
    summary: "free rigid body: discrete Moser-Veselov equations (Moser, Veselov; Kobilarov)",
    references: &[&DISCRETE_RIGID_BODY],
    options: &[OptionRow::words::<Solution>()],
    needs: Needs {
        masses: Masses::OnConstraints,
        configuration: Configuration::Rotation,
        lagrangian: Lagrangian::Rotation,
        constraints: Constraints::None,
        position_constraints: Positions::None,
        forces: false,
        time_in_lagrangian: false,
    },
    preserves: Preserves {
        constraints: true,
        energy: is_exact,
    },
    preserves_in_words: "energy, spatial momentum and its length; the explicit solution the momenta alone",
    use_when: "the body is free and rigid",
    not_when: "anything but inertia acts on it; `h` times the angular velocity is near one or beyond",
    order: |choices| if is_exact(choices) { 2 } else { 1 },
    symmetric: is_exact,
    state: &[CONFIGURATION, SPATIAL_MOMENTUM],
    monitors: &[],
    discretise,
};

fn is_exact(choices: &Choices) -> bool {
    choices.word::<Solution>() != Solution::Explicit
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let h = system.h();
    let inverse_inertia = &system.mechanics.lagrangian.mass_factor;
    let q = system.configuration("q", Role::Variable);
    let momentum = system.velocities("m", Role::Variable);
    let start = system.start();
    let start_momentum = matrix(&start.q) * start.momentum();

    let mut step = system.steps();
    let mu = step.name("mu", &(h * (matrix(&q).transpose() * &momentum)));
    let guess = step.name("guess", &system.solve(inverse_inertia, &mu));
    let turn = match choices.word::<Solution>() {
        Solution::Cayley => retract(Retraction::Cayley, &solve_cayley(&mut step, &mu, &guess)),
        Solution::Direct => solve_entries(&mut step, &mu, &guess),
        Solution::Explicit => retract(Retraction::Exp, &guess),
    };
    let turn = step.name("turn", &turn);
    let next = matrix(&q) * matrix(&turn);
    let q_next = step.orthonormalised(&system.vector(next.entries().entries()));

    let mut sample = system.steps();
    let body_momentum = sample.name("pi", &(matrix(&q).transpose() * &momentum));
    let velocity = system.solve(inverse_inertia, &body_momentum);
    Ok(Draft {
        lags: true,
        state: vec![CONFIGURATION.of(&q), SPATIAL_MOMENTUM.of(&momentum)],
        start: block_of(entries([&start.q, &start_momentum])),
        step: step.gives(entries([&q_next, &momentum])),
        sample: sample.gives(velocity.entries()),
        ..Draft::of(match choices.word::<Solution>() {
            Solution::Cayley => "Discrete Moser-Veselov equations, solved for a Cayley vector.",
            Solution::Direct => {
                "Discrete Moser-Veselov equations, solved for the nine entries of a rotation."
            }
            Solution::Explicit => {
                "Discrete Moser-Veselov equations with their solution approximated by an exponential map."
            }
        })
    })
}

/// Returns the rotation with the given entries.
fn matrix<'m>(entries: &Vector<'m>) -> Matrix<'m> {
    let rotation = crate::expr::Matrix::from_fn(3, 3, |i, j| entries[3 * i + j]);
    entries.graph().matrix(&rotation)
}

fn retract<'m>(tau: Retraction, w: &Vector<'m>) -> Vector<'m> {
    let group = LieGroup::new(vec![Factor::So3]);
    w.graph()
        .vector(group.retract(w.graph(), tau, &w.entries()))
}

/// Solves the equation of the step for `W = cay(w)`, times `1 + |w|^2/4`:
/// `J w + 1/2 w x J w = (1 + |w|^2/4) mu`.
fn solve_cayley<'m>(step: &mut Steps<'m>, mu: &Vector<'m>, guess: &Vector<'m>) -> Vector<'m> {
    let system = step.system;
    let w = system.velocities("w", Role::Unknown);
    let solution = system.velocities("w_step", Role::Variable);
    let turned = system.graph().matrix(&system.mechanics.lagrangian.mass) * &w;
    let half = system.number(1) / 2;
    let scale = w.dot(&w) / 4 + 1;
    let turn = system.vector(vec![Graph::ONE]);
    step.solve(Equations {
        residuals: &[&turned + half * w.cross(&turned) - scale * mu],
        unknowns: &[w],
        solution: core::slice::from_ref(&solution),
        guess: core::slice::from_ref(guess),
        background: &[turn],
        definitions: system.definitions(),
    });
    solution
}

/// Solves `W Lam - Lam W^T = hat(mu)` and `W^T W = Id` for the entries of `W`, starting from
/// `cay(J^-1 mu)`.
fn solve_entries<'m>(step: &mut Steps<'m>, mu: &Vector<'m>, guess: &Vector<'m>) -> Vector<'m> {
    let system = step.system;
    let graph = system.graph();
    let unknowns = system.configuration("W", Role::Unknown);
    let solution = system.configuration("W_step", Role::Variable);
    let guess = retract(Retraction::Cayley, guess);
    let turn = matrix(&unknowns);
    let product = &turn * complement(system);
    let gram = turn.transpose() * &turn;
    let (product, gram) = (product.entries(), gram.entries());
    let momentum = (0..3).map(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        graph.sub(product[(k, j)], product[(j, k)])
    });
    let momentum = system.column(momentum);
    let lengths = (0..3).map(|i| (graph.scalar(gram[(i, i)]) - 1).expr());
    let products = [(1, 0), (2, 0), (2, 1)].map(|place| gram[place]);
    step.solve(Equations {
        residuals: &[
            momentum - mu,
            system.column(lengths),
            system.vector(products),
        ],
        unknowns: &[unknowns],
        solution: core::slice::from_ref(&solution),
        guess: &[guess],
        background: &[],
        definitions: system.definitions(),
    });
    solution
}

/// Returns `Lam = tr(J)/2 Id - J`.
fn complement(system: System<'_>) -> Matrix<'_> {
    let (graph, inertia) = (system.graph(), &system.mechanics.lagrangian.mass);
    let entry = |i, j| graph.scalar(inertia[(i, j)]);
    let half_trace = (entry(0, 0) + entry(1, 1) + entry(2, 2)) / 2;
    let complement = crate::expr::Matrix::from_fn(3, 3, |i, j| {
        let difference = if i == j {
            half_trace - entry(i, j)
        } else {
            -entry(i, j)
        };
        difference.expr()
    });
    graph.matrix(&complement)
}
