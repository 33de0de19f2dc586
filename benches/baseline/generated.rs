//! The generated steps.

use nhi::Stepper;

use super::Version;
use super::hand_snakeboard::reflected_start;
use super::problem::{
    SLEIGH_START, SNAKEBOARD_START, STEP, sleigh_parameters, snakeboard_parameters, torques,
};
use models::{
    ChaplyginSleigh, ChaplyginSleighGniState, Snakeboard, SnakeboardControls, SnakeboardGniState,
};

/// The model files as they stand, for they are Rust.
mod models {
    #![allow(
        dead_code,
        unreachable_pub,
        reason = "the benchmarks use a part of what is generated"
    )]

    use nhi::nonholonomic;

    include!("../../tests/models/chaplygin_sleigh.nhi");
    include!("../../tests/models/snakeboard.nhi");
}

/// The generated Chaplygin sleigh.
pub(crate) struct GeneratedSleigh(models::ChaplyginSleighGni);

impl Version for GeneratedSleigh {
    type State = <models::ChaplyginSleighGni as Stepper>::State;

    fn new() -> Self {
        let [inertia, m, a] = sleigh_parameters();
        let sleigh = ChaplyginSleigh { inertia, m, a };
        Self(sleigh.gni(STEP).expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = SLEIGH_START;
        let start = self.0.start(0.0, q.into(), v.into(), &());
        // The start of the paper, which the other versions have: without forces, the velocity itself.
        ChaplyginSleighGniState {
            reflected: v.into(),
            ..start.expect("the start is on the constraint")
        }
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &()).expect("the step is finite")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let q: [f64; 3] = state.q.into();
        let w: [f64; 3] = state.reflected.into();
        [q, w].concat()
    }
}

/// The generated snakeboard.
pub(crate) struct GeneratedSnakeboard(models::SnakeboardGni);

#[inline]
fn controls(t: f64) -> SnakeboardControls {
    torques(t).into()
}

impl Version for GeneratedSnakeboard {
    type State = <models::SnakeboardGni as Stepper>::State;

    fn new() -> Self {
        let [m, l, i_rotor, j_wheel] = snakeboard_parameters();
        let board = Snakeboard {
            m,
            l,
            i_rotor,
            j_wheel,
        };
        Self(board.gni(STEP).expect("parameters and step are valid"))
    }

    fn start(&self) -> Self::State {
        let (q, v) = SNAKEBOARD_START;
        let start = self.0.start(0.0, q.into(), v.into(), &controls);
        // The start of the paper again: the half kick of the torques without what the wheels take.
        SnakeboardGniState {
            reflected: reflected_start(STEP, torques(0.0)).into(),
            ..start.expect("the start is on the constraints")
        }
    }

    #[inline]
    fn step(&self, state: &Self::State) -> Self::State {
        self.0.step(state, &controls).expect("the step is finite")
    }

    fn numbers(state: &Self::State) -> Vec<f64> {
        let q: [f64; 5] = state.q.into();
        let w: [f64; 5] = state.reflected.into();
        [q, w].concat()
    }
}
