//! The snakeboard with nalgebra, formula by formula.

use nalgebra::{Matrix2x5, Matrix5, Vector5};

use super::Version;
use super::problem::{SNAKEBOARD_START, STEP, snakeboard_parameters, torques};

/// Parameters and step size.
pub(crate) struct NaiveSnakeboard {
    m: f64,
    l: f64,
    i_rotor: f64,
    j_wheel: f64,
    h: f64,
}

/// Time, configuration and reflected velocity.
#[derive(Clone)]
pub(crate) struct NaiveSnakeboardState {
    t: f64,
    q: Vector5<f64>,
    w: Vector5<f64>,
}

impl NaiveSnakeboard {
    pub(crate) fn with_step(h: f64) -> Self {
        let [m, l, i_rotor, j_wheel] = snakeboard_parameters();
        Self {
            m,
            l,
            i_rotor,
            j_wheel,
            h,
        }
    }

    fn mass_matrix(&self) -> Matrix5<f64> {
        let board = self.m * self.l * self.l;
        let mut mass = Matrix5::from_diagonal(&Vector5::new(
            self.i_rotor,
            2.0 * self.j_wheel,
            board,
            self.m,
            self.m,
        ));
        mass[(0, 2)] = self.i_rotor;
        mass[(2, 0)] = self.i_rotor;
        mass
    }

    fn constraint_matrix(&self, q: &Vector5<f64>) -> Matrix2x5<f64> {
        let (phi, theta) = (q[1], q[2]);
        #[rustfmt::skip]
        let matrix = Matrix2x5::new(
            0.0, 0.0, 0.0, theta.sin(), -theta.cos(),
            0.0, 0.0, self.l * phi.cos(), phi.sin() * theta.cos(), phi.sin() * theta.sin(),
        );
        matrix
    }

    fn mass_inverse(&self) -> Matrix5<f64> {
        self.mass_matrix()
            .try_inverse()
            .expect("the mass matrix is regular")
    }

    /// `Q = M^-1 A^T (A M^-1 A^T)^-1 A`.
    fn complement(&self, q: &Vector5<f64>, mass_inverse: &Matrix5<f64>) -> Matrix5<f64> {
        let a = self.constraint_matrix(q);
        let gram = a * mass_inverse * a.transpose();
        let gram_inverse = gram.try_inverse().expect("the constraints are independent");
        mass_inverse * a.transpose() * gram_inverse * a
    }

    fn force([u_psi, u_phi]: [f64; 2]) -> Vector5<f64> {
        Vector5::new(u_psi, u_phi, 0.0, 0.0, 0.0)
    }

    pub(crate) fn next(
        &self,
        state: &NaiveSnakeboardState,
        controls: impl Fn(f64) -> [f64; 2],
    ) -> NaiveSnakeboardState {
        let half = 0.5 * self.h;
        let t = state.t + self.h;
        let mass_inverse = self.mass_inverse();
        let v_half = state.w + half * mass_inverse * Self::force(controls(state.t));
        let q = state.q + self.h * v_half;
        let v_in = v_half + half * mass_inverse * Self::force(controls(t));
        let complement = self.complement(&q, &mass_inverse);
        let projector = Matrix5::identity() - complement;
        NaiveSnakeboardState {
            t,
            q,
            w: (projector - complement) * v_in,
        }
    }

    /// The state at time 0, with the paper's start rule `w_0 = v_0 - (h/2) Q(q_0) M^-1 F_0`.
    pub(crate) fn first(&self, controls: impl Fn(f64) -> [f64; 2]) -> NaiveSnakeboardState {
        let q = SNAKEBOARD_START.0.into();
        let v = Vector5::from(SNAKEBOARD_START.1);
        let mass_inverse = self.mass_inverse();
        let shift = self.complement(&q, &mass_inverse) * mass_inverse * Self::force(controls(0.0));
        NaiveSnakeboardState {
            t: 0.0,
            q,
            w: v - 0.5 * self.h * shift,
        }
    }
}

impl Version for NaiveSnakeboard {
    type State = NaiveSnakeboardState;

    fn new() -> Self {
        Self::with_step(STEP)
    }

    fn start(&self) -> NaiveSnakeboardState {
        self.first(torques)
    }

    fn step(&self, state: &NaiveSnakeboardState) -> NaiveSnakeboardState {
        self.next(state, torques)
    }

    fn numbers(state: &NaiveSnakeboardState) -> Vec<f64> {
        state.q.iter().chain(&state.w).copied().collect()
    }
}
