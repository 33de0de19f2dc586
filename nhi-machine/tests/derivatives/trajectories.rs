//! Gradients of trajectories.

use std::convert::Infallible;

use nhi_machine::{Input, Machine, MachineStepper, Sample, Weights, no_controls};

use crate::support::{along, difference, dot, largest, machine, model};

const PARAMETERS: [f64; 4] = [1.0, 1.0, 0.5, 1.5];
const I_ROTOR: usize = 2;
const H: f64 = 0.05;
const STEPS: usize = 20;

/// The initial values of the scenario `snakeboard_free`.
fn initial() -> ([f64; 5], [f64; 5]) {
    let phi = std::f64::consts::FRAC_PI_3;
    let q = [std::f64::consts::FRAC_PI_2, phi, 0.0, 0.0, 0.0];
    (q, [2.5, -0.02, -phi.tan() * X_DOT, X_DOT, 0.0])
}

const X_DOT: f64 = 1.041_265_877_365_274;

fn snakeboard(integrator: &str) -> Machine {
    machine(&model("snakeboard"), integrator).unwrap()
}

/// Constant torques.
fn torques(_: f64, u: &mut [f64]) -> Result<(), Infallible> {
    u.copy_from_slice(&[0.1, 0.2]);
    Ok(())
}

/// Returns the configuration after `STEPS` steps.
fn end(machine: &Machine, parameters: &[f64], h: f64) -> Vec<f64> {
    let stepper = machine.stepper(parameters, h).unwrap();
    let (q, v) = initial();
    let mut state = stepper.start(0.0, &q, &v, &[], torques).unwrap();
    for _ in 0..STEPS {
        state = stepper.step(&state, torques).unwrap();
    }
    stepper.sample(&state).unwrap().q
}

/// Returns the derivative of the configuration at the end with respect to `i_rotor` by differences,
/// with an estimate of their error.
fn by_differences(machine: &Machine) -> Vec<f64> {
    let f = |s: f64| {
        let mut parameters = PARAMETERS;
        parameters[I_ROTOR] += s;
        Some(end(machine, &parameters, H))
    };
    let (slope, error) = difference(f, 2e-3).unwrap();
    assert!(largest(&error) < 1e-9, "{error:?}");
    slope
}

/// Returns the same by the chain rule over the Jacobians of the start, the steps and the sample.
fn by_jacobians(stepper: &MachineStepper) -> Vec<f64> {
    let (q, v) = initial();
    let started = stepper.start_derivative(0.0, &q, &v, &[], torques);
    let (mut state, derivative) = started.unwrap();
    let n = state.entries.len();
    let column = |columns: Vec<f64>, rows: usize| columns[I_ROTOR * rows..][..rows].to_vec();
    let mut slope = column(derivative.columns(Input::Parameters).unwrap(), n);
    for _ in 0..STEPS {
        let (next, derivative) = stepper.step_derivative(&state, torques).unwrap();
        let mut of_next = column(derivative.columns(Input::Parameters).unwrap(), n);
        let columns = derivative.columns(Input::State).unwrap();
        for (column, slope) in columns.chunks(n).zip(&slope) {
            of_next = along(&of_next, *slope, column);
        }
        (state, slope) = (next, of_next);
    }
    let (_, derivative) = stepper.sample_derivative(&state).unwrap();
    let rows = derivative.results();
    let mut of_sample = column(derivative.columns(Input::Parameters).unwrap(), rows);
    let columns = derivative.columns(Input::State).unwrap();
    for (column, slope) in columns.chunks(rows).zip(&slope) {
        of_sample = along(&of_sample, *slope, column);
    }
    of_sample[..5].to_vec()
}

/// Returns the gradient of a coordinate at the end.
fn of_coordinate(stepper: &MachineStepper, coordinate: usize) -> nhi_machine::Gradient {
    let (q, v) = initial();
    let at_end = |node: usize, _: &Sample, weights: &mut Weights| {
        if node == STEPS {
            weights.q[coordinate] = 1.0;
        }
    };
    let controls = |_, t, u: &mut [f64]| torques(t, u);
    let gradient = stepper.gradient(0.0, &q, &v, &[], STEPS, controls, at_end);
    gradient.unwrap()
}

/// The state of `Mla` holds momenta, so the parameters also act through the start.
#[test]
fn a_parameter_also_acts_through_the_start() {
    for integrator in [
        "Mla",
        "Gni",
        "Dla",
        "Rattle",
        "Gauss(stages = 2)",
        "Mla(order = 4)",
    ] {
        let machine = snakeboard(integrator);
        let stepper = machine.stepper(&PARAMETERS, H).unwrap();
        let expected = by_differences(&machine);
        let jacobians = by_jacobians(&stepper);
        let products = (0..5).map(|i| of_coordinate(&stepper, i).parameters[I_ROTOR]);
        let products: Vec<_> = products.collect();
        println!("{integrator}: {expected:?}");
        for ((expected, jacobian), product) in expected.iter().zip(&jacobians).zip(&products) {
            assert!(
                (jacobian - expected).abs() < 1e-9,
                "{integrator}: {jacobian:e} for {expected:e}"
            );
            assert!(
                (product - jacobian).abs() < 1e-12,
                "{integrator}: {product:e}, {jacobian:e}"
            );
        }
        if integrator == "Mla" {
            let [psi, _, theta, x, y] = expected[..] else {
                panic!("five coordinates")
            };
            let rounded = [-0.127, -0.073, -0.012, -0.040];
            let found = [psi, theta, x, y];
            assert!(
                found.iter().zip(rounded).all(|(a, b)| (a - b).abs() < 5e-4),
                "{found:?}"
            );
        }
    }
}

/// Everything that the cost below depends on.
#[derive(Clone)]
struct Setting {
    t: f64,
    h: f64,
    v: Vec<f64>,
    parameters: Vec<f64>,
    /// The coefficients of the controls, which are polynomials of the time.
    controls: [f64; 4],
}

impl Setting {
    fn new() -> Self {
        Self {
            t: 0.3,
            h: H,
            v: initial().1.to_vec(),
            parameters: PARAMETERS.to_vec(),
            controls: [0.4, -0.3, 0.5, 0.2],
        }
    }

    fn read(&self) -> impl Fn(f64, &mut [f64]) -> Result<(), Infallible> + use<> {
        let [a, b, c, d] = self.controls;
        move |t, u| {
            u.copy_from_slice(&[a + b * t, c * t + d * t * t]);
            Ok(())
        }
    }

    /// Returns the sum of squares of sampled numbers, weighted with the node.
    fn cost(&self, machine: &Machine, steps: usize) -> f64 {
        let stepper = machine.stepper(&self.parameters, self.h).unwrap();
        let started = stepper.start(self.t, &initial().0, &self.v, &[], self.read());
        let mut state = started.unwrap();
        let mut cost = 0.0;
        for node in 0..=steps {
            let sample = stepper.sample(&state).unwrap();
            let all = [sample.q, sample.v, sample.lambda].concat();
            cost += 0.5 * (1.0 + node as f64) * dot(&all, &all);
            if node < steps {
                state = stepper.step(&state, self.read()).unwrap();
            }
        }
        cost
    }
}

fn weigh(node: usize, sample: &Sample, weights: &mut Weights) {
    let pairs = [
        (&mut weights.q, &sample.q),
        (&mut weights.v, &sample.v),
        (&mut weights.lambda, &sample.lambda),
    ];
    for (weights, values) in pairs {
        for (weight, value) in weights.iter_mut().zip(values) {
            *weight = (1.0 + node as f64) * value;
        }
    }
}

/// Costs of all samples of trajectories of several lengths, with respect to everything. The rates of
/// controls that depend on the time are added by the chain rule.
#[test]
fn gradients_of_trajectories() {
    for integrator in ["Mla", "Gni", "Rk(order = 4)", "Mla(order = 4)", "Rattle"] {
        let machine = snakeboard(integrator);
        let setting = Setting::new();
        for steps in [0, 1, 7, 16] {
            let what = format!("{integrator}, {steps} steps");
            let stepper = machine.stepper(&setting.parameters, setting.h).unwrap();
            let (q, v) = (initial().0, &setting.v);
            let read = setting.read();
            let controls = |_, t, u: &mut [f64]| read(t, u);
            let gradient = stepper
                .gradient(setting.t, &q, v, &[], steps, controls, weigh)
                .unwrap();
            let times = gradient
                .controls
                .iter()
                .map(|(t, _)| *t)
                .collect::<Vec<_>>();
            assert!(times.is_sorted(), "{what}: {times:?}");
            let compare =
                |name: &str, product: f64, increment: f64, f: &dyn Fn(&mut Setting, f64)| {
                    let cost = |s: f64| {
                        let mut moved = setting.clone();
                        f(&mut moved, s);
                        Some(vec![moved.cost(&machine, steps)])
                    };
                    let (expected, error) = difference(cost, increment).unwrap();
                    let size = expected[0].abs().max(1.0);
                    assert!(
                        error[0] < 1e-8 * size,
                        "{what}, {name}: {error:?} of {expected:?}"
                    );
                    let off = (product - expected[0]).abs();
                    assert!(
                        off < 1e-8 * size,
                        "{what}, {name}: {product:e} for {expected:?}"
                    );
                };
            for i in 0..4 {
                // Other lengths have other admissible velocities.
                if machine.names().parameters[i] == "l" {
                    continue;
                }
                compare("parameter", gradient.parameters[i], 1e-3, &|x, s| {
                    x.parameters[i] += s;
                });
            }
            // The rotor's velocity is in no constraint.
            compare("v", gradient.v[0], 1e-3, &|x, s| x.v[0] += s);
            let sum = |f: &dyn Fn(f64, &[f64]) -> f64| -> f64 {
                gradient.controls.iter().map(|(t, of)| f(*t, of)).sum()
            };
            compare("a", sum(&|_, of| of[0]), 1e-3, &|x, s| x.controls[0] += s);
            compare("b", sum(&|t, of| t * of[0]), 1e-3, &|x, s| {
                x.controls[1] += s;
            });
            compare("c", sum(&|t, of| t * of[1]), 1e-3, &|x, s| {
                x.controls[2] += s;
            });
            compare("d", sum(&|t, of| t * t * of[1]), 1e-3, &|x, s| {
                x.controls[3] += s;
            });
            let [_, b, c, d] = setting.controls;
            let rate = |t: f64, of: &[f64]| b * of[0] + (c + 2.0 * d * t) * of[1];
            compare("t", gradient.time + sum(&rate), 1e-3, &|x, s| x.t += s);
            let by_h = sum(&|t, of| rate(t, of) * (t - setting.t) / setting.h);
            compare("h", gradient.step_size + by_h, 1e-4, &|x, s| x.h += s);
        }
    }
}

/// The derivatives for many steps need the states of few.
#[test]
fn a_long_gradient_needs_little_memory() {
    let machine = snakeboard("Gni");
    let stepper = machine.stepper(&PARAMETERS, 0.01).unwrap();
    let (q, v) = initial();
    let measure = |steps: usize| {
        let most = allocation_counter::measure(|| {
            let controls = |_, t, u: &mut [f64]| no_controls(t, u);
            let gradient = stepper.gradient(0.0, &q, &v, &[], steps, controls, weigh);
            gradient.unwrap();
        });
        most.bytes_max
    };
    let (few, many) = (measure(100), measure(10_000));
    // The list of gradients by controls grows with the steps, by 3 nodes of at most 100 bytes each.
    assert!(many < few + 10_000 * 300, "{few} and {many} bytes");
}

/// Torques that are constant in each step and jump between them.
fn jumping(scale: f64) -> impl Fn(usize, f64, &mut [f64]) -> Result<(), Infallible> {
    move |step, _, u| {
        let (sine, cosine) = (step as f64).powf(1.5).sin_cos();
        u.copy_from_slice(&[scale * sine, scale * cosine]);
        Ok(())
    }
}

#[test]
fn controls_may_jump_between_steps() {
    for integrator in ["Mla", "Gni", "Gauss(stages = 2)", "Rk(order = 4)"] {
        let machine = snakeboard(integrator);
        let stepper = machine.stepper(&PARAMETERS, H).unwrap();
        let (q, v) = initial();
        let end = |scale: f64| {
            let torques = jumping(scale);
            let read = |t: f64, u: &mut [f64]| torques(0, t, u);
            let mut state = stepper.start(0.0, &q, &v, &[], read).unwrap();
            for step in 0..STEPS {
                let read = |t: f64, u: &mut [f64]| torques(step, t, u);
                state = stepper.step(&state, read).unwrap();
            }
            Some(vec![stepper.sample(&state).unwrap().q[3]])
        };
        let (slope, error) = difference(|s| end(0.3 + s), 2e-3).unwrap();
        let at_end = |node: usize, _: &Sample, weights: &mut Weights| {
            weights.q[3] = f64::from(u8::from(node == STEPS));
        };
        let gradient = stepper.gradient(0.0, &q, &v, &[], STEPS, jumping(0.3), at_end);
        let controls = gradient.unwrap().controls;
        // The start reads the controls at most once, before all steps.
        let (in_start, in_step) = (controls.len() % STEPS, controls.len() / STEPS);
        let along = controls.iter().enumerate().map(|(place, (_, slope))| {
            let step = place.saturating_sub(in_start) / in_step;
            let mut rate = [0.0; 2];
            jumping(1.0)(step, 0.0, &mut rate).unwrap();
            dot(slope, &rate)
        });
        let found: f64 = along.sum();
        assert!(error[0] < 1e-9, "{integrator}: {error:?}");
        assert!(
            (found - slope[0]).abs() < 1e-9 && found.abs() > 1e-3,
            "{integrator}: {found:e} for {slope:?}"
        );
    }
}
