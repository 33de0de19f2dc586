//! Runge-Kutta tableaux on the field of the Lagrange-d'Alembert equations, `q' = K(q) v` (`v` in
//! coordinates), `v' = a(q, v, u, t)`.
//!
//! `Rk` has the explicit midpoint rule and the classical method of order four, `Gauss` the
//! collocation methods of one to three stages (Hairer, Lubich, Wanner, *Geometric Numerical
//! Integration*, II.1). They are baselines and references: none of them keeps the constraints of the
//! field beyond its order, and none is a variational integrator.

use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Role};
use crate::mechanics::{Mechanics, subtract};

use super::builder::{Node, SchemeBuilder, block_of, coordinates_group};
use super::options::{OptionReader, Options};
use super::scheme::{
    Block, ControlNode, GroupKind, Item, Scheme, Solve, StateFunction, StateGroup, Traits,
};

/// The coefficients of a Runge-Kutta method, constant expressions.
pub(super) struct Tableau {
    pub(super) a: Vec<Vec<Expr>>,
    pub(super) b: Vec<Expr>,
    pub(super) c: Vec<Expr>,
    pub(super) order: u32,
}

/// `Rk(order = 2 | 4)`.
pub(super) fn explicit(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Rk", options);
    let order = reader.integer("order", &[2, 4]);
    reader.finish()?;
    let mut builder = SchemeBuilder::new(mechanics);
    let tableau = Tableau::explicit(builder.graph(), order);
    let name = match order {
        4 => "Classical Runge-Kutta method",
        _ => "Explicit midpoint rule",
    };
    Ok(scheme(&mut builder, "Rk", name, &tableau))
}

/// `Gauss(stages = 3 | 2 | 1)`.
pub(super) fn gauss(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let mut reader = OptionReader::new("Gauss", options);
    let stages = reader.integer("stages", &[3, 1, 2]);
    reader.finish()?;
    let mut builder = SchemeBuilder::new(mechanics);
    let tableau = Tableau::gauss(builder.graph(), stages);
    let name = match stages {
        1 => "Gauss collocation with one stage, the implicit midpoint rule",
        2 => "Gauss collocation with two stages",
        _ => "Gauss collocation with three stages",
    };
    Ok(scheme(&mut builder, "Gauss", name, &tableau))
}

/// Nodes and weights of the Gauss quadrature on the unit interval with one, two, three or five
/// nodes.
pub(super) fn gauss_quadrature(graph: &Graph, nodes: usize) -> Vec<(Expr, Expr)> {
    let method = match nodes {
        1 => Tableau::gauss(graph, 1),
        2 => Tableau::gauss(graph, 2),
        3 => Tableau::gauss(graph, 3),
        _ => return five_nodes(graph),
    };
    method.c.into_iter().zip(method.b).collect()
}

/// On the interval from -1 to 1: `0` with `128/225`, and `+-1/3 sqrt(5 -+ 2 sqrt(10/7))` with
/// `(322 +- 13 sqrt(70)) / 900`.
fn five_nodes(graph: &Graph) -> Vec<(Expr, Expr)> {
    let [half, middle] = [(1, 2), (64, 225)].map(|(n, d)| graph.fraction(n, d));
    let ratio = graph.fraction(10, 7);
    let [inner, seventy] = [ratio, graph.number(70)].map(|x| graph.sqrt(x));
    let mut rule = vec![(half, middle)];
    for sign in [-1, 1] {
        let square = graph.linear(&[(Graph::ONE, 5.into()), (inner, (2 * sign).into())]);
        let root = graph.sqrt(square);
        let coefficients = [(322, 1800), (-13 * sign, 1800), (1, 6), (-1, 6)];
        let [rest, slope, after, before] = coefficients.map(|(n, d)| graph.fraction(n, d));
        let part = graph.mul(slope, seventy);
        let weight = graph.add(rest, part);
        for way in [before, after] {
            let shift = graph.mul(way, root);
            rule.push((graph.add(half, shift), weight));
        }
    }
    rule
}

impl Tableau {
    /// The explicit method of the given order: Euler, the midpoint rule, or the classical one.
    pub(super) fn explicit(graph: &Graph, order: i64) -> Self {
        match order {
            1 => Self {
                a: vec![vec![]],
                b: vec![Graph::ONE],
                c: vec![Graph::ZERO],
                order: 1,
            },
            2 => Self::midpoint(graph),
            _ => Self::classical(graph),
        }
    }

    fn midpoint(graph: &Graph) -> Self {
        let half = graph.fraction(1, 2);
        Self {
            a: vec![vec![], vec![half]],
            b: vec![Graph::ZERO, Graph::ONE],
            c: vec![Graph::ZERO, half],
            order: 2,
        }
    }

    fn classical(graph: &Graph) -> Self {
        let [half, third, sixth] = [(1, 2), (1, 3), (1, 6)].map(|(n, d)| graph.fraction(n, d));
        Self {
            a: vec![
                vec![],
                vec![half],
                vec![Graph::ZERO, half],
                vec![Graph::ZERO, Graph::ZERO, Graph::ONE],
            ],
            b: vec![sixth, third, third, sixth],
            c: vec![Graph::ZERO, half, half, Graph::ONE],
            order: 4,
        }
    }

    /// The Gauss methods in closed form: `r = sqrt(3)` for two stages, `sqrt(15)` for three.
    pub(super) fn gauss(graph: &Graph, stages: i64) -> Self {
        let radicand = graph.number(if stages == 2 { 3 } else { 15 });
        let r = graph.sqrt(radicand);
        // Entries `x + y r` as pairs of fractions.
        let entry = |(xn, xd): (i64, i64), (yn, yd): (i64, i64)| {
            let (x, y) = (graph.fraction(xn, xd), graph.fraction(yn, yd));
            let part = graph.mul(y, r);
            graph.add(x, part)
        };
        let none = (0, 1);
        let (a, b, c) = match stages {
            1 => (
                vec![vec![entry((1, 2), none)]],
                vec![entry((1, 1), none)],
                vec![entry((1, 2), none)],
            ),
            2 => (
                vec![
                    vec![entry((1, 4), none), entry((1, 4), (-1, 6))],
                    vec![entry((1, 4), (1, 6)), entry((1, 4), none)],
                ],
                vec![entry((1, 2), none); 2],
                vec![entry((1, 2), (-1, 6)), entry((1, 2), (1, 6))],
            ),
            _ => (
                vec![
                    vec![
                        entry((5, 36), none),
                        entry((2, 9), (-1, 15)),
                        entry((5, 36), (-1, 30)),
                    ],
                    vec![
                        entry((5, 36), (1, 24)),
                        entry((2, 9), none),
                        entry((5, 36), (-1, 24)),
                    ],
                    vec![
                        entry((5, 36), (1, 30)),
                        entry((2, 9), (1, 15)),
                        entry((5, 36), none),
                    ],
                ],
                vec![
                    entry((5, 18), none),
                    entry((4, 9), none),
                    entry((5, 18), none),
                ],
                vec![
                    entry((1, 2), (-1, 10)),
                    entry((1, 2), none),
                    entry((1, 2), (1, 10)),
                ],
            ),
        };
        Self {
            order: 2 * c.len() as u32,
            a,
            b,
            c,
        }
    }

    fn stages(&self) -> usize {
        self.b.len()
    }

    fn is_implicit(&self) -> bool {
        self.a.iter().enumerate().any(|(i, row)| row.len() > i)
    }
}

fn scheme(
    builder: &SchemeBuilder<'_>,
    integrator: &'static str,
    name: &str,
    tableau: &Tableau,
) -> Scheme {
    let q = builder.configuration_symbols("q", Role::Variable);
    let v = builder.symbols("v", Role::Variable);
    let kept = builder.control_node(Graph::ZERO).symbols;
    let node = Node {
        controls: kept.clone(),
        ..builder.node(&q, &v)
    };
    let stage_controls: Vec<_> = tableau.c.iter().map(|&c| builder.control_node(c)).collect();
    let step = if tableau.is_implicit() {
        implicit_step(builder, tableau, &node, &stage_controls)
    } else {
        explicit_step(builder, tableau, &node, &stage_controls)
    };
    let mut start = builder.mechanics.q.clone();
    start.extend(&builder.mechanics.v);
    let mut scheme = Scheme {
        integrator,
        summary: format!("{name} on the equations of Lagrange and d'Alembert."),
        traits: Traits {
            order: tableau.order,
            symmetric: tableau.is_implicit(),
            implicit: tableau.is_implicit(),
            exact_constraints: false,
            exact_energy: false,
        },
        state: vec![coordinates_group(&q), velocities_group(&v)],
        control_nodes: stage_controls,
        admission: Block::admission(&builder.mechanics.constraints),
        start: block_of(start),
        step,
        sample: sample(builder, &node),
        step_jacobian: None,
        diagnostics: vec![constraint_drift(builder, &node)],
        conditions: builder.conditions(),
    };
    if builder.multipliers_need_controls() {
        builder.keep_controls(&mut scheme, &kept);
    }
    scheme
}

fn velocities_group(symbols: &[Expr]) -> StateGroup {
    StateGroup {
        name: "v",
        docs: "The velocities.",
        kind: GroupKind::Velocities,
        symbols: symbols.to_vec(),
    }
}

fn explicit_step(
    builder: &SchemeBuilder<'_>,
    tableau: &Tableau,
    node: &Node,
    controls: &[ControlNode],
) -> Block {
    let mut block = Block::default();
    let (mut rates, mut accelerations) = (Vec::new(), Vec::new());
    for (row, controls) in tableau.a.iter().zip(controls) {
        let v = moved(builder, &node.v, row, &accelerations);
        let v = builder.assign(&mut block, "v_stage", &v);
        let q = moved(builder, &node.q, row, &rates);
        let q = builder.assign(&mut block, "q_stage", &q);
        let rate = builder.rates(&q, &v);
        rates.push(builder.assign(&mut block, "q_rate", &rate));
        let stage = stage_node(builder, q, v, controls);
        let acceleration = acceleration(builder, &stage);
        accelerations.push(builder.assign(&mut block, "a_stage", &acceleration));
    }
    let q_next = moved(builder, &node.q, &tableau.b, &rates);
    block.outputs = builder.orthonormalised(&mut block, &q_next);
    let v_next = moved(builder, &node.v, &tableau.b, &accelerations);
    block.outputs.extend(v_next);
    block
}

/// Solves for the accelerations of all stages at once, and for the rates of group elements, which
/// depend on themselves.
fn implicit_step(
    builder: &SchemeBuilder<'_>,
    tableau: &Tableau,
    node: &Node,
    controls: &[ControlNode],
) -> Block {
    let mut block = Block::default();
    let stages = 0..tableau.stages();
    let unknowns: Vec<_> = stages
        .clone()
        .map(|_| builder.symbols("a", Role::Unknown))
        .collect();
    let solution: Vec<_> = stages
        .clone()
        .map(|_| builder.symbols("a_stage", Role::Variable))
        .collect();

    let unknown_rates = entry_rates(builder, tableau, "r", Role::Unknown);
    let solved_rates = entry_rates(builder, tableau, "r_stage", Role::Variable);

    let coordinates = builder.mechanics.model.coordinates.len();
    let mut definitions = Vec::new();
    let (mut velocities, mut rates) = (Vec::new(), Vec::new());
    for i in stages.clone() {
        let v = moved(builder, &node.v, &tableau.a[i], &unknowns);
        let v = builder.define(&mut definitions, "v_stage", &v);
        rates.push([&v[..coordinates], &unknown_rates[i]].concat());
        velocities.push(v);
    }
    let (mut residuals, mut rate_residuals) = (Vec::new(), Vec::new());
    for i in stages.clone() {
        let q = moved(builder, &node.q, &tableau.a[i], &rates);
        let q = builder.define(&mut definitions, "q_stage", &q);
        let rate = builder.rates(&q, &velocities[i]);
        rate_residuals.extend(subtract(
            builder.graph(),
            &unknown_rates[i],
            &rate[coordinates..],
        ));
        let stage = stage_node(builder, q, velocities[i].clone(), &controls[i]);
        let acceleration = acceleration(builder, &stage);
        residuals.extend(subtract(builder.graph(), &unknowns[i], &acceleration));
    }
    residuals.extend(rate_residuals);
    let guess = guess(builder, node, &controls[0]);
    let rate_guess = builder.rates(&node.q, &node.v);
    let guesses = stages.clone().flat_map(|_| guess.clone());
    let rate_guesses = stages
        .clone()
        .flat_map(|_| rate_guess[coordinates..].to_vec());
    block.items.push(Item::Solve(Solve {
        unknowns: [unknowns.concat(), unknown_rates.concat()].concat(),
        solution: [solution.concat(), solved_rates.concat()].concat(),
        guess: guesses.chain(rate_guesses).collect(),
        definitions,
        residuals,
    }));

    let mut rates = Vec::new();
    for i in stages {
        let v = moved(builder, &node.v, &tableau.a[i], &solution);
        let v = builder.assign(&mut block, "v_stage", &v);
        rates.push([&v[..coordinates], &solved_rates[i]].concat());
    }
    let q_next = moved(builder, &node.q, &tableau.b, &rates);
    block.outputs = builder.orthonormalised(&mut block, &q_next);
    let v_next = moved(builder, &node.v, &tableau.b, &solution);
    block.outputs.extend(v_next);
    block
}

/// Symbols for the rates of the entries of group elements in each stage.
fn entry_rates(
    builder: &SchemeBuilder<'_>,
    tableau: &Tableau,
    prefix: &str,
    role: Role,
) -> Vec<Vec<Expr>> {
    let coordinates = builder.mechanics.model.coordinates.len();
    (0..tableau.stages())
        .map(|_| {
            builder
                .configuration_symbols(prefix, role)
                .split_off(coordinates)
        })
        .collect()
}

/// The acceleration at the beginning of the step, with the controls of the first stage.
fn guess(builder: &SchemeBuilder<'_>, node: &Node, controls: &ControlNode) -> Vec<Expr> {
    let start = Node {
        controls: controls.symbols.clone(),
        ..node.clone()
    };
    acceleration(builder, &start)
}

/// `x + h * sum of weight_j * slope_j`.
pub(super) fn moved(
    builder: &SchemeBuilder<'_>,
    x: &[Expr],
    weights: &[Expr],
    slopes: &[Vec<Expr>],
) -> Vec<Expr> {
    let h = builder.h;
    let graph = builder.graph();
    let lengths: Vec<_> = weights.iter().map(|&w| graph.mul(h, w)).collect();
    (0..x.len())
        .map(|i| {
            let column: Vec<_> = slopes.iter().take(lengths.len()).map(|s| s[i]).collect();
            let way = graph.dot(&lengths, &column);
            graph.add(x[i], way)
        })
        .collect()
}

fn stage_node(
    builder: &SchemeBuilder<'_>,
    q: Vec<Expr>,
    v: Vec<Expr>,
    controls: &ControlNode,
) -> Node {
    Node {
        q,
        v,
        controls: controls.symbols.clone(),
        time: builder.time_at(controls.fraction),
    }
}

fn acceleration(builder: &SchemeBuilder<'_>, node: &Node) -> Vec<Expr> {
    let acceleration = builder.mechanics.acceleration.clone();
    builder.at(&acceleration, node)
}

fn sample(builder: &SchemeBuilder<'_>, node: &Node) -> Block {
    let multipliers = builder.mechanics.multipliers.clone();
    let mut outputs = node.v.clone();
    outputs.extend(builder.at(&multipliers, node));
    block_of(outputs)
}

fn constraint_drift(builder: &SchemeBuilder<'_>, node: &Node) -> StateFunction {
    let residual = builder.mechanics.constraints.residual.clone();
    StateFunction {
        name: "constraint_drift",
        docs: "The constraint residuals `A v + b`: the method keeps them to its order only.",
        values: builder.at(&residual, node),
        per_constraint: true,
        warning: None,
    }
}
