//! Models nobody thought of: random metrics, one-forms, potentials and forces.

use nalgebra::{DMatrix, DVector};
use nhi_symbolic::expr::{Expr, Matrix};
use nhi_symbolic::mechanics::Mechanics;
use proptest::prelude::*;

use crate::breadth;
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, derive, run_expressions};
use crate::support::discrete::{Discretisation, Quadrature};
use crate::support::dynamics::{Dynamics, Point, State, System};
use crate::support::jet::Jet;
use crate::support::sampling::{Random, on_constraints};

/// What is drawn; the seed decides all coefficients.
#[derive(Clone, Copy, Debug)]
struct Shape {
    coordinates: usize,
    constraints: usize,
    metric_moves: bool,
    affine: bool,
    drag: bool,
    seed: u64,
}

fn shape() -> impl Strategy<Value = Shape> {
    (2..=6_usize)
        .prop_flat_map(|n| (Just(n), 1..n, any::<[bool; 3]>(), any::<u64>()))
        .prop_map(|(coordinates, constraints, flags, seed)| Shape {
            coordinates,
            constraints,
            metric_moves: flags[0],
            affine: flags[1],
            drag: flags[2],
            seed,
        })
}

/// A quarter-integer multiple of an elementary function of the coordinates, or of the time.
#[derive(Clone, Copy, Debug)]
struct Term {
    quarters: i32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    One,
    Sine(usize),
    Cosine(usize, usize),
    Square(usize),
    Product(usize, usize),
    Time,
}

/// A sum of terms.
#[derive(Clone, Debug, Default)]
struct Coefficient(Vec<Term>);

impl Coefficient {
    fn constant(quarters: i32) -> Self {
        Self(vec![Term {
            quarters,
            kind: Kind::One,
        }])
    }

    /// Up to two terms over `n` coordinates; often nothing.
    fn random(random: &mut Random, n: usize) -> Self {
        let count = random.below(3);
        let terms = (0..count).map(|_| {
            let (i, j) = (random.below(n), random.below(n));
            let kind = match random.below(5) {
                0 => Kind::One,
                1 => Kind::Sine(i),
                2 => Kind::Cosine(i, j),
                3 => Kind::Square(i),
                _ => Kind::Product(i, j),
            };
            Term {
                quarters: random.below(5) as i32 - 2,
                kind,
            }
        });
        Self(terms.collect())
    }

    fn text(&self) -> String {
        let terms = self.0.iter().map(|term| {
            let k = format!("{} / 4", term.quarters);
            match term.kind {
                Kind::One => k,
                Kind::Sine(i) => format!("{k} * sin(q{i})"),
                Kind::Cosine(i, j) => format!("{k} * cos(q{i} - 2 * q{j})"),
                Kind::Square(i) => format!("{k} * q{i}.powi(2)"),
                Kind::Product(i, j) => format!("{k} * q{i} * q{j}"),
                Kind::Time => format!("{k} * cos(t)"),
            }
        });
        let text: Vec<_> = terms.chain(["0".to_owned()]).collect();
        format!("({})", text.join(" + "))
    }

    fn value(&self, p: &Point) -> Jet {
        let terms = self.0.iter().map(|term| {
            let value = match term.kind {
                Kind::One => Jet::constant(1.0),
                Kind::Sine(i) => p.q[i].sin(),
                Kind::Cosine(i, j) => (p.q[i] - p.q[j] * 2.0).cos(),
                Kind::Square(i) => p.q[i].square(),
                Kind::Product(i, j) => p.q[i] * p.q[j],
                Kind::Time => p.t.cos(),
            };
            value * (0.25 * f64::from(term.quarters))
        });
        terms.sum()
    }
}

/// `L = m/2 sum d_i v_i^2 + 1/2 sum_k (c_k . v)^2 - V`, constraints `A v + b`, and forces.
#[derive(Clone, Debug)]
struct RandomModel {
    shape: Shape,
    diagonal: Vec<i32>,
    stretches: Vec<Vec<Coefficient>>,
    potential: Coefficient,
    forms: Vec<Vec<Coefficient>>,
    offsets: Vec<Coefficient>,
    forces: Vec<Coefficient>,
}

impl RandomModel {
    fn new(shape: Shape) -> Self {
        let (n, m) = (shape.coordinates, shape.constraints);
        let mut random = Random::new(shape.seed);
        let random = &mut random;
        let stretches = (0..2).map(|_| {
            let entry = |random: &mut Random| match shape.metric_moves {
                true => Coefficient::random(random, n),
                false => Coefficient::constant(random.below(3) as i32 - 1),
            };
            (0..n).map(|_| entry(random)).collect()
        });
        let stretches = stretches.collect();
        // A large entry in a place of its own keeps the forms independent.
        let forms = (0..m).map(|i| {
            let row = (0..n).map(|j| {
                let mut entry = Coefficient::random(random, n);
                if i == j {
                    entry = Coefficient::constant(12);
                    if random.below(2) == 0 {
                        let kind = Kind::Sine(random.below(n));
                        entry.0.push(Term { quarters: 2, kind });
                    }
                }
                entry
            });
            row.collect()
        });
        let forms = forms.collect();
        let offsets = (0..m).map(|_| {
            let mut offset = Coefficient::random(random, n);
            offset.0.push(Term {
                quarters: 2,
                kind: Kind::Time,
            });
            if shape.affine {
                offset
            } else {
                Coefficient::default()
            }
        });
        let offsets = offsets.collect();
        let forces = (0..n).map(|_| {
            let mut force = Coefficient::random(random, n);
            force.0.push(Term {
                quarters: random.below(3) as i32,
                kind: Kind::Time,
            });
            force
        });
        Self {
            shape,
            forces: forces.collect(),
            diagonal: (0..n).map(|_| 1 + random.below(3) as i32).collect(),
            potential: Coefficient::random(random, n),
            stretches,
            forms,
            offsets,
        }
    }

    fn text(&self) -> String {
        let n = self.shape.coordinates;
        let combination = |row: &[Coefficient]| {
            let terms = row.iter().enumerate();
            let terms = terms.map(|(i, c)| format!("{} * q{i}_dot", c.text()));
            terms.collect::<Vec<_>>().join(" + ")
        };
        let coordinates = (0..n)
            .map(|i| format!("q{i}"))
            .collect::<Vec<_>>()
            .join(", ");
        let diagonal = self.diagonal.iter().enumerate();
        let kinetic = diagonal.map(|(i, d)| format!("0.5 * m * {d} * q{i}_dot.powi(2)"));
        let stretches = self.stretches.iter();
        let stretches = stretches.map(|row| format!("0.5 * ({}).powi(2)", combination(row)));
        let kinetic = kinetic.chain(stretches).collect::<Vec<_>>().join(" + ");
        let forms = self.forms.iter().zip(&self.offsets).enumerate();
        let forms = forms
            .map(|(i, (row, offset))| format!("c{i} = {} + {}", combination(row), offset.text()));
        let forces = self.forces.iter().enumerate().map(|(i, force)| {
            let drag = if self.shape.drag { "0.5" } else { "0" };
            format!("q{i} = {} - {drag} * q{i}_dot", force.text())
        });
        format!(
            "#[nonholonomic(
                coordinates({coordinates}),
                lagrangian = {kinetic} - {},
                constraints({}),
                forces({}),
                integrators(Gni),
            )]
            struct Drawn {{ m: f64 }}",
            self.potential.text(),
            forms.collect::<Vec<_>>().join(", "),
            forces.collect::<Vec<_>>().join(", "),
        )
    }

    fn system(&self) -> System {
        let dot = |row: &[Coefficient], p: &Point| -> Jet {
            row.iter().zip(&p.v).map(|(c, &v)| c.value(p) * v).sum()
        };
        let [lagrangian, constraints, forces] = [self.clone(), self.clone(), self.clone()];
        System {
            factors: Vec::new(),
            reactions: Box::new(|_| Vec::new()),
            lagrangian: Box::new(move |p| {
                let diagonal = lagrangian.diagonal.iter().zip(&p.v);
                let diagonal = diagonal.map(|(&d, v)| v.square() * (0.5 * p.p[0] * f64::from(d)));
                let stretches = lagrangian.stretches.iter();
                let stretches = stretches.map(|row| dot(row, p).square() * 0.5);
                diagonal.chain(stretches).sum::<Jet>() - lagrangian.potential.value(p)
            }),
            constraints: Box::new(move |p| {
                let rows = constraints.forms.iter().zip(&constraints.offsets);
                rows.map(|(row, offset)| dot(row, p) + offset.value(p))
                    .collect()
            }),
            forces: Box::new(move |p| {
                let drag = if forces.shape.drag { -0.5 } else { 0.0 };
                let entries = forces.forces.iter().zip(&p.v);
                entries
                    .map(|(force, &v)| force.value(p) + v * drag)
                    .collect()
            }),
        }
    }
}

const PARAMETERS: [f64; 1] = [1.3];

/// Values of the mechanics at a state.
struct Values<'a> {
    mechanics: &'a mut Mechanics,
    state: &'a State,
}

impl Values<'_> {
    fn column(&mut self, exprs: &[Expr]) -> Vec<f64> {
        run_expressions(self.mechanics, &PARAMETERS, self.state, exprs)
    }

    fn matrix(&mut self, matrix: &Matrix) -> DMatrix<f64> {
        let values = self.column(matrix.entries());
        DMatrix::from_row_slice(matrix.rows(), matrix.columns(), &values)
    }
}

fn check_mechanics(mechanics: &mut Mechanics, state: &State, by_hand: &Dynamics) {
    let mass = mechanics.lagrangian.mass.clone();
    let forms = mechanics.constraints.matrix.clone();
    let projector = mechanics.projector.clone();
    let lambda = mechanics.multipliers.clone();
    let acceleration = mechanics.acceleration.clone();
    // The projection in the form that was chosen, and in the range form.
    let v = mechanics.v.clone();
    let graph = &mut mechanics.model.graph;
    let chosen = mechanics.projection.project_velocity(graph, &v);
    let range = mechanics.constraints.nearest_velocity(graph, &v);
    let once = mechanics.projection.reflect_momentum(graph, &v);
    let twice = mechanics.projection.reflect_momentum(graph, &once);

    let mut values = Values { mechanics, state };
    let m = values.matrix(&mass);
    assert_close("M", m.as_slice(), by_hand.mass.as_slice(), 1e-11);
    let a = values.matrix(&forms);
    assert_close("A", a.as_slice(), by_hand.a.as_slice(), 1e-11);
    let p = values.matrix(&projector);
    assert_close("P", p.as_slice(), by_hand.projector().as_slice(), 1e-9);
    assert_close("P^2", (&p * &p).as_slice(), p.as_slice(), 1e-9);
    let (expected_acceleration, expected_lambda) = by_hand.motion();
    let actual = values.column(&lambda);
    assert_close("lambda", &actual, expected_lambda.as_slice(), 1e-9);
    let actual = values.column(&acceleration);
    assert_close("a", &actual, expected_acceleration.as_slice(), 1e-9);

    let expected = by_hand.nearest_velocity(&by_hand.v);
    for exprs in [&chosen, &range] {
        assert_close(
            "projected",
            &values.column(exprs),
            expected.as_slice(),
            1e-9,
        );
    }
    assert_close(
        "reflected twice",
        &values.column(&twice),
        by_hand.v.as_slice(),
        1e-9,
    );
}

fn check_steps(text: &str, system: &System, state: &State, quadrature: Quadrature) {
    let compiled = Compiled::new(text, &format!("Gni(quadrature = {quadrature:?})"));
    let h = 0.01;
    let no_controls = |_| Vec::new();
    let discretisation = Discretisation {
        system,
        parameters: &PARAMETERS,
        quadrature,
        h,
        controls: &no_controls,
    };
    let run = Run::new(&compiled, &PARAMETERS, h);
    let momentum = |node: &Node| {
        if compiled.scheme.traits.implicit {
            return DVector::from_column_slice(&node.reflected);
        }
        let v = node.reflected.clone();
        discretisation
            .dynamics(node.q.clone(), v, run.time(node))
            .momentum
    };
    let nodes = run.trajectory(&state.q, &state.v, state.t, 3);
    for pair in nodes.windows(2) {
        let t = run.time(&pair[0]);
        let [left, _] = discretisation.momenta(&pair[0].q, &pair[1].q, t);
        assert_close(
            "-D1 Ld",
            left.as_slice(),
            momentum(&pair[0]).as_slice(),
            1e-10,
        );
        let expected = discretisation.reflected(&pair[0].q, &pair[1].q, t);
        assert_close(
            "p^-",
            momentum(&pair[1]).as_slice(),
            expected.as_slice(),
            1e-9,
        );
        let v = run.sample(&pair[1]).v;
        let there = discretisation.dynamics(pair[1].q.clone(), v, t + h);
        let residual = there.residual();
        let none = vec![0.0; residual.len()];
        assert_close("A v + b", residual.as_slice(), &none, 1e-13);
    }
}

/// Checks the steps of a model from a random state, with both quadratures.
fn check_steps_of(shape: Shape) {
    let model = RandomModel::new(shape);
    let system = model.system();
    let state = Random::new(shape.seed ^ 2).state(shape.coordinates, 0);
    let state = on_constraints(&system, &PARAMETERS, &state);
    for quadrature in [Quadrature::Trapezoidal, Quadrature::Midpoint] {
        check_steps(&model.text(), &system, &state, quadrature);
    }
}

/// Returns the number of random models.
fn cases() -> u32 {
    breadth::at_least(960, 20) as u32
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_mechanics_of_random_models_agrees_with_dense_linear_algebra(shape in shape()) {
        let model = RandomModel::new(shape);
        let system = model.system();
        let mut mechanics = derive(&model.text()).expect("a valid model");
        let mut random = Random::new(shape.seed ^ 1);
        for _ in 0..2 {
            let state = random.state(shape.coordinates, 0);
            check_mechanics(&mut mechanics, &state, &system.at(&PARAMETERS, &state));
        }
    }

    #[test]
    fn steps_of_random_models_satisfy_the_discrete_equations(shape in shape()) {
        check_steps_of(shape);
    }
}

/// In an equation of this model an unknown appears with a square of the step size only. As a pivot,
/// that coefficient would cost all digits.
#[test]
fn unknowns_in_closed_form_keep_their_digits() {
    check_steps_of(Shape {
        coordinates: 5,
        constraints: 2,
        metric_moves: false,
        affine: false,
        drag: true,
        seed: 970_584_501_009_833_938,
    });
}

/// The weights of an augmented mass matrix of this model are roots of squares of the mass. With the
/// other sign of a root, an entry of `A M^-1 A^T` vanishes that is not zero.
#[test]
fn an_entry_that_vanishes_for_one_sign_of_a_root_is_kept() {
    check_steps_of(Shape {
        coordinates: 5,
        constraints: 3,
        metric_moves: true,
        affine: false,
        drag: false,
        seed: 7_996_837_815_312_299_431,
    });
}
