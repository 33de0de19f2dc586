//! Bodies that turn, in generated code: what is constant over a million steps, and what is refused.

use nhi::nalgebra::{Isometry3, Matrix3, Rotation3, Vector3};
use nhi::{GroupElement, StepErrorKind, nonholonomic};

include!("models/free_rigid_body.nhi");

/// A body that moves freely in space, with a mass that depends on the direction.
#[nonholonomic(
    groups(pose: SE3(w1, w2, w3, v1, v2, v3)),
    lagrangian = 0.5 * (w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2) + v1.powi(2) + 2 * v2.powi(2) + m * v3.powi(2)),
    symmetry(SE3(pose)),
    integrators(Rdp(retraction = Cayley)),
)]
#[derive(Clone, Debug)]
pub struct Raft<T: nhi::Real> {
    /// Mass along the third axis [kg]
    pub m: T,
}

/// A ball with three moments of inertia rolls on a plane that turns.
#[nonholonomic(
    coordinates(x, y),
    groups(ball: SO3(w1, w2, w3)),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * (0.3 * w1.powi(2) + 0.4 * w2.powi(2) + 0.5 * w3.powi(2)),
    constraints(
        along = x_dot - r * (ball[1][0] * w1 + ball[1][1] * w2 + ball[1][2] * w3) + y / 4,
        across = y_dot + r * (ball[0][0] * w1 + ball[0][1] * w2 + ball[0][2] * w3) - x / 4,
    ),
    integrators(Dla(retraction = Cayley)),
)]
#[derive(Clone, Debug)]
pub struct RollingBall {
    /// Radius [m]
    pub r: f64,
}

const BODY: FreeRigidBody = FreeRigidBody {
    j1: 1.0,
    j2: 1.5,
    j3: 2.2,
};
const OMEGA: FreeRigidBodyVelocities = FreeRigidBodyVelocities {
    w1: 0.3,
    w2: 1.0,
    w3: -0.5,
};

/// The slope of values over their places by least squares.
fn slope(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let offset = |i: usize| i as f64 - (n - 1.0) / 2.0;
    let pairs = values.iter().enumerate();
    let covariance: f64 = pairs.map(|(i, x)| offset(i) * (x - mean)).sum();
    covariance / (0..values.len()).map(|i| offset(i).powi(2)).sum::<f64>()
}

#[test]
fn momentum_in_space_its_length_and_the_energy_are_constant_over_a_million_moser_veselov_steps() {
    const STEPS: usize = 1_000_000;
    let stepper = BODY.moser_veselov(0.05).unwrap();
    let mut state = stepper
        .start(0.0, FreeRigidBodyCoordinates::default(), OMEGA, &())
        .unwrap();
    let mut history: Vec<[f64; 6]> = Vec::new();
    for step in 0..=STEPS {
        if step % 1000 == 0 {
            let sample = stepper.sample(&state).unwrap();
            let pi = BODY.momentum(&sample.q, &sample.v);
            let space = sample.q.body * pi;
            let r = sample.q.body.matrix();
            let off = (r.transpose() * r - Matrix3::identity()).amax();
            let energy = BODY.energy(&sample.q, &sample.v);
            history.push([space.x, space.y, space.z, pi.norm(), energy, off]);
        }
        if step < STEPS {
            state = stepper.step(&state, &()).unwrap();
        }
    }
    let first = history[0];
    let length = first[3];
    for (k, name) in ["(R Pi)_1", "(R Pi)_2", "(R Pi)_3", "|Pi|", "energy"]
        .into_iter()
        .enumerate()
    {
        let scale = if k < 3 { length } else { first[k] };
        let relative: Vec<_> = history
            .iter()
            .map(|values| (values[k] - first[k]) / scale)
            .collect();
        let worst = relative.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
        let drift = slope(&relative) * relative.len() as f64;
        println!("{name}: largest relative change {worst:.1e}, drift over the run {drift:.1e}");
        assert!(worst < 1e-10 && drift.abs() < 1e-10, "{name}: {worst:e}");
    }
    let off = history.iter().fold(0.0_f64, |a, values| a.max(values[5]));
    println!("R^T R - Id: {off:.1e}");
    assert!(off < 1e-12, "{off:e}");
}

#[test]
fn rotations_stay_orthogonal_over_a_million_steps_of_runge_kutta() {
    let stepper = BODY.rk(0.02).unwrap();
    let start = FreeRigidBodyCoordinates::default();
    let mut state = stepper.start(0.0, start, OMEGA, &()).unwrap();
    for _ in 0..1_000_000 {
        state = stepper.step(&state, &()).unwrap();
    }
    let r = Matrix3::from_row_slice(&state.q);
    let off = (r.transpose() * r - Matrix3::identity()).amax();
    println!("R^T R - Id: {off:.1e}");
    assert!(off < 1e-12, "{off:e}");
}

#[test]
fn a_ball_rolls_a_million_steps_on_its_constraints_with_an_orthogonal_rotation() {
    let ball = RollingBall { r: 0.8 };
    let stepper = ball.dla(0.02).unwrap();
    let start = RollingBallCoordinates::default();
    let v = RollingBallVelocities {
        x_dot: 0.32,
        y_dot: -0.24,
        w1: 0.3,
        w2: 0.4,
        w3: 1.1,
    };
    let mut state = stepper.start(0.0, start, v, &()).unwrap();
    let (mut off, mut slip) = (0.0_f64, 0.0_f64);
    for step in 1..=1_000_000 {
        state = stepper.step(&state, &()).unwrap();
        if step % 1000 == 0 {
            let sample = stepper.sample(&state).unwrap();
            let r = sample.q.ball.matrix();
            off = off.max((r.transpose() * r - Matrix3::identity()).amax());
            let speed = sample.v.x_dot.hypot(sample.v.y_dot).max(1.0);
            slip = slip.max(ball.constraint_residual(&sample.q, &sample.v).amax() / speed);
        }
    }
    println!("R^T R - Id: {off:.1e}, slip {slip:.1e}");
    assert!(off < 1e-14 && slip < 1e-13, "{off:e} {slip:e}");
}

#[test]
fn matrices_that_are_no_rotations_are_refused_with_their_distance() {
    let stepper = BODY.moser_veselov(0.05).unwrap();
    let stretched = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 1.001));
    let mirrored = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, -1.0));
    for (matrix, expected) in [(stretched, 2.001e-3), (mirrored, 2.0)] {
        let body = Rotation3::from_matrix_unchecked(matrix);
        let error = stepper
            .start(0.0, FreeRigidBodyCoordinates { body }, OMEGA, &())
            .unwrap_err();
        let StepErrorKind::NotARotation { name, distance } = error.kind else {
            panic!("{error}");
        };
        assert_eq!(name, "body");
        assert!((distance - expected).abs() < 1e-12, "{distance}");
    }
    let body = Rotation3::from_matrix_unchecked(Matrix3::from_element(f64::NAN));
    let error = stepper
        .start(0.0, FreeRigidBodyCoordinates { body }, OMEGA, &())
        .unwrap_err();
    assert_eq!(error.kind, StepErrorKind::NonFiniteInput);
}

#[test]
fn steps_beyond_the_reach_of_the_moser_veselov_equations_are_errors() {
    let stepper = BODY.moser_veselov(1.5).unwrap();
    let state = stepper
        .start(0.0, FreeRigidBodyCoordinates::default(), OMEGA, &())
        .unwrap();
    let error = stepper.step(&state, &()).unwrap_err();
    assert!(
        matches!(
            error.kind,
            StepErrorKind::NewtonDiverged { .. } | StepErrorKind::SingularJacobian { .. }
        ),
        "{error}"
    );
}

#[test]
fn a_rigid_motion_in_any_scalar_is_an_isometry_whose_momentum_in_space_is_constant() {
    let raft = Raft { m: 1.5_f64 };
    let pose = Isometry3::new(Vector3::new(1.0, 2.0, 3.0), Vector3::new(0.1, -0.4, 0.7));
    let stepper = raft.rdp(0.05).unwrap();
    let v = RaftVelocities::from([0.3, -0.2, 0.5, 1.0, 0.4, -0.6]);
    let mut state = stepper
        .start(0.0, RaftCoordinates { pose }, v, &())
        .unwrap();
    let first = raft.momentum_map(&RaftCoordinates { pose }, &v);
    for _ in 0..400 {
        state = stepper.step(&state, &()).unwrap();
    }
    let last = stepper.sample(&state).unwrap();
    assert!((last.q.pose.translation.vector - pose.translation.vector).norm() > 1.0);
    let entries: [f64; 12] = last.q.pose.entries();
    let off = entries.iter().zip(&state.q).map(|(a, b)| (a - b).abs());
    assert!(off.fold(0.0, f64::max) < 1e-14);
    // The momentum that arrives at the node is the one of the sample here: nothing else acts.
    let change = (raft.momentum_map(&last.q, &last.v) - first).norm() / first.norm();
    assert!(change < 1e-12, "{change:e}");

    let single = Raft { m: 1.5_f32 };
    let stepper = single.rdp(0.05).unwrap();
    let state = stepper.start(
        0.0,
        RaftCoordinates::default(),
        RaftVelocities::from([0.3, -0.2, 0.5, 1.0, 0.4, -0.6]),
        &(),
    );
    assert!(stepper.step(&state.unwrap(), &()).is_ok());
}
