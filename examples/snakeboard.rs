//! scratch
use nhi::{Stepper, nonholonomic};
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
    symmetry(SE2(theta, x, y)),
    integrators(Gni),
)]
#[derive(Clone, Debug)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    /// Half the wheel base [m]
    pub l: f64,
    /// rotor
    pub i_rotor: f64,
    /// wheels
    pub j_wheel: f64,
}
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * (1 + 0.1*x.powi(2)) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Implicit<T: nhi::Real> {
    /// Total mass [kg]
    pub m: T,
}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Snakeboard {
        m: 1.0,
        l: 1.0,
        i_rotor: 0.5,
        j_wheel: 1.5,
    };
    let stepper = board.gni(0.05)?;
    let q = SnakeboardCoordinates::from([1.5707963267948966, 1.0471975511965979, 0.0, 0.0, 0.0]);
    let v = SnakeboardVelocities::from([2.5, -0.02, -1.8035254037844386, 1.041265877365274, 0.0]);
    let tau = std::f64::consts::TAU;
    let controls = |t: f64| SnakeboardControls {
        u_psi: (10.0 * tau * t).cos(),
        u_phi: (tau * t).sin(),
    };
    let mut state = stepper.start(0.0, q, v, &controls)?;
    for _ in 0..10 {
        state = stepper.step(&state, &controls)?;
    }
    println!("{:?}", stepper.sample(&state)?);
    println!("{:?}", stepper.constraint_reflection(&state));
    let im = Implicit::<f32> { m: 1.0 };
    let stepper = im.gni(0.05)?;
    let mut state = stepper.start(0.0, [0.0, 0.0, 0.0].into(), [1.0, 1.0, 0.0].into(), &())?;
    for _ in 0..10 {
        state = stepper.step(&state, &())?;
    }
    println!("{:?} {:?}", stepper.sample(&state)?, state.report);
    let im = Implicit::<f64> { m: 1.0 };
    let stepper = im.gni(0.05)?;
    let mut state = stepper.start(0.0, [0.0, 0.0, 0.0].into(), [1.0, 1.0, 0.0].into(), &())?;
    for _ in 0..10 {
        state = stepper.step(&state, &())?;
    }
    println!("{:?} {:?}", stepper.sample(&state)?, state.report);
    Ok(())
}
