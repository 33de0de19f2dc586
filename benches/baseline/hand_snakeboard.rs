//! The snakeboard, by hand.
//!
//! In the frame of the board the constraints are `v_across = 0` and
//! `l cos(phi) theta_dot + sin(phi) v_along = 0`; they are orthogonal in the metric of `M^-1`, so
//! that each is reflected by itself.

use super::Version;
use super::problem::{SNAKEBOARD_START, STEP, snakeboard_parameters, torques};

/// What does not change from step to step.
pub(crate) struct HandSnakeboard {
    h: f64,
    l: f64,
    /// `(h/2) (M^-1)_psi,psi = (h/2) m l^2 / (I (m l^2 - I))`.
    kick_psi: f64,
    /// `(h/2) (M^-1)_theta,psi = -(h/2) / (m l^2 - I)`.
    kick_theta: f64,
    /// `(h/2) (M^-1)_phi,phi = (h/2) / (2 J)`.
    kick_phi: f64,
    /// `I / (m l^2 - I)`, so that `m A M^-1 A^T = 1 + excess cos(phi)^2` for the steering.
    excess: f64,
    /// `m l / (m l^2 - I)`: angular velocity per unit of the steering's impulse.
    turn: f64,
}

/// Clock, configuration and reflected velocity. Steps are counted, for summed up steps make the time
/// wander.
#[derive(Clone)]
pub(crate) struct SnakeboardState {
    steps: u64,
    psi: f64,
    phi: f64,
    theta: f64,
    x: f64,
    y: f64,
    psi_dot: f64,
    phi_dot: f64,
    theta_dot: f64,
    x_dot: f64,
    y_dot: f64,
}

impl HandSnakeboard {
    pub(crate) fn with_step(h: f64) -> Self {
        let [m, l, i_rotor, j_wheel] = snakeboard_parameters();
        let board = m * l * l - i_rotor;
        Self {
            h,
            l,
            kick_psi: 0.5 * h * m * l * l / (i_rotor * board),
            kick_theta: -0.5 * h / board,
            kick_phi: 0.25 * h / j_wheel,
            excess: i_rotor / board,
            turn: m * l / board,
        }
    }

    #[inline]
    pub(crate) fn next(
        &self,
        state: &SnakeboardState,
        controls: impl Fn(f64) -> [f64; 2],
    ) -> SnakeboardState {
        let steps = state.steps + 1;

        let [u_psi, u_phi] = controls(state.steps as f64 * self.h);
        let psi_dot = state.psi_dot + self.kick_psi * u_psi;
        let phi_dot = state.phi_dot + self.kick_phi * u_phi;
        let theta_dot = state.theta_dot + self.kick_theta * u_psi;

        let phi = state.phi + self.h * phi_dot;
        let theta = state.theta + self.h * theta_dot;

        let [u_psi, u_phi] = controls(steps as f64 * self.h);
        let theta_in = theta_dot + self.kick_theta * u_psi;

        let (sin_phi, cos_phi) = phi.sin_cos();
        let (sin_theta, cos_theta) = theta.sin_cos();
        let along = cos_theta * state.x_dot + sin_theta * state.y_dot;
        let across = cos_theta * state.y_dot - sin_theta * state.x_dot;
        let residual = self.l * cos_phi * theta_in + sin_phi * along;
        let impulse = 2.0 * residual / (1.0 + self.excess * cos_phi * cos_phi);
        let turn = self.turn * impulse * cos_phi;
        let along = along - impulse * sin_phi;

        SnakeboardState {
            steps,
            psi: state.psi + self.h * psi_dot,
            phi,
            theta,
            x: state.x + self.h * state.x_dot,
            y: state.y + self.h * state.y_dot,
            psi_dot: psi_dot + self.kick_psi * u_psi + turn,
            phi_dot: phi_dot + self.kick_phi * u_phi,
            theta_dot: theta_in - turn,
            x_dot: cos_theta * along + sin_theta * across,
            y_dot: sin_theta * along - cos_theta * across,
        }
    }

    /// The state at time 0 with reflected velocity `w`.
    pub(crate) fn state(q: [f64; 5], w: [f64; 5]) -> SnakeboardState {
        let [psi, phi, theta, x, y] = q;
        let [psi_dot, phi_dot, theta_dot, x_dot, y_dot] = w;
        SnakeboardState {
            steps: 0,
            psi,
            phi,
            theta,
            x,
            y,
            psi_dot,
            phi_dot,
            theta_dot,
            x_dot,
            y_dot,
        }
    }
}

impl Version for HandSnakeboard {
    type State = SnakeboardState;

    fn new() -> Self {
        Self::with_step(STEP)
    }

    fn start(&self) -> SnakeboardState {
        Self::state(SNAKEBOARD_START.0, reflected_start(STEP, torques(0.0)))
    }

    #[inline]
    fn step(&self, state: &SnakeboardState) -> SnakeboardState {
        self.next(state, torques)
    }

    fn numbers(s: &SnakeboardState) -> Vec<f64> {
        vec![
            s.psi,
            s.phi,
            s.theta,
            s.x,
            s.y,
            s.psi_dot,
            s.phi_dot,
            s.theta_dot,
            s.x_dot,
            s.y_dot,
        ]
    }
}

/// The first reflected velocity `w_0 = v_0 - (h/2) Q(q_0) M^-1 F_0`, the paper's start rule.
pub(crate) fn reflected_start(h: f64, [u_psi, _]: [f64; 2]) -> [f64; 5] {
    let [m, l, i_rotor, _] = snakeboard_parameters();
    let ([_, phi, theta, ..], [psi_dot, phi_dot, theta_dot, x_dot, y_dot]) = SNAKEBOARD_START;
    let board = m * l * l - i_rotor;
    let residual = -l * phi.cos() * u_psi / board;
    let gram = (l * phi.cos()).powi(2) / board + phi.sin().powi(2) / m;
    let impulse = 0.5 * h * residual / gram;
    let turn = impulse * l * phi.cos() / board;
    let push = impulse * phi.sin() / m;
    [
        psi_dot + turn,
        phi_dot,
        theta_dot - turn,
        x_dot - push * theta.cos(),
        y_dot - push * theta.sin(),
    ]
}
