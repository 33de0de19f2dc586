use nhi::nonholonomic;

#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) - y_dot.powi(2)),
    constraints(blade = x_dot - y_dot),
    integrators(VakonomicGauss),
)]
pub struct Sleigh {
    /// Moment of inertia [kg m^2]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
}

fn main() {
    let sleigh = Sleigh { i: 1.0, m: 1.0 };
    let q = SleighCoordinates { theta: 0.0, x: 0.0, y: 0.0 };
    let v = SleighVelocities::from([1.0, 1.0, 0.0]);
    println!("{}", sleigh.energy(&q, &v));
}
