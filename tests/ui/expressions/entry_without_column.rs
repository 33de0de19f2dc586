use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x),
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * m * x_dot.powi(2) + w1.powi(2) + w2.powi(2) + w3.powi(2) - body[2],
    integrators(Gauss),
)]
pub struct Bodies {
    /// Mass [kg]
    pub m: f64,
}

fn main() {
    println!("{}", Bodies { m: 1.0 }.m);
}
