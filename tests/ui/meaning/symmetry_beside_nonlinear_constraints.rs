use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(speed = x_dot.powi(2) + y_dot.powi(2) - 1),
    rule = Chetaev,
    symmetry(R(x)),
    integrators(Gni),
)]
pub struct Particle {
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let particle = Particle { m: 1.0 };
    let stepper = particle.gni(0.01)?;
    let q = ParticleCoordinates { x: 0.0, y: 0.0 };
    let v = ParticleVelocities::from([1.0, 0.0]);
    let state = stepper.start(0.0, q, v, &())?;
    println!("{:?}", stepper.sample(&state)?);
    Ok(())
}
