//! A tractor with n trailers: the size of models that must compile, and what their steps cost.

use std::fmt::Write;
use std::time::{Duration, Instant};

use nalgebra::DMatrix;
use nhi_symbolic::expr::RoleSet;
use nhi_symbolic::mechanics::{self, MassKind, Mechanics, ProjectionForm};
use nhi_symbolic::program::{OpCount, Program};
use nhi_symbolic::schemes;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run, model_text, resolve, run_expressions};
use crate::support::discrete::{Discretisation, Quadrature};
use crate::support::dynamics::{Point, State, System};
use crate::support::jet::Jet;
use crate::support::sampling::{Random, on_constraints};

/// The train among the model files; all others have their systems by hand in `systems`.
pub(crate) const MODEL_FILE: &str = "tractor_trailers_8";

/// Whether the trailers have mass, so that the mass matrix depends on the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trailers {
    /// Moments of inertia only: a constant diagonal mass matrix.
    Light,
    /// A mass over each axle.
    Massive,
}

/// The model text: a tractor with its rear axle at `(x, y)`, steering angle `phi` and heading
/// `theta0`, and `n` trailers with headings `theta1..n`, each hitched to the axle before it.
fn model(n: usize, trailers: Trailers) -> String {
    let join = |terms: Vec<String>, between: &str| terms.join(between);
    let headings = join((0..=n).map(|i| format!("theta{i}")).collect(), ", ");
    let turning = (0..=n).map(|i| format!("0.5 * j{i} * theta{i}_dot.powi(2)"));
    let turning = join(turning.collect(), " + ");
    let (mut definitions, mut moving, mut fields) = (String::new(), String::new(), String::new());
    if trailers == Trailers::Massive {
        let mut axles = String::new();
        for i in 1..=n {
            let (before_x, before_y) = if i == 1 {
                ("x_dot".to_owned(), "y_dot".to_owned())
            } else {
                (format!("vx{}", i - 1), format!("vy{}", i - 1))
            };
            let _ = write!(
                axles,
                "vx{i} = {before_x} + l{i} * sin(theta{i}) * theta{i}_dot,
                 vy{i} = {before_y} - l{i} * cos(theta{i}) * theta{i}_dot,"
            );
            let _ = write!(moving, " + 0.5 * m{i} * (vx{i}.powi(2) + vy{i}.powi(2))");
            let _ = write!(fields, "m{i}: f64, ");
        }
        definitions = format!("definitions({axles}),");
    }
    let mut axles = String::new();
    for i in 1..=n {
        let _ = write!(
            axles,
            "axle{i} = sin(theta{i}) * x_dot - cos(theta{i}) * y_dot"
        );
        for j in 1..i {
            let _ = write!(axles, " + l{j} * cos(theta{i} - theta{j}) * theta{j}_dot");
        }
        let _ = write!(axles, " + l{i} * theta{i}_dot, ");
    }
    let lengths = join(
        (0..=n).map(|i| format!("l{i}: f64, j{i}: f64")).collect(),
        ", ",
    );
    format!(
        "#[nonholonomic(
            coordinates(x, y, phi, {headings}),
            {definitions}
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j_steer * phi_dot.powi(2)
                + {turning}{moving},
            constraints(
                rear = sin(theta0) * x_dot - cos(theta0) * y_dot,
                front = sin(theta0 + phi) * x_dot - cos(theta0 + phi) * y_dot - l0 * cos(phi) * theta0_dot,
                {axles}
            ),
            controls(drive, steer),
            forces(x = drive * cos(theta0), y = drive * sin(theta0), phi = steer),
            integrators(Gni),
        )]
        struct Train {{ m: f64, j_steer: f64, {fields} {lengths} }}"
    )
}

/// Parameters in the order of the fields.
fn parameters(n: usize, trailers: Trailers) -> Vec<f64> {
    let mut parameters = vec![3.0, 0.2];
    if trailers == Trailers::Massive {
        parameters.extend((1..=n).map(|i| 1.0 + 0.1 * i as f64));
    }
    for i in 0..=n {
        parameters.extend([1.0 - 0.01 * i as f64, 0.4 + 0.02 * i as f64]);
    }
    parameters
}

/// The same system by hand: the axles one after the other, each with its velocity.
fn system(n: usize, trailers: Trailers) -> System {
    let masses = if trailers == Trailers::Massive { n } else { 0 };
    let length = move |p: &Point, i: usize| p.p[2 + masses + 2 * i];
    // The velocities of the axles: the tractor's rear axle and those of the trailers.
    let axles = move |p: &Point| {
        let mut axle = [p.v[0], p.v[1]];
        let mut axles = vec![axle];
        for i in 1..=n {
            let swing = p.v[3 + i] * length(p, i);
            axle = [
                axle[0] + p.q[3 + i].sin() * swing,
                axle[1] - p.q[3 + i].cos() * swing,
            ];
            axles.push(axle);
        }
        axles
    };
    let across = |heading: Jet, v: [Jet; 2]| heading.sin() * v[0] - heading.cos() * v[1];
    System {
        lagrangian: Box::new(move |p| {
            let mut energy = p.v[2].square() * (0.5 * p.p[1]);
            for (i, v) in axles(p).into_iter().enumerate() {
                let mass = match i {
                    0 => p.p[0],
                    _ if masses > 0 => p.p[1 + i],
                    _ => 0.0,
                };
                energy = energy + (v[0].square() + v[1].square()) * (0.5 * mass);
                let inertia = p.p[3 + masses + 2 * i];
                energy = energy + p.v[3 + i].square() * (0.5 * inertia);
            }
            energy
        }),
        constraints: Box::new(move |p| {
            let axles = axles(p);
            let swing = p.v[3] * length(p, 0);
            let front = [
                axles[0][0] - p.q[3].sin() * swing,
                axles[0][1] + p.q[3].cos() * swing,
            ];
            let mut residuals = vec![across(p.q[3], axles[0]), across(p.q[3] + p.q[2], front)];
            residuals.extend((1..=n).map(|i| across(p.q[3 + i], axles[i])));
            residuals
        }),
        reactions: Box::new(|_| Vec::new()),
        forces: Box::new(|p| {
            let mut forces = vec![Jet::constant(0.0); p.q.len()];
            forces[0] = p.q[3].cos() * p.u[0];
            forces[1] = p.q[3].sin() * p.u[0];
            forces[2] = p.u[1].into();
            forces
        }),
        factors: Vec::new(),
    }
}

fn derived(n: usize, trailers: Trailers) -> Mechanics {
    let model = resolve(&model(n, trailers)).expect("a valid model");
    mechanics::derive(model).expect("within the budget")
}

#[test]
fn projectors_of_eight_trailers_are_projectors_on_the_constraints() {
    let n = 8;
    for trailers in [Trailers::Light, Trailers::Massive] {
        let mut mechanics = derived(n, trailers);
        let size = n + 4;
        let state = Random::new(1).state(size, 2);
        let parameters = parameters(n, trailers);
        let entries = mechanics.projector.entries().to_vec();
        let p = run_expressions(&mut mechanics, &parameters, &state, &entries);
        let p = DMatrix::from_row_slice(size, size, &p);
        let by_hand = system(n, trailers).at(&parameters, &state);
        let expected = by_hand.projector();
        assert_close("P", p.as_slice(), expected.as_slice(), 1e-10);
        assert_close("P^2", (&p * &p).as_slice(), p.as_slice(), 1e-10);
        let (acceleration, _) = by_hand.motion();
        let exprs = mechanics.acceleration.clone();
        let actual = run_expressions(&mut mechanics, &parameters, &state, &exprs);
        assert_close("a", &actual, acceleration.as_slice(), 1e-9);
    }
}

#[test]
fn the_model_file_is_a_train_of_equal_light_trailers() {
    let n = 8;
    let model = resolve(&model_text(MODEL_FILE)).expect("a valid model");
    let mut mechanics = mechanics::derive(model).expect("within the budget");
    let [mass, inertia, length, trailer] = [3.0, 0.2, 1.1, 0.5];
    let state = Random::new(2).state(n + 4, 2);
    let mut by_hand = vec![mass, inertia, length, inertia];
    for _ in 0..n {
        by_hand.extend([length, trailer]);
    }
    let (expected, _) = system(n, Trailers::Light).at(&by_hand, &state).motion();
    let exprs = mechanics.acceleration.clone();
    let parameters = [mass, inertia, length, trailer];
    let actual = run_expressions(&mut mechanics, &parameters, &state, &exprs);
    assert_close("a", &actual, expected.as_slice(), 1e-9);
}

#[test]
fn steps_of_trains_satisfy_the_discrete_equations() {
    for (n, trailers) in [
        (8, Trailers::Light),
        (3, Trailers::Massive),
        (8, Trailers::Massive),
    ] {
        let system = system(n, trailers);
        let compiled = Compiled::new(&model(n, trailers), "Gni");
        assert_eq!(
            compiled.scheme.traits.implicit,
            trailers == Trailers::Massive
        );
        let parameters = parameters(n, trailers);
        let controls = |t: f64| vec![t.cos(), t.sin()];
        let h = 0.02;
        let discretisation = Discretisation {
            system: &system,
            parameters: &parameters,
            quadrature: Quadrature::Trapezoidal,
            h,
            controls: &controls,
        };
        let state = State {
            t: 0.0,
            ..Random::new(2).state(n + 4, 2)
        };
        let state = on_constraints(&system, &parameters, &state);
        let run = Run::new(&compiled, &parameters, h).with_controls(controls);
        let momentum = |node: &crate::support::compiled::Node| {
            let reflected = node.behind_reflection().to_vec();
            let here = discretisation.dynamics(node.q.clone(), reflected.clone(), 0.0);
            if compiled.scheme.traits.implicit {
                reflected
            } else {
                here.momentum.as_slice().to_vec()
            }
        };
        let nodes = run.trajectory(&state.q, &state.v, 0.0, 5);
        for pair in nodes.windows(2) {
            let t = run.time(&pair[0]);
            let [left, _] = discretisation.momenta(&pair[0].q, &pair[1].q, t);
            assert_close("-D1 Ld", left.as_slice(), &momentum(&pair[0]), 1e-10);
            let reflected = discretisation.reflected(&pair[0].q, &pair[1].q, t);
            assert_close("p^-", reflected.as_slice(), &momentum(&pair[1]), 1e-9);
        }
    }
}

#[test]
fn a_step_with_eight_light_trailers_takes_the_null_space_form_and_few_operations() {
    let compiled = Compiled::new(&model(8, Trailers::Light), "Gni");
    assert_eq!(
        compiled.mechanics.projection.form(),
        ProjectionForm::NullSpace
    );
    let (once, iterated) = count(&compiled.program, "step");
    println!("step: {once}; in all {}", once.total());
    assert_eq!(iterated.total(), 0);
    assert!(once.total() <= 1113, "{once}");
}

fn count(program: &Program, function: &str) -> (OpCount, OpCount) {
    let function = program.function(function).expect("a function of this name");
    program.function_count(function)
}

#[test]
fn trains_up_to_forty_coordinates_compile_in_time() {
    // Unoptimised builds on a busy machine are some ten times slower than what is seen alone.
    for (n, trailers, limit) in [
        (4, Trailers::Light, 10),
        (16, Trailers::Light, 30),
        (36, Trailers::Light, 120),
        (4, Trailers::Massive, 20),
        (12, Trailers::Massive, 120),
    ] {
        let start = Instant::now();
        let mechanics = derived(n, trailers);
        let derived = start.elapsed();
        let schemes = schemes::discretise(&mechanics).expect("within the budget");
        let program = Program::of_scheme(&mechanics, &schemes[0]).expect("a sound program");
        let elapsed = start.elapsed();
        let (once, iterated) = count(&program, "step");
        let graph = &mechanics.model.graph;
        let projection = graph.cost(mechanics.projector.entries(), RoleSet::PREPARED);
        println!(
            "{n} trailers, {trailers:?}: derived in {derived:.1?}, program after {elapsed:.1?}, \
             {} nodes, form {:?}, P {projection:?}, step {once}, iteration {iterated}, work left {}",
            graph.len(),
            mechanics.projection.form(),
            graph.remaining_work(),
        );
        let expected = match trailers {
            Trailers::Light => MassKind::Constant,
            Trailers::Massive => MassKind::Configuration,
        };
        assert_eq!(mechanics.lagrangian.mass_kind, expected);
        assert_eq!(mechanics.q.len(), n + 4);
        assert!(elapsed < Duration::from_secs(limit), "{elapsed:?}");
    }
}
