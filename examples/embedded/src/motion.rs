//! The model and the control loop, for any scalar. The library runs it with `f32`, the reference
//! with `f32` and `f64` on a host with the standard library.

use core::fmt;
use nhi::{Real, SampleOf, SetupError, StepError, nonholonomic};

/// Snakeboard with torques on its rotor and on its wheels.
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
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Snakeboard<T: Real> {
    /// Total mass in kg
    pub m: T,
    /// Half the wheel base in m
    pub l: T,
    /// Moment of inertia of the rotor in kg m^2
    pub i_rotor: T,
    /// Moment of inertia of each wheel set about its steering axis in kg m^2
    pub j_wheel: T,
}

/// The samples of the steppers of a board.
pub type BoardSample<T> = SampleOf<SnakeboardGni<T>>;

/// Why a run ended early.
#[derive(Clone, Copy, Debug)]
pub enum Failure<T> {
    /// The board or the step size cannot be used.
    Setup(SetupError),
    /// A step could not be made.
    Step(StepError<T>),
}

impl<T> From<SetupError> for Failure<T> {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl<T> From<StepError<T>> for Failure<T> {
    fn from(error: StepError<T>) -> Self {
        Self::Step(error)
    }
}

impl<T: Real> fmt::Display for Failure<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Step(error) => error.fmt(f),
        }
    }
}

/// The initial values and settings of a run.
#[derive(Clone, Debug)]
pub struct Setting<T: Real> {
    /// The board.
    pub board: Snakeboard<T>,
    /// The step size in s.
    pub step: T,
    /// The configuration.
    pub q: SnakeboardCoordinates<T>,
    /// The velocity; what of it violates the constraints is projected away.
    pub v: SnakeboardVelocities<T>,
}

/// Makes `steps` steps and shows the initial sample and the sample after each step. The rotor is
/// swung once a second, the wheels twice in three.
pub fn run<T: Real>(
    setting: &Setting<T>,
    steps: u32,
    mut observe: impl FnMut(&BoardSample<T>),
) -> Result<(), Failure<T>> {
    let Setting { board, step, q, v } = setting;
    let stepper = board.gni(*step)?;
    let torques = |t: T| SnakeboardControls {
        u_psi: nhi::cos(T::two_pi() * t),
        u_phi: T::literal(0.25) * nhi::sin(T::two_pi() * T::literal(2.0 / 3.0) * t),
    };
    let mut state = stepper.start(T::zero(), *q, board.project_velocity(q, v), &torques)?;
    observe(&stepper.sample(&state)?);
    for _ in 0..steps {
        state = stepper.step(&state, &torques)?;
        observe(&stepper.sample(&state)?);
    }
    Ok(())
}
