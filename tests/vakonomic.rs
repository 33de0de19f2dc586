//! Generated vakonomic integrators as users call them.

#![allow(unreachable_pub)]

use nhi::{StepErrorKind, nonholonomic};

mod bowl {
    use nhi::nonholonomic;
    include!("models/vehicle_in_bowl.nhi");
}

mod circle {
    use nhi::nonholonomic;
    include!("models/two_wheeled_vehicle.nhi");
}

use bowl::{
    VehicleInBowl, VehicleInBowlCoordinates, VehicleInBowlMultipliers, VehicleInBowlVelocities,
};
use circle::{
    TwoWheeledVehicle, TwoWheeledVehicleCoordinates, TwoWheeledVehicleMultipliers,
    TwoWheeledVehicleVelocities,
};

/// The start of `scenarios/vehicle_in_bowl.toml`. The multipliers are not bounded by the energy, and the error is largest
/// where they are: it goes back when they do. Behind these steps rounding decides where that is: the motion is chaotic,
/// and starts 1e-13 apart have errors of 1e-6 or of 1e-1 there.
#[test]
fn the_energy_error_in_the_bowl_is_bounded_over_fifty_thousand_steps() {
    let vehicle = VehicleInBowl {
        alpha: 1.0,
        beta: 1.0,
        length: 0.3,
    };
    let q = VehicleInBowlCoordinates {
        x: 0.3,
        y: 0.1,
        theta: 0.2,
        phi: 0.5,
    };
    let v = VehicleInBowlVelocities {
        x_dot: 0.1 * 0.5_f64.cos(),
        y_dot: 0.1 * 0.5_f64.sin(),
        theta_dot: 0.1 * 0.3_f64.sin() / 0.3,
        phi_dot: 0.1,
    };
    let lambda = VehicleInBowlMultipliers {
        front: 0.1,
        rear: 0.1,
    };
    let stepper = vehicle.vakonomic_gauss(0.05).unwrap();
    let mut state = stepper.start_with(0.0, q, v, lambda, &()).unwrap();
    let first = vehicle.energy(&q, &v);
    let mut worst = [0.0_f64; 10];
    for part in &mut worst {
        for _ in 0..5_000 {
            state = stepper.step(&state, &()).unwrap();
            let sample = stepper.sample(&state).unwrap();
            *part = part.max((vehicle.energy(&sample.q, &sample.v) - first).abs());
        }
    }
    println!("{worst:?}");
    let highest = worst.iter().copied().fold(0.0, f64::max);
    assert!(highest < 1e-4 && worst[9] < 1e-2 * highest, "{worst:?}");
}

fn vehicle() -> (
    TwoWheeledVehicle,
    TwoWheeledVehicleCoordinates,
    TwoWheeledVehicleVelocities,
) {
    let vehicle = TwoWheeledVehicle {
        alpha: 1.0,
        beta: 1.0,
        length: 0.3,
    };
    let q = [0.3, 0.0, 0.0, core::f64::consts::FRAC_PI_2];
    (vehicle, q.into(), [0.0, 0.3, 1.0, 1.0].into())
}

#[test]
fn the_start_without_multipliers_takes_zeros() {
    let (vehicle, q, v) = vehicle();
    let stepper = vehicle.vakonomic_gauss(0.1).unwrap();
    let zeros = TwoWheeledVehicleMultipliers::from([0.0; 2]);
    let with = stepper.start_with(0.0, q, v, zeros, &()).unwrap();
    assert_eq!(stepper.start(0.0, q, v, &()).unwrap(), with);
    let others = TwoWheeledVehicleMultipliers::from([0.0, -0.3]);
    let others = stepper.start_with(0.0, q, v, others, &()).unwrap();
    assert_eq!(others.p, [0.0, 0.0, 1.09, 1.0]);
    assert_ne!(others.p, with.p);
}

#[test]
fn momenta_determine_velocity_and_multipliers() {
    let (vehicle, q, v) = vehicle();
    let stepper = vehicle.vakonomic_gauss(0.1).unwrap();
    let state = stepper.start_from_momentum(0.0, q, [0.0, 0.0, 1.09, 1.0]);
    let sample = stepper.sample(&state.unwrap()).unwrap();
    let expected: [f64; 4] = v.into();
    for (found, expected) in <[f64; 4]>::from(sample.v).iter().zip(expected) {
        assert!((found - expected).abs() < 1e-15);
    }
    assert!(sample.lambda.front.abs() < 1e-15 && (sample.lambda.rear + 0.3).abs() < 1e-15);
    let infinite = stepper.start_from_momentum(0.0, q, [f64::INFINITY; 4]);
    assert_eq!(infinite.unwrap_err().kind, StepErrorKind::NonFiniteInput);
}

/// Through one configuration and velocity go a nonholonomic and many vakonomic motions.
#[test]
fn nonholonomic_and_vakonomic_motions_of_one_start_are_apart() {
    let (vehicle, ..) = vehicle();
    let steering = 0.4_f64;
    let q = TwoWheeledVehicleCoordinates::from([0.0, 0.0, 0.0, steering]);
    let (sin, cos) = steering.sin_cos();
    let v = TwoWheeledVehicleVelocities::from([cos, sin, sin / 0.3, 0.2]);
    let (gni, gauss) = (
        vehicle.gni(0.01).unwrap(),
        vehicle.vakonomic_gauss(0.01).unwrap(),
    );
    let mut dynamic = gni.start(0.0, q, v, &()).unwrap();
    let mut stationary = gauss.start(0.0, q, v, &()).unwrap();
    for _ in 0..100 {
        dynamic = gni.step(&dynamic, &()).unwrap();
        stationary = gauss.step(&stationary, &()).unwrap();
    }
    assert!((dynamic.q.x - stationary.q.x).abs() > 1e-2);
}

#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - x * z,
    constraints(speed = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - 1 - 0.1 * z),
    integrators(VakonomicGauss(stages = 2)),
)]
struct Runner {}

#[test]
fn a_constraint_may_be_nonlinear_in_the_velocities() {
    let runner = Runner {};
    let stepper = runner.vakonomic_gauss(0.05).unwrap();
    let (q, v) = ([0.1, 0.2, 0.0], [1.0, 1.0, 0.5]);
    let lambda = RunnerMultipliers { speed: 0.3 };
    let mut state = stepper
        .start_with(0.0, q.into(), v.into(), lambda, &())
        .unwrap();
    for _ in 0..40 {
        state = stepper.step(&state, &()).unwrap();
        let sample = stepper.sample(&state).unwrap();
        assert!(runner.constraint_residual(&sample.q, &sample.v)[0].abs() < 1e-14);
    }
    let slow = stepper.start(0.0, q.into(), [0.1, 1.0, 0.5].into(), &());
    assert!(matches!(
        slow.unwrap_err().kind,
        StepErrorKind::OffConstraints { .. }
    ));
}

#[nonholonomic(
    coordinates(x, y, z, s),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + s_dot.powi(2)) - 0.5 * x * s,
    constraints(contact = z_dot - y * x_dot + x * y_dot),
    holonomic(ball = x.powi(2) + y.powi(2) + z.powi(2) - 1),
    integrators(VakonomicRattle),
)]
struct Ball {}

#[test]
fn position_constraints_hold_at_every_node_and_are_asked_of_the_start() {
    let ball = Ball {};
    let stepper = ball.vakonomic_rattle(0.05).unwrap();
    let (q, v) = ([1.0, 0.0, 0.0, 0.2], [0.0, 0.5, -0.5, 0.3]);
    let mut state = stepper.start(0.0, q.into(), v.into(), &()).unwrap();
    for _ in 0..40 {
        state = stepper.step(&state, &()).unwrap();
        assert!(ball.holonomic_residual(&state.q)[0].abs() < 1e-14);
    }
    let named = |q: [f64; 4], v: [f64; 4]| {
        let error = stepper.start(0.0, q.into(), v.into(), &()).unwrap_err();
        match error.kind {
            StepErrorKind::OffConstraints { name, .. } => name,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(named([1.1, 0.0, 0.0, 0.2], [0.0, 0.5, -0.55, 0.3]), "ball");
    assert_eq!(named(q, [0.1, 0.5, -0.5, 0.3]), "rate of ball");
}
