//! The energy-preserving method: a mean-value discrete gradient and the constraint at the midpoint.
//!
//! For `L = 1/2 v^T M(q) v + a(q) . v - V(q)` and `p_k = M(q_k) v_k + a(q_k)` a step is
//!
//! `q_1 - q_0 = h u`, `u = (v_0 + v_1) / 2`,
//! `p_1 - p_0 = h [g + f(q_m, u, t_m) + A(q_m, t_m)^T lambda]`, `A(q_m, t_m) u + b(q_m, t_m) = 0`
//!
//! with `q_m = (q_0 + q_1) / 2`, `t_m = t + h/2`, and `g` the mean along the segment from `q_0` to
//! `q_1` of the gradient of `W(q) = 1/2 v_0^T M(q) v_1 + a(q) . u - V(q)`.
//!
//! **The energy** `E = 1/2 v^T M v + V` **changes by** `h (f + A^T lambda) . u`, the work of the
//! forces. So it does not change at all without forces under linear constraints. Proof: by the mean
//! value theorem `h g . u` is `W(q_1) - W(q_0)`, so with `M_i = M(q_i)` and likewise `a_i`, `V_i`
//!
//! `h g . u = 1/2 v_0^T (M_1 - M_0) v_1 + (a_1 - a_0) . u - (V_1 - V_0)`, and
//! `(p_1 - p_0) . u = 1/2 (v_0 + v_1)^T (M_1 v_1 - M_0 v_0) + (a_1 - a_0) . u
//!  = 1/2 v_1^T M_1 v_1 - 1/2 v_0^T M_0 v_0 + 1/2 v_0^T (M_1 - M_0) v_1 + (a_1 - a_0) . u`;
//!
//! their difference is `E_1 - E_0`. Exchanging the ends and the sign of `h` changes nothing: the
//! method is symmetric, of order two.
//!
//! **Position constraints** `phi(q, t) = 0` replace their rates. The force of their multipliers is
//! along the mean of their gradients `G` on the segment instead of `G(q_m)`,
//!
//! `p_1 - p_0 = h [g + f + A^T lambda + (mean of G)^T mu]`, `phi(q_1, t + h) = 0`.
//!
//! It does no work if `phi` does not depend on time, because
//! `h (mean of G) u = phi(q_1) - phi(q_0) = 0`. So the energy is as constant as before. The
//! velocity `v_k` is off the rates of the positions in the same way as it is off the other
//! constraints.
//!
//! **On a Lie group** `u` is the body velocity of the step `g_1 = g_0 exp(h u)`, along which it is
//! constant. `g` is the mean of the derivatives of `W` along the left-invariant fields on that
//! curve, so `h g . u` is again `W(q_1) - W(q_0)`. The turn of the body frame adds
//! `h ad*_u (p_0 + p_1)/2` to the momentum equation, which does no work:
//! `ad*_u p . u = p([u, u]) = 0`.
//!
//! **The mean** is a Gauss quadrature, entry by entry. If an entry is a polynomial of degree `d` in
//! the coordinates, the quadrature has the fewest nodes that are exact. Otherwise it has five. For
//! a function `w` of the way along the segment the error is `3.9e-13 w^(10)`. So for a term like
//! `cos(n q)` it is `3.9e-13 (n dq)^10`, which is below `4e-16` while `n q` turns by less than half
//! a radian in a step. Expressions that depend on a group element are such entries. A correction
//! along `q_1 - q_0` would remove even this error, but is undefined at rest.
//!
//! **`order` composes** its steps. A step reflects the part of `v` that is off the constraints,
//! `A(q_m) (v_0 + v_1) = -2 b`. Composed of single steps the order would be four at most in the
//! configuration and two in the velocity. So the steps are made in pairs.
//!
//! Source: R. McLachlan, R. Quispel, N. Robidoux, *Geometric integration using discrete gradients*,
//! doi:10.1098/rsta.1999.0363; the mean value is that of A. Harten, P. Lax, B. van Leer,
//! doi:10.1137/1025002; position constraints are those of O. Gonzalez,
//! doi:10.1016/S0167-2789(99)00054-8.
//!
//! Not to be confused with variational methods, which only keep the energy near its value.

use super::composition;
use super::prelude::*;
use super::tableau::gauss_quadrature;
use crate::expr::degree;
use crate::mechanics::group::Retraction;

/// `EnergyPreserving(order = 2 | 4 | 6 | 8)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "EnergyPreserving",
    kind: Kind::Nonholonomic,
    summary: "mean-value discrete gradient, constraint at the midpoint: constant energy",
    references: &[
        &DISCRETE_GRADIENTS,
        &UPSTREAM_DIFFERENCING,
        &CONSERVATIVE_INTEGRATION,
        &FRACTAL_DECOMPOSITION,
        &GEOMETRIC_INTEGRATION,
    ],
    options: &[composition::ORDER],
    needs: Needs {
        lagrangian: Lagrangian::SecondDegree(
            "splits the change of the energy into those of M(q) and V(q)",
        ),
        ..Needs::ANY_MOTION
    },
    preserves: Preserves {
        constraints: false,
        energy: |_| true,
    },
    preserves_in_words: "the energy of samples, if no force does work and the constraints are linear in the velocities: to machine precision if the energy is a polynomial of degree ten at most in the coordinates, otherwise up to `O(h^10)`; position constraints",
    use_when: "the energy must not drift, whatever the length of the run",
    not_when: "the velocity of a sample must satisfy the constraints: it does so to second order only, and their mean over a step to machine precision",
    order: composition::order,
    symmetric: always,
    state: &[CONFIGURATION, VELOCITY, LAST_MULTIPLIER, KEPT_CONTROLS],
    monitors: &[DRIFT, DISCRETE_MULTIPLIERS],
    discretise,
};

const SUMMARY: &str = "Energy-preserving method: mean-value discrete gradient, constraint at the midpoint \
     of the step. Without forces and with linear constraints the energy of the samples is constant: to \
     machine precision if the entries of the mass matrix and of the gradient of the potential are \
     polynomials of degree nine at most, and otherwise up to the error of a quadrature, which falls with \
     the tenth power of the step. The constraints hold for the mean of two successive velocities, not for a velocity \
     itself. Samples contain the velocity `v_k` to which the energy belongs. It violates the constraints by \
     O(h^2), and `constraint_drift` reports the residuals. A part of them changes its sign in every step \
     and is not damped. If the constraints matter more than the energy, choose `Mla` or `Lobatto`.";

const VELOCITY: StatePart = StatePart {
    name: "v",
    docs: "The velocity to which the energy belongs; the constraints hold for its mean with the next.",
    kind: GroupKind::Velocities,
};

const LAST_MULTIPLIER: StatePart = StatePart {
    name: "lambda",
    docs: "The multiplier of the last step: `A^T lambda` is the constraint force at its midpoint.",
    kind: GroupKind::Multipliers,
};

const DRIFT: Monitor = Monitor {
    name: "constraint_drift",
    docs: "The constraint residuals `A v + b` of the sampled velocity: of second order in the step, \
           with a part that changes its sign in every step.",
    shape: MonitorShape::PerConstraint,
    warning: None,
};

const DISCRETE_MULTIPLIERS: Monitor = Monitor {
    name: "discrete_multipliers",
    docs: "The multipliers that the last step solved for: `A^T lambda` is the constraint force at its \
           midpoint. Samples contain the multipliers of the continuous motion instead.",
    shape: MonitorShape::PerConstraint,
    warning: None,
};

fn discretise(system: &System<'_>, _: &Choices) -> Result<Draft, Diagnostics> {
    let q = system.configuration("q", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let lambda = system.multipliers("lambda_last", Role::Variable);
    let kept = system.controls_at(Graph::ZERO);
    let middle = system.controls_at(system.graph().fraction(1, 2));
    let (here, start) = (system.node(&q, &v), system.start());
    let draft = Draft {
        state: vec![
            CONFIGURATION.of(&q),
            VELOCITY.of(&v),
            LAST_MULTIPLIER.of(&lambda),
        ],
        // The multiplier of the continuous motion is the first guess.
        start: block_of(entries([&start.q, &start.v, &start.multipliers()])),
        step: step(&here, &lambda, &middle),
        sample: block_of(here.under(&kept.symbols).sampled()),
        monitors: vec![
            DRIFT.of(here.constraint_residual().entries()),
            DISCRETE_MULTIPLIERS.of(lambda.entries()),
        ],
        control_nodes: vec![middle],
        reflects: true,
        ..Draft::of(SUMMARY)
    };
    Ok(draft.keeping_controls(*system, &kept.symbols))
}

fn step<'m>(here: &Node<'m>, last: &Vector<'m>, controls: &ControlNode) -> Block {
    let system = here.system;
    let u = system.velocities("u", Role::Unknown);
    let lambda = system.multipliers("lambda", Role::Unknown);
    let solution = [
        system.velocities("v_mean", Role::Variable),
        system.multipliers("lambda_step", Role::Variable),
    ];
    let mut step = system.steps();
    let mut definitions = system.definitions();
    let residuals = residuals(&mut definitions, here, &u, &lambda, controls);
    step.solve(Equations {
        unknowns: &[vec![u], system.multiplier_parts(&lambda)].concat(),
        solution: &solution,
        guess: &[here.v.clone(), last.clone()],
        background: &[vec![here.background()], here.multiplier_backgrounds()].concat(),
        definitions,
        residuals: &residuals,
    });
    let [u, lambda] = solution;
    let q_next = step.orthonormalised(&displacement(here, &u).from(&here.q, &Rational::ONE));
    step.gives(entries([&q_next, &next_velocity(here, &u), &lambda]))
}

/// Returns the step with the mean velocity, which is constant along the step.
fn displacement<'m>(here: &Node<'m>, u: &Vector<'m>) -> Displacement<'m> {
    here.system.displacement(Retraction::Exp, u)
}

/// Returns `v_1 = 2 u - v_0`.
fn next_velocity<'m>(here: &Node<'m>, u: &Vector<'m>) -> Vector<'m> {
    Vector::combination(&[(2.into(), u), (Rational::MINUS_ONE, &here.v)])
}

/// Returns `p_1 - p_0 - h (g + f + A^T lambda + (mean of G)^T mu)`, `A u + b` and `phi(q_1) / h`.
fn residuals<'m>(
    definitions: &mut Definitions<'m>,
    here: &Node<'m>,
    u: &Vector<'m>,
    lambda: &Vector<'m>,
    controls: &ControlNode,
) -> [Vector<'m>; 2] {
    let system = here.system;
    let (h, way) = (system.h(), displacement(here, u));
    let v_next = definitions.name("v_next", &next_velocity(here, u));
    let q_next = definitions.name("q_next", &way.from(&here.q, &Rational::ONE));
    let next = system.node(&q_next, &v_next).at_fraction(Graph::ONE);
    let change = way.change_of_momentum(&here.momentum(), &next.momentum());

    let q_middle = definitions.name("q_mid", &way.from(&here.q, &Rational::HALF));
    let middle = system.node(&q_middle, u).at_controls(controls);
    let mut means = Means::along(here, &middle);
    let gradient = means.of(definitions, &polarised_gradient(here, u, &v_next));
    let reaction = reaction(definitions, &mut means, lambda);
    let total = gradient + (middle.forces() + reaction);
    let impulse = (h * total).multiplied();
    let residual = middle.velocity_residual();
    [
        change - impulse,
        residual.chain(&(next.position_residual() / h)),
    ]
}

/// Returns `A^T lambda` at the midpoint, with the means of the rows that are gradients of position
/// constraints.
fn reaction<'m>(
    definitions: &mut Definitions<'m>,
    means: &mut Means<'_, 'm>,
    lambda: &Vector<'m>,
) -> Vector<'m> {
    let (system, middle) = (means.here.system, means.middle);
    let model = &system.mechanics.model;
    if !model.has_ideal_positions() {
        return middle.reaction(lambda);
    }
    let rows = &system.mechanics.constraints.matrix;
    let first = model.velocity_constraints();
    let of_velocities = lambda
        .part(0..first)
        .chain(&system.zeros(rows.rows() - first));
    (first..rows.rows()).fold(middle.reaction(&of_velocities), |force, i| {
        force + lambda.scalar(i) * means.of(definitions, rows.row(i))
    })
}

/// Means of functions of the configuration along the step.
struct Means<'s, 'm> {
    here: &'s Node<'m>,
    middle: &'s Node<'m>,
    /// The quadratures in use, by the number of their nodes.
    rules: Vec<(usize, Vec<(Node<'m>, Scalar<'m>)>)>,
}

impl<'s, 'm> Means<'s, 'm> {
    fn along(here: &'s Node<'m>, middle: &'s Node<'m>) -> Self {
        Self {
            here,
            middle,
            rules: Vec::new(),
        }
    }

    fn of(&mut self, definitions: &mut Definitions<'m>, functions: &[Expr]) -> Vector<'m> {
        let (system, mut means) = (self.here.system, Vec::new());
        for &entry in functions {
            let count = nodes_for(system, entry);
            let known = self.rules.iter().position(|(known, _)| *known == count);
            let rule = known.unwrap_or_else(|| {
                let rule = quadrature(definitions, self.here, self.middle, count);
                self.rules.push((count, rule));
                self.rules.len() - 1
            });
            let mut mean = system.number(0);
            for (node, weight) in &self.rules[rule].1 {
                mean = mean + *weight * node.value(entry);
            }
            means.push(mean.expr());
        }
        system.vector(means)
    }
}

/// Returns points on the segment from `q_0` to `q_1`, and their weights.
fn quadrature<'m>(
    definitions: &mut Definitions<'m>,
    here: &Node<'m>,
    middle: &Node<'m>,
    count: usize,
) -> Vec<(Node<'m>, Scalar<'m>)> {
    let graph = here.system.graph();
    let rule = gauss_quadrature(graph, count).into_iter();
    rule.map(|(fraction, weight)| {
        let q = if count == 1 {
            middle.q.clone()
        } else {
            let passed = graph.scalar(fraction) * here.system.h();
            let way = displacement(here, &middle.v);
            definitions.name("q_at", &way.after(&here.q, passed))
        };
        let node = Node {
            q,
            ..middle.clone()
        };
        (node, graph.scalar(weight))
    })
    .collect()
}

/// Returns the gradient of `W(q) = 1/2 v_0^T M(q) v_1 + a(q) . u - V(q)` in the model's
/// coordinates.
fn polarised_gradient<'m>(here: &Node<'m>, u: &Vector<'m>, v_next: &Vector<'m>) -> Vec<Expr> {
    let system = here.system;
    let (graph, mechanics) = (system.graph(), system.mechanics);
    let lagrangian = &mechanics.lagrangian;
    let kinetic = here.v.dot(&(graph.matrix(&lagrangian.mass) * v_next));
    let linear = system.vector(&lagrangian.rest_momentum[..]).dot(u);
    let at_rest = system.start().with_velocity(&system.zeros(u.len()));
    let at_rest = at_rest.value(lagrangian.lagrangian);
    let function = graph.linear(&[
        (kinetic.expr(), Rational::HALF),
        (linear.expr(), Rational::ONE),
        (at_rest.expr(), Rational::ONE),
    ]);
    let gradient = graph.gradient(function, &mechanics.q);
    let along = mechanics.frame.along(graph, &gradient).into_iter();
    along
        .map(|entry| graph.simplify(entry, RoleSet::PREPARED))
        .collect()
}

/// Returns the number of Gauss nodes that is exact for an entry of the gradient along the step, or
/// a sufficient number if none is exact.
fn nodes_for(system: System<'_>, entry: Expr) -> usize {
    let (coordinates, elements) = system.parts(&system.mechanics.q);
    let graph = system.graph();
    match degree(graph, entry, elements) {
        Some(0) => {}
        _ => return 5,
    }
    match degree(graph, entry, coordinates) {
        Some(0 | 1) => 1,
        Some(2 | 3) => 2,
        Some(4 | 5) => 3,
        _ => 5,
    }
}
