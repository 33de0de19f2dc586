//! Discrete Lagrangians with a constrained discrete velocity: DLA, DAP and MLA.
//!
//! Given `(q_k, p^+_k)`, a step solves for the discrete velocity `u` and the multiplier `lambda`
//!
//! `-D1 Ld(q_k, q_k + h u) - F^- = p^+_k + h A(q_k)^T lambda`, `A(q_c) u + b(q_c) = 0`,
//!
//! with `q_c = q_k + c h u`, and hands on `p^+_{k+1} = D2 Ld + F^+`.

use crate::expr::{Expr, Graph, Rational, Role};
use crate::mechanics::{add, subtract};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::discrete_lagrangian::{Quadrature, along};
use super::scheme::{
    Block, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup, Traits,
};

/// What distinguishes the methods of the family.
pub(super) struct Method {
    pub(super) integrator: &'static str,
    pub(super) summary: String,
    pub(super) quadrature: Quadrature,
    /// Where in the step the constraint is imposed, `c`.
    pub(super) constraint_at: Rational,
    /// Whether the constraint forces `F^- = F^+ = (h/2) A^T lambda` of the midpoint take part.
    pub(super) has_constraint_forces: bool,
    pub(super) start: FirstMomentum,
}

/// Where `p^+_0` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstMomentum {
    /// `L_v(q_0, v_0)`: the initial velocity is that of the motion.
    Velocity,
    /// `-D1 Ld(q_0, q_0 + h v_0)`: the initial velocity is the discrete one, `(q_1 - q_0) / h`.
    TwoPoint,
}

impl Method {
    /// Two, where quadrature and constraint are symmetric; one otherwise.
    fn order(&self) -> u32 {
        let is_symmetric = match &self.quadrature {
            Quadrature::Trapezoidal => true,
            Quadrature::Alpha(alpha) => *alpha == half(),
        };
        if is_symmetric && self.constraint_at == half() {
            2
        } else {
            1
        }
    }

    pub(super) fn scheme(&self, builder: &SchemeBuilder<'_>) -> Scheme {
        let state = State::new(builder);
        let control_nodes = self.quadrature.control_nodes(builder);
        let node = builder.node(&state.q, &state.p);
        let mut scheme = Scheme {
            integrator: self.integrator,
            summary: self.summary.clone(),
            traits: Traits {
                order: self.order(),
                symmetric: self.order() == 2,
                implicit: true,
                exact_constraints: true,
                exact_energy: false,
            },
            state: state.groups(),
            admission: Block::admission(&builder.mechanics.constraints),
            start: self.start(builder, &state),
            step: self.step(builder, &state, &node, &control_nodes),
            sample: state.sample(builder),
            step_jacobian: None,
            diagnostics: vec![discrete_multipliers(&state)],
            conditions: builder.conditions(),
            control_nodes,
        };
        if builder.multipliers_need_controls() {
            builder.keep_controls(&mut scheme, &state.controls);
        }
        scheme
    }

    /// `q_0`, `p^+_0`, the multiplier of the continuous motion as the first guess, and the velocity
    /// where the state has one.
    fn start(&self, builder: &SchemeBuilder<'_>, state: &State) -> Block {
        let momentum = match self.start {
            FirstMomentum::Velocity => builder.mechanics.lagrangian.momentum.clone(),
            FirstMomentum::TwoPoint => self.first_discrete_momentum(builder),
        };
        let mechanics = &builder.mechanics;
        let mut outputs = mechanics.q.clone();
        outputs.extend(momentum);
        outputs.extend(&mechanics.multipliers);
        if state.velocity.is_some() {
            outputs.extend(&mechanics.v);
        }
        block_of(outputs)
    }

    /// `-D1 Ld(q_0, q_0 + h v_0)` with the controls of the start.
    fn first_discrete_momentum(&self, builder: &SchemeBuilder<'_>) -> Vec<Expr> {
        let here = builder.initial_node();
        let mut controls = self.quadrature.control_nodes(builder);
        for node in &mut controls {
            node.symbols.clone_from(&here.controls);
        }
        let points = self.quadrature.points(builder, &here.q, &here.v);
        let momenta = self
            .quadrature
            .momenta(builder, &points, &here.v, &controls);
        momenta.left
    }

    fn step(
        &self,
        builder: &SchemeBuilder<'_>,
        state: &State,
        node: &Node,
        controls: &[ControlNode],
    ) -> Block {
        let mut block = Block::default();
        let [u, lambda] = self.solve(builder, &mut block, state, node, controls);

        let q_next = builder.add_scaled(&state.q, builder.h, &u);
        let q_next = builder.assign(&mut block, "q_next", &q_next);
        let points = self.quadrature.points(builder, &state.q, &u);
        let points: Vec<_> = points
            .iter()
            .map(|point| builder.assign(&mut block, "q_at", point))
            .collect();
        let momenta = self.quadrature.momenta(builder, &points, &u, controls);
        let mut p_next = momenta.right;
        if self.has_constraint_forces {
            let force = midpoint_force(builder, &points[0], &u, &controls[0]);
            p_next = add(builder.graph(), &p_next, &force);
        }
        let mut velocity = None;
        if builder.has_general_lagrangian() {
            let p_next = builder.assign(&mut block, "p_next", &p_next);
            let next = Node {
                time: builder.time_at(Graph::ONE),
                ..builder.node(&q_next, &p_next)
            };
            velocity = Some(builder.velocity_of_momentum(&mut block, &next, &u));
        }
        block.outputs = q_next;
        block.outputs.extend(p_next);
        block.outputs.extend(lambda);
        block.outputs.extend(velocity.into_iter().flatten());
        block
    }

    /// Adds the equations of the step and gives the symbols of `u` and `lambda`.
    fn solve(
        &self,
        builder: &SchemeBuilder<'_>,
        block: &mut Block,
        state: &State,
        node: &Node,
        controls: &[ControlNode],
    ) -> [Vec<Expr>; 2] {
        let u = builder.symbols("u", Role::Unknown);
        let lambda = builder.constraint_symbols("lambda", Role::Unknown);
        let solution = [
            builder.symbols("v_step", Role::Variable),
            builder.constraint_symbols("lambda_step", Role::Variable),
        ];

        let mut definitions = Vec::new();
        let points = self.quadrature.points(builder, &state.q, &u);
        let points: Vec<_> = points
            .iter()
            .map(|point| builder.define(&mut definitions, "q_at", point))
            .collect();
        let momenta = self.quadrature.momenta(builder, &points, &u, controls);
        let mut residuals = subtract(builder.graph(), &momenta.left, &state.p);
        if self.has_constraint_forces {
            let force = midpoint_force(builder, &points[0], &u, &controls[0]);
            residuals = subtract(builder.graph(), &residuals, &force);
        }
        let impulse = impulse(builder, &state.q, &lambda);
        residuals = subtract(builder.graph(), &residuals, &impulse);
        let constrained = along(builder, &state.q, &u, &self.constraint_at);
        let constrained = match points.len() {
            1 if self.quadrature == Quadrature::Alpha(self.constraint_at.clone()) => {
                points[0].clone()
            }
            _ => builder.define(&mut definitions, "q_c", &constrained),
        };
        residuals.extend(self.constraint(builder, constrained, &u));

        let mut guess = match &state.velocity {
            Some(velocity) => velocity.clone(),
            None => builder.nodal_velocity(node),
        };
        guess.extend(&state.lambda);
        block.items.push(Item::Solve(Solve {
            unknowns: [u, lambda].concat(),
            solution: solution.concat(),
            guess,
            definitions,
            residuals,
        }));
        solution
    }

    /// `A(q_c) u + b(q_c, t + c h)`.
    fn constraint(&self, builder: &SchemeBuilder<'_>, q: Vec<Expr>, u: &[Expr]) -> Vec<Expr> {
        let residual = builder.mechanics.constraints.residual.clone();
        let fraction = builder.graph().number(self.constraint_at.clone());
        let node = Node {
            time: builder.time_at(fraction),
            ..builder.node(&q, u)
        };
        builder.at(&residual, &node)
    }
}

/// `h A(q_k)^T lambda`.
fn impulse(builder: &SchemeBuilder<'_>, q: &[Expr], lambda: &[Expr]) -> Vec<Expr> {
    let h = builder.h;
    let node = builder.node(q, &builder.mechanics.v);
    let force = builder.reaction(&node, lambda);
    builder.scaled(h, &force)
}

/// `(h/2) A^T lambda` with the continuous multiplier at the midpoint. At a node instead it would be
/// projected away.
fn midpoint_force(
    builder: &SchemeBuilder<'_>,
    q: &[Expr],
    u: &[Expr],
    controls: &ControlNode,
) -> Vec<Expr> {
    let half_h = builder.step_fraction(&half());
    let force = builder.mechanics.constraint_force.clone();
    let node = Node {
        q: q.to_vec(),
        v: u.to_vec(),
        controls: controls.symbols.clone(),
        time: builder.time_at(controls.fraction),
    };
    let force = builder.at(&force, &node);
    builder.scaled(half_h, &force)
}

/// The symbols of a state: `(q_k, p^+_k)`, the multiplier of the last step as the next guess, the
/// nodal velocity where it has no closed form, and the controls where the sampled multipliers
/// depend on them.
struct State {
    q: Vec<Expr>,
    p: Vec<Expr>,
    lambda: Vec<Expr>,
    velocity: Option<Vec<Expr>>,
    controls: Vec<Expr>,
}

impl State {
    fn new(builder: &SchemeBuilder<'_>) -> Self {
        Self {
            q: builder.symbols("q", Role::Variable),
            p: builder.symbols("p", Role::Variable),
            lambda: builder.constraint_symbols("lambda_last", Role::Variable),
            velocity: builder
                .has_general_lagrangian()
                .then(|| builder.symbols("v", Role::Variable)),
            controls: builder.control_node(Graph::ZERO).symbols,
        }
    }

    fn groups(&self) -> Vec<StateGroup> {
        let mut groups = vec![
            coordinates_group(&self.q),
            StateGroup {
                name: "p",
                docs: "The momentum `p^+` that arrives at the node.",
                kind: GroupKind::Momenta,
                symbols: self.p.clone(),
            },
        ];
        if !self.lambda.is_empty() {
            groups.push(StateGroup {
                name: "lambda",
                docs: "The multiplier that the last step solved for; it acted at the beginning of that step.",
                kind: GroupKind::Multipliers,
                symbols: self.lambda.clone(),
            });
        }
        groups.extend(
            self.velocity
                .iter()
                .map(|v| SchemeBuilder::nodal_velocity_group(v)),
        );
        groups
    }

    /// The nodal velocity, `L_v(q, v) = p^+ + A^T nu` on the constraints, and the multiplier of the
    /// continuous motion there.
    fn sample(&self, builder: &SchemeBuilder<'_>) -> Block {
        let mut block = Block::default();
        let v = match &self.velocity {
            Some(velocity) => velocity.clone(),
            None => {
                let node = builder.node(&self.q, &self.p);
                let v = builder.nodal_velocity(&node);
                builder.assign(&mut block, "v", &v)
            }
        };
        block.outputs = builder.velocity_and_continuous_multipliers(&self.q, &v, &self.controls);
        block
    }
}

fn discrete_multipliers(state: &State) -> StateFunction {
    StateFunction {
        name: "discrete_multipliers",
        docs: "The multipliers that the last step solved for: `h A^T lambda` is the constraint impulse at \
               the beginning of that step. Samples hold the multipliers of the continuous motion instead.",
        values: state.lambda.clone(),
        per_constraint: true,
        warning: None,
    }
}
