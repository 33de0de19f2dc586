use nhi::nonholonomic;

#[nonholonomic(
    coordinates(theta, x, y, type, gen, _),
    lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni),
)]
pub struct Sleigh {
    /// Moment of inertia [kg m^2]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sleigh = Sleigh { i: 1.0, m: 1.0 };
    let stepper = sleigh.gni(0.01)?;
    let q = SleighCoordinates { theta: 0.0, x: 0.0, y: 0.0 };
    let v = SleighVelocities::from([1.0, 1.0, 0.0]);
    let state = stepper.start(0.0, q, v, &())?;
    let state = stepper.step(&state, &())?;
    let sample = stepper.sample(&state)?;
    println!("{} {}", sleigh.energy(&state.q, &sample.v), sample.lambda.blade);
    println!("{:?}", stepper.constraint_reflection(&state));
    Ok(())
}
