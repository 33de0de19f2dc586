use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(ramp = z_dot - y * x_dot),
    symmetry(R(z), R(x)),
    integrators(Rdp),
)]
pub struct Particle {
    /// Mass [kg]
    pub m: f64,
}

#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(ramp = z_dot - y * y_dot),
    symmetry(R(x)),
    integrators(Rdp),
)]
pub struct Blocked {
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let blocked = Blocked { m: 1.0 };
    let stepper = blocked.rdp(0.01)?;
    let q = BlockedCoordinates { x: 0.0, y: 0.0, z: 0.0 };
    let v = BlockedVelocities::from([1.0, 1.0, 0.0]);
    let state = stepper.start(0.0, q, v, &())?;
    println!("{:?} {}", stepper.spatial_momentum(&state), blocked.body_velocity(&q, &v));
    Ok(())
}
