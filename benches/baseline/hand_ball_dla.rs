//! DLA for the homogeneous ball on a turntable, by hand.
//!
//! A turn leaves its own angular velocity in space as it is, so that the constraints of the middle of the step are linear in
//! the velocity; with the impulses at its beginning as unknowns they are two equations, because the rows of a rotation
//! are orthonormal.

use super::Version;
use super::hand_ball::{dot, turned};
use super::problem::{BALL_START, STEP, ball_parameters};

/// What does not change from step to step.
pub(crate) struct HandBallDla {
    h: f64,
    by_h: f64,
    m: f64,
    inertia: f64,
    by_mass: f64,
    by_inertia: f64,
    radius: f64,
    /// `r/I`
    roll: f64,
    table: f64,
    /// `(h/2) W/m`: how far the middle of the step moves over the table for a momentum.
    drift: f64,
    /// The inverse of the equations for the impulses, `(1/m + r^2/I) / det` and `drift / det`.
    inverse: [f64; 2],
}

/// Clock, configuration, momentum and multipliers.
#[derive(Clone)]
pub(crate) struct BallDlaState {
    steps: u64,
    place: [f64; 2],
    rotation: [[f64; 3]; 3],
    momentum: [f64; 2],
    spin_momentum: [f64; 3],
    lambda: [f64; 2],
}

impl HandBallDla {
    /// The impulses of the constraints at the beginning of the step.
    #[inline]
    fn impulses(&self, state: &BallDlaState) -> [f64; 2] {
        let ([x, y], [p_x, p_y]) = (state.place, state.momentum);
        let [first, second, _] = &state.rotation;
        let along = self.by_mass * p_x - self.roll * dot(second, &state.spin_momentum)
            + self.table * y
            + self.drift * p_y;
        let across = self.by_mass * p_y + self.roll * dot(first, &state.spin_momentum)
            - self.table * x
            - self.drift * p_x;
        let [direct, crossed] = self.inverse;
        [
            crossed * across - direct * along,
            -direct * across - crossed * along,
        ]
    }
}

impl Version for HandBallDla {
    type State = BallDlaState;

    fn new() -> Self {
        let [m, inertia, radius, table] = ball_parameters();
        let (direct, drift) = (1.0 / m + radius * radius / inertia, 0.5 * STEP * table / m);
        let determinant = direct * direct + drift * drift;
        Self {
            h: STEP,
            by_h: 1.0 / STEP,
            m,
            inertia,
            by_mass: 1.0 / m,
            by_inertia: 1.0 / inertia,
            radius,
            roll: radius / inertia,
            table,
            drift,
            inverse: [direct / determinant, drift / determinant],
        }
    }

    fn start(&self) -> BallDlaState {
        let (place, [x_dot, y_dot, spin @ ..]) = BALL_START;
        BallDlaState {
            steps: 0,
            place,
            rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            momentum: [self.m * x_dot, self.m * y_dot],
            spin_momentum: spin.map(|w| self.inertia * w),
            lambda: [0.0, 0.0],
        }
    }

    #[inline]
    fn step(&self, state: &BallDlaState) -> BallDlaState {
        let [along, across] = self.impulses(state);
        let [x, y] = state.place;
        let momentum = [state.momentum[0] + along, state.momentum[1] + across];
        let [first, second, _] = &state.rotation;
        let (ahead, aside) = (self.radius * along, self.radius * across);
        let spin_momentum = core::array::from_fn(|i| {
            state.spin_momentum[i] + (aside * first[i] - ahead * second[i])
        });
        let (shift, turn) = (self.h * self.by_mass, self.h * self.by_inertia);
        BallDlaState {
            steps: state.steps + 1,
            place: [x + shift * momentum[0], y + shift * momentum[1]],
            rotation: turned(&state.rotation, spin_momentum.map(|p| turn * p)),
            momentum,
            spin_momentum,
            lambda: [self.by_h * along, self.by_h * across],
        }
    }

    fn numbers(s: &BallDlaState) -> Vec<f64> {
        [
            &s.place[..],
            s.rotation.as_flattened(),
            &s.momentum,
            &s.spin_momentum,
            &s.lambda,
        ]
        .concat()
    }
}
