use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x, z),
    lagrangian = m * (cosh(x_dot) + cosh(z_dot)) - m * z,
    holonomic(floor = z),
    contacts(floor >= 0, opens),
    integrators(Mla),
)]
pub struct Block {
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stepper = Block { m: 1.0 }.mla(0.01)?;
    let (q, v) = (BlockCoordinates { x: 0.0, z: 0.0 }, BlockVelocities::default());
    let state = stepper.start(0.0, q, v, &())?;
    println!("{:?}", stepper.sample(&state)?.v.x_dot);
    Ok(())
}
