//! Discrete Lagrangians with a constrained discrete velocity: DLA, DAP and MLA.
//!
//! Given `(q_k, p^+_k)`, a step solves for the discrete velocity `u` and the multiplier `lambda`
//!
//! `-D1 Ld(q_k, q_k + h u) - F^- = p^+_k + h A(q_k)^T lambda`, `A(q_c) u + b(q_c) = 0`,
//!
//! with `q_c = q_k + c h u`; by Chetaev's rule `A(q_k) = g_v(q_k, v_k)` with the nodal velocity,
//! and `g(q_c, u) = 0`. It passes on `p^+_{k+1} = D2 Ld + F^+`. The unknowns are coefficients of
//! `u` in a basis of the distribution if that is an explicit formula ([`by_coefficients`]).
//! Otherwise they are `u` alone if a basis at `q_k` saves the multiplier, or else both.

mod by_coefficients;

use core::slice;

use super::discrete_lagrangian::{DiscreteLagrangian, Momenta, Quadrature};
use super::prelude::*;
use by_coefficients::ByCoefficients;

/// The differences between the methods of the family.
pub(super) struct Method {
    pub(super) summary: String,
    pub(super) action: DiscreteLagrangian,
    /// The point of the step at which the constraint is imposed, `c`.
    pub(super) constraint_at: Rational,
    /// True if the constraint forces `F^- = F^+ = (h/2) A^T lambda` of the midpoint are included.
    pub(super) has_constraint_forces: bool,
    pub(super) start: FirstMomentum,
}

/// The origin of `p^+_0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstMomentum {
    /// `L_v(q_0, v_0)`: the initial velocity is that of the motion.
    Velocity,
    /// `-D1 Ld(q_0, q_0 + h v_0)`: the initial velocity is the discrete one, `(q_1 - q_0) / h`.
    TwoPoint,
}

const MOMENTUM: StatePart = StatePart {
    name: "p",
    docs: "The momentum `p^+` that arrives at the node.",
    kind: GroupKind::Momenta,
};

const LAST_MULTIPLIER: StatePart = StatePart {
    name: "lambda",
    docs: "The multiplier that the last step solved for; it acted at the beginning of that step.",
    kind: GroupKind::Multipliers,
};

/// The parts of the states of the family.
pub(super) const STATE: &[StatePart] = &[
    CONFIGURATION,
    MOMENTUM,
    LAST_MULTIPLIER,
    NODAL_VELOCITY,
    KEPT_CONTROLS,
];

const DISCRETE_MULTIPLIERS: Monitor = Monitor {
    name: "discrete_multipliers",
    docs: "The multipliers that the last step solved for: `h A^T lambda` is the constraint impulse at \
           the beginning of that step, for `Mla` what of it the constraint forces at the midpoint leave. \
           Samples contain the multipliers of the continuous motion instead.",
    shape: MonitorShape::PerConstraint,
    warning: None,
};

/// The monitors of the states of the family.
pub(super) const MONITORS: &[Monitor] = &[DISCRETE_MULTIPLIERS];

/// The symbols of a state: `(q_k, p^+_k)`, the multiplier of the last step as the next guess, the
/// nodal velocity if it has no closed form, and the controls if the sampled multipliers depend on
/// them.
struct State<'m> {
    q: Vector<'m>,
    p: Vector<'m>,
    lambda: Vector<'m>,
    v: Option<Vector<'m>>,
    controls: ControlNode,
}

impl Method {
    pub(super) fn draft(&self, system: System<'_>) -> Draft {
        let state = State {
            q: system.configuration("q", Role::Variable),
            p: system.velocities("p", Role::Variable),
            lambda: system.multipliers("lambda_last", Role::Variable),
            v: system
                .solves_for_nodal_velocity()
                .then(|| system.velocities("v", Role::Variable)),
            controls: system.controls_at(Graph::ZERO),
        };
        let controls = self.action.control_nodes(system);
        let mut parts = vec![
            CONFIGURATION.of(&state.q),
            MOMENTUM.of(&state.p),
            LAST_MULTIPLIER.of(&state.lambda),
        ];
        parts.extend(state.v.iter().map(|v| NODAL_VELOCITY.of(v)));
        let draft = Draft {
            state: parts,
            start: self.start(system, &state),
            step: self.step(system, &state, &controls),
            sample: sample(system, &state),
            monitors: vec![DISCRETE_MULTIPLIERS.of(state.lambda.entries())],
            control_nodes: controls,
            ..Draft::of(self.summary.clone())
        };
        draft.keeping_controls(system, &state.controls.symbols)
    }

    /// Returns `q_0`, `p^+_0`, the multiplier of the continuous motion as the first guess, and the
    /// velocity if the state has one.
    fn start<'m>(&self, system: System<'m>, state: &State<'m>) -> Block {
        let here = system.start();
        let p = match self.start {
            FirstMomentum::Velocity => here.momentum(),
            FirstMomentum::TwoPoint => self.first_discrete_momentum(&here),
        };
        let v = state.v.iter().map(|_| &here.v);
        let lambda = here.multipliers();
        block_of(entries([&here.q, &p, &lambda].into_iter().chain(v)))
    }

    /// Returns `-D1 Ld(q_0, q_0 + h v_0)` with the controls of the start.
    fn first_discrete_momentum<'m>(&self, here: &Node<'m>) -> Vector<'m> {
        let mut controls = self.action.control_nodes(here.system);
        for node in &mut controls {
            node.symbols.clone_from(&here.controls);
        }
        let nodes = self.action.nodes(&mut Unnamed, here, &controls);
        self.action.momenta(&nodes).left
    }

    fn step<'m>(&self, system: System<'m>, state: &State<'m>, controls: &[ControlNode]) -> Block {
        let mut step = system.steps();
        let Solution { u, q_c, lambda } = match ByCoefficients::of(self, state, system) {
            Some(way) => way.solve(&mut step, controls),
            None => self.equations(&mut step, state, controls).solve(&mut step),
        };

        let here = system.node(&state.q, &u);
        let q_next = step.arrived(&self.action.along(&here, &Rational::ONE));
        let nodes = self.nodes(&mut step, &here, q_c.as_ref(), controls);
        let lambda = lambda.unwrap_or_else(|| {
            let impulse = step.name("impulse", &self.jump(&nodes, state));
            let multipliers = here.multipliers_of(&impulse);
            multipliers.expect("the constraints were solved") / system.h()
        });
        let mut p_next = self.action.momenta(&nodes).right;
        if self.has_constraint_forces {
            p_next = p_next + self.midpoint_impulses(&nodes[0]).right;
        }
        if state.v.is_none() {
            return step.gives(entries([&q_next, &p_next, &lambda]));
        }
        let p_next = step.name("p_next", &p_next);
        let next = system.node(&q_next, &u).at_fraction(Graph::ONE);
        let v_next = step.velocity_of_momentum(&next.with_momentum(&p_next), &u, None);
        step.gives(entries([&q_next, &p_next, &lambda, &v_next]))
    }

    /// Returns true if the rule evaluates the Lagrangian at the point of the constraint, and
    /// nowhere else.
    fn is_constrained_at_its_point(&self) -> bool {
        self.action.quadrature == Quadrature::Alpha(self.constraint_at.clone())
    }

    /// Returns the moments of the rule; `q_c` is the point of the constraint, if it already has
    /// names.
    fn nodes<'m>(
        &self,
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
        q_c: Option<&Vector<'m>>,
        controls: &[ControlNode],
    ) -> Vec<Node<'m>> {
        match q_c.filter(|_| self.is_constrained_at_its_point()) {
            Some(q_c) => DiscreteLagrangian::nodes_at(slice::from_ref(q_c), here, controls),
            None => self.action.nodes(name, here, controls),
        }
    }

    /// Returns `-D1 Ld - F^- - p^+_k`, which must be the impulse `h A^T lambda` of the constraints.
    fn jump<'m>(&self, nodes: &[Node<'m>], state: &State<'m>) -> Vector<'m> {
        let jump = self.action.momenta(nodes).left - &state.p;
        if self.has_constraint_forces {
            return jump - self.midpoint_impulses(&nodes[0]).left;
        }
        jump
    }

    /// Returns `(h/2) A^T lambda` at both ends, with the continuous multiplier at the midpoint. An
    /// impulse at a node would be projected away.
    fn midpoint_impulses<'m>(&self, middle: &Node<'m>) -> Momenta<'m> {
        let half_h = middle.system.h() / 2;
        let (step, force) = (self.action.displacement(middle), middle.constraint_force());
        Momenta {
            left: (half_h * step.force_before(&force, &Rational::HALF)).multiplied(),
            right: (half_h * step.force_after(&force, &Rational::HALF)).multiplied(),
        }
    }

    /// Returns the equations for `u`, and for `lambda` if the constraints are not solved
    /// beforehand.
    ///
    /// If there is a basis `D` of the distribution at `q_k` without divisions by anything that
    /// moves, the first equation is `D^T (jump) = 0`, which contains no multiplier: the discrete
    /// null space method (S. Leyendecker, J. E. Marsden, M. Ortiz, *Variational integrators for
    /// constrained dynamical systems*, ZAMM 88, 2008, doi:10.1002/zamm.200700173).
    fn equations<'m>(
        &self,
        step: &mut Steps<'m>,
        state: &State<'m>,
        controls: &[ControlNode],
    ) -> StepEquations<'m> {
        let system = step.system();
        let u = system.velocities("u", Role::Unknown);
        let mut definitions = system.definitions();
        let here = system.node(&state.q, &u);
        let nodes = self.action.nodes(&mut definitions, &here, controls);
        let jump = self.jump(&nodes, state);
        let q_c = self.action.along(&here, &self.constraint_at);
        let q_c = if self.is_constrained_at_its_point() {
            nodes[0].q.clone()
        } else {
            definitions.name("q_c", &q_c)
        };
        let constraint = self.constraint_residual(&here, &q_c);
        let constraint = self.with_positions(&mut definitions, &here, constraint);
        StepEquations {
            guess: first_guess(step, state, controls),
            node: system.node(&state.q, state.v.as_ref().unwrap_or(&u)),
            here,
            definitions,
            jump,
            constraint,
            last_multiplier: state.lambda.clone(),
        }
    }
}

impl Method {
    /// Returns the residuals of the constraints at the point `q_c` of the step from `here`.
    ///
    /// A turn leaves its own angular velocity in space unchanged. Therefore constraints that
    /// contain a rotation only together with its velocity, such as those of balls, have the same
    /// residual with the rotation at the beginning of the step. There they are linear in the
    /// velocity.
    fn constraint_residual<'m>(&self, here: &Node<'m>, q_c: &Vector<'m>) -> Vector<'m> {
        let system = here.system;
        let c = system.number(self.constraint_at.clone()).expr();
        let residuals_at = |q: &Vector<'m>| {
            let node = system.node(q, &here.v).at_fraction(c);
            node.constraint_residual().entries()
        };
        let residuals = residuals_at(q_c);
        if system.mechanics.frame.is_coordinate() {
            return system.vector(residuals);
        }
        let before = here.q.entries();
        let unturned_at = |q: &Vector<'m>| {
            let q = q.entries();
            let ((coordinates, _), (_, elements)) = (system.parts(&q), system.parts(&before));
            residuals_at(&system.vector([coordinates, elements].concat()))
        };
        let arrived = self.action.along(here, &self.constraint_at);
        let pairs = residuals_at(&arrived)
            .into_iter()
            .zip(unturned_at(&arrived));
        let graph = system.graph();
        let differences: Vec<_> = pairs.map(|(a, b)| graph.sub(a, b)).collect();
        let is_same = graph.are_zero(&differences).into_iter();
        let rows = residuals.into_iter().zip(unturned_at(q_c));
        let chosen = is_same.zip(rows).map(
            |(is_same, (turned, unturned))| {
                if is_same { unturned } else { turned }
            },
        );
        system.column(chosen)
    }

    /// Returns residuals of constraints, with those of positions at the end of the step instead of
    /// their rates.
    fn with_positions<'m>(
        &self,
        definitions: &mut Definitions<'m>,
        here: &Node<'m>,
        residuals: Vector<'m>,
    ) -> Vector<'m> {
        let model = &here.system.mechanics.model;
        if !model.has_ideal_positions() {
            return residuals;
        }
        let of_velocities = residuals.part(0..model.velocity_constraints());
        of_velocities.chain(&self.action.end_positions(definitions, here))
    }
}

/// The equations of a step, with the discrete velocity as the velocity of `here`.
struct StepEquations<'m> {
    here: Node<'m>,
    /// The node at which the constraint forces act, with the nodal velocity if the state has one.
    node: Node<'m>,
    definitions: Definitions<'m>,
    jump: Vector<'m>,
    constraint: Vector<'m>,
    guess: Vector<'m>,
    last_multiplier: Vector<'m>,
}

/// The solution of the equations.
struct Solution<'m> {
    u: Vector<'m>,
    /// The point of the constraint, if the equations name it.
    q_c: Option<Vector<'m>>,
    /// The multipliers, if the equations have them.
    lambda: Option<Vector<'m>>,
}

impl<'m> StepEquations<'m> {
    fn solve(self, step: &mut Steps<'m>) -> Solution<'m> {
        let system = step.system();
        let u = system.velocities("v_step", Role::Variable);
        let background = self.here.background();
        let null_space = system.null_space();
        if let Some(null_space) = null_space.filter(|solved| solved.spares_multipliers()) {
            let along = self.here.along(null_space, &self.jump);
            step.solve(Equations {
                unknowns: &[self.here.v],
                solution: slice::from_ref(&u),
                guess: &[self.guess],
                background: &[background],
                definitions: self.definitions,
                residuals: &[along, self.constraint],
            });
            return Solution {
                u,
                q_c: None,
                lambda: None,
            };
        }
        let lambda = system.multipliers("lambda", Role::Unknown);
        let solved = system.multipliers("lambda_step", Role::Variable);
        let impulse = (system.h() * self.node.reaction(&lambda)).multiplied();
        let of_multipliers = self
            .here
            .with_velocity(&self.guess)
            .multiplier_backgrounds();
        step.solve(Equations {
            unknowns: &[vec![self.here.v], system.multiplier_parts(&lambda)].concat(),
            solution: &[u.clone(), solved.clone()],
            guess: &[self.guess, self.last_multiplier],
            background: &[vec![background], of_multipliers].concat(),
            definitions: self.definitions,
            residuals: &[self.jump - impulse, self.constraint],
        });
        Solution {
            u,
            q_c: None,
            lambda: Some(solved),
        }
    }
}

/// Returns `v_k + (h/2) a_k`, of second order.
fn first_guess<'m>(
    step: &mut Steps<'m>,
    state: &State<'m>,
    controls: &[ControlNode],
) -> Vector<'m> {
    let system = step.system();
    let v = match &state.v {
        Some(v) => v.clone(),
        None => {
            let arriving = system.node(&state.q, &state.p).with_momentum(&state.p);
            step.name("v_arriving", &arriving.nodal_velocity())
        }
    };
    let here = system.node(&state.q, &v).under(&controls[0].symbols);
    v + system.h() / 2 * here.acceleration()
}

/// Returns the nodal velocity, `L_v(q, v) = p^+ + A^T nu` on the constraints, and the multiplier of
/// the continuous motion there.
fn sample<'m>(system: System<'m>, state: &State<'m>) -> Block {
    let mut sample = system.steps();
    let v = match &state.v {
        Some(v) => v.clone(),
        None => {
            let node = system.node(&state.q, &state.p).with_momentum(&state.p);
            sample.name("v", &node.nodal_velocity())
        }
    };
    let node = system.node(&state.q, &v).under(&state.controls.symbols);
    sample.gives(node.sampled())
}
