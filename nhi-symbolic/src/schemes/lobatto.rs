//! The partitioned Lobatto method with nodal closure (Jay, *Lagrange-d'Alembert SPARK integrators
//! for nonholonomic Lagrangian systems*): Lobatto IIIA for the positions and IIIB for the momenta.
//!
//! With three stages, at the beginning, the middle and the end of the step, and
//! `W_j = (L_q + f)_j + A(Q_j)^T Lambda_j`:
//!
//! `Q_i = q_0 + h sum of a_ij V_j`, `L_v(Q_i, V_i) = p_0 + h sum of ab_ij W_j`,
//! `p_1 = p_0 + h (W_1 + 4 W_2 + W_3) / 6`,
//! `sum of b_j r_j = 0`, `sum of b_j c_j r_j = 0`, with `r_j = A(Q_j) V_j + b(Q_j)`,
//! and `A(q_1) v_1 + b(q_1) = 0` for the nodal velocity, `L_v(q_1, v_1) = p_1`.
//!
//! The last column of IIIB vanishes, so `Lambda_3` is not in the equations of the stages: it closes
//! the step by putting the nodal velocity on the constraints. Order four, symmetric; without
//! constraints it is a symplectic method.
//!
//! The velocities of the stages satisfy the constraints in the mean only. Imposing them at every stage
//! instead would leave the multiplier of the first stage free.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Rational, Role};
use crate::mechanics::{Mechanics, add, subtract};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group};
use super::options::{OptionReader, Options};
use super::scheme::{Block, ControlNode, Item, Scheme, Solve, StateGroup, Traits};

/// Coefficients as multiples of a common fraction.
type Row = [i64; 3];

/// Lobatto IIIA, in twenty-fourths.
const IIIA: [Row; 3] = [[0, 0, 0], [5, 8, -1], [4, 16, 4]];
/// Lobatto IIIB, in sixths.
const IIIB: [Row; 3] = [[1, -1, 0], [1, 2, 0], [1, 5, 0]];
/// What the constraints of the stages are multiplied by: combinations of `b_j` and `b_j c_j`.
const CONSTRAINT_WEIGHTS: [Row; 2] = [[1, 2, 0], [0, 2, 1]];

/// `Lobatto(stages = 3)`.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Lobatto", options);
    reader.integer("stages", &[3]);
    reader.finish()?;
    let mut builder = SchemeBuilder::new(mechanics);
    let builder = &mut builder;
    let state = State::new(builder);
    let nodes = [(0, 1), (1, 2), (1, 1)].map(|(n, d)| {
        let fraction = builder.graph().fraction(n, d);
        builder.control_node(fraction)
    });
    let mut scheme = Scheme {
        integrator: "Lobatto",
        summary:
            "Partitioned Lobatto IIIA-IIIB method with three stages and nodal closure (Jay): nodal \
                  velocities satisfy the constraints to round-off, those of the stages in the mean."
                .to_owned(),
        traits: Traits {
            order: 4,
            symmetric: true,
            implicit: true,
            exact_constraints: true,
            exact_energy: false,
        },
        state: state.groups(),
        admission: Block::admission(&builder.mechanics.constraints),
        start: start(builder),
        step: state.step(builder, &nodes),
        sample: state.sample(builder),
        step_jacobian: None,
        diagnostics: Vec::new(),
        conditions: builder.conditions(),
        control_nodes: nodes.to_vec(),
    };
    if builder.multipliers_need_controls() {
        builder.keep_controls(&mut scheme, &state.controls);
    }
    Ok(scheme)
}

/// The symbols of a state: `(q_k, v_k)`, and the controls where the sampled multipliers depend on
/// them.
struct State {
    q: Vec<Expr>,
    v: Vec<Expr>,
    controls: Vec<Expr>,
}

/// What the equations of a step are about.
struct Stages {
    q: Vec<Vec<Expr>>,
    v: Vec<Vec<Expr>>,
    /// `h W_j`, for the last stage without the multiplier.
    impulses: Vec<Vec<Expr>>,
}

/// Gives names with a prefix to values.
type Naming<'a> = dyn FnMut(&SchemeBuilder<'_>, &str, &[Expr]) -> Vec<Expr> + 'a;

impl State {
    fn new(builder: &SchemeBuilder<'_>) -> Self {
        Self {
            q: builder.symbols("q", Role::Variable),
            v: builder.symbols("v", Role::Variable),
            controls: builder.control_node(Graph::ZERO).symbols,
        }
    }

    fn groups(&self) -> Vec<StateGroup> {
        vec![
            coordinates_group(&self.q),
            SchemeBuilder::nodal_velocity_group(&self.v),
        ]
    }

    fn step(&self, builder: &SchemeBuilder<'_>, controls: &[ControlNode; 3]) -> Block {
        let mut block = Block::default();
        let [velocities, multipliers] = self.solve(builder, &mut block, controls);

        let mut name = |builder: &SchemeBuilder<'_>, prefix: &str, values: &[Expr]| {
            builder.assign(&mut block, prefix, values)
        };
        let stages = self.stages(builder, &mut name, &velocities, &multipliers, controls);
        let momentum = self.momentum(builder);
        let last = moved(builder, &momentum, [1, 4, 1], 6, &stages.impulses);
        let last = builder.assign(&mut block, "p_in", &last);
        let node = Node {
            time: builder.time_at(Graph::ONE),
            ..builder.node(&stages.q[2], &last)
        };
        let v_next = builder.velocity_of_momentum(&mut block, &node, &stages.v[2]);
        block.outputs = stages.q[2].clone();
        block.outputs.extend(v_next);
        block
    }

    /// Adds the equations of the stages and gives the symbols of velocities and multipliers.
    fn solve(
        &self,
        builder: &SchemeBuilder<'_>,
        block: &mut Block,
        controls: &[ControlNode; 3],
    ) -> [Vec<Vec<Expr>>; 2] {
        let [unknowns, solution] = [
            (Role::Unknown, ["V", "Lambda"]),
            (Role::Variable, ["v_stage", "lambda_stage"]),
        ]
        .map(|(role, [v, lambda])| {
            let velocities: Vec<_> = (0..3).map(|_| builder.symbols(v, role)).collect();
            let multipliers: Vec<_> = (0..2)
                .map(|_| builder.constraint_symbols(lambda, role))
                .collect();
            [velocities, multipliers]
        });
        let mut definitions = Vec::new();
        let mut define = |builder: &SchemeBuilder<'_>, prefix: &str, values: &[Expr]| {
            builder.define(&mut definitions, prefix, values)
        };
        let [velocities, multipliers] = &unknowns;
        let stages = self.stages(builder, &mut define, velocities, multipliers, controls);
        let mut residuals = self.momentum_equations(builder, &stages, controls);
        residuals.extend(constraint_equations(builder, &stages, controls));
        let guess = self.guess(builder, &controls[0]);
        block.items.push(Item::Solve(Solve {
            unknowns: unknowns.concat().concat(),
            solution: solution.concat().concat(),
            guess,
            definitions,
            residuals,
        }));
        solution
    }

    /// Positions and impulses of the stages; `name` gives names to values.
    fn stages(
        &self,
        builder: &SchemeBuilder<'_>,
        name: &mut Naming<'_>,
        velocities: &[Vec<Expr>],
        multipliers: &[Vec<Expr>],
        controls: &[ControlNode; 3],
    ) -> Stages {
        let mut stages = Stages {
            q: Vec::new(),
            v: velocities.to_vec(),
            impulses: Vec::new(),
        };
        for (j, row) in IIIA.iter().enumerate() {
            let q = moved_by_step(builder, &self.q, *row, 24, velocities);
            stages.q.push(name(builder, "q_stage", &q));
            let node = stage_node(builder, &stages, j, &controls[j]);
            let gradient = builder.mechanics.lagrangian.gradient.clone();
            let gradient = builder.at(&gradient, &node);
            let none = vec![Graph::ZERO; builder.mechanics.constraints.len()];
            let multiplier = multipliers.get(j).unwrap_or(&none);
            let forces = builder.forces_with_constraints(&node, multiplier);
            let total = add(builder.graph(), &gradient, &forces);
            let impulse = builder.scaled(builder.h, &total);
            stages.impulses.push(name(builder, "impulse", &impulse));
        }
        stages
    }

    /// `L_v(Q_i, V_i) - p_0 - h sum of ab_ij W_j`.
    fn momentum_equations(
        &self,
        builder: &SchemeBuilder<'_>,
        stages: &Stages,
        controls: &[ControlNode; 3],
    ) -> Vec<Expr> {
        let start = self.momentum(builder);
        let momentum = builder.mechanics.lagrangian.momentum.clone();
        let mut residuals = Vec::new();
        for (i, row) in IIIB.iter().enumerate() {
            let node = stage_node(builder, stages, i, &controls[i]);
            let here = builder.at(&momentum, &node);
            let expected = moved(builder, &start, *row, 6, &stages.impulses);
            residuals.extend(subtract(builder.graph(), &here, &expected));
        }
        residuals
    }

    /// `p_0 = L_v(q_0, v_0)`.
    fn momentum(&self, builder: &SchemeBuilder<'_>) -> Vec<Expr> {
        let momentum = builder.mechanics.lagrangian.momentum.clone();
        let node = builder.node(&self.q, &self.v);
        builder.at(&momentum, &node)
    }

    /// Velocity and multipliers at the beginning of the step, for every stage.
    fn guess(&self, builder: &SchemeBuilder<'_>, controls: &ControlNode) -> Vec<Expr> {
        let multipliers = builder.continuous_multipliers(&self.q, &self.v, &controls.symbols);
        let velocities = [&self.v[..]; 3].concat();
        [velocities, multipliers.clone(), multipliers].concat()
    }

    fn sample(&self, builder: &SchemeBuilder<'_>) -> Block {
        block_of(builder.velocity_and_continuous_multipliers(&self.q, &self.v, &self.controls))
    }
}

fn start(builder: &SchemeBuilder<'_>) -> Block {
    let mechanics = &builder.mechanics;
    block_of([mechanics.q.clone(), mechanics.v.clone()].concat())
}

fn stage_node(
    builder: &SchemeBuilder<'_>,
    stages: &Stages,
    stage: usize,
    controls: &ControlNode,
) -> Node {
    Node {
        q: stages.q[stage].clone(),
        v: stages.v[stage].clone(),
        controls: controls.symbols.clone(),
        time: builder.time_at(controls.fraction),
    }
}

/// Sums of the constraint residuals of the stages.
fn constraint_equations(
    builder: &SchemeBuilder<'_>,
    stages: &Stages,
    controls: &[ControlNode; 3],
) -> Vec<Expr> {
    let constraints = builder.mechanics.constraints.residual.clone();
    let residuals: Vec<_> = (0..3)
        .map(|j| {
            let node = stage_node(builder, stages, j, &controls[j]);
            builder.at(&constraints, &node)
        })
        .collect();
    let zero = vec![Graph::ZERO; constraints.len()];
    CONSTRAINT_WEIGHTS
        .iter()
        .flat_map(|weights| moved(builder, &zero, *weights, 1, &residuals))
        .collect()
}

/// `x + sum of weight_j / denominator * way_j`.
fn moved(
    builder: &SchemeBuilder<'_>,
    x: &[Expr],
    weights: Row,
    denominator: i64,
    ways: &[Vec<Expr>],
) -> Vec<Expr> {
    let weights = weights.map(|w| Rational::fraction(w, denominator).unwrap_or(Rational::ZERO));
    let graph = builder.graph();
    (0..x.len())
        .map(|i| {
            let mut terms = vec![(x[i], Rational::ONE)];
            terms.extend(
                ways.iter()
                    .zip(&weights)
                    .map(|(way, w)| (way[i], w.clone())),
            );
            graph.linear(&terms)
        })
        .collect()
}

/// `x + h * sum of weight_j / denominator * rate_j`.
fn moved_by_step(
    builder: &SchemeBuilder<'_>,
    x: &[Expr],
    weights: Row,
    denominator: i64,
    rates: &[Vec<Expr>],
) -> Vec<Expr> {
    let zero = vec![Graph::ZERO; x.len()];
    let mean = moved(builder, &zero, weights, denominator, rates);
    builder.add_scaled(x, builder.h, &mean)
}
