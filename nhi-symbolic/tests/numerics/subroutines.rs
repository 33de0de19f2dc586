//! Steps that call functions: the same numbers as the formulas of the methods, written here once more.

use nhi_runtime::StepErrorKind;
use nhi_symbolic::program::{Program, Section};
use num_dual::Dual64;

use crate::step_jacobian::largest_error_from;
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, run_expressions, shared_file};
use crate::support::dual_program::{DualInputs, jacobian_error};
use crate::support::dynamics::State;

const STEP: f64 = 0.02;
const PARAMETERS: [f64; 8] = [1.3, 0.7, 0.4, 0.5, 0.6, 0.2, 0.3, 0.8];
const TORQUE: f64 = 0.9;

fn text() -> String {
    text_of("shared_functions")
}

fn text_of(model: &str) -> String {
    let path = shared_file("generated_vs_interpreter").join(model);
    std::fs::read_to_string(path.with_extension("nhi")).expect("the model")
}

/// A state on the constraint `sin(th) (x' - w sin t) = cos(th) y' + a th'`.
fn start() -> State {
    let (t, th, turning) = (0.3_f64, 0.4_f64, 0.2);
    let [.., a, w] = PARAMETERS;
    let across = (th.sin() * (1.0 - w * t.sin()) - a * turning) / th.cos();
    State {
        q: vec![0.1, -0.2, th, 0.3, 0.9, -0.5, 1.4],
        v: vec![1.0, across, turning, -0.3, 0.5, 0.8, -0.6],
        u: vec![TORQUE],
        t,
    }
}

/// The numbers of calls in a step: outside of iterations, and in one that takes a new Jacobian.
fn calls(program: &Program) -> [usize; 2] {
    let is_call = |section: &&Section| matches!(section, Section::Call(_));
    let sections = &program.function("step").expect("a step").sections;
    let bodies = sections.iter().filter_map(|section| match section {
        Section::Newton(newton) => Some(newton.parts()),
        _ => None,
    });
    let inside = bodies.flatten().filter(is_call).count();
    [sections.iter().filter(is_call).count(), inside]
}

/// The equations of motion as a first-order system, by a program that calls nothing.
struct Field(Compiled);

impl Field {
    fn at(&mut self, y: &[f64], t: f64) -> Vec<f64> {
        let (q, v) = y.split_at(y.len() / 2);
        let state = State {
            q: q.to_vec(),
            v: v.to_vec(),
            u: vec![TORQUE],
            t,
        };
        let mechanics = &mut self.0.mechanics;
        let acceleration = mechanics.acceleration.clone();
        let a = run_expressions(mechanics, &PARAMETERS, &state, &acceleration);
        [v, &a].concat()
    }
}

fn moved(y: &[f64], slopes: &[(f64, &Vec<f64>)]) -> Vec<f64> {
    let entry = |i: usize| {
        slopes
            .iter()
            .fold(y[i], |sum, (h, slope)| sum + h * slope[i])
    };
    (0..y.len()).map(entry).collect()
}

/// The largest difference between a step of an integrator and one by hand.
fn difference(
    integrator: &str,
    wanted: [usize; 2],
    by_hand: fn(&mut Field, &[f64], f64) -> Vec<f64>,
) -> f64 {
    let compiled = Compiled::new(&text(), integrator);
    assert_eq!(calls(&compiled.program), wanted, "{integrator}");
    let start = start();
    let run = Run::new(&compiled, &PARAMETERS, STEP).with_controls(|_| vec![TORQUE]);
    let next: Node = run.step(&run.start(&start.q, &start.v, start.t));
    let found = [next.q, next.reflected].concat();
    let mut field = Field(Compiled::new(&text(), integrator));
    let expected = by_hand(&mut field, &[start.q, start.v].concat(), start.t);
    let differences = found.iter().zip(&expected).map(|(x, y)| (x - y).abs());
    differences.fold(0.0, f64::max)
}

#[test]
fn a_step_that_calls_its_acceleration_is_that_of_the_classical_method() {
    let error = difference("Rk(order = 4)", [4, 0], |field, y, t| {
        let k1 = field.at(y, t);
        let k2 = field.at(&moved(y, &[(STEP / 2.0, &k1)]), t + STEP / 2.0);
        let k3 = field.at(&moved(y, &[(STEP / 2.0, &k2)]), t + STEP / 2.0);
        let k4 = field.at(&moved(y, &[(STEP, &k3)]), t + STEP);
        let weights = [1.0, 2.0, 2.0, 1.0].map(|b| STEP * b / 6.0);
        moved(
            y,
            &[
                (weights[0], &k1),
                (weights[1], &k2),
                (weights[2], &k3),
                (weights[3], &k4),
            ],
        )
    });
    assert!(error < 1e-14, "{error:e}");
}

/// The stages by fixed-point iteration, which contracts by about the step size. Each is evaluated for the residuals, and
/// for their derivatives where these are wanted.
#[test]
fn a_step_whose_equations_call_functions_is_that_of_gauss_collocation() {
    let error = difference("Gauss(stages = 2)", [0, 4], |field, y, t| {
        let r = 3.0_f64.sqrt();
        let a = [[0.25, 0.25 - r / 6.0], [0.25 + r / 6.0, 0.25]];
        let c = [0.5 - r / 6.0, 0.5 + r / 6.0];
        let mut k = [0, 1].map(|i| field.at(y, t + c[i] * STEP));
        for _ in 0..60 {
            k = [0, 1].map(|i| {
                let stage = moved(y, &[(STEP * a[i][0], &k[0]), (STEP * a[i][1], &k[1])]);
                field.at(&stage, t + c[i] * STEP)
            });
        }
        moved(y, &[(STEP / 2.0, &k[0]), (STEP / 2.0, &k[1])])
    });
    assert!(error < 1e-13, "{error:e}");
}

/// The model without controls, with bumps as high as the parameter `d` says.
fn unforced() -> String {
    let forces = "forces(a1 = torque * cos(x) - d * a1_dot.powi(3), th = -torque * cos(x)),";
    let parts = [
        ("controls(torque),", ""),
        (forces, ""),
        ("0.01 * k * bumps", "d * bumps"),
    ];
    parts.iter().fold(text(), |text, (part, other)| {
        assert!(text.contains(part), "{part}");
        text.replace(part, other)
    })
}

/// The same model with a single bump, so that no formula is long.
fn flat() -> String {
    let text = unforced();
    let (before, bumps) = text.split_once("bumps = ").expect("a definition");
    let (_, behind) = bumps.split_once(",\n    ),").expect("its end");
    format!("{before}bumps = exp(sin(x)),\n    ),{behind}")
}

/// Bumps of no height change nothing but the length of formulas.
#[test]
fn steps_whose_stages_call_a_function_are_those_of_stages_that_are_formulas() {
    for (integrator, wanted) in [("Lobatto", [0, 6]), ("VakonomicGauss(stages = 2)", [2, 4])] {
        let [called, inlined] = [unforced(), flat()].map(|text| Compiled::new(&text, integrator));
        assert_eq!(calls(&called.program), wanted, "{integrator}");
        assert_eq!(calls(&inlined.program), [0, 0], "{integrator}");
        let start = start();
        let [m, j, mu, l, k, _, a, w] = PARAMETERS;
        let parameters = [m, j, mu, l, k, 0.0, a, w];
        let [found, expected] = [&called, &inlined].map(|compiled| {
            let run = Run::new(compiled, &parameters, STEP);
            let next = run.step(&run.start(&start.q, &start.v, start.t));
            [next.q, next.reflected].concat()
        });
        assert_close(integrator, &found, &expected, 1e-13);
    }
}

/// Off the constraints, where every term of the field counts. A step of Euler's method of length one, which calls nothing,
/// is the field.
#[test]
fn a_feedback_step_that_calls_its_field_is_that_of_the_classical_method() {
    const PARAMETERS: [f64; 7] = [1.3, 0.7, 0.4, 0.5, 0.6, 0.2, 0.3];
    let text = text_of("shared_field");
    let compiled = |integrator| Compiled::new(&text, integrator);
    let euler = compiled("Feedback(base = Euler, constraint = 2)");
    assert_eq!(calls(&euler.program), [0, 0]);
    let euler = Run::new(&euler, &PARAMETERS, 1.0).with_controls(|_| vec![TORQUE]);
    let rk4 = compiled("Feedback(base = Rk4, constraint = 2)");
    assert_eq!(calls(&rk4.program), [4, 0]);
    let rk4 = Run::new(&rk4, &PARAMETERS, STEP).with_controls(|_| vec![TORQUE]);

    let q = [0.1, -0.2, 0.4, 0.3, 0.9, -0.5];
    let mut start = rk4.start(&q, &[0.0; 6], 0.0);
    let p = [0.9, 0.3, -0.2, 0.4, -0.1, 0.2];
    start.reflected[..6].copy_from_slice(&p);
    let field = |y: &[f64]| {
        let mut node = start.clone();
        node.q.copy_from_slice(&y[..6]);
        node.reflected[..6].copy_from_slice(&y[6..]);
        let next = euler.step(&node);
        let after = [&next.q, &next.reflected[..6]].concat();
        after
            .iter()
            .zip(y)
            .map(|(after, y)| after - y)
            .collect::<Vec<_>>()
    };
    let y = [q, p].concat();
    let k1 = field(&y);
    let k2 = field(&moved(&y, &[(STEP / 2.0, &k1)]));
    let k3 = field(&moved(&y, &[(STEP / 2.0, &k2)]));
    let k4 = field(&moved(&y, &[(STEP, &k3)]));
    let [once, twice] = [STEP / 6.0, STEP / 3.0];
    let expected = moved(&y, &[(once, &k1), (twice, &k2), (twice, &k3), (once, &k4)]);
    let next = rk4.step(&start);
    let found = [&next.q, &next.reflected[..6]].concat();
    assert_close("a step", &found, &expected, 1e-14);
}

/// Newton's method converges with any matrix that is near the Jacobian: that it is the Jacobian is seen here alone.
#[test]
fn the_jacobian_of_equations_that_call_functions_is_that_of_dual_numbers() {
    for integrator in ["Gauss(stages = 2)", "Lobatto"] {
        let error = largest_jacobian_error(&text(), &start(), integrator);
        assert!(error < 1e-12, "{integrator}: {error:e}");
    }
    let unforced_start = State {
        u: Vec::new(),
        ..start()
    };
    let integrator = "VakonomicGauss(stages = 2)";
    let error = largest_jacobian_error(&unforced(), &unforced_start, integrator);
    assert!(error < 1e-12, "{integrator}: {error:e}");
}

/// Two points of the iteration, against dual numbers.
fn largest_jacobian_error(text: &str, start: &State, integrator: &str) -> f64 {
    let compiled = Compiled::new(text, integrator);
    let mechanics = &compiled.mechanics;
    let parameters = mechanics.model.parameters.iter().map(|x| x.symbol);
    let mut inputs: Vec<_> = parameters.zip(PARAMETERS).collect();
    inputs.push((mechanics.step_size, STEP));
    inputs.push((mechanics.model.time, start.t));
    let entries = compiled.scheme.state.iter().flat_map(|part| &part.symbols);
    let values = [&start.q[..], &start.v, &start.u].concat();
    inputs.extend(entries.copied().zip(values));
    let nodes = compiled.scheme.control_nodes.iter();
    inputs.extend(nodes.flat_map(|node| node.symbols.iter().map(|&u| (u, TORQUE))));
    let inputs = inputs
        .into_iter()
        .map(|(x, value)| (x, Dual64::from(value)));
    let inputs: DualInputs = inputs.collect();
    let errors = [0.0, 0.1].map(|offset| jacobian_error(&compiled.program, inputs.clone(), offset));
    errors[0].max(errors[1])
}

#[test]
fn the_derivatives_of_a_step_that_calls_functions_are_those_of_dual_numbers() {
    for integrator in ["Rk(order = 2)", "Gauss(stages = 2)", "Lobatto"] {
        let error = largest_error_from(&text(), &PARAMETERS, &start(), integrator);
        let error = error.expect("an integrator that takes the model");
        assert!(error < 1e-11, "{integrator}: {error:e}");
    }
    let start = State {
        u: Vec::new(),
        ..start()
    };
    let integrator = "VakonomicGauss(stages = 2)";
    let error = largest_error_from(&unforced(), &PARAMETERS, &start, integrator);
    let error = error.expect("an integrator that takes the model");
    assert!(error < 1e-11, "{integrator}: {error:e}");
}

/// A skate and a wheel on a slider among bumps: dependent where the wheel stands along the skate while the crank is at
/// rest on its dead point.
fn dead_point() -> String {
    let bumps = (1..20).map(|i| format!("exp(sin({i} * x) * cos({i} * y))"));
    let bumps: Vec<_> = bumps.collect();
    format!(
        "#[nonholonomic(
            coordinates(x, y, slider, skate, wheel, crank),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + slider_dot.powi(2))
                + 0.5 * (skate_dot.powi(2) + wheel_dot.powi(2) + crank_dot.powi(2)) - 1e-3 * ({}),
            constraints(
                edge  = sin(skate) * x_dot - cos(skate) * y_dot,
                rolls = sin(wheel) * x_dot - cos(wheel) * y_dot + sin(crank) * slider_dot,
            ),
            integrators(Rk),
        )]
        struct DeadPoint {{ m: f64 }}",
        bumps.join(" + ")
    )
}

/// The divisions are in the function, which tells its caller the pivots behind them.
#[test]
fn a_function_that_divides_by_round_off_is_not_stepped_through() {
    const H: f64 = 0.05;
    const RATE: f64 = 0.5;
    let compiled = Compiled::new(&dead_point(), "Rk(order = 4)");
    assert_eq!(calls(&compiled.program), [4, 0]);
    let run = Run::new(&compiled, &[1.3], H);
    let (skate, before) = (0.3_f64, -10.0 * H * RATE);
    let q = [0.0, 0.0, 0.0, skate, skate + before, before];
    let v = [skate.cos(), skate.sin(), -1.0, 0.0, RATE, RATE];
    let mut node = run.start(&q, &v, 0.0);
    for _ in 0..20 {
        match run.try_step(&node) {
            Ok(next) => node = next,
            Err(error) => {
                assert!(
                    matches!(error.kind, StepErrorKind::Singular { .. }),
                    "{error}"
                );
                assert!(error.time > 0.4 && error.time < 0.6, "{error}");
                return;
            }
        }
    }
    panic!("the motion passes the configuration");
}
