//! GNI, the geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4).
//!
//! The discrete flow reflects the momentum at the constraint distribution in every node:
//! `p^-_k = (P^T - Q^T) p^+_k`, and moves freely between nodes, `p^-_k = -D1 Ld(q_k, q_k+1)`,
//! `p^+_k+1 = D2 Ld(q_k, q_k+1)`. With a constant mass matrix and forces of the positions alone the
//! trapezoidal rule makes it explicit; it then is the nonholonomic RATTLE of the paper.
//!
//! Not to be confused with DLA, which constrains the discrete velocity instead of reflecting the
//! momentum, nor with projecting after each step of another method.

mod explicit;
mod implicit;

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph};
use crate::mechanics::Mechanics;

use super::builder::{SchemeBuilder, can_be_explicit, half};
use super::discrete_lagrangian::Quadrature;
use super::options::{OptionReader, Options};
use super::scheme::{Scheme, StateFunction};

/// How the first reflected momentum comes from the initial velocity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// `M v_0 - (h/2) Q^T F_0`: the paper's, with the constrained half kick.
    Paper,
    /// `M v_0`: no multiplier at the first node.
    Lambda0,
    /// `M v_0 + (h/2) A^T lambda`: the multiplier of the continuous motion.
    Smooth,
}

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Gni", options);
    let start = reader.word(
        "start",
        &[
            ("Paper", Start::Paper),
            ("Lambda0", Start::Lambda0),
            ("Smooth", Start::Smooth),
        ],
    );
    let is_midpoint = reader.word("quadrature", &[("Trapezoidal", false), ("Midpoint", true)]);
    reader.finish()?;
    let mut builder = SchemeBuilder::new(mechanics);
    Ok(if is_midpoint {
        implicit::scheme(&mut builder, start, &Quadrature::midpoint())
    } else if can_be_explicit(builder.mechanics) {
        explicit::scheme(&mut builder, start)
    } else {
        implicit::scheme(&mut builder, start, &Quadrature::Trapezoidal)
    })
}

/// What the start rule adds to `M v_0`.
fn start_shift(builder: &SchemeBuilder<'_>, start: Start) -> Vec<Expr> {
    let half_h = builder.step_fraction(&half());
    match start {
        Start::Lambda0 => vec![Graph::ZERO; builder.mechanics.dimension()],
        Start::Smooth => {
            let force = builder.mechanics.constraint_force.clone();
            builder.scaled(half_h, &force)
        }
        Start::Paper => {
            let removed = constrained_part_of_force(builder);
            let minus = builder.graph().neg(half_h);
            builder.scaled(minus, &removed)
        }
    }
}

/// `Q^T F` at the initial node.
fn constrained_part_of_force(builder: &SchemeBuilder<'_>) -> Vec<Expr> {
    let free = builder.free_acceleration();
    let mechanics = &*builder.mechanics;
    let graph = &mechanics.model.graph;
    let along = mechanics.constraints.matrix.apply(graph, &free);
    let multiplier = mechanics.constraints.gram_factor.solve(graph, &along);
    mechanics
        .constraints
        .matrix
        .apply_transposed(graph, &multiplier)
}

/// `lambda_k = (2/h) (A M^-1 A^T)^-1 (A M^-1 p^- + b)`: the reflection is the impulse `h lambda`.
fn multipliers(builder: &SchemeBuilder<'_>, correction: &[Expr]) -> Vec<Expr> {
    let half_h = builder.step_fraction(&half());
    let graph = builder.graph();
    correction.iter().map(|&mu| graph.div(mu, half_h)).collect()
}

/// The constraint residual of the reflected velocity as a diagnostic.
fn reflection(values: Vec<Expr>) -> StateFunction {
    StateFunction {
        name: "constraint_reflection",
        docs: "The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is \
               `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the \
               parasitic mode of the method, and tells how long its results are to be trusted.",
        values,
        per_constraint: true,
        warning: None,
    }
}

fn summary(start_rule: Start, kind: &str, quadrature: &Quadrature) -> String {
    let start = match start_rule {
        Start::Paper => "`M v_0 - (h/2) Q^T F_0`",
        Start::Lambda0 => "`M v_0`",
        Start::Smooth => "`M v_0 + (h/2) A^T lambda`",
    };
    let quadrature = match quadrature {
        Quadrature::Trapezoidal => "trapezoidal",
        Quadrature::Alpha(_) => "midpoint",
    };
    let multipliers = match start_rule {
        Start::Smooth => "",
        Start::Paper | Start::Lambda0 => {
            " With this start positions and velocities converge, multipliers do not: take `start = \
             Smooth` where constraint forces matter."
        }
    };
    format!(
        "Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), \
         {kind}, {quadrature} discrete Lagrangian, first reflected momentum {start}.{multipliers}"
    )
}
