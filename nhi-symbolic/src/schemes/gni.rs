//! GNI, the geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4).
//!
//! The discrete flow reflects the momentum at the constraint distribution in every node:
//! `p^-_k = (P^T - Q^T) p^+_k`, and moves freely between nodes, `p^-_k = -D1 Ld(q_k, q_k+1)`,
//! `p^+_k+1 = D2 Ld(q_k, q_k+1)`. With a constant mass matrix and forces of the positions alone the
//! trapezoidal rule makes it explicit; it then is the nonholonomic RATTLE of the paper.
//!
//! Not to be confused with DLA, which constrains the discrete velocity instead of reflecting the
//! momentum, nor with projecting after each step of another method.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Rational, Role, RoleSet};
use crate::mechanics::{MassKind, Mechanics, add, subtract};

use super::options::{OptionReader, Options};
use super::scheme::{
    Block, Condition, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup,
    Traits,
};

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

/// The quadrature of the discrete Lagrangian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quadrature {
    Trapezoidal,
    Midpoint,
}

/// Builds the scheme.
pub(super) fn discretise(
    mechanics: &mut Mechanics,
    options: &Options,
) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Gni", options);
    let start = reader.word(
        "start",
        &[
            ("Paper", Start::Paper),
            ("Lambda0", Start::Lambda0),
            ("Smooth", Start::Smooth),
        ],
    );
    let quadrature = reader.word(
        "quadrature",
        &[
            ("Trapezoidal", Quadrature::Trapezoidal),
            ("Midpoint", Quadrature::Midpoint),
        ],
    );
    reader.finish()?;
    if mechanics.lagrangian.mass_kind == MassKind::Velocity {
        return Err(needs_mechanical_lagrangian(options).into());
    }
    let mut gni = Gni::new(mechanics, quadrature);
    Ok(if gni.is_explicit() {
        gni.explicit_scheme(start)
    } else {
        gni.implicit_scheme(start)
    })
}

fn needs_mechanical_lagrangian(options: &Options) -> Diagnostic {
    Diagnostic::error(
        Code::UnsupportedLagrangian,
        options.span,
        "`Gni` reflects momenta in the metric of the mass matrix, but here L_vv depends on the velocities",
        "a Lagrangian of second degree in the velocities",
    )
    .help("write the kinetic energy as 1/2 v^T M(q) v, or choose an integrator for general Lagrangians")
}

struct Gni<'a> {
    mechanics: &'a mut Mechanics,
    quadrature: Quadrature,
    h: Expr,
    half_h: Expr,
}

impl<'a> Gni<'a> {
    fn new(mechanics: &'a mut Mechanics, quadrature: Quadrature) -> Self {
        let h = mechanics.step_size;
        let half = Rational::fraction(1, 2).unwrap_or(Rational::ONE);
        let half_h = mechanics.model.graph.scale(&half, h);
        Self {
            mechanics,
            quadrature,
            h,
            half_h,
        }
    }

    fn graph(&mut self) -> &mut Graph {
        &mut self.mechanics.model.graph
    }

    /// Constant mass matrix, and forces that do not depend on the velocity.
    fn is_explicit(&self) -> bool {
        let graph = &self.mechanics.model.graph;
        let forces = self.mechanics.lagrangian.bias.iter();
        let mut forces = forces.chain(&self.mechanics.model.forces);
        self.quadrature == Quadrature::Trapezoidal
            && self.mechanics.lagrangian.mass_kind == MassKind::Constant
            && self.mechanics.lagrangian.has_no_rest_momentum()
            && forces.all(|&force| !graph.roles(force).contains(Role::Velocity))
    }

    /// State `(q_k, v^-_k)` with `v^- = M^-1 p^-`.
    fn explicit_scheme(&mut self, start: Start) -> Scheme {
        let state = [self.variables("q"), self.variables("w")];
        let controls = [self.controls(0), self.controls(1)];
        let start_block = self.explicit_start(start);
        let step = self.explicit_step(&state, &controls);
        let sample = self.explicit_sample(&state);
        let reflection = self.reflection_of_velocity(&state);
        let half_step_energy = self.half_step_energy(&state);
        Scheme {
            integrator: "Gni",
            summary: self.summary(start, "explicit"),
            traits: Traits {
                order: 2,
                symmetric: true,
                implicit: false,
            },
            state: vec![
                coordinates_group(&state[0]),
                StateGroup {
                    name: "reflected",
                    docs: "The velocity `v^- = M^-1 p^-` behind the reflection at the node; not on the constraints.",
                    kind: GroupKind::Velocities,
                    symbols: state[1].clone(),
                },
            ],
            control_nodes: controls.to_vec(),
            admission: Block::admission(&self.mechanics.constraints),
            start: start_block,
            step,
            sample,
            diagnostics: vec![half_step_energy, reflection],
            conditions: self.conditions(),
        }
    }

    fn explicit_start(&mut self, start: Start) -> Block {
        let v = self.mechanics.v.clone();
        let shift = self.start_shift(start);
        let shift = self
            .mechanics
            .lagrangian
            .mass_factor
            .solve(&mut self.mechanics.model.graph, &shift);
        let w = add(self.graph(), &v, &shift);
        let mut outputs = self.mechanics.q.clone();
        outputs.extend(w);
        Block {
            items: Vec::new(),
            outputs,
        }
    }

    /// What the start rule adds to `M v_0`.
    fn start_shift(&mut self, start: Start) -> Vec<Expr> {
        let half_h = self.half_h;
        let n = self.mechanics.q.len();
        match start {
            Start::Lambda0 => vec![Graph::ZERO; n],
            Start::Smooth => {
                let force = self.mechanics.constraint_force.clone();
                force.iter().map(|&f| self.graph().mul(half_h, f)).collect()
            }
            Start::Paper => {
                let force = self.total_force();
                let mechanics = &mut *self.mechanics;
                let graph = &mut mechanics.model.graph;
                let free = mechanics.lagrangian.mass_factor.solve(graph, &force);
                let along = mechanics.constraints.matrix.apply(graph, &free);
                let multiplier = mechanics.constraints.gram_factor.solve(graph, &along);
                let removed = mechanics
                    .constraints
                    .matrix
                    .apply_transposed(graph, &multiplier);
                let minus = graph.neg(half_h);
                removed.iter().map(|&f| graph.mul(minus, f)).collect()
            }
        }
    }

    /// `F = f - c` over the model's symbols.
    fn total_force(&mut self) -> Vec<Expr> {
        let force = self.mechanics.model.forces.clone();
        let bias = self.mechanics.lagrangian.bias.clone();
        subtract(self.graph(), &force, &bias)
    }

    fn explicit_step(&mut self, state: &[Vec<Expr>; 2], controls: &[ControlNode; 2]) -> Block {
        let [q, w] = state;
        let [h, time] = [self.h, self.mechanics.model.time];
        let next_time = self.graph().add(time, h);
        let mut block = Block::default();

        let kick = self.kick(q, &controls[0], time);
        let v_half = self.named(&mut block, "v_half", |graph, i| graph.add(w[i], kick[i]));
        let q_next = self.named(&mut block, "q_next", |graph, i| {
            let moved = graph.mul(h, v_half[i]);
            graph.add(q[i], moved)
        });
        let kick = self.kick(&q_next, &controls[1], next_time);
        let incoming = self.named(&mut block, "v_in", |graph, i| graph.add(v_half[i], kick[i]));

        let mechanics = &mut *self.mechanics;
        let reflected = mechanics
            .projection
            .reflect_velocity(&mut mechanics.model.graph, &mechanics.v);
        let reflected = self.at(&reflected, &q_next, &incoming, next_time);
        block.outputs = q_next;
        block.outputs.extend(reflected);
        block
    }

    /// `(h/2) M^-1 F` at a node.
    fn kick(&mut self, q: &[Expr], controls: &ControlNode, time: Expr) -> Vec<Expr> {
        let force = self.total_force();
        let half_h = self.half_h;
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        let kick = mechanics.lagrangian.mass_factor.solve(graph, &force);
        let kick: Vec<_> = kick.iter().map(|&a| graph.mul(half_h, a)).collect();
        let v = mechanics.v.clone();
        let kick = self.at(&kick, q, &v, time);
        self.with_controls(&kick, controls)
    }

    fn explicit_sample(&mut self, state: &[Vec<Expr>; 2]) -> Block {
        let time = self.mechanics.model.time;
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        let mut outputs = mechanics.projection.project_velocity(graph, &mechanics.v);
        let correction = mechanics.constraints.correction(graph, &mechanics.v);
        outputs.extend(self.multipliers(&correction));
        let outputs = self.at(&outputs, &state[0], &state[1], time);
        Block {
            items: Vec::new(),
            outputs,
        }
    }

    /// `lambda_k = (2/h) (A M^-1 A^T)^-1 (A M^-1 p^- + b)`: the reflection is the impulse `h lambda`.
    fn multipliers(&mut self, correction: &[Expr]) -> Vec<Expr> {
        let half_h = self.half_h;
        let graph = self.graph();
        correction.iter().map(|&mu| graph.div(mu, half_h)).collect()
    }

    /// `1/2 v^T M v` of the half step, for systems without force.
    fn half_step_energy(&mut self, state: &[Vec<Expr>; 2]) -> StateFunction {
        let energy = self.mechanics.lagrangian.energy;
        let time = self.mechanics.model.time;
        let values = self.at(&[energy], &state[0], &state[1], time);
        StateFunction {
            name: "reflected_energy",
            docs: "The energy of the reflected velocity, `1/2 p^-^T M^-1 p^- + V`. Without potential and \
                   force it is the energy of the half step and exactly constant; the nodal energy is not.",
            values,
            per_constraint: false,
        }
    }

    fn reflection_of_velocity(&mut self, state: &[Vec<Expr>; 2]) -> StateFunction {
        let residual = self.mechanics.constraints.residual.clone();
        let time = self.mechanics.model.time;
        let values = self.at(&residual, &state[0], &state[1], time);
        reflection(values)
    }

    /// State `(q_k, p^-_k)`; solves `-D1 Ld(q_k, q_k + h u) = p^-_k` for the discrete velocity `u`.
    fn implicit_scheme(&mut self, start: Start) -> Scheme {
        let state = [self.variables("q"), self.variables("p")];
        let controls = match self.quadrature {
            Quadrature::Trapezoidal => vec![self.controls(0), self.controls(1)],
            Quadrature::Midpoint => {
                vec![self.controls_at(Rational::fraction(1, 2).unwrap_or_else(|| 0.into()))]
            }
        };
        let start_block = self.implicit_start(start);
        let step = self.implicit_step(&state, &controls);
        let sample = self.implicit_sample(&state);
        let reflection = self.reflection_of_momentum(&state);
        Scheme {
            integrator: "Gni",
            summary: self.summary(start, "implicit"),
            traits: Traits {
                order: 2,
                symmetric: true,
                implicit: true,
            },
            state: vec![
                coordinates_group(&state[0]),
                StateGroup {
                    name: "reflected",
                    docs: "The momentum `p^-` behind the reflection at the node.",
                    kind: GroupKind::Momenta,
                    symbols: state[1].clone(),
                },
            ],
            control_nodes: controls,
            admission: Block::admission(&self.mechanics.constraints),
            start: start_block,
            step,
            sample,
            diagnostics: vec![reflection],
            conditions: self.conditions(),
        }
    }

    fn implicit_start(&mut self, start: Start) -> Block {
        let momentum = self.mechanics.lagrangian.momentum.clone();
        let shift = self.start_shift(start);
        let p = add(self.graph(), &momentum, &shift);
        let mut outputs = self.mechanics.q.clone();
        outputs.extend(p);
        Block {
            items: Vec::new(),
            outputs,
        }
    }

    fn implicit_step(&mut self, state: &[Vec<Expr>; 2], controls: &[ControlNode]) -> Block {
        let [q, p] = state;
        let [h, time] = [self.h, self.mechanics.model.time];
        let next_time = self.graph().add(time, h);
        let mut block = Block::default();

        let guess = self.velocity_of_reflected(q, p);
        let unknowns = self.symbols("u", Role::Unknown);
        let solution = self.variables("v_step");
        let moved = self.moved(q, &unknowns);
        let (left, _) = self.discrete_momenta(q, &moved, &unknowns, controls);
        let residuals = subtract(self.graph(), &left, p);
        block.items.push(Item::Solve(Solve {
            unknowns,
            solution: solution.clone(),
            guess,
            residuals,
        }));

        let moved = self.moved(q, &solution);
        let q_next = self.named(&mut block, "q_next", |_, i| moved[i]);
        let (_, right) = self.discrete_momenta(q, &q_next, &solution, controls);
        let incoming = self.named(&mut block, "p_in", |_, i| right[i]);
        let reflected = self.reflected_momentum(&q_next, &incoming, next_time);
        block.outputs = q_next;
        block.outputs.extend(reflected);
        block
    }

    fn moved(&mut self, q: &[Expr], velocity: &[Expr]) -> Vec<Expr> {
        let h = self.h;
        let graph = self.graph();
        q.iter()
            .zip(velocity)
            .map(|(&x, &u)| {
                let way = graph.mul(h, u);
                graph.add(x, way)
            })
            .collect()
    }

    /// `M^-1 (p - L_v(q, 0))`: where the iteration starts.
    fn velocity_of_reflected(&mut self, q: &[Expr], p: &[Expr]) -> Vec<Expr> {
        let v = self.mechanics.v.clone();
        let time = self.mechanics.model.time;
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        // The velocity symbols stand for the momentum until the substitution.
        let kinetic = subtract(graph, &v, &mechanics.lagrangian.rest_momentum);
        let velocity = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
        self.at(&velocity, q, p, time)
    }

    /// `-D1 Ld` and `D2 Ld`, both with the discrete forces.
    fn discrete_momenta(
        &mut self,
        q0: &[Expr],
        q1: &[Expr],
        velocity: &[Expr],
        controls: &[ControlNode],
    ) -> (Vec<Expr>, Vec<Expr>) {
        let half = Rational::fraction(1, 2).unwrap_or(Rational::ONE);
        let (half_h, time, h) = (self.half_h, self.mechanics.model.time, self.h);
        match self.quadrature {
            Quadrature::Midpoint => {
                let graph = self.graph();
                let middle: Vec<_> = q0
                    .iter()
                    .zip(q1)
                    .map(|(&a, &b)| graph.linear(&[(a, half.clone()), (b, half.clone())]))
                    .collect();
                let middle_time = graph.add(time, half_h);
                let force = self.node_force(&middle, velocity, &controls[0], middle_time);
                let momentum = self.node_momentum(&middle, velocity, middle_time);
                let kick = self.scaled(half_h, &force);
                let graph = self.graph();
                (
                    subtract(graph, &momentum, &kick),
                    add(graph, &momentum, &kick),
                )
            }
            Quadrature::Trapezoidal => {
                let next_time = self.graph().add(time, h);
                let kick0 = self.node_force(q0, velocity, &controls[0], time);
                let kick0 = self.scaled(half_h, &kick0);
                let kick1 = self.node_force(q1, velocity, &controls[1], next_time);
                let kick1 = self.scaled(half_h, &kick1);
                let p0 = self.node_momentum(q0, velocity, time);
                let p1 = self.node_momentum(q1, velocity, next_time);
                let graph = self.graph();
                let mean: Vec<_> = p0
                    .iter()
                    .zip(&p1)
                    .map(|(&a, &b)| graph.linear(&[(a, half.clone()), (b, half.clone())]))
                    .collect();
                (subtract(graph, &mean, &kick0), add(graph, &mean, &kick1))
            }
        }
    }

    /// `L_q + f` at a node.
    fn node_force(
        &mut self,
        q: &[Expr],
        v: &[Expr],
        controls: &ControlNode,
        time: Expr,
    ) -> Vec<Expr> {
        let gradient = self.mechanics.lagrangian.gradient.clone();
        let force = self.mechanics.model.forces.clone();
        let total = add(self.graph(), &gradient, &force);
        let total = self.at(&total, q, v, time);
        self.with_controls(&total, controls)
    }

    /// `L_v` at a node.
    fn node_momentum(&mut self, q: &[Expr], v: &[Expr], time: Expr) -> Vec<Expr> {
        let momentum = self.mechanics.lagrangian.momentum.clone();
        self.at(&momentum, q, v, time)
    }

    fn scaled(&mut self, factor: Expr, values: &[Expr]) -> Vec<Expr> {
        let graph = self.graph();
        values.iter().map(|&x| graph.mul(factor, x)).collect()
    }

    /// `(P^T - Q^T) p` for the part of the momentum that is linear in the velocity.
    fn reflected_momentum(&mut self, q: &[Expr], p: &[Expr], time: Expr) -> Vec<Expr> {
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        let rest = mechanics.lagrangian.rest_momentum.clone();
        let kinetic = subtract(graph, &mechanics.v, &rest);
        let reflected = mechanics.projection.reflect_momentum(graph, &kinetic);
        let reflected = add(graph, &reflected, &rest);
        self.at(&reflected, q, p, time)
    }

    fn implicit_sample(&mut self, state: &[Vec<Expr>; 2]) -> Block {
        let time = self.mechanics.model.time;
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        let kinetic = subtract(graph, &mechanics.v, &mechanics.lagrangian.rest_momentum);
        let mut outputs = mechanics.projection.velocity_of_momentum(graph, &kinetic);
        let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
        let correction = mechanics.constraints.correction(graph, &w);
        outputs.extend(self.multipliers(&correction));
        let outputs = self.at(&outputs, &state[0], &state[1], time);
        Block {
            items: Vec::new(),
            outputs,
        }
    }

    fn reflection_of_momentum(&mut self, state: &[Vec<Expr>; 2]) -> StateFunction {
        let time = self.mechanics.model.time;
        let mechanics = &mut *self.mechanics;
        let graph = &mut mechanics.model.graph;
        let kinetic = subtract(graph, &mechanics.v, &mechanics.lagrangian.rest_momentum);
        let w = mechanics.lagrangian.mass_factor.solve(graph, &kinetic);
        let along = mechanics.constraints.matrix.apply(graph, &w);
        let values = add(graph, &along, &mechanics.constraints.offset);
        reflection(self.at(&values, &state[0], &state[1], time))
    }

    /// Expressions over the model's symbols at another configuration, velocity and time.
    fn at(&mut self, exprs: &[Expr], q: &[Expr], v: &[Expr], time: Expr) -> Vec<Expr> {
        let old = self.mechanics.q.iter().chain(&self.mechanics.v).copied();
        let new = q.iter().chain(v).copied();
        let mut replacements: Vec<_> = old.zip(new).collect();
        replacements.push((self.mechanics.model.time, time));
        self.graph().substitute(exprs, &replacements)
    }

    fn with_controls(&mut self, exprs: &[Expr], controls: &ControlNode) -> Vec<Expr> {
        let old: Vec<_> = self
            .mechanics
            .model
            .controls
            .iter()
            .map(|c| c.symbol)
            .collect();
        let replacements: Vec<_> = old
            .into_iter()
            .zip(controls.symbols.iter().copied())
            .collect();
        self.graph().substitute(exprs, &replacements)
    }

    fn controls(&mut self, node: i64) -> ControlNode {
        self.controls_at(node.into())
    }

    fn controls_at(&mut self, fraction: Rational) -> ControlNode {
        let names: Vec<_> = self
            .mechanics
            .model
            .controls
            .iter()
            .map(|c| c.name.clone())
            .collect();
        let graph = self.graph();
        let symbols = names
            .iter()
            .map(|name| graph.symbol(&format!("{name}@{fraction}"), Role::Control))
            .collect();
        ControlNode { fraction, symbols }
    }

    /// Fresh symbols, one per coordinate.
    fn symbols(&mut self, prefix: &str, role: Role) -> Vec<Expr> {
        let names: Vec<_> = self
            .mechanics
            .model
            .coordinates
            .iter()
            .map(|c| c.name.clone())
            .collect();
        let graph = self.graph();
        names
            .iter()
            .map(|name| graph.symbol(&format!("{prefix}.{name}"), role))
            .collect()
    }

    fn variables(&mut self, prefix: &str) -> Vec<Expr> {
        self.symbols(prefix, Role::Variable)
    }

    /// Assigns one value per coordinate to fresh symbols. Constants need no symbol.
    fn named(
        &mut self,
        block: &mut Block,
        prefix: &str,
        mut value: impl FnMut(&mut Graph, usize) -> Expr,
    ) -> Vec<Expr> {
        let symbols = self.variables(prefix);
        let graph = self.graph();
        let values: Vec<_> = (0..symbols.len()).map(|i| value(graph, i)).collect();
        let is_symbol = |e: Expr| graph.as_symbol(e).is_some() || graph.roles(e) == RoleSet::EMPTY;
        let names: Vec<_> = symbols
            .iter()
            .zip(&values)
            .map(|(&symbol, &value)| if is_symbol(value) { value } else { symbol })
            .collect();
        let pairs = symbols
            .into_iter()
            .zip(values)
            .filter(|(symbol, _)| names.contains(symbol));
        block.items.push(Item::Assign(pairs.collect()));
        names
    }

    fn conditions(&self) -> Vec<Condition> {
        let pivots = self.mechanics.lagrangian.constant_pivots.iter();
        pivots
            .map(|&value| Condition {
                what: "mass matrix",
                value,
            })
            .collect()
    }

    fn summary(&self, start: Start, kind: &str) -> String {
        let start = match start {
            Start::Paper => "`M v_0 - (h/2) Q^T F_0`",
            Start::Lambda0 => "`M v_0`",
            Start::Smooth => "`M v_0 + (h/2) A^T lambda`",
        };
        let quadrature = match self.quadrature {
            Quadrature::Trapezoidal => "trapezoidal",
            Quadrature::Midpoint => "midpoint",
        };
        format!(
            "Geometric nonholonomic integrator (Kobilarov, Martín de Diego, Ferraro, section 4), \
             {kind}, {quadrature} discrete Lagrangian, first reflected momentum {start}."
        )
    }
}

fn coordinates_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "q",
        docs: "The coordinates.",
        kind: GroupKind::Coordinates,
        symbols: symbols.to_vec(),
    }
}

fn reflection(values: Vec<Expr>) -> StateFunction {
    StateFunction {
        name: "constraint_reflection",
        docs: "The constraint residual of the reflected velocity, `A M^-1 p^- + b`. Its smooth part is \
               `(h/2) A M^-1 A^T lambda`; the rest changes sign in every step and may grow: it is the \
               parasitic mode of the method, and tells how long its results are to be trusted.",
        values,
        per_constraint: true,
    }
}
