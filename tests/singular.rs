//! Compiled steppers at a configuration where constraints depend on each other.

#![allow(unreachable_pub)]

use core::f64::consts::FRAC_PI_2;

use nhi::{ModelMatrix, StepErrorKind, Stepper, nonholonomic};

/// The snakeboard with the one-forms of its paper, which are dependent where the wheels stand at a right angle.
#[nonholonomic(
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + 0.1 * phi_dot.powi(2)
        + 0.5 * (m - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid  = cos(theta + phi) * y_dot - sin(theta + phi) * x_dot - cos(phi) * theta_dot,
        steer = cos(theta - phi) * y_dot - sin(theta - phi) * x_dot + cos(phi) * theta_dot,
    ),
    integrators(Gni, Shake, Rattle, Dla, Dap, Mla, Rk, Gauss, Lobatto),
)]
#[derive(Clone, Debug)]
struct Board {
    m: f64,
    i_rotor: f64,
}

const MASSES: [[f64; 2]; 12] = [
    [1.0, 0.5],
    [1.0, 0.1],
    [1.3, 0.7],
    [2.0, 0.3],
    [2.7, 1.9],
    [3.1, 0.11],
    [0.7, 0.3],
    [0.37, 0.05],
    [5.9, 2.3],
    [11.0, 0.9],
    [0.13, 0.07],
    [17.3, 9.1],
];

const H: f64 = 0.05;
const RATE: f64 = 0.5;

/// Starts at the configuration, and ten steps before it.
fn is_refused<S>(stepper: S)
where
    S: Stepper<
            Scalar = f64,
            Coordinates = BoardCoordinates,
            Velocities = BoardVelocities,
            Controls = (),
        >,
{
    let v = [0.7, RATE, 0.0, 0.0, 0.0].into();
    let at = [0.0, FRAC_PI_2, 0.3, 0.0, 0.0].into();
    let error = stepper.start(0.0, at, v, &()).err().expect("an error");
    let StepErrorKind::Singular { matrix, name, .. } = error.kind else {
        panic!("{error}");
    };
    assert_eq!((matrix, name), (ModelMatrix::Constraints, "steer"));

    let before = [0.0, FRAC_PI_2 - 10.0 * H * RATE, 0.3, 0.0, 0.0].into();
    let mut state = stepper.start(0.0, before, v, &()).unwrap();
    for _ in 0..20 {
        let next = stepper
            .sample(&state)
            .and_then(|_| stepper.step(&state, &()));
        match next {
            Ok(next) => state = next,
            Err(error) => {
                assert!(error.time > 0.4 && error.time < 0.6, "{error}");
                return;
            }
        }
    }
    panic!("the motion passes the configuration");
}

#[test]
fn compiled_steppers_refuse_it_for_all_masses() {
    for [m, i_rotor] in MASSES {
        let board = Board { m, i_rotor };
        is_refused(board.gni(H).unwrap());
        is_refused(board.shake(H).unwrap());
        is_refused(board.rattle(H).unwrap());
        is_refused(board.dla(H).unwrap());
        is_refused(board.dap(H).unwrap());
        is_refused(board.mla(H).unwrap());
        is_refused(board.rk(H).unwrap());
        is_refused(board.gauss(H).unwrap());
        is_refused(board.lobatto(H).unwrap());
    }
}

/// A skate and a wheel on a slider: dependent where the wheel stands along the skate while the crank is at rest
/// on its dead point. A basis of the distribution has one vector `(sin(crank), -sin(wheel - skate))` there.
#[nonholonomic(
    coordinates(x, y, slider, skate, wheel, crank),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + slider_dot.powi(2))
        + 0.5 * (skate_dot.powi(2) + wheel_dot.powi(2) + crank_dot.powi(2)),
    constraints(
        edge  = sin(skate) * x_dot - cos(skate) * y_dot,
        rolls = sin(wheel) * x_dot - cos(wheel) * y_dot + sin(crank) * slider_dot,
    ),
    integrators(Gni, Shake, Rattle, Dla, Dap, Mla, Rk),
)]
#[derive(Clone, Debug)]
struct DeadPoint {
    m: f64,
}

/// Steps through the configuration without samples, which would look at every matrix of the model.
fn does_not_step_through<S>(name: &str, stepper: S)
where
    S: Stepper<
            Scalar = f64,
            Coordinates = DeadPointCoordinates,
            Velocities = DeadPointVelocities,
            Controls = (),
        >,
{
    let (skate, before) = (0.3_f64, -10.0 * H * RATE);
    let q = [0.0, 0.0, 0.0, skate, skate + before, before].into();
    let v = [skate.cos(), skate.sin(), -1.0, 0.0, RATE, RATE].into();
    let mut state = stepper.start(0.0, q, v, &()).unwrap();
    for _ in 0..20 {
        match stepper.step(&state, &()) {
            Ok(next) => state = next,
            Err(error) => {
                assert!(error.time > 0.4 && error.time < 0.6, "{error}");
                return;
            }
        }
    }
    let last = stepper.sample(&state).unwrap();
    panic!("{name} passes the configuration: {:?}", last.v);
}

#[test]
fn steps_in_null_space_form_refuse_it() {
    let model = DeadPoint { m: 1.3 };
    does_not_step_through("gni", model.gni(H).unwrap());
    does_not_step_through("shake", model.shake(H).unwrap());
    does_not_step_through("rattle", model.rattle(H).unwrap());
    does_not_step_through("dla", model.dla(H).unwrap());
    does_not_step_through("dap", model.dap(H).unwrap());
    does_not_step_through("mla", model.mla(H).unwrap());
    does_not_step_through("rk", model.rk(H).unwrap());
}
