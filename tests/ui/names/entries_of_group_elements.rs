use nhi::nonholonomic;

#[nonholonomic(
    coordinates(x),
    groups(body: SO3(w1, w2, w3), car: SE2(w, a, b), pole: SO4(p), rod: SO3(r1, r2)),
    lagrangian = 0.5 * m * x_dot.powi(2) + w1.powi(2) + body[3][0] + body + car[0][2] + x[0][0] + body[0],
    forces(body = 1),
    symmetry(SO3(car)),
    integrators(Gauss),
)]
pub struct Bodies {
    /// Mass [kg]
    pub m: f64,
}

fn main() {
    println!("{}", Bodies { m: 1.0 }.m);
}
