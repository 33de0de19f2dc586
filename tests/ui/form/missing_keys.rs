use nhi::nonholonomic;

#[nonholonomic(
    coordinates(theta, x, y),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
)]
pub struct Sleigh {
    /// Moment of inertia [kg m^2]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sleigh = Sleigh { i: 1.0, m: 1.0 };
    let q = SleighCoordinates { theta: 0.0, x: 0.0, y: 0.0 };
    let v = SleighVelocities::from([1.0, 1.0, 0.0]);
    println!("{} {}", sleigh.energy(&q, &v), sleigh.constraint_residual(&q, &v)[0]);
    Ok(())
}
