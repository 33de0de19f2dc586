use nhi::nonholonomic;

#[nonholonomic(
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * i * ((2 + body[2][2]) * w1.powi(2) + w2.powi(2) + 2 * w3.powi(2)),
    integrators(Rdp),
)]
pub struct Gimbal {
    /// Moment of inertia [kg m^2]
    pub i: f64,
}

fn main() -> Result<(), nhi::SetupError> {
    let stepper = Gimbal { i: 1.0 }.rdp(0.01)?;
    println!("{stepper:?}");
    Ok(())
}
