//! Feedback integrators (Chang, Perlmutter): an extended field that is attracted to the constraints
//! and to the levels of known integrals, integrated by any method.
//!
//! With `C = A M^-1 A^T`, `J = A M^-1 p` and `Ht = H - 1/2 J^T C^-1 J`, the extended field
//! `q' = Ht_p`, `p' = -Ht_q + A^T lt + f`, `lt = C^-1 ({Ht, J} - A M^-1 f)`, keeps `J` everywhere and
//! `Ht` where there are no forces; no orthonormal frame is needed. The method integrates this field
//! minus the gradient of `V = kJ/2 J^T C^-1 J + kE/2 (Ht - Ht_0)^2 + sum of kX/2 (X - X_0)^2`.
//!
//! On group elements `p` is the body momentum, `q' = K Ht_p`, `p' = ad*_{Ht_p} p - K^T Ht_q + ...`,
//! and `V` has the term `k0/4 |R^T R - Id|^2` for each rotation, with the gradient `k0 R (R^T R - Id)`
//! in the nine entries of `R` (with a minus in Chang and Perlmutter's equation 58).
//!
//! Not to be confused with projection: states approach the constraints, they are not put on them.

mod field;
mod gain_check;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Rational, Role, RoleSet};
use crate::mechanics::Mechanics;

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group, half};
use super::options::{OptionReader, Options};
use super::scheme::{Block, ControlNode, GroupKind, Scheme, StateFunction, StateGroup, Traits};
use super::tableau::{Tableau, moved};
use field::{constraint_momentum, energy, fed_back, feedback_field, velocity_of};
use gain_check::{Attracted, stiffness};

/// The strengths of attraction.
struct Gains {
    energy: Rational,
    constraint: Rational,
    /// That of rotations; zero where there are none.
    rotation: Rational,
    /// One per integral of the model; zero where none is asked for.
    integrals: Vec<Rational>,
}

/// `Feedback(base = Euler | Rk2 | Rk4, energy = 100, constraint = 100, rotation = 100, <integral> = gain)`;
/// where forces do work, the energy has no level to go to and its gain is 0, and only group elements
/// have a gain `rotation`.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let forces_work = forces_work(mechanics);
    let default_energy = if forces_work { 0 } else { 100 };
    let mut reader = OptionReader::new("Feedback", options);
    let order = reader.word("base", &[("Euler", 1), ("Rk2", 2), ("Rk4", 4)]);
    let gains = Gains {
        energy: reader.number("energy", &default_energy.into()),
        constraint: reader.number("constraint", &100.into()),
        rotation: if mechanics.frame.is_coordinate() {
            Rational::ZERO
        } else {
            reader.number("rotation", &100.into())
        },
        integrals: mechanics
            .model
            .integrals
            .iter()
            .map(|integral| reader.number(&integral.name, &Rational::ZERO))
            .collect(),
    };
    reader.finish()?;
    if forces_work && !gains.energy.is_zero() {
        return Err(energy_of_forced_system(options).into());
    }
    options.require_mechanical(
        "Feedback",
        "needs the Hamiltonian in closed form, with velocities that are linear in the momenta",
        mechanics,
    )?;
    require_linear_constraints(mechanics, options)?;
    let mut builder = SchemeBuilder::new(mechanics);
    let tableau = Tableau::explicit(builder.graph(), order);
    Ok(scheme(&mut builder, &tableau, &gains))
}

/// Whether the forces change the energy: their power `f . v` does not vanish.
fn forces_work(mechanics: &Mechanics) -> bool {
    let graph = &mechanics.model.graph;
    let power = graph.dot(&mechanics.model.forces, &mechanics.v);
    !graph.is_zero(power)
}

fn energy_of_forced_system(options: &Options) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        options.span,
        "`Feedback` cannot hold the energy at its first value, because forces do work here",
        "`energy = 0`, which is the default under forces",
    )
    .help("remove the option `energy`: the constraints and the integrals that you name are still fed back")
}

fn require_linear_constraints(mechanics: &Mechanics, options: &Options) -> Result<(), Diagnostics> {
    let graph = &mechanics.model.graph;
    let is_plain = mechanics
        .constraints
        .offset
        .iter()
        .all(|&b| b == Graph::ZERO)
        && mechanics
            .constraints
            .matrix
            .entries()
            .iter()
            .all(|&a| !graph.roles(a).contains(Role::Time));
    if is_plain && mechanics.lagrangian.has_no_rest_momentum() {
        return Ok(());
    }
    Err(Diagnostic::error(
        Code::UnsupportedLagrangian,
        options.span,
        "`Feedback` keeps the energy of linear constraints, but here a constraint is affine or depends on \
         the time, or the Lagrangian has a term that is linear in the velocity",
        "constraints A(q) v = 0 and a Lagrangian without terms linear in the velocity",
    )
    .help("choose `Gni`, `Dla` or `Mla`")
    .into())
}

fn scheme(builder: &SchemeBuilder<'_>, tableau: &Tableau, gains: &Gains) -> Scheme {
    let p = builder.symbols("p", Role::Variable);
    let q = builder.configuration_symbols("q", Role::Variable);
    let system = ExtendedSystem::new(builder, p, gains, tableau.order);
    let kept = builder.control_node(Graph::ZERO).symbols;
    let stage_controls: Vec<_> = tableau.c.iter().map(|&c| builder.control_node(c)).collect();
    let mut scheme = Scheme {
        integrator: "Feedback",
        summary: format!(
            "Feedback integrator (Chang, Perlmutter) on a method of order {}, gains {} for the energy and \
             {} for the constraints.",
            tableau.order, gains.energy, gains.constraint
        ),
        traits: Traits {
            order: tableau.order,
            symmetric: false,
            implicit: false,
            exact_constraints: true,
            exact_energy: false,
        },
        state: system.groups(&q),
        admission: Block::admission(&builder.mechanics.constraints),
        start: system.start(builder),
        step: system.step(builder, tableau, &q, &stage_controls),
        sample: system.sample(builder, &q, &kept),
        step_jacobian: None,
        diagnostics: vec![
            system.lyapunov_function(builder, &q),
            system.gain_stiffness(builder, &q),
        ],
        conditions: builder.conditions(),
        control_nodes: stage_controls,
    };
    if builder.multipliers_need_controls() {
        builder.keep_controls(&mut scheme, &kept);
    }
    scheme
}

/// The extended field and its Lyapunov function, over the model's coordinates and the symbols `p`.
struct ExtendedSystem {
    p: Vec<Expr>,
    /// The symbols of the levels that the integrals are attracted to.
    targets: Vec<Expr>,
    /// The integrals themselves: `Ht`, then those of the model that are fed back.
    integrals: Vec<Expr>,
    lyapunov: Expr,
    stiffness: Expr,
    field: Vec<Expr>,
}

impl ExtendedSystem {
    fn new(builder: &SchemeBuilder<'_>, p: Vec<Expr>, gains: &Gains, order: u32) -> Self {
        let velocity = velocity_of(builder, &p);
        let momentum = constraint_momentum(builder, &velocity);
        let square = {
            let mechanics = &*builder.mechanics;
            let graph = &mechanics.model.graph;
            let solved = mechanics.constraints.gram_factor.solve(graph, &momentum);
            let square = graph.dot(&momentum, &solved);
            graph.simplify(square, RoleSet::PREPARED)
        };
        let energy = energy(builder, &velocity, square);
        let (integrals, strengths) = fed_back(builder, &velocity, energy, gains);
        let targets: Vec<_> = (0..integrals.len())
            .map(|i| {
                builder
                    .graph()
                    .symbol(&format!("target.{i}"), Role::Variable)
            })
            .collect();
        let defects = {
            let mechanics = &*builder.mechanics;
            let graph = &mechanics.model.graph;
            mechanics.frame.defects(graph, &mechanics.q)
        };
        let stiff_directions = defects.len();
        let lyapunov = {
            let graph = builder.graph();
            let mut terms = vec![(square, &gains.constraint * &half())];
            for (defect, times) in defects {
                let weight = &(&half() * &half()) * &gains.rotation;
                terms.push((graph.powi(defect, 2), &weight * &times.into()));
            }
            for ((&x, &target), k) in integrals.iter().zip(&targets).zip(&strengths) {
                let distance = graph.sub(x, target);
                terms.push((graph.powi(distance, 2), k * &half()));
            }
            graph.linear(&terms)
        };
        let attracted = Attracted {
            momenta: &momentum,
            constraint_gain: &gains.constraint,
            integrals: &integrals,
            gains: &strengths,
            rotations: (stiff_directions, &gains.rotation),
        };
        let stiffness = stiffness(builder, &attracted, &p, order);
        let field = feedback_field(builder, &p, energy, &momentum, lyapunov);
        Self {
            p,
            targets,
            integrals,
            lyapunov,
            stiffness,
            field,
        }
    }

    fn groups(&self, q: &[Expr]) -> Vec<StateGroup> {
        vec![
            coordinates_group(q),
            StateGroup {
                name: "p",
                docs: "The momentum.",
                kind: GroupKind::Momenta,
                symbols: self.p.clone(),
            },
            StateGroup {
                name: "targets",
                docs: "The levels that the integrals are attracted to: the energy of the start first, then \
                       the integrals of the model that are fed back.",
                kind: GroupKind::Scalars,
                symbols: self.targets.clone(),
            },
        ]
    }

    /// `p_0 = M v_0`, and the integrals there.
    fn start(&self, builder: &SchemeBuilder<'_>) -> Block {
        let momentum = builder.mechanics.lagrangian.momentum.clone();
        let replacements: Vec<_> = self
            .p
            .iter()
            .copied()
            .zip(momentum.iter().copied())
            .collect();
        let levels = builder.graph().substitute(&self.integrals, &replacements);
        let mut outputs = builder.mechanics.q.clone();
        outputs.extend(momentum);
        outputs.extend(levels);
        block_of(outputs)
    }

    fn step(
        &self,
        builder: &SchemeBuilder<'_>,
        tableau: &Tableau,
        q: &[Expr],
        controls: &[ControlNode],
    ) -> Block {
        let n = q.len();
        let mut block = Block::default();
        let (mut q_slopes, mut p_slopes) = (Vec::new(), Vec::new());
        for (row, controls) in tableau.a.iter().zip(controls) {
            let q_stage = moved(builder, q, row, &q_slopes);
            let q_stage = builder.assign(&mut block, "q_stage", &q_stage);
            let p_stage = moved(builder, &self.p, row, &p_slopes);
            let p_stage = builder.assign(&mut block, "p_stage", &p_stage);
            let slopes = self.field_at(builder, &q_stage, &p_stage, controls);
            q_slopes.push(builder.assign(&mut block, "q_slope", &slopes[..n]));
            p_slopes.push(builder.assign(&mut block, "p_slope", &slopes[n..]));
        }
        block.outputs = moved(builder, q, &tableau.b, &q_slopes);
        let p_next = moved(builder, &self.p, &tableau.b, &p_slopes);
        block.outputs.extend(p_next);
        block.outputs.extend(&self.targets);
        block
    }

    fn field_at(
        &self,
        builder: &SchemeBuilder<'_>,
        q: &[Expr],
        p: &[Expr],
        controls: &ControlNode,
    ) -> Vec<Expr> {
        let v = builder.mechanics.v.clone();
        let node = Node {
            controls: controls.symbols.clone(),
            time: builder.time_at(controls.fraction),
            ..builder.node(q, &v)
        };
        self.at(builder, &self.field, &node, p)
    }

    fn at(
        &self,
        builder: &SchemeBuilder<'_>,
        exprs: &[Expr],
        node: &Node,
        p: &[Expr],
    ) -> Vec<Expr> {
        // Momenta first: their new values may contain symbols that stand for other things here.
        let here = builder.initial_node();
        let mut replacements = vec![(here.time, node.time)];
        replacements.extend(here.q.into_iter().zip(node.q.iter().copied()));
        replacements.extend(here.controls.into_iter().zip(node.controls.iter().copied()));
        replacements.extend(self.p.iter().copied().zip(p.iter().copied()));
        builder.graph().substitute(exprs, &replacements)
    }

    /// The nearest velocity on the constraints, and the multipliers of the continuous motion.
    fn sample(&self, builder: &SchemeBuilder<'_>, q: &[Expr], controls: &[Expr]) -> Block {
        let mut block = Block::default();
        let node = builder.node(q, &self.p);
        let v = builder.nodal_velocity(&node);
        let v = builder.assign(&mut block, "v", &v);
        block.outputs = builder.velocity_and_continuous_multipliers(q, &v, controls);
        block
    }

    fn lyapunov_function(&self, builder: &SchemeBuilder<'_>, q: &[Expr]) -> StateFunction {
        let v = builder.mechanics.v.clone();
        let node = builder.node(q, &v);
        StateFunction {
            name: "lyapunov",
            docs: "The function whose gradient is fed back: zero where the constraints and all levels hold. \
                   Values that grow tell that the step is too long for the gains.",
            values: self.at(builder, &[self.lyapunov], &node, &self.p),
            per_constraint: false,
            warning: None,
        }
    }

    fn gain_stiffness(&self, builder: &SchemeBuilder<'_>, q: &[Expr]) -> StateFunction {
        let v = builder.mechanics.v.clone();
        let node = builder.node(q, &v);
        StateFunction {
            name: "gain_stiffness",
            docs: "`h` times the largest eigenvalue of the Hessian of the Lyapunov function, divided by what the \
                   base method bears: 2 for Euler and Rk2, 2.785 for Rk4. An estimate for states on the \
                   constraints and levels, at most some percent too large. It should be well below one: from \
                   one on the feedback makes deviations grow instead of decay, and the step must be shortened \
                   or the gains lowered. Look at it once after the start.",
            values: self.at(builder, &[self.stiffness], &node, &self.p),
            per_constraint: false,
            warning: Some(
                "the step is too long for the gains: deviations from the constraints and levels will grow",
            ),
        }
    }
}
