use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * m * x_dot.powi(2) - 0.5 * k * x.powi(2),
    dissipation = 0.5 * c * x.powi(2),
    integrators(Mla),
)]
pub struct Spring {
    /// Mass [kg]
    pub m: f64,
    /// Stiffness [N/m]
    pub k: f64,
    /// Damping [N s/m]
    pub c: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spring = Spring { m: 1.0, k: 1.0, c: 0.1 };
    let stepper = spring.mla(0.01)?;
    let q = SpringCoordinates { x: 1.0 };
    let state = stepper.start(0.0, q, SpringVelocities::default(), &())?;
    println!("{:?}", stepper.sample(&state)?.q.x);
    Ok(())
}
