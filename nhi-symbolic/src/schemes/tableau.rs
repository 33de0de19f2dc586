//! Runge-Kutta methods on the field of the Lagrange-d'Alembert equations, `q' = K(q) v` (`v` in
//! coordinates), `v' = a(q, v, u, t)`:
//!
//! `V_i = v + h sum a_ij A_j`, `Q_i = q + h sum a_ij K(Q_j) V_j`,
//! `A_i = a(Q_i, V_i, u_i, t + c_i h)`,
//! `q_1 = q + h sum b_i K(Q_i) V_i`, `v_1 = v + h sum b_i A_i`.
//!
//! `Rk` includes the explicit midpoint rule and the classical method of order four, which are not
//! symmetric. `Gauss` includes the collocation methods of `s` = one to three stages, symmetric, of
//! order `2s`.
//!
//! The states of controllers are integrated by their rates, `V_i = rate(Q_i, V_i, t + c_i h)`: the
//! derivative of a rate that jumps does not show the jump.
//!
//! Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, II.1,
//! doi:10.1007/978-3-540-78862-1; E. Hairer, C. Lubich, G. Wanner, *Geometric Numerical
//! Integration*, II.1, doi:10.1007/3-540-30666-8.
//!
//! Baselines and references, not to be confused with variational integrators: none of them keeps
//! the constraints of the field beyond its order.

use super::prelude::*;

/// The velocities, a part of the states of methods on the field.
pub(super) const VELOCITIES: StatePart = StatePart {
    name: "v",
    docs: "The velocities.",
    kind: GroupKind::Velocities,
};

const CONSTRAINT_DRIFT: Monitor = Monitor {
    name: "constraint_drift",
    docs: "The constraint residuals `A v + b`: the method keeps them to its order only.",
    shape: MonitorShape::PerConstraint,
    warning: None,
};

/// `Rk(order = 2 | 4)`.
pub(super) const RK: Integrator = Integrator {
    name: "Rk",
    summary: "explicit Runge-Kutta methods on the equations of motion: baselines",
    references: &[&SOLVING_ODES],
    options: &[OptionRow::named("order", Values::Integers(&[2, 4]))],
    preserves_in_words: "nothing beyond its order",
    use_when: "you need a baseline, or a short and smooth run at little cost",
    not_when: "constraints must hold for long",
    order: |choices| choices.integer("order") as u32,
    symmetric: never,
    discretise: explicit,
    ..GAUSS
};

/// `Gauss(stages = 3 | 1 | 2)`.
pub(super) const GAUSS: Integrator = Integrator {
    name: "Gauss",
    kind: Kind::Nonholonomic,
    summary: "Gauss collocation on the equations of motion: the reference",
    references: &[&GEOMETRIC_INTEGRATION],
    options: &[OptionRow::named("stages", Values::Integers(&[3, 1, 2]))],
    needs: Needs::ANY_IDEAL_MOTION,
    preserves: Preserves::NOTHING,
    preserves_in_words: "constraints and energy to its order only; both may drift",
    use_when: "you need a reference: with three stages and small steps its errors are close to machine precision",
    not_when: "a step must be cheap, or constraints must hold to machine precision at large steps",
    order: |choices| 2 * choices.integer("stages") as u32,
    symmetric: always,
    state: &[CONFIGURATION, VELOCITIES, KEPT_CONTROLS],
    monitors: &[CONSTRAINT_DRIFT],
    discretise: collocation,
};

fn explicit(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let order = choices.integer("order");
    let name = match order {
        4 => "Classical Runge-Kutta method",
        _ => "Explicit midpoint rule",
    };
    let tableau = Tableau::explicit(system.graph(), order);
    Ok(draft(*system, name, &tableau, explicit_step))
}

fn collocation(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let stages = choices.integer("stages");
    let name = match stages {
        1 => "Gauss collocation with one stage, the implicit midpoint rule",
        2 => "Gauss collocation with two stages",
        _ => "Gauss collocation with three stages",
    };
    let tableau = Tableau::gauss(system.graph(), stages);
    Ok(draft(*system, name, &tableau, implicit_step))
}

/// The coefficients of a Runge-Kutta method, constant expressions.
pub(super) struct Tableau {
    pub(super) a: Vec<Vec<Expr>>,
    pub(super) b: Vec<Expr>,
    pub(super) c: Vec<Expr>,
    /// The order of the method.
    pub(super) order: u32,
}

impl Tableau {
    /// Returns the explicit method of the given order: Euler, the midpoint rule, or the classical
    /// one.
    pub(super) fn explicit(graph: &Graph, order: i64) -> Self {
        let row = |d: i64, entries: &[i64]| -> Vec<Expr> {
            entries.iter().map(|&x| graph.fraction(x, d)).collect()
        };
        let rows = |rows: &[&[i64]]| rows.iter().map(|entries| row(2, entries)).collect();
        let (a, b, c): (&[&[i64]], _, &[i64]) = match order {
            1 => (&[&[]], row(1, &[1]), &[0]),
            2 => (&[&[], &[1]], row(1, &[0, 1]), &[0, 1]),
            _ => {
                let a: &[&[i64]] = &[&[], &[1], &[0, 1], &[0, 0, 2]];
                (a, row(6, &[1, 2, 2, 1]), &[0, 1, 1, 2])
            }
        };
        let (a, c) = (rows(a), row(2, c));
        let order = order as u32;
        Self { a, b, c, order }
    }

    /// Returns the Gauss methods, with entries `(x + y r) / d`: `r = sqrt(3)` for two stages,
    /// `sqrt(15)` for three.
    pub(super) fn gauss(graph: &Graph, stages: i64) -> Self {
        let radicand = graph.number(if stages == 2 { 3 } else { 15 });
        let r = graph.scalar(radicand).sqrt();
        let entry = |x: i64, y: i64, d: i64| {
            let [x, y] = [x, y].map(|n| graph.scalar(graph.fraction(n, d)));
            (x + y * r).expr()
        };
        let row = |d: i64, entries: &[(i64, i64)]| -> Vec<Expr> {
            entries.iter().map(|&(x, y)| entry(x, y, d)).collect()
        };
        let (a, b, c) = match stages {
            1 => (
                vec![row(2, &[(1, 0)])],
                row(1, &[(1, 0)]),
                row(2, &[(1, 0)]),
            ),
            2 => (
                vec![row(12, &[(3, 0), (3, -2)]), row(12, &[(3, 2), (3, 0)])],
                row(2, &[(1, 0); 2]),
                row(6, &[(3, -1), (3, 1)]),
            ),
            _ => (
                vec![
                    row(360, &[(50, 0), (80, -24), (50, -12)]),
                    row(360, &[(50, 15), (80, 0), (50, -15)]),
                    row(360, &[(50, 12), (80, 24), (50, 0)]),
                ],
                row(18, &[(5, 0), (8, 0), (5, 0)]),
                row(10, &[(5, -1), (5, 0), (5, 1)]),
            ),
        };
        let order = 2 * stages as u32;
        Self { a, b, c, order }
    }

    /// Returns the controls of each stage. Stages at the same time have the same ones.
    pub(super) fn controls(&self, system: System<'_>) -> Vec<ControlNode> {
        let mut nodes: Vec<ControlNode> = Vec::new();
        for &c in &self.c {
            let known = nodes.iter().find(|node| node.fraction == c).cloned();
            nodes.push(known.unwrap_or_else(|| system.controls_at(c)));
        }
        nodes
    }

    /// Returns one item for each stage.
    pub(super) fn each<T>(&self, one: impl Fn() -> T) -> Vec<T> {
        self.b.iter().map(|_| one()).collect()
    }
}

/// Returns the nodes of the stages, each once.
pub(super) fn distinct(mut controls: Vec<ControlNode>) -> Vec<ControlNode> {
    controls.dedup_by_key(|node| node.fraction);
    controls
}

/// Returns nodes and weights of the Gauss quadrature on the unit interval with one, two, three or
/// five nodes.
pub(super) fn gauss_quadrature(graph: &Graph, nodes: usize) -> Vec<(Expr, Expr)> {
    if nodes > 3 {
        return five_nodes(graph);
    }
    let method = Tableau::gauss(graph, nodes as i64);
    method.c.into_iter().zip(method.b).collect()
}

/// Returns the rule on the interval from -1 to 1: `0` with `128/225`, and
/// `+-1/3 sqrt(5 -+ 2 sqrt(10/7))` with `(322 +- 13 sqrt(70)) / 900`.
fn five_nodes(graph: &Graph) -> Vec<(Expr, Expr)> {
    let number = |n: i64, d: i64| graph.scalar(graph.fraction(n, d));
    let [half, middle] = [(1, 2), (64, 225)].map(|(n, d)| number(n, d));
    let [inner, seventy] = [(10, 7), (70, 1)].map(|(n, d)| number(n, d).sqrt());
    let mut rule = vec![(half.expr(), middle.expr())];
    for sign in [-1, 1] {
        let root = (2 * sign * inner + 5).sqrt();
        let weight = number(322, 1800) + number(-13 * sign, 1800) * seventy;
        for way in [-1, 1] {
            let shifted = half + number(way, 6) * root;
            rule.push((shifted.expr(), weight.expr()));
        }
    }
    rule
}

/// Returns `x + h * sum of weight_j * slope_j`.
pub(super) fn moved<'m>(
    h: Scalar<'m>,
    x: &Vector<'m>,
    weights: &[Expr],
    slopes: &[Vector<'m>],
) -> Vector<'m> {
    let lengths = (h * h.graph().vector(weights)).multiplied();
    let entry = |i: usize| {
        let column: Vec<_> = slopes.iter().map(|slope| slope[i]).collect();
        (x.scalar(i) + lengths.dot(&h.graph().vector(column))).expr()
    };
    h.graph()
        .vector((0..x.len()).map(entry).collect::<Vec<_>>())
}

/// A step with a tableau from a node, with the controls of the stages.
type Step = for<'m> fn(&Tableau, &Node<'m>, &[ControlNode]) -> Block;

fn draft(system: System<'_>, name: &str, tableau: &Tableau, step: Step) -> Draft {
    let q = system.configuration("q", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let kept = system.controls_at(Graph::ZERO);
    let node = system.node(&q, &v).under(&kept.symbols);
    let controls = tableau.controls(system);
    let start = system.start();
    let has_positions = system.mechanics.model.has_ideal_positions();
    // A step back does not undo the move of the end of a step to position constraints.
    let order = (tableau.order, false);
    let draft = Draft {
        convergence: has_positions.then_some(order),
        keeps_constraints: has_positions,
        state: vec![CONFIGURATION.of(&q), VELOCITIES.of(&v)],
        start: block_of(entries([&start.q, &start.v])),
        step: step(tableau, &node, &controls),
        sample: block_of(node.sampled()),
        monitors: vec![CONSTRAINT_DRIFT.of(node.constraint_residual().entries())],
        control_nodes: distinct(controls),
        ..Draft::of(format!(
            "{name} on the equations of Lagrange and d'Alembert."
        ))
    };
    draft.keeping_controls(system, &kept.symbols)
}

fn explicit_step(tableau: &Tableau, node: &Node<'_>, controls: &[ControlNode]) -> Block {
    let (system, h) = (node.system, node.system.h());
    let mut step = system.steps();
    let acceleration = &system.mechanics.acceleration;
    let acceleration = Shared::new(system, "acceleration", acceleration, &[], controls.len());
    let (mut rates, mut accelerations) = (Vec::new(), Vec::new());
    for (row, controls) in tableau.a.iter().zip(controls) {
        let v = step.name("v_stage", &moved(h, &node.v, row, &accelerations));
        let q = step.name("q_stage", &moved(h, &node.q, row, &rates));
        let v = with_state_rates(&system.node(&q, &v).at_fraction(controls.fraction));
        let stage = system.node(&q, &v);
        rates.push(step.name("q_rate", &stage.rates()));
        let stage = stage.at_controls(controls);
        let a_stage = system.velocities("a_stage", Role::Variable);
        accelerations.push(step.evaluate(&acceleration, a_stage, &stage, &system.zeros(0)));
    }
    let q_next = step.orthonormalised(&moved(h, &node.q, &tableau.b, &rates));
    let v_next = moved(h, &node.v, &tableau.b, &accelerations);
    let [q_next, v_next] = kept(&mut step, q_next, v_next);
    step.gives(entries([&q_next, &v_next]))
}

/// Solves for the accelerations of all stages at once, and for the rates of group elements, which
/// depend on themselves.
fn implicit_step<'m>(tableau: &Tableau, node: &Node<'m>, controls: &[ControlNode]) -> Block {
    let (system, h) = (node.system, node.system.h());
    let coordinates = system.mechanics.model.coordinates.len();
    let of_elements = |rates: &Vector<'m>| rates.part(coordinates..rates.len());
    let elements = |prefix, role| of_elements(&system.configuration(prefix, role));
    let a = tableau.each(|| system.velocities("a", Role::Unknown));
    let a_solved = tableau.each(|| system.velocities("a_stage", Role::Variable));
    let r = tableau.each(|| elements("r", Role::Unknown));
    let r_solved = tableau.each(|| elements("r_stage", Role::Variable));

    let field = Field::of(system, controls.len());
    let mut definitions = system.definitions();
    let (velocities, rates) = stages(&mut definitions, tableau, node, &a, &r);
    let (mut residuals, mut residuals_of_elements) = (Vec::new(), Vec::new());
    for (i, v) in velocities.iter().enumerate() {
        let q = definitions.name("q_stage", &moved(h, &node.q, &tableau.a[i], &rates));
        let stage = system.node(&q, v);
        residuals_of_elements.push(&r[i] - of_elements(&stage.rates()));
        let stage = stage.at_controls(&controls[i]);
        let residual = field.residual(&mut definitions, &stage, &a[i]);
        residuals.push(field.with_state_rates(&stage, residual));
    }
    let guess = tableau.each(|| node.under(&controls[0].symbols).acceleration());
    let guess_of_elements = tableau.each(|| of_elements(&node.rates()));
    // An acceleration is added to the velocity, and the velocity to the configuration.
    let places = node.background();
    let background = tableau.each(|| node.v.chain(&places) / h);
    let background_of_elements = tableau.each(|| of_elements(&places));
    let mut step = system.steps();
    step.solve(Equations {
        unknowns: &[a, r].concat(),
        solution: &[&a_solved[..], &r_solved].concat(),
        guess: &[guess, guess_of_elements].concat(),
        background: &[background, background_of_elements].concat(),
        definitions,
        residuals: &[residuals, residuals_of_elements].concat(),
    });

    let (_, rates) = stages(&mut step, tableau, node, &a_solved, &r_solved);
    let q_next = step.orthonormalised(&moved(h, &node.q, &tableau.b, &rates));
    let v_next = moved(h, &node.v, &tableau.b, &a_solved);
    let [q_next, v_next] = kept(&mut step, q_next, v_next);
    step.gives(entries([&q_next, &v_next]))
}

/// The residual for the acceleration of a stage, in the form that takes fewer operations.
enum Field<'m> {
    /// `a - a(q, v, u, t)`.
    Explicit(Shared<'m>),
    /// The [equations of motion](System::equations_of_motion), linear in `a`.
    Implicit(Shared<'m>),
}

impl<'m> Field<'m> {
    fn of(system: System<'m>, stages: usize) -> Self {
        let a = system.velocities("a_there", Role::Variable).entries();
        match system.equations_of_motion(&a) {
            Some(equations) => {
                let name = "equations_of_motion";
                Self::Implicit(Shared::with_slopes(system, name, &equations, &a, stages))
            }
            None => {
                let (name, acceleration) = ("acceleration", &system.mechanics.acceleration);
                Self::Explicit(Shared::with_slopes(system, name, acceleration, &[], stages))
            }
        }
    }

    /// Returns residuals in which those for the accelerations of states are those of their rates.
    fn with_state_rates(&self, stage: &Node<'m>, residual: Vector<'m>) -> Vector<'m> {
        let (system, model) = (stage.system, &stage.system.mechanics.model);
        if model.state_rates.is_empty() {
            return residual;
        }
        let off = (&stage.v - with_state_rates(stage)) / system.h();
        let mut entries = residual.entries();
        let first = entries.len() - model.constraints.len();
        for state in &model.state_rates {
            let row = match self {
                Self::Explicit(_) => state.velocity,
                Self::Implicit(_) => first + state.constraint,
            };
            entries[row] = off[state.velocity];
        }
        system.vector(entries)
    }

    fn residual(
        &self,
        definitions: &mut Definitions<'m>,
        stage: &Node<'m>,
        a: &Vector<'m>,
    ) -> Vector<'m> {
        match self {
            Self::Explicit(acceleration) => {
                a - definitions.evaluate(acceleration, stage, &stage.system.zeros(0))
            }
            Self::Implicit(equations) => definitions.evaluate(equations, stage, a),
        }
    }
}

/// Returns the velocities of a node, of which those of states are their rates.
pub(super) fn with_state_rates<'m>(node: &Node<'m>) -> Vector<'m> {
    let states = &node.system.mechanics.model.state_rates;
    if states.is_empty() {
        return node.v.clone();
    }
    let rates: Vec<_> = states.iter().map(|state| state.rate).collect();
    let values = node.values(&rates);
    let mut entries = node.v.entries();
    for (place, state) in states.iter().enumerate() {
        entries[state.velocity] = values[place];
    }
    node.system.vector(entries)
}

/// The number of moves of the end of a step towards the position constraints. Each move squares the
/// distance, which is of the order of the method.
const CORRECTIONS: usize = 3;

/// Returns the end of a step, on the constraints if there are position constraints.
fn kept<'m>(step: &mut Steps<'m>, q: Vector<'m>, v: Vector<'m>) -> [Vector<'m>; 2] {
    let system = step.system();
    let q = match system.mechanics.model.state_rates.is_empty() {
        true => q,
        false => step.name("q_end", &q),
    };
    let v = with_state_rates(&system.node(&q, &v).at_fraction(Graph::ONE));
    if !system.mechanics.model.has_ideal_positions() {
        return [q, v];
    }
    on_constraints(step, &q, &v)
}

/// Returns the end of a step on the position constraints, if there are any, and the nearest
/// velocity on all constraints there.
pub(super) fn on_constraints<'m>(
    step: &mut Steps<'m>,
    q: &Vector<'m>,
    v: &Vector<'m>,
) -> [Vector<'m>; 2] {
    let system = step.system();
    let v = step.name("v_off", v);
    let mut q = step.name("q_off", q);
    if system.mechanics.model.has_ideal_positions() {
        for _ in 0..CORRECTIONS {
            let off = system.node(&q, &v).at_fraction(Graph::ONE);
            let moved = system.at_chart(&q, &-off.position_correction());
            q = step.arrived(&moved);
        }
    }
    let mut end = system.node(&q, &v).at_fraction(Graph::ONE);
    if !system.has_affine_constraints() {
        for _ in 1..CORRECTIONS {
            let v = step.name("v_near", &end.corrected_velocity());
            end = end.with_velocity(&v);
        }
    }
    [q, end.corrected_velocity()]
}

/// Returns the velocities of the stages, and the rates of their configurations, of which those of
/// group elements are given.
fn stages<'m>(
    naming: &mut impl Naming<'m>,
    tableau: &Tableau,
    node: &Node<'m>,
    accelerations: &[Vector<'m>],
    of_elements: &[Vector<'m>],
) -> (Vec<Vector<'m>>, Vec<Vector<'m>>) {
    let h = node.system.h();
    let coordinates = node.system.mechanics.model.coordinates.len();
    let stages = tableau.a.iter().zip(of_elements);
    let stage = |(row, of_elements): (&Vec<Expr>, &Vector<'m>)| {
        let v = naming.name("v_stage", &moved(h, &node.v, row, accelerations));
        let rates = v.part(0..coordinates).chain(of_elements);
        (v, rates)
    };
    stages.map(stage).unzip()
}
