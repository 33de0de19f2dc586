//! Feedback integrators: reference data on and off the constraints, attraction, order.

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::fixture::Fixture;
use crate::support::short_run::initial;
use crate::support::systems::case;

/// A fixture with its model and the gains.
struct System {
    fixture: &'static str,
    model: &'static str,
    gains: &'static str,
}

const SYSTEMS: [System; 5] = [
    System {
        fixture: "feedback_knife_edge",
        model: "knife_edge",
        gains: "energy = 1000, constraint = 1000, spin = 1000",
    },
    System {
        fixture: "feedback_nh_oscillator",
        model: "nonholonomic_oscillator",
        gains: "energy = 500, constraint = 300, transversal = 300",
    },
    System {
        fixture: "feedback_roller_racer",
        model: "roller_racer",
        gains: "energy = 100, constraint = 100",
    },
    System {
        fixture: "feedback_heisenberg_nh",
        model: "heisenberg",
        gains: "energy = 100, constraint = 100, spin = 100",
    },
    System {
        fixture: "feedback_sleigh_contact",
        model: "contact_point_sleigh",
        gains: "energy = 100, constraint = 100",
    },
];

impl System {
    fn parameters(&self) -> Vec<f64> {
        case(self.model).parameters
    }

    fn compiled(&self, base: &str, gains: &str) -> Compiled {
        Compiled::of_file(self.model, &format!("Feedback(base = {base}, {gains})"))
    }

    /// Coordinates and velocities of the fixture's initial `(q, p)`.
    fn initial(&self, compiled: &Compiled) -> (Vec<f64>, Vec<f64>) {
        let y = Fixture::load(self.fixture).column("y0");
        let (q, p) = y.split_at(y.len() / 2);
        let graph = &compiled.mechanics.model.graph;
        let parameters = &compiled.mechanics.model.parameters;
        let symbols = parameters.iter().map(|x| x.symbol);
        let mut values: Vec<_> = symbols.zip(self.parameters()).collect();
        let coordinates = compiled.mechanics.q.iter().copied();
        values.extend(coordinates.zip(q.iter().copied()));
        let mass = graph.evaluate(compiled.mechanics.lagrangian.mass.entries(), &values);
        let mass = nalgebra::DMatrix::from_row_slice(q.len(), q.len(), &mass);
        let v = mass.lu().solve(&nalgebra::DVector::from_row_slice(p));
        (
            q.to_vec(),
            v.expect("a regular mass matrix").as_slice().to_vec(),
        )
    }
}

#[test]
fn steps_equal_the_fixtures() {
    for system in &SYSTEMS {
        let runs = Fixture::load(system.fixture).feedback_runs();
        assert_eq!(runs.len(), 3, "{}", system.fixture);
        for run in runs {
            let (base, gains) = match (run.base.as_str(), run.feedback) {
                ("euler", true) => ("Euler", system.gains),
                ("rk4", true) => ("Rk4", system.gains),
                ("euler", false) => ("Euler", "energy = 0, constraint = 0"),
                other => panic!("unknown run {other:?}"),
            };
            let compiled = system.compiled(base, gains);
            let (q, v) = system.initial(&compiled);
            let stepper = Run::new(&compiled, &system.parameters(), run.h);
            let nodes = stepper.trajectory(&q, &v, 0.0, run.y.len() - 1);
            for (k, (node, expected)) in nodes.iter().zip(&run.y).enumerate() {
                let momenta = &node.reflected[..q.len()];
                let what = format!("{} {base} step {k}", system.fixture);
                let actual = [node.q.as_slice(), momenta].concat();
                assert_close(&what, &actual, expected, 1e-12);
            }
        }
    }
}

/// An Euler step is the field itself, so one from a state off the constraints shows every term.
#[test]
fn the_field_off_the_constraints_equals_the_fixtures() {
    for system in &SYSTEMS {
        let fixture = Fixture::load(system.fixture);
        let check = fixture.part("off_constraint_check");
        let y = check.column("y");
        let n = y.len() / 2;
        for (key, gains) in [
            ("feedback_field", system.gains),
            ("extended_field", "energy = 0, constraint = 0"),
        ] {
            let compiled = system.compiled("Euler", gains);
            let (q, v) = system.initial(&compiled);
            // A long step: the difference of states then has all digits of the field.
            let stepper = Run::new(&compiled, &system.parameters(), 1.0);
            let mut node = stepper.start(&q, &v, 0.0);
            node.q.copy_from_slice(&y[..n]);
            node.reflected[..n].copy_from_slice(&y[n..]);
            let next = stepper.step(&node);
            let after = [next.q.as_slice(), &next.reflected[..n]].concat();
            let field: Vec<_> = after.iter().zip(&y).map(|(a, b)| a - b).collect();
            assert_close(
                &format!("{} {key}", system.fixture),
                &field,
                &check.column(key),
                1e-12,
            );
        }
    }
}

/// Forces change the energy: it is not held at its first value.
#[test]
fn under_forces_the_energy_has_no_gain_by_default() {
    let case = case("dragged_sleigh");
    let state = initial(&case, 5);
    let ends = ["", "energy = 0, "].map(|energy| {
        let integrator = format!("Feedback({energy}constraint = 2)");
        let compiled = Compiled::of_file(case.model, &integrator);
        let run = Run::new(&compiled, &case.parameters, 0.1);
        run.trajectory(&state.q, &state.v, 0.0, 20)
            .pop()
            .map(|node| node.q)
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn states_off_the_constraints_are_attracted() {
    let system = &SYSTEMS[2];
    let compiled = system.compiled("Rk4", system.gains);
    let (q, v) = system.initial(&compiled);
    let stepper = Run::new(&compiled, &system.parameters(), 1e-3);
    let mut node = stepper.start(&q, &v, 0.0);
    node.reflected[1] += 0.1;
    let before = stepper.diagnostic("lyapunov", &node)[0];
    for _ in 0..1000 {
        node = stepper.step(&node);
    }
    let after = stepper.diagnostic("lyapunov", &node)[0];
    assert!(before > 1e-3 && after < 1e-12 * before, "{before} {after}");
}

/// The largest eigenvalue of the Hessian of the Lyapunov function by central differences.
fn largest_eigenvalue(run: &Run<'_>, start: &Node) -> f64 {
    let n = start.q.len();
    let d = 1e-4;
    let value = |moves: &[(usize, f64)]| {
        let mut node = start.clone();
        for &(i, by) in moves {
            if i < n {
                node.q[i] += by;
            } else {
                node.reflected[i - n] += by;
            }
        }
        run.diagnostic("lyapunov", &node)[0]
    };
    let hessian = nalgebra::DMatrix::from_fn(2 * n, 2 * n, |i, j| {
        let corners = [(d, d), (-d, -d), (d, -d), (-d, d)];
        let [a, b, c, e] = corners.map(|(x, y)| value(&[(i, x), (j, y)]));
        (a + b - c - e) / (4.0 * d * d)
    });
    hessian.symmetric_eigenvalues().max()
}

#[test]
fn the_gain_stiffness_is_the_largest_eigenvalue_times_the_step_over_the_limit() {
    for system in &SYSTEMS {
        for (base, limit) in [("Euler", 2.0), ("Rk2", 2.0), ("Rk4", 2.785)] {
            let compiled = system.compiled(base, system.gains);
            let (q, v) = system.initial(&compiled);
            let h = 0.002;
            let run = Run::new(&compiled, &system.parameters(), h);
            let start = run.start(&q, &v, 0.0);
            let expected = h * largest_eigenvalue(&run, &start) / limit;
            let ratio = run.diagnostic("gain_stiffness", &start)[0] / expected;
            println!("{} {base}: {expected:.4}, ratio {ratio:.5}", system.fixture);
            assert!((1.0 - 1e-4..1.08).contains(&ratio), "{ratio}");
        }
    }
}

/// Where the Hessian is applied to a direction again and again: ten constraints, and the energy.
#[test]
fn the_gain_stiffness_of_many_constraints_is_the_largest_eigenvalue_or_a_little_less() {
    let text = model_text("tractor_trailers_8");
    let forces = "controls(drive, steer),
    forces(x = drive * cos(theta0), y = drive * sin(theta0), phi = steer),";
    assert!(text.contains(forces));
    let parameters = [1.2, 0.3, 0.8, 0.1];
    let h = 1e-3;
    for (gains, speed) in [
        ("energy = 0, constraint = 100", 1.0),
        ("energy = 20, constraint = 50", 1.0),
        ("energy = 200, constraint = 5", 1.0),
        ("energy = 0, constraint = 100", 10.0),
    ] {
        let integrator = format!("Feedback(base = Rk4, {gains})");
        let compiled = Compiled::new(&text.replace(forces, ""), &integrator);
        let run = Run::new(&compiled, &parameters, h);
        for bend in [0.0, 0.1, 0.4] {
            let q: Vec<_> = (0..12).map(|i| bend * f64::from(i * i % 7)).collect();
            let rate = |i: i32| speed * (1.0 - 0.3 * f64::from(i % 5));
            let rates: Vec<_> = (0..12).map(rate).collect();
            let v = projected(&compiled, &parameters, &q, &rates);
            let start = run.start(&q, &v, 0.0);
            let expected = h * largest_eigenvalue(&run, &start) / 2.785;
            let ratio = run.diagnostic("gain_stiffness", &start)[0] / expected;
            println!("{gains}, {speed}, {bend}: {expected:.4}, ratio {ratio:.5}");
            assert!((0.95..1.0 + 1e-4).contains(&ratio), "{ratio}");
        }
    }
}

/// Masses and constraint momenta that turn with the configuration: nine constraints, a mass matrix of
/// the configuration, and fast motions.
#[test]
fn the_gain_stiffness_knows_how_masses_depend_on_the_configuration() {
    const N: usize = 11;
    let of_each = |text: &dyn Fn(usize) -> String, range: std::ops::Range<usize>, between: &str| {
        range.map(text).collect::<Vec<_>>().join(between)
    };
    let coordinates = of_each(&|i| format!("q{i}"), 0..N, ", ");
    let energy = |i: usize| format!("0.5 * (2 + 1.5 * sin(q{i})) * q{i}_dot.powi(2)");
    let constraint = |i: usize| {
        let next = i + 1;
        format!("c{i} = q{next}_dot - (0.4 + sin(2 * q{i})) * q0_dot - 0.3 * q10_dot")
    };
    let text = format!(
        "#[nonholonomic(coordinates({coordinates}), lagrangian = {}, constraints({}), integrators(Feedback))]
        struct Heavy {{}}",
        of_each(&energy, 0..N, " + "),
        of_each(&constraint, 0..9, ", "),
    );
    let compiled = Compiled::new(&text, "Feedback(base = Rk4, energy = 0, constraint = 10)");
    let h = 1e-3;
    let run = Run::new(&compiled, &[], h);
    for turn in [0.1, 0.7, 1.3] {
        let q: Vec<_> = (0..N).map(|i| turn * (1.0 + i as f64)).collect();
        let v = projected(&compiled, &[], &q, &[3.0; N]);
        let start = run.start(&q, &v, 0.0);
        let expected = h * largest_eigenvalue(&run, &start) / 2.785;
        let ratio = run.diagnostic("gain_stiffness", &start)[0] / expected;
        println!("{turn}: {expected:.4}, ratio {ratio:.5}");
        assert!((0.95..1.0 + 1e-4).contains(&ratio), "{ratio}");
    }
}

/// The velocity on the constraints nearest to another.
fn projected(compiled: &Compiled, parameters: &[f64], q: &[f64], v: &[f64]) -> Vec<f64> {
    let mechanics = &compiled.mechanics;
    let graph = &mechanics.model.graph;
    let symbols = mechanics.model.parameters.iter().map(|x| x.symbol);
    let symbols = symbols
        .chain(mechanics.q.iter().copied())
        .chain(mechanics.v.iter().copied());
    let values: Vec<_> = symbols.zip([parameters, q, v].concat()).collect();
    let nearest = mechanics.projection.project_velocity(graph, &mechanics.v);
    graph.evaluate(&nearest, &values)
}

/// Deviations from the constraints decay below the limit and grow above it.
#[test]
fn the_gain_stiffness_separates_steps_that_attract_from_steps_that_repel() {
    let system = &SYSTEMS[3];
    for base in ["Euler", "Rk2", "Rk4"] {
        let compiled = system.compiled(base, system.gains);
        let (q, v) = system.initial(&compiled);
        let of_step = |h: f64| Run::new(&compiled, &system.parameters(), h);
        let at_start = |run: &Run<'_>| {
            let start = run.start(&q, &v, 0.0);
            run.diagnostic("gain_stiffness", &start)[0]
        };
        let full = 1e-4 / at_start(&of_step(1e-4));
        let growth = [0.8, 1.2].map(|share| {
            let run = of_step(share * full);
            assert!((at_start(&run) - share).abs() < 1e-9);
            let mut node = run.start(&q, &v, 0.0);
            // Small enough that the quadratic part of the function decides.
            node.reflected[2] += 1e-7;
            let before = run.diagnostic("lyapunov", &node)[0];
            for _ in 0..20 {
                node = run.step(&node);
            }
            run.diagnostic("lyapunov", &node)[0] / before
        });
        println!("{base}: {growth:?}");
        assert!(growth[0] < 0.1 && growth[1] > 10.0, "{base}: {growth:?}");
    }
}
