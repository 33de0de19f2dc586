//! The Chaplygin sleigh in centre-of-mass coordinates, by hand.

use super::Version;
use super::problem::{SLEIGH_START, STEP, sleigh_parameters};

/// What does not change from step to step.
pub(crate) struct HandSleigh {
    h: f64,
    a: f64,
    /// `2 (a/I) / (a^2/I + 1/m)`: angular velocity per residual of the blade.
    turn: f64,
    /// `2 (1/m) / (a^2/I + 1/m)`: velocity across the blade per residual of the blade.
    slide: f64,
}

/// Clock, configuration and reflected velocity.
#[derive(Clone)]
pub(crate) struct SleighState {
    steps: u64,
    theta: f64,
    x: f64,
    y: f64,
    theta_dot: f64,
    x_dot: f64,
    y_dot: f64,
}

impl HandSleigh {
    pub(crate) fn with_step(h: f64) -> Self {
        let [inertia, m, a] = sleigh_parameters();
        let factor = 2.0 / (m * a * a + inertia);
        Self {
            h,
            a,
            turn: m * a * factor,
            slide: inertia * factor,
        }
    }

    #[inline]
    pub(crate) fn next(&self, state: &SleighState) -> SleighState {
        let theta = state.theta + self.h * state.theta_dot;
        let (sin, cos) = theta.sin_cos();
        let residual = self.a * state.theta_dot + sin * state.x_dot - cos * state.y_dot;
        let slide = self.slide * residual;
        SleighState {
            steps: state.steps + 1,
            theta,
            x: state.x + self.h * state.x_dot,
            y: state.y + self.h * state.y_dot,
            theta_dot: state.theta_dot - self.turn * residual,
            x_dot: state.x_dot - slide * sin,
            y_dot: state.y_dot + slide * cos,
        }
    }
}

impl Version for HandSleigh {
    type State = SleighState;

    fn new() -> Self {
        Self::with_step(STEP)
    }

    fn start(&self) -> SleighState {
        let ([theta, x, y], [theta_dot, x_dot, y_dot]) = SLEIGH_START;
        SleighState {
            steps: 0,
            theta,
            x,
            y,
            theta_dot,
            x_dot,
            y_dot,
        }
    }

    #[inline]
    fn step(&self, state: &SleighState) -> SleighState {
        self.next(state)
    }

    fn numbers(s: &SleighState) -> Vec<f64> {
        vec![s.theta, s.x, s.y, s.theta_dot, s.x_dot, s.y_dot]
    }
}
