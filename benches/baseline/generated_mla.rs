//! The generated `Mla` step of both systems: implicit, solved down to round-off.

use nhi::Stepper;

use super::Version;
use super::problem::{
    SLEIGH_START, SNAKEBOARD_START, STEP, sleigh_parameters, snakeboard_parameters, torques,
};
use models::{ChaplyginSleigh, Snakeboard, SnakeboardControls};

/// The models of the model files, with another integrator.
mod models {
    #![allow(dead_code, reason = "the benchmarks use a part of what is generated")]

    use nhi::nonholonomic;

    #[nonholonomic(
        coordinates(theta, x, y),
        lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Mla),
    )]
    pub(crate) struct ChaplyginSleigh {
        pub(crate) inertia: f64,
        pub(crate) m: f64,
        pub(crate) a: f64,
    }
    #[nonholonomic(
        coordinates(psi, phi, theta, x, y),
        lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
            + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(
            skid  = sin(theta) * x_dot - cos(theta) * y_dot,
            steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
        ),
        controls(u_psi, u_phi),
        forces(psi = u_psi, phi = u_phi),
        integrators(Mla),
    )]
    pub(crate) struct Snakeboard {
        pub(crate) m: f64,
        pub(crate) l: f64,
        pub(crate) i_rotor: f64,
        pub(crate) j_wheel: f64,
    }
}

/// The Chaplygin sleigh.
pub(crate) struct SleighMla(models::ChaplyginSleighMla);

impl Version for SleighMla {
    type State = <models::ChaplyginSleighMla as Stepper>::State;

    fn new() -> Self {
        let [inertia, m, a] = sleigh_parameters();
        let sleigh = ChaplyginSleigh { inertia, m, a };
        Self(sleigh.mla(STEP).expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = SLEIGH_START;
        let start = self.0.start(0.0, q.into(), v.into(), &());
        start.expect("the start is on the constraint")
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &()).expect("the step converges")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let q: [f64; 3] = state.q.into();
        [q, state.p].concat()
    }
}

/// The snakeboard.
pub(crate) struct SnakeboardMla(models::SnakeboardMla);

#[inline]
fn controls(t: f64) -> SnakeboardControls {
    torques(t).into()
}

impl Version for SnakeboardMla {
    type State = <models::SnakeboardMla as Stepper>::State;

    fn new() -> Self {
        let [m, l, i_rotor, j_wheel] = snakeboard_parameters();
        let board = Snakeboard {
            m,
            l,
            i_rotor,
            j_wheel,
        };
        Self(board.mla(STEP).expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = SNAKEBOARD_START;
        let start = self.0.start(0.0, q.into(), v.into(), &controls);
        start.expect("the start is on the constraints")
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &controls).expect("the step converges")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let q: [f64; 5] = state.q.into();
        [q, state.p].concat()
    }
}
