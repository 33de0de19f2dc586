//! DLA for the Chaplygin sleigh in coordinates of its contact point, by hand: Newton's method on
//! the discrete velocity and the multiplier, with the Jacobian worked out on paper.

use super::contact::{CONTACT_START, Implicit, STEP};
use super::problem::sleigh_parameters;

/// The most iterations of one step.
const MOST_ITERATIONS: u32 = 30;

/// What does not change from step to step.
pub(crate) struct HandContactSleigh {
    tolerance: f64,
    half_h: f64,
    h: f64,
    m: f64,
    /// `m a`
    moment: f64,
    /// `(h/2) m a`
    half_moment: f64,
    /// `(h/2)^2 m a`
    quarter_moment: f64,
    /// `I + m a^2`
    inertia: f64,
    by_mass: f64,
    by_inertia: f64,
}

/// Configuration, momentum and multiplier.
#[derive(Clone)]
pub(crate) struct ContactState {
    q: [f64; 3],
    p: [f64; 3],
    lambda: f64,
    iterations: u32,
}

impl HandContactSleigh {
    /// The residuals of the step and their derivatives by `(x_dot, y_dot, theta_dot, lambda)`.
    #[inline]
    fn equations(
        &self,
        state: &ContactState,
        [push_x, push_y]: [f64; 2],
        [x, y, turn, lambda]: [f64; 4],
    ) -> ([f64; 4], [[f64; 4]; 4]) {
        let (sin, cos) = (state.q[2] + self.half_h * turn).sin_cos();
        let (along, across) = (cos * x + sin * y, sin * x - cos * y);
        let (turn_sin, turn_cos) = (turn * sin, turn * cos);
        let residuals = [
            self.m * x - self.moment * turn_sin - state.p[0] - push_x * lambda,
            self.m * y + self.moment * turn_cos - state.p[1] - push_y * lambda,
            self.inertia * turn - self.moment * across + self.half_moment * turn * along
                - state.p[2],
            across,
        ];
        let (lever_sin, lever_cos) = (self.moment * sin, self.moment * cos);
        let (swing_sin, swing_cos) = (self.half_moment * turn_sin, self.half_moment * turn_cos);
        let jacobian = [
            [self.m, 0.0, -lever_sin - swing_cos, -push_x],
            [0.0, self.m, lever_cos - swing_sin, -push_y],
            [
                swing_cos - lever_sin,
                swing_sin + lever_cos,
                self.inertia - self.quarter_moment * turn * across,
                0.0,
            ],
            [sin, -cos, self.half_h * along, 0.0],
        ];
        (residuals, jacobian)
    }

    #[inline]
    fn solve(&self, state: &ContactState) -> Option<([f64; 4], u32)> {
        let (sin, cos) = state.q[2].sin_cos();
        let push = [self.h * sin, -self.h * cos];
        let speed = (cos * state.p[0] + sin * state.p[1]) * self.by_mass;
        let mut unknowns = [
            cos * speed,
            sin * speed,
            state.p[2] * self.by_inertia,
            state.lambda,
        ];
        for iteration in 1..=MOST_ITERATIONS {
            let (residuals, jacobian) = self.equations(state, push, unknowns);
            let increment = solve(jacobian, residuals)?;
            let (mut change, mut size) = (0.0_f64, 0.0_f64);
            for (unknown, increment) in unknowns.iter_mut().zip(increment) {
                *unknown -= increment;
                change = change.max(increment.abs());
                size = size.max(unknown.abs());
            }
            if change <= self.tolerance * size {
                return Some((unknowns, iteration));
            }
        }
        None
    }
}

/// Gaussian elimination with partial pivoting.
#[allow(clippy::needless_range_loop, reason = "as one writes it by hand")]
#[inline]
fn solve(mut a: [[f64; 4]; 4], mut b: [f64; 4]) -> Option<[f64; 4]> {
    for k in 0..4 {
        let mut pivot = k;
        for i in k + 1..4 {
            if a[i][k].abs() > a[pivot][k].abs() {
                pivot = i;
            }
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        if a[k][k] == 0.0 {
            return None;
        }
        for i in k + 1..4 {
            let factor = a[i][k] / a[k][k];
            for j in k + 1..4 {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..4).rev() {
        for j in k + 1..4 {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
    Some(b)
}

impl Implicit for HandContactSleigh {
    type State = ContactState;

    fn with_tolerance(tolerance: f64) -> Self {
        let [inertia, m, a] = sleigh_parameters();
        let (h, moment) = (STEP, m * a);
        let inertia = inertia + moment * a;
        Self {
            tolerance,
            half_h: 0.5 * h,
            h,
            m,
            moment,
            half_moment: 0.5 * h * moment,
            quarter_moment: 0.25 * h * h * moment,
            inertia,
            by_mass: 1.0 / m,
            by_inertia: 1.0 / inertia,
        }
    }

    fn start(&self) -> ContactState {
        let (q, [x, y, turn]) = CONTACT_START;
        let (sin, cos) = q[2].sin_cos();
        ContactState {
            q,
            p: [
                self.m * x - self.moment * turn * sin,
                self.m * y + self.moment * turn * cos,
                self.inertia * turn + self.moment * (cos * y - sin * x),
            ],
            lambda: 0.0,
            iterations: 0,
        }
    }

    #[inline]
    fn step(&self, state: &ContactState) -> ContactState {
        let ([x, y, turn, lambda], iterations) =
            self.solve(state).expect("Newton's method converges");
        let (sin, cos) = (state.q[2] + self.half_h * turn).sin_cos();
        let (along, across) = (cos * x + sin * y, sin * x - cos * y);
        ContactState {
            q: [
                state.q[0] + self.h * x,
                state.q[1] + self.h * y,
                state.q[2] + self.h * turn,
            ],
            p: [
                self.m * x - self.moment * turn * sin,
                self.m * y + self.moment * turn * cos,
                self.inertia * turn - self.moment * across - self.half_moment * turn * along,
            ],
            lambda,
            iterations,
        }
    }

    fn iterations(state: &ContactState) -> u32 {
        state.iterations
    }

    fn numbers(state: &ContactState) -> Vec<f64> {
        [state.q, state.p].concat()
    }
}
