//! Generated methods with their own step size against closed forms.

use std::f64::consts::PI;

use nhi::{StepErrorKind, Stepper, nonholonomic};

/// A sleigh in coordinates of its centre of mass, at the distance `a` from the blade.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Dop853(tolerance = 1e-12), Taylor),
)]
#[derive(Clone, Debug)]
struct Sleigh {
    inertia: f64,
    m: f64,
    a: f64,
}

#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * stiffness * x.powi(2),
    integrators(Dop853),
)]
#[derive(Clone, Debug)]
struct Oscillator {
    stiffness: f64,
}

/// A disk that rolls and turns on a slope, with the velocity of its contact.
#[nonholonomic(
    coordinates(x, y, phi, theta),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * theta_dot.powi(2)
        + 0.5 * j * phi_dot.powi(2) - m * slope * x,
    constraints(along = x_dot - r * theta_dot * cos(phi), across = y_dot - r * theta_dot * sin(phi)),
    integrators(Dop853(tolerance = 1e-11)),
)]
#[derive(Clone, Debug)]
struct Disk {
    m: f64,
    i: f64,
    j: f64,
    r: f64,
    slope: f64,
}

/// A mass on a spring with dry friction.
#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * x.powi(2),
    forces(x = -mu * sign(x_dot)),
    integrators(Dop853, Taylor),
)]
#[derive(Clone, Debug)]
struct Rubbing {
    mu: f64,
}

/// A mass that is pushed with a force which the ground limits.
#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2),
    controls(push),
    forces(x = min(push, grip) - step(t - 1)),
    integrators(Dop853, Taylor),
)]
#[derive(Clone, Debug)]
struct Pushed {
    grip: f64,
}

/// Free fall onto a centre: the speed grows beyond all bounds.
#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot.powi(2) + 1 / x, integrators(Dop853))]
#[derive(Clone, Debug)]
struct Falling {}

/// Returns the largest error in rows at the distance `h`, over eight units of time, from the closed
/// form `v = u tanh s`, `c w = u sech s`, `theta = c/a gd(s)` with `s = a u t / c^2`,
/// `c^2 = I/m + a^2`.
macro_rules! error_of_sleigh {
    ($integrator:ident, $h:expr) => {{
        let (inertia, m, a) = (0.9, 1.5, 0.6);
        let c = f64::sqrt(inertia / m + a * a);
        let u = 1.3;
        let (s_0, rate) = (-1.1, a * u / (c * c));
        let gd = |s: f64| 2.0 * f64::atan(f64::tanh(0.5 * s));
        let exact = |t: f64| {
            let s = s_0 + rate * t;
            (c / a * gd(s), u * s.tanh(), u / (c * s.cosh()))
        };
        let (theta, v, w) = exact(0.0);
        let q = SleighCoordinates {
            theta,
            x: 0.0,
            y: 0.0,
        };
        let start = SleighVelocities {
            theta_dot: w,
            x_dot: v * theta.cos() - a * w * theta.sin(),
            y_dot: v * theta.sin() + a * w * theta.cos(),
        };
        let stepper = Sleigh { inertia, m, a }.$integrator($h).unwrap();
        let mut state = stepper.start(0.0, q, start, &()).unwrap();
        let mut worst = 0.0_f64;
        while stepper.time(&state).abs() < 8.0 {
            state = stepper.step(&state, &()).unwrap();
            let sample = stepper.sample(&state).unwrap();
            let (theta, v, w) = exact(sample.t);
            let along = theta.cos() * sample.v.x_dot + theta.sin() * sample.v.y_dot;
            for error in [sample.q.theta - theta, along - v, sample.v.theta_dot - w] {
                worst = worst.max(error.abs());
            }
        }
        worst
    }};
}

/// A few hundred tolerances, or round-off, whatever the distance of the rows.
#[test]
fn the_sleigh_follows_its_closed_form() {
    for h in [0.01, 0.3, 4.0, -0.2] {
        let error = error_of_sleigh!(dop853, h);
        assert!(error < 300e-12, "{h}: {error:e}");
        let error = error_of_sleigh!(taylor, h);
        assert!(error < 1e-14, "{h}: {error:e}");
    }
}

/// Each half period is a cosine about `mu` or `-mu`, up to a zero of the velocity. Steps end at these
/// zeros, so the error is that of smooth motions. In the end the mass sticks, and the step fails.
macro_rules! rubs {
    ($integrator:ident, $h:expr, $bound:expr) => {{
        let mu = 0.1;
        let stepper = Rubbing { mu }.$integrator($h).unwrap();
        let (q, v) = (
            RubbingCoordinates { x: 1.05 },
            RubbingVelocities { x_dot: 0.0 },
        );
        let mut state = stepper.start(0.0, q, v, &()).unwrap();
        let failed = loop {
            match stepper.step(&state, &()) {
                Ok(next) => state = next,
                Err(failed) => break failed,
            }
            let sample = stepper.sample(&state).unwrap();
            let half = (sample.t / PI).floor();
            let side = if half % 2.0 == 0.0 { 1.0 } else { -1.0 };
            let (amplitude, angle) = (0.95 - 0.2 * half, sample.t - PI * half);
            let x = side * (amplitude * angle.cos() + mu);
            let error = (sample.q.x - x).hypot(sample.v.x_dot + side * amplitude * angle.sin());
            assert!(error < $bound, "{}: {error:e}", sample.t);
        };
        let StepErrorKind::TooManySwitches { time, .. } = failed.kind else {
            panic!("{failed}");
        };
        assert!((time - 5.0 * PI).abs() < 1e-5, "{time}");
    }};
}

#[test]
fn steps_end_where_friction_changes_its_sign() {
    for h in [0.05, 0.7, 2.0] {
        rubs!(dop853, h, 1e-7);
        rubs!(taylor, h, 1e-13);
    }
}

/// The limit acts from row to row, with the control; the step of the force is within one.
#[test]
fn held_controls_may_switch() {
    let model = Pushed { grip: 2.0 };
    let control = |t: f64| PushedControls {
        push: if t < 0.5 { 3.0 } else { 1.5 },
    };
    let (q, v) = (
        PushedCoordinates { x: 0.0 },
        PushedVelocities { x_dot: 0.0 },
    );
    let expected = 2.0 * 0.8 + 1.5 * 1.2 - 1.0;
    let stepper = model.dop853(0.4).unwrap();
    let mut state = stepper.start(0.0, q, v, &control).unwrap();
    for _ in 0..5 {
        state = stepper.step(&state, &control).unwrap();
    }
    let found = stepper.sample(&state).unwrap().v.x_dot;
    assert!((found - expected).abs() < 1e-9, "{found}");
}

/// The error of a thousand radians is a few tolerances for each.
#[test]
fn the_oscillator_keeps_its_phase() {
    let oscillator = Oscillator { stiffness: 4.0 };
    let stepper = oscillator.dop853(2.5).unwrap();
    let (q, v) = (
        OscillatorCoordinates { x: 1.0 },
        OscillatorVelocities { x_dot: 0.0 },
    );
    let mut state = stepper.start(-3.0, q, v, &()).unwrap();
    for _ in 0..200 {
        state = stepper.step(&state, &()).unwrap();
        let sample = stepper.sample(&state).unwrap();
        let angle = 2.0 * (sample.t + 3.0);
        let error = (sample.q.x - angle.cos()).hypot(0.5 * sample.v.x_dot + angle.sin());
        assert!(error < 10e-9 * (1.0 + angle), "{angle}: {error:e}");
    }
}

/// The rate of turn is constant, the energy too, and the disk rolls as it turns.
#[test]
fn the_disk_keeps_its_invariants() {
    let disk = Disk {
        m: 1.2,
        i: 0.4,
        j: 0.3,
        r: 0.5,
        slope: 0.7,
    };
    let stepper = disk.dop853(0.5).unwrap();
    let (spin, turn) = (2.0, 1.7);
    let q = DiskCoordinates {
        x: 0.0,
        y: 0.0,
        phi: 0.4,
        theta: 0.0,
    };
    let v = DiskVelocities {
        x_dot: disk.r * spin * q.phi.cos(),
        y_dot: disk.r * spin * q.phi.sin(),
        phi_dot: turn,
        theta_dot: spin,
    };
    let energy = disk.energy(&q, &v);
    let mut state = stepper.start(0.0, q, v, &()).unwrap();
    for _ in 0..100 {
        state = stepper.step(&state, &()).unwrap();
        let sample = stepper.sample(&state).unwrap();
        assert!((sample.v.phi_dot - turn).abs() < 1e-13);
        assert!((sample.q.phi - q.phi - turn * sample.t).abs() < 1e-9);
        let deviation = disk.energy(&sample.q, &sample.v) - energy;
        assert!(deviation.abs() < 1e-8, "{}: {deviation:e}", sample.t);
        for residual in disk.constraint_residual(&sample.q, &sample.v).iter() {
            assert!(residual.abs() < 1e-15);
        }
    }
}

/// From rest at 1 it takes `pi / (2 sqrt 2)` to the centre.
#[test]
fn a_motion_that_ends_reports_where_and_leaves_the_state() {
    let falling = Falling {};
    let stepper = falling.dop853(0.5).unwrap();
    let (q, v) = (
        FallingCoordinates { x: 1.0 },
        FallingVelocities { x_dot: 0.0 },
    );
    let mut state = stepper.start(0.0, q, v, &()).unwrap();
    let end = std::f64::consts::PI / 8.0_f64.sqrt();
    let failed = loop {
        let before = state;
        match stepper.step(&state, &()) {
            Ok(next) => state = next,
            Err(error) => {
                assert_eq!(state, before);
                break error;
            }
        }
    };
    assert_eq!(failed.time, 1.0);
    let (StepErrorKind::StepSizeUnderflow { time, .. }
    | StepErrorKind::TooManySteps { time, .. }
    | StepErrorKind::NonFiniteMotion { time }) = failed.kind
    else {
        panic!("{failed}");
    };
    assert!((time - end).abs() < 1e-6, "{failed}");
    assert!(stepper.sample(&state).unwrap().q.x > 0.0);
}
