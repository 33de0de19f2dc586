//! The partitioned Lobatto method with nodal closure: Lobatto IIIA for the positions and IIIB for
//! the momenta.
//!
//! With three stages, at the beginning, the middle and the end of the step, and
//! `W_j = (L_q + f)_j + A(Q_j)^T Lambda_j`:
//!
//! `Q_i = q_0 + h sum of a_ij V_j`, `L_v(Q_i, V_i) = p_0 + h sum of ab_ij W_j`,
//! `p_1 = p_0 + h (W_1 + 4 W_2 + W_3) / 6`,
//! `sum of b_j r_j = 0`, `sum of b_j c_j r_j = 0`, with `r_j = A(Q_j) V_j + b(Q_j)`,
//! and `A(q_1) v_1 + b(q_1) = 0` for the nodal velocity, `L_v(q_1, v_1) = p_1`.
//!
//! The last column of IIIB vanishes, so `Lambda_3` is not in the equations of the stages. It closes
//! the step by putting the nodal velocity on the constraints. Order four, symmetric; without
//! constraints it is a symplectic method.
//!
//! **Position constraints** `phi(q, t) = 0` with the gradients `G` have a separate multiplier in
//! every stage, `W_j = (L_q + f)_j + A_j^T Lambda_j + G_j^T Mu_j`, `Lambda_3 = Mu_3 = 0`. They hold
//! where a step can enforce them, `phi(Q_2, t + h/2) = 0` and `phi(Q_3, t + h) = 0`; at the
//! beginning they hold already. The closure puts the nodal velocity on both, `A(q_1) v_1 + b = 0`
//! and `d phi/dt = 0`: Jay's method for mixed constraints.
//!
//! **Constraints by Chetaev's rule**, `g(q, v, t) = 0`, have `A_j = g_v(Q_j, V_j)` and `r_j = g_j`.
//! The closure pushes along `g_v(Q_3, V_3)^T`. Along `g_v(q_1, v_1)^T` the order would be two.
//!
//! On a Lie group the positions are those of the chart of the Cayley map around the middle of the
//! step. The rates `Y_j` in the chart determine
//!
//! `m = g_0 cay(z)`, `z = h sum of b_j Y_j / 2`,
//! `Q_j = m cay(y_j)` with `y_1 = -z`, `y_2 = h (Y_1 - Y_3) / 8`, `y_3 = z`,
//! `V_j = dcay_(-y_j) Y_j`, and `W_j` has `ad*_(V_j) L_v` too.
//!
//! With a chart around `g_0`, undoing the step would use another chart; the middle is the same for
//! both directions. The momenta are those of the body, not of the chart. The momentum of a free
//! body in space is kept only to the order of the method.
//!
//! Source: R. T. Sato Martín de Almagro, *Convergence of Lobatto-type Runge-Kutta methods for
//! partitioned differential-algebraic systems of index 2*, 2022, doi:10.1007/s10543-021-00871-2;
//! before it L. O. Jay, *Lagrange-d'Alembert SPARK integrators for nonholonomic Lagrangian
//! systems*, 2009 (a report, without DOI). Position constraints: L. O. Jay, *Structure preservation
//! for constrained dynamics with super partitioned additive Runge-Kutta methods*, SIAM J. Sci.
//! Comput. 20, 1998, doi:10.1137/S1064827595293223.
//!
//! Not to be confused with imposing the constraints at every stage, which would leave the
//! multiplier of the first stage free. Here the velocities of the stages satisfy the constraints
//! only in the mean.

use super::prelude::*;

/// `Lobatto(stages = 3)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Lobatto",
    kind: Kind::Nonholonomic,
    summary: "partitioned Lobatto IIIA-IIIB method with nodal closure, order four (Jay)",
    references: &[&LOBATTO_TYPE, &SPARK, &ADDITIVE_LOBATTO],
    options: &[OptionRow::named("stages", Values::Integers(&[3]))],
    needs: Needs {
        masses: Masses::Everywhere,
        ..Needs::ANY_IDEAL_MOTION
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, position constraints among them",
    use_when: "you need high accuracy together with exact constraints",
    not_when: "a step must be cheap: it solves for the velocities of three stages at once",
    order: |_| 4,
    symmetric: always,
    state: &[CONFIGURATION, NODAL_VELOCITY, KEPT_CONTROLS],
    monitors: &[],
    discretise,
};

/// Coefficients as multiples of a common fraction.
type Row = [i64; 3];

/// Lobatto IIIA, in twenty-fourths.
const IIIA: [Row; 3] = [[0, 0, 0], [5, 8, -1], [4, 16, 4]];
/// The weights of the constraints of the stages: combinations of `b_j` and `b_j c_j`.
const CONSTRAINT_WEIGHTS: [Row; 2] = [[1, 2, 0], [0, 2, 1]];

fn discretise(system: &System<'_>, _: &Choices) -> Result<Draft, Diagnostics> {
    let q = system.configuration("q", Role::Variable);
    let v = system.velocities("v", Role::Variable);
    let kept = system.controls_at(Graph::ZERO);
    let controls =
        [(0, 1), (1, 2), (1, 1)].map(|(n, d)| system.controls_at(system.graph().fraction(n, d)));
    let here = system.node(&q, &v);
    let start = system.start();
    let draft = Draft {
        state: vec![CONFIGURATION.of(&q), NODAL_VELOCITY.of(&v)],
        start: block_of(entries([&start.q, &start.v])),
        step: step(&here, &controls),
        sample: block_of(here.under(&kept.symbols).sampled()),
        control_nodes: controls.to_vec(),
        ..Draft::of(
            "Partitioned Lobatto IIIA-IIIB method with three stages and nodal closure (Jay): nodal \
                  velocities satisfy the constraints to machine precision, those of the stages in the mean.",
        )
    };
    Ok(draft.keeping_controls(*system, &kept.symbols))
}

fn step(here: &Node<'_>, controls: &[ControlNode; 3]) -> Block {
    let mut step = here.system.steps();
    let [v, lambda] = solve(&mut step, here, controls);
    let stages = Stages::new(&mut step, here, &v, &lambda, controls);
    let impulses = stages.impulses(&mut step);
    let p_in = moved(&here.momentum(), [1, 4, 1], 6, &impulses);
    let p_in = step.name("p_in", &p_in);
    let last = &stages.nodes[2];
    let q_next = step.arrived(&last.q);
    let next = here.system.node(&q_next, &last.v).at_fraction(Graph::ONE);
    let arriving = next.with_momentum(&p_in);
    let v_next = step.velocity_of_momentum(&arriving, &last.v, Some(&next));
    step.gives(entries([&q_next, &v_next]))
}

/// Adds the equations of the stages and returns the symbols of velocities and multipliers.
fn solve<'m>(
    step: &mut Steps<'m>,
    here: &Node<'m>,
    controls: &[ControlNode; 3],
) -> [Vec<Vector<'m>>; 2] {
    let system = here.system;
    let [unknowns, solution] = [
        (Role::Unknown, ["V", "Lambda"]),
        (Role::Variable, ["v_stage", "lambda_stage"]),
    ]
    .map(|(role, [v, lambda])| {
        let v: Vec<_> = (0..3).map(|_| system.velocities(v, role)).collect();
        let lambda: Vec<_> = (0..2).map(|_| system.multipliers(lambda, role)).collect();
        [v, lambda]
    });
    let mut definitions = system.definitions();
    let [v, lambda] = &unknowns;
    let stages = Stages::new(&mut definitions, here, v, lambda, controls);
    let residuals = stages.equations(&mut definitions, here);
    // Velocity and multipliers at the beginning of the step, for every stage.
    let lambda = here.under(&controls[0].symbols).multipliers();
    let guess = [&here.v, &here.v, &here.v, &lambda, &lambda].map(Clone::clone);
    let parts = unknowns[1]
        .iter()
        .flat_map(|lambda| system.multiplier_parts(lambda));
    let backgrounds = [(); 2].map(|()| here.multiplier_backgrounds()).concat();
    step.solve(Equations {
        unknowns: &unknowns[0].iter().cloned().chain(parts).collect::<Vec<_>>(),
        solution: &solution.concat(),
        guess: &guess,
        background: &[vec![here.background(); 3], backgrounds].concat(),
        definitions,
        residuals: &residuals,
    });
    solution
}

/// The stages of a step.
struct Stages<'m> {
    nodes: Vec<Node<'m>>,
    /// The multiplier at each stage; the last has none.
    lambda: Vec<Vector<'m>>,
}

impl<'m> Stages<'m> {
    /// Creates the stages, with names for their positions.
    fn new(
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
        rates: &[Vector<'m>],
        lambda: &[Vector<'m>],
        controls: &[ControlNode; 3],
    ) -> Self {
        let system = here.system;
        let places = Places::new(name, here, rates);
        let mut at = |(j, controls): (usize, &ControlNode)| {
            let (q, v) = places.stage(name, here, rates, j);
            system.node(&q, &v).at_controls(controls)
        };
        let none = system.zeros(system.mechanics.constraints.len());
        Self {
            nodes: controls.iter().enumerate().map(&mut at).collect(),
            lambda: [lambda, &[none]].concat(),
        }
    }

    /// Returns `h W_j`, for the last stage without the multiplier.
    fn impulses(&self, name: &mut impl Naming<'m>) -> Vec<Vector<'m>> {
        let stages = self.nodes.iter().zip(&self.lambda);
        stages
            .map(|(node, lambda)| name.name("impulse", &impulse(node, lambda)))
            .collect()
    }

    /// Returns the momentum equations, sums of the residuals of velocity constraints of the stages,
    /// and the position constraints in the middle and at the end.
    fn equations(&self, definitions: &mut Definitions<'m>, here: &Node<'m>) -> Vec<Vector<'m>> {
        let (system, p) = (here.system, here.momentum());
        let function = function_of_stage(system);
        let (mut momenta, mut impulses, mut residuals) = (Vec::new(), Vec::new(), Vec::new());
        for (node, lambda) in self.nodes.iter().zip(&self.lambda) {
            let values = definitions.evaluate(&function, node, lambda);
            let part = |i: usize| values.part(i * p.len()..((i + 1) * p.len()).min(values.len()));
            momenta.push(part(0));
            impulses.push(definitions.name("impulse", &part(1)));
            residuals.push(part(2));
        }
        let zero = system.zeros(residuals[0].len());
        let sums = CONSTRAINT_WEIGHTS.iter();
        let sums = sums.map(|weights| moved(&zero, *weights, 1, &residuals));
        let positions = self.nodes[1..].iter();
        let positions = positions.map(|node| node.position_residual() / system.h());
        let constraints = sums.zip(positions).map(|(sum, off)| sum.chain(&off));
        momentum_equations(&p, &momenta, &impulses)
            .into_iter()
            .chain(constraints)
            .collect()
    }
}

/// Returns `L_v(Q_i, V_i) - p_0 - h sum of ab_ij W_j`, in combinations with one `W_j` each, and one
/// without any: the matrix of Lobatto IIIB has rank two.
fn momentum_equations<'m>(
    p: &Vector<'m>,
    momenta: &[Vector<'m>],
    impulses: &[Vector<'m>],
) -> [Vector<'m>; 3] {
    let part = |numerator, denominator| {
        Rational::fraction(numerator, denominator).expect("no coefficient divides by 0")
    };
    let [first, second, third] = [&momenta[0], &momenta[1], &momenta[2]];
    let of_first = [
        (part(2, 3), first),
        (part(1, 3), second),
        (part(-1, 1), p),
        (part(-1, 6), &impulses[0]),
    ];
    let of_second = [
        (part(1, 1), second),
        (part(-1, 1), first),
        (part(-1, 2), &impulses[1]),
    ];
    let of_third = [
        (part(1, 1), third),
        (part(-2, 1), second),
        (part(1, 1), first),
    ];
    [&of_first[..], &of_second, &of_third].map(Vector::combination)
}

/// Returns the values of a stage that the equations read: the momentum, its impulse and the
/// residuals of the velocity constraints.
fn function_of_stage(system: System<'_>) -> Shared<'_> {
    let (there, lambda) = (system.start(), system.multipliers("lambda", Role::Variable));
    let impulse = impulse(&there, &lambda);
    let residuals = there.velocity_residual();
    let values = entries([&there.momentum(), &impulse, &residuals]);
    Shared::with_slopes(system, "stage", &values, &lambda.entries(), 3)
}

/// Returns `h W`, the total change of the momentum.
fn impulse<'m>(node: &Node<'m>, lambda: &Vector<'m>) -> Vector<'m> {
    let gradient = node.gradient() + node.turned_momentum();
    let force = gradient + (node.forces() + node.reaction(lambda));
    (node.system.h() * force).multiplied()
}

/// The positions of the stages.
enum Places<'m> {
    /// In coordinates.
    Coordinates,
    /// In the chart around the middle of the step, given by the configuration of the middle and the
    /// coordinates of the stages in the chart.
    Chart(Vector<'m>, [Vector<'m>; 3]),
}

impl<'m> Places<'m> {
    fn new(name: &mut impl Naming<'m>, here: &Node<'m>, rates: &[Vector<'m>]) -> Self {
        let system = here.system;
        if system.mechanics.frame.is_coordinate() {
            return Self::Coordinates;
        }
        let end = name.name("y_end", &way(here, [1, 4, 1], 12, rates));
        let middle = name.name("y_middle", &way(here, [1, 0, -1], 8, rates));
        let centre = name.name("q_centre", &system.at_chart(&here.q, &end));
        Self::Chart(centre, [-&end, middle, end])
    }

    /// Returns configuration and velocity of a stage, given the rates in coordinates or in the
    /// chart.
    fn stage(
        &self,
        name: &mut impl Naming<'m>,
        here: &Node<'m>,
        rates: &[Vector<'m>],
        j: usize,
    ) -> (Vector<'m>, Vector<'m>) {
        let system = here.system;
        match self {
            Self::Coordinates => {
                let q = &here.q + way(here, IIIA[j], 24, rates);
                (name.name("q_stage", &q), rates[j].clone())
            }
            Self::Chart(centre, places) => {
                let q = match j {
                    0 => here.q.clone(),
                    _ => name.name("q_stage", &system.at_chart(centre, &places[j])),
                };
                let v = system.chart_velocity(&places[j], &rates[j]);
                (q, name.name("v_stage", &v))
            }
        }
    }
}

/// Returns `h sum of weight_j / denominator * rate_j`.
fn way<'m>(here: &Node<'m>, weights: Row, denominator: i64, rates: &[Vector<'m>]) -> Vector<'m> {
    let none = here.system.zeros(rates[0].len());
    here.system.h() * moved(&none, weights, denominator, rates)
}

/// Returns `x + sum of weight_j / denominator * way_j`.
fn moved<'m>(x: &Vector<'m>, weights: Row, denominator: i64, ways: &[Vector<'m>]) -> Vector<'m> {
    let weight = |w: i64| Rational::fraction(w, denominator).expect("no coefficient divides by 0");
    let mut terms = vec![(Rational::ONE, x)];
    terms.extend(weights.into_iter().map(weight).zip(ways));
    Vector::combination(&terms)
}
