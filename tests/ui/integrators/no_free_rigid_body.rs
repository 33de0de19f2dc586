use nhi::nonholonomic;

#[nonholonomic(
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * (w1.powi(2) + w2.powi(2) + 2 * w3.powi(2)) - weight * body[2][2],
    integrators(MoserVeselov),
)]
pub struct Top {
    /// Weight times length [N m]
    pub weight: f64,
}

fn main() -> Result<(), nhi::SetupError> {
    let stepper = Top { weight: 1.0 }.moser_veselov(0.01)?;
    println!("{stepper:?}");
    Ok(())
}
