use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x),
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * m * x_dot.powi(2) + 0.5 * (w1.powi(2) + w2.powi(2) + w3.powi(2)) - x * body[2][2],
    constraints(axis = w3 - x_dot),
    integrators(Shake),
)]
pub struct Spindle {
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spindle = Spindle { m: 1.0 };
    let stepper = spindle.shake(0.01)?;
    let q = SpindleCoordinates { x: 0.0, body: Default::default() };
    let v = SpindleVelocities { x_dot: 1.0, w1: 0.0, w2: 0.0, w3: 1.0 };
    let state = stepper.start(0.0, q, v, &())?;
    let sample = stepper.sample(&stepper.step(&state, &())?)?;
    println!("{} {}", spindle.energy(&sample.q, &sample.v), sample.lambda.axis);
    Ok(())
}
