//! The generated steps of a homogeneous ball on a turntable.

use nhi::nonholonomic;

use super::Version;
use super::problem::{BALL_START, STEP, ball_parameters};

/// A homogeneous ball rolls on a table that turns.
#[nonholonomic(
    coordinates(x, y),
    groups(ball: SO3(w1, w2, w3)),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * (w1.powi(2) + w2.powi(2) + w3.powi(2)),
    constraints(
        along = x_dot - radius * (ball[1][0] * w1 + ball[1][1] * w2 + ball[1][2] * w3) + table * y,
        across = y_dot + radius * (ball[0][0] * w1 + ball[0][1] * w2 + ball[0][2] * w3) - table * x,
    ),
    integrators(Gni, Dla),
)]
pub(crate) struct TableBall {
    /// Mass [kg]
    m: f64,
    /// Moment of inertia [kg m^2]
    inertia: f64,
    /// Radius [m]
    radius: f64,
    /// Angular velocity of the table [rad/s]
    table: f64,
}

fn ball() -> TableBall {
    let [m, inertia, radius, table] = ball_parameters();
    TableBall {
        m,
        inertia,
        radius,
        table,
    }
}

fn start() -> (TableBallCoordinates, TableBallVelocities) {
    let ([x, y], v) = BALL_START;
    let q = TableBallCoordinates {
        x,
        y,
        ball: nhi::nalgebra::Rotation3::identity(),
    };
    (q, v.into())
}

/// The generated step of GNI.
pub(crate) struct GeneratedBall(TableBallGni);

impl Version for GeneratedBall {
    type State = TableBallGniState;

    fn new() -> Self {
        let stepper = ball().gni(STEP);
        Self(stepper.expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = start();
        let start = self.0.start(0.0, q, v, &());
        // Without the half impulse of the smooth start: the other version begins with the velocity itself.
        TableBallGniState {
            reflected: v,
            ..start.expect("the start is on the constraints")
        }
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &()).expect("the step is finite")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let w: [f64; 5] = state.reflected.into();
        [&state.q[..], &w].concat()
    }
}

/// The generated step of DLA.
pub(crate) struct GeneratedBallDla(TableBallDla);

impl Version for GeneratedBallDla {
    type State = TableBallDlaState;

    fn new() -> Self {
        let stepper = ball().dla(STEP);
        Self(stepper.expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = start();
        let start = self.0.start(0.0, q, v, &());
        start.expect("the start is on the constraints")
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &()).expect("the step is finite")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let TableBallMultipliers { along, across } = state.lambda;
        [&state.q[..], &state.p, &[along, across]].concat()
    }
}
