//! The homogeneous ball on a turntable, by hand.
//!
//! The rotation moves by the exponential map and is kept from drifting off by `R - R (R^T R - Id)/2`; the rows of a
//! rotation are orthonormal, so the reflection needs no division.

use nhi::math::stumpff;

use super::Version;
use super::problem::{BALL_START, STEP, ball_parameters};

/// What does not change from step to step.
pub(crate) struct HandBall {
    h: f64,
    radius: f64,
    table: f64,
    /// `2 (1/m) / (1/m + r^2/I)`: velocity per residual.
    slide: f64,
    /// `2 (r/I) / (1/m + r^2/I)`: angular velocity per residual.
    turn: f64,
}

/// Clock, configuration and reflected velocity.
#[derive(Clone)]
pub(crate) struct BallState {
    steps: u64,
    place: [f64; 2],
    rotation: [[f64; 3]; 3],
    velocity: [f64; 2],
    spin: [f64; 3],
}

pub(super) fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The rotation turned by the rotation vector, seen from the body.
#[inline]
pub(super) fn turned(rotation: &[[f64; 3]; 3], by: [f64; 3]) -> [[f64; 3]; 3] {
    orthonormal(&product(rotation, &exponential(by)))
}

/// `exp` of the rotation vector.
fn exponential([x, y, z]: [f64; 3]) -> [[f64; 3]; 3] {
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let square = xx + yy + zz;
    let (first, second) = (stumpff(1, square), stumpff(2, square));
    let [along_x, along_y, along_z] = [first * x, first * y, first * z];
    let (xy, xz, yz) = (second * x * y, second * x * z, second * y * z);
    [
        [1.0 - second * (yy + zz), xy - along_z, xz + along_y],
        [xy + along_z, 1.0 - second * (xx + zz), yz - along_x],
        [xz - along_y, yz + along_x, 1.0 - second * (xx + yy)],
    ]
}

/// The product with the transpose of the other's rows as columns.
fn product(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    core::array::from_fn(|i| {
        core::array::from_fn(|j| a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j])
    })
}

/// `R - R (R^T R - Id)/2`.
fn orthonormal(r: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let column = |j: usize| [r[0][j], r[1][j], r[2][j]];
    let half = |i: usize, j: usize| 0.5 * dot(&column(i), &column(j));
    let [xx, yy, zz] = [0, 1, 2].map(|i| half(i, i) - 0.5);
    let (xy, xz, yz) = (half(0, 1), half(0, 2), half(1, 2));
    let excess = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    let off = product(r, &excess);
    core::array::from_fn(|i| core::array::from_fn(|j| r[i][j] - off[i][j]))
}

impl HandBall {
    fn with_step(h: f64) -> Self {
        let [m, inertia, radius, table] = ball_parameters();
        let factor = 2.0 / (1.0 / m + radius * radius / inertia);
        Self {
            h,
            radius,
            table,
            slide: factor / m,
            turn: factor * radius / inertia,
        }
    }

    #[inline]
    fn next(&self, state: &BallState) -> BallState {
        let h = self.h;
        let [x_dot, y_dot] = state.velocity;
        let [x, y] = [state.place[0] + h * x_dot, state.place[1] + h * y_dot];
        let rotation = turned(&state.rotation, state.spin.map(|w| h * w));
        let [first, second, _] = &rotation;
        let along = x_dot - self.radius * dot(second, &state.spin) + self.table * y;
        let across = y_dot + self.radius * dot(first, &state.spin) - self.table * x;
        let (ahead, aside) = (self.turn * along, self.turn * across);
        BallState {
            steps: state.steps + 1,
            place: [x, y],
            velocity: [x_dot - self.slide * along, y_dot - self.slide * across],
            spin: core::array::from_fn(|i| state.spin[i] + (ahead * second[i] - aside * first[i])),
            rotation,
        }
    }
}

impl Version for HandBall {
    type State = BallState;

    fn new() -> Self {
        Self::with_step(STEP)
    }

    fn start(&self) -> BallState {
        let (place, [x_dot, y_dot, spin @ ..]) = BALL_START;
        BallState {
            steps: 0,
            place,
            rotation: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            velocity: [x_dot, y_dot],
            spin,
        }
    }

    #[inline]
    fn step(&self, state: &BallState) -> BallState {
        self.next(state)
    }

    fn numbers(s: &BallState) -> Vec<f64> {
        [
            &s.place[..],
            s.rotation.as_flattened(),
            &s.velocity,
            &s.spin,
        ]
        .concat()
    }
}
