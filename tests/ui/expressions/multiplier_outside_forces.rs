use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x, z),
    definitions(grip = mu * lambda.floor),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z + lambda.floor * z,
    holonomic(floor = z),
    forces(x = -grip * sign(x_dot)),
    integrators(Mla),
)]
pub struct Block {
    pub m: f64,
    pub g: f64,
    pub mu: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stepper = Block { m: 1.0, g: 10.0, mu: 0.5 }.mla(0.01)?;
    let state = stepper.start(0.0, BlockCoordinates::default(), BlockVelocities::default(), &())?;
    println!("{}", stepper.sample(&state)?.lambda.floor);
    Ok(())
}
