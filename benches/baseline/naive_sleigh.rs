//! The Chaplygin sleigh with nalgebra, formula by formula.

use nalgebra::{Matrix1x3, Matrix3, Vector3};

use super::Version;
use super::problem::{SLEIGH_START, STEP, sleigh_parameters};

/// Parameters and step size.
pub(crate) struct NaiveSleigh {
    inertia: f64,
    m: f64,
    a: f64,
    h: f64,
}

/// Time, configuration and reflected velocity.
#[derive(Clone)]
pub(crate) struct NaiveSleighState {
    t: f64,
    q: Vector3<f64>,
    w: Vector3<f64>,
}

impl NaiveSleigh {
    pub(crate) fn with_step(h: f64) -> Self {
        let [inertia, m, a] = sleigh_parameters();
        Self { inertia, m, a, h }
    }

    fn mass_matrix(&self) -> Matrix3<f64> {
        Matrix3::from_diagonal(&Vector3::new(self.inertia, self.m, self.m))
    }

    fn constraint_matrix(&self, q: &Vector3<f64>) -> Matrix1x3<f64> {
        Matrix1x3::new(self.a, q[0].sin(), -q[0].cos())
    }

    pub(crate) fn next(&self, state: &NaiveSleighState) -> NaiveSleighState {
        let mass_inverse = self
            .mass_matrix()
            .try_inverse()
            .expect("the mass matrix is regular");
        let q = state.q + self.h * state.w;
        let a = self.constraint_matrix(&q);
        let gram = a * mass_inverse * a.transpose();
        let gram_inverse = gram.try_inverse().expect("the constraints are independent");
        let complement = mass_inverse * a.transpose() * gram_inverse * a;
        let projector = Matrix3::identity() - complement;
        NaiveSleighState {
            t: state.t + self.h,
            q,
            w: (projector - complement) * state.w,
        }
    }
}

impl Version for NaiveSleigh {
    type State = NaiveSleighState;

    fn new() -> Self {
        Self::with_step(STEP)
    }

    fn start(&self) -> NaiveSleighState {
        NaiveSleighState {
            t: 0.0,
            q: SLEIGH_START.0.into(),
            w: SLEIGH_START.1.into(),
        }
    }

    fn step(&self, state: &NaiveSleighState) -> NaiveSleighState {
        self.next(state)
    }

    fn numbers(state: &NaiveSleighState) -> Vec<f64> {
        state.q.iter().chain(&state.w).copied().collect()
    }
}
